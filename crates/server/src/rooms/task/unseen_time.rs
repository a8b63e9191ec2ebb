//! The time from the receipt of a move until the opponent could see it, which is charged to neither side.
//!
//! It is added to what the opponent's own move is not charged, so it costs no entry. A long one is given back at once, so
//! that the clocks of clients show it.

use yipan_clock::Millis;
use yipan_room::RoomEvent;

use super::published_move::PublishedMove;
use super::room_task::RoomTask;
use crate::cluster::message::shown_move::ShownMove;

impl RoomTask {
    /// Records that the last entry was published now, if it is a move.
    pub(crate) fn record_publication(&mut self) {
        let is_move = |event: &RoomEvent| matches!(event, RoomEvent::Played { .. });
        if self.services.remote_rooms.is_none()
            || !self.room.log().last().is_some_and(|last| is_move(&last.event))
        {
            return;
        }
        let seq = self.room.log().len() as u64 - 1;
        let sockets = self.subscribers.sockets_of(|user_id| self.room.has_seat(user_id));
        self.published_move = Some(PublishedMove::new(seq, self.services.clock.millis(), sockets));
    }

    /// Lets the time until now cost the player to move nothing, without an entry of its own.
    pub(super) fn hold_clock_until_now(&mut self) {
        let (at, seq) = (self.now(), self.last_move_seq());
        self.published_move.get_or_insert_with(|| PublishedMove::new(seq, at, Vec::new())).at = at;
    }

    /// Records that the node of a socket has subscribed it again, and when it has shown the last move: the room may have
    /// been on another node then.
    pub(crate) fn record_resumption(&mut self, socket: u64, user_id: &str, shown: Option<ShownMove>) {
        if self.services.remote_rooms.is_none() {
            return;
        }
        let (now, is_to_move) = (self.now(), self.is_to_move(user_id));
        let published = self.published_or_earlier_move();
        if !published.sockets.contains(&socket) {
            published.sockets.push(socket);
        }
        if let Some(shown) = shown.filter(|shown| is_to_move && shown.seq == published.seq) {
            published.at = published.at.max(Millis(shown.at)).min(now);
        }
    }

    /// Records that a player has asked for the last move, perhaps not for the first time: only the time from then until
    /// their node shows the answer is not charged.
    pub(crate) fn record_join(&mut self, socket: u64, user_id: &str, at: Millis) {
        if self.services.remote_rooms.is_some() && self.room.has_seat(user_id) {
            let published = self.published_or_earlier_move();
            published.remove(socket);
            published.joined.push((socket, at));
        }
    }

    /// Forgets that a socket waited for the last move: its client has left.
    pub(super) fn forget_shown_move(&mut self, socket: u64) {
        if let Some(published) = &mut self.published_move {
            published.remove(socket);
        }
    }

    /// Returns the last move, also if the room has read it from its log.
    fn published_or_earlier_move(&mut self) -> &mut PublishedMove {
        let seq = self.last_move_seq();
        self.published_move.get_or_insert_with(|| PublishedMove::new(seq, Millis::ZERO, Vec::new()))
    }

    /// Returns when this node has shown the last move to a socket of its own.
    pub(super) fn shown_move(&self, socket: u64) -> Option<ShownMove> {
        let published =
            self.published_move.as_ref().filter(|published| published.sockets.contains(&socket))?;
        Some(ShownMove { seq: published.seq, at: published.at.0 })
    }

    fn last_move_seq(&self) -> u64 {
        let moved = self.room.log().iter().rposition(|entry| matches!(entry.event, RoomEvent::Played { .. }));
        moved.unwrap_or_default() as u64
    }

    /// Returns the time for which the clock of the player to move ran before this node sent them the last move.
    pub(crate) fn unsent_time(&self) -> Millis {
        self.published_move.as_ref().map_or(Millis::ZERO, |published| self.clock_time_before(published.at))
    }

    /// Returns the time for which the clock of the player to move ran before they could see the last move on a socket,
    /// whose node says when it was shown.
    pub(crate) fn unseen_time(&self, socket: u64, shown: Option<ShownMove>) -> Millis {
        let Some(published) = &self.published_move else { return Millis::ZERO };
        let shown = shown.filter(|shown| shown.seq == published.seq);
        let shown_at = shown.map_or(Millis::ZERO, |shown| Millis(shown.at)).min(self.now());
        if let Some((_, joined_at)) = published.joined.iter().find(|(joined, _)| *joined == socket) {
            let unanswered = self.room.charged_since(published.at.max(*joined_at), shown_at);
            return self.clock_time_before(published.at) + unanswered;
        }
        let shown_at = if published.sockets.contains(&socket) { shown_at } else { Millis::ZERO };
        self.clock_time_before(published.at.max(shown_at).min(self.now()))
    }

    fn clock_time_before(&self, at: Millis) -> Millis {
        self.room.charged_since(Millis::ZERO, at)
    }
}
