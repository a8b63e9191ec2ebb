//! Time that players could not use, because what they waited for was not there yet.

use std::time::Duration;

use yipan_clock::Millis;
use yipan_room::RoomEvent;

use super::published_move::MAX_UNRECORDED_WAIT;
use super::room_task::RoomTask;
use crate::storage::store::StoreStatus;

/// The most time without a connection that is charged to a player who was sent to another node.
const MAX_CHARGED_ABSENCE: Millis = Millis(30);

/// The most time that a player gets back who was sent to another node.
const MAX_DISMISSAL: Millis = Millis(2_000);

/// The time after the arrival of a room in which its players change nodes as well, some of them more than once.
const ARRIVAL: Duration = Duration::from_secs(10);

impl RoomTask {
    /// Whether the room has come from another node so recently that a lost connection is not the player's doing.
    pub(super) fn is_arriving(&self) -> bool {
        self.services.remote_rooms.is_some() && self.arrived_at.is_some_and(|at| at.elapsed() < ARRIVAL)
    }

    /// Gives the time back in which a player to move had no connection, because their node has sent them to another one, or
    /// they were changing nodes with the room.
    pub(crate) async fn refund_dismissal(&mut self, user_id: &str) {
        let Some(since) = self.dismissed_players.remove(user_id) else { return };
        let since = since.max(self.now() - MAX_DISMISSAL);
        if self.is_to_move(user_id)
            && self.outage_since.is_none()
            && self.is_charged_since(since, MAX_CHARGED_ABSENCE)
        {
            self.refund_since(since).await;
        }
    }

    pub(super) fn is_to_move(&self, user_id: &str) -> bool {
        let player = self.room.side_to_move().and_then(|side| self.room.player(side));
        player.is_some_and(|player| player.id == user_id)
    }

    /// Gives the time back in which a player to move could not see the opponent's move: their node had missed it, and has
    /// fetched the events from this number on.
    pub(crate) async fn refund_unseen_move(&mut self, user_id: &str, from: u64) {
        if !self.is_to_move(user_id) || self.outage_since.is_some() {
            return;
        }
        let unseen = self.room.log().iter().skip(usize::try_from(from).unwrap_or(usize::MAX));
        let moved = unseen.rev().find(|entry| matches!(entry.event, RoomEvent::Played { .. }));
        let Some(since) = moved.map(|entry| entry.at) else { return };
        if self.is_charged_since(since, MAX_UNRECORDED_WAIT) {
            self.refund_since(since).await;
        }
    }

    /// Gives the time since then back, because the players could not use it. During an outage of the store, the entry that
    /// ends it does that. An outage that goes on has one entry; the next move gives the rest back.
    pub(super) async fn refund_since(&mut self, since: Millis) {
        if self.is_in_outage_at(since) {
            return self.hold_clock_until_now();
        }
        if matches!(*self.store_status.borrow(), StoreStatus::Failing { .. }) {
            return self.suspend(since);
        }
        let refund = self.room.end_outage(since, self.now());
        if refund.is_empty() {
            return;
        }
        match self.write_once(refund, since).await {
            Ok(()) => {}
            // The end of the outage gives the time back.
            Err(error) if error.is_outage() || self.is_lost => {}
            Err(error) => {
                tracing::error!(room = self.room.code(), %error, "lost time could not be given back");
            }
        }
    }

    /// Whether the last entry ended an outage that this time belongs to, or that ended then.
    pub(super) fn is_in_outage_at(&self, time: Millis) -> bool {
        let last = self.room.log().last();
        last.is_some_and(|last| matches!(last.event, RoomEvent::Outage { .. }) && time <= last.at)
    }

    /// Whether a player's clock has been running since then for longer than this. A clock that stands, or was started again
    /// meanwhile, needs no refund.
    pub(super) fn is_charged_since(&self, since: Millis, longer_than: Millis) -> bool {
        let now = self.now();
        let is_timed = |side| self.room.turn_time_left(side, now).is_some();
        self.room.side_to_move().is_some_and(is_timed) && self.room.charged_since(since, now) > longer_than
    }
}
