//! Players whose node cannot be reached: their clock stands until they are connected again.

use std::time::Duration;

use tokio::time::Instant;
use yipan_clock::Millis;
use yipan_core::Side;
use yipan_wire::Player;

use super::room_task::RoomTask;
use crate::cluster::heard_nodes::{CUT_OFF_AFTER, LEFT_AFTER};
use crate::cluster::node_id::NodeId;
use crate::rooms::room_message::Join;

/// The time after which a player who has not joined a game that was handed over counts as cut off: their node follows the
/// game in a fraction of it.
const EXPECTED_AFTER: Duration = Duration::from_millis(500);

/// The time for which the last message of a node that has stopped may have waited on the way. The node may have stopped as
/// long before that message was heard.
const MAX_MESSAGE_DELAY: Millis = Millis(250);

/// The time that players have to join a game that was handed over by another node, before they count as away.
const REJOIN_TIME: Duration = Duration::from_secs(3);

impl RoomTask {
    /// Gives the players of a game that was handed over time to join here, before they count as away.
    pub(crate) fn expect_players(&mut self) {
        if !self.services.slot_arrivals.was_handed_over(self.slot, self.epoch) {
            return;
        }
        for side in Side::BOTH {
            let Some(player) = self.room.player(side).filter(|player| player.level.is_none()) else {
                continue;
            };
            if !self.room.change_presence(&player.id, false, self.now()).is_empty() {
                self.pending_departures.insert(player.id.clone(), Instant::now() + REJOIN_TIME);
                self.expected_players.insert(player.id.clone(), Instant::now() + EXPECTED_AFTER);
            }
        }
    }

    /// Gives the time back that a user who joins could not use, because their last node was silent.
    pub(crate) async fn refund_silence(&mut self, join: &Join) {
        let user_id = &join.user.id;
        self.lose_silent_nodes(user_id, join.outbox.node()).await;
        if !join.is_resumed && self.expected_players.contains_key(user_id) {
            // It is another connection: the one that was handed over has not followed.
            self.pause_for_expected(vec![user_id.clone()]).await;
        }
    }

    /// Ends the subscriptions of a user who joins again because their node cannot be reached, before it counts as cut off:
    /// the time without a node is not charged to them.
    ///
    /// The node through which they join is not asked: the join has just come from it.
    async fn lose_silent_nodes(&mut self, user_id: &str, joined_through: Option<&NodeId>) {
        let Some(remote_rooms) = self.services.remote_rooms.clone().filter(|_| self.room.has_seat(user_id))
        else {
            return;
        };
        let bus = &remote_rooms.services.bus;
        let mut sockets = self.subscribers.remote_sockets(user_id);
        sockets.retain(|(_, node)| Some(node) != joined_through);
        let is_audible = |node: &&NodeId| bus.heard.silent_since(node, LEFT_AFTER).is_none();
        let audible = sockets.iter().map(|(_, node)| node).filter(is_audible).cloned().collect();
        let gone = bus.gone_nodes(audible).await;
        let silent_since = |node: &NodeId| {
            let silence = if gone.contains(node) { Duration::ZERO } else { LEFT_AFTER };
            bus.heard.silent_since(node, silence)
        };
        let silent: Vec<_> =
            sockets.iter().filter_map(|(socket, node)| Some((*socket, silent_since(node)?))).collect();
        if let Some(since) = silent.iter().map(|(_, since)| *since).max() {
            let sockets: Vec<u64> = silent.into_iter().map(|(socket, _)| socket).collect();
            self.lose_node(&sockets, since).await;
        }
    }

    /// Ends the subscriptions of a node that cannot be reached. A game one of whose players was connected to it is paused
    /// until they are back; the time since then is not charged to them.
    pub(crate) async fn lose_node(&mut self, sockets: &[u64], since: Instant) {
        let users: Vec<String> =
            sockets.iter().filter_map(|socket| self.subscribers.unsubscribe(*socket)).collect();
        self.schedule_spectator_count();
        self.update_lobby();
        self.pause_for(&users, since).await;
    }

    /// Pauses a game that was handed over for players who did not follow. The last owner may not yet have noticed that their
    /// node was silent.
    pub(crate) async fn pause_for_expected(&mut self, users: Vec<String>) {
        self.expected_players.retain(|user_id, _| !users.contains(user_id));
        let silence = EXPECTED_AFTER + CUT_OFF_AFTER;
        let now = Instant::now();
        self.pause_for(&users, now.checked_sub(silence).unwrap_or(now)).await;
    }

    /// Pauses the game if one of these users is a player without a connection, and gives the time since then back.
    async fn pause_for(&mut self, users: &[String], since: Instant) {
        let is_lost =
            |player: &&Player| users.contains(&player.id) && !self.subscribers.contains_user(&player.id);
        let is_lost_side = |side: Side| self.room.player(side).filter(is_lost).is_some();
        if !Side::BOTH.into_iter().any(is_lost_side) || self.outage_since.is_some() {
            return;
        }
        let since = self.services.clock.millis_at(since) - MAX_MESSAGE_DELAY;
        // The pause gives the time since the last entry back by itself.
        if self.room.side_to_move().is_some_and(is_lost_side) && !self.is_in_outage_at(since) {
            let refund = self.room.end_outage(since, self.now());
            self.write_or_log(refund).await;
        }
        let paused = self.room.pause_after_restart(self.now());
        self.write_or_log(paused).await;
        let players = Side::BOTH.map(|side| self.room.player(side).map(|player| player.id.clone()));
        for user_id in players.into_iter().flatten() {
            if self.subscribers.contains_user(&user_id) {
                self.mark_present(&user_id).await;
            }
        }
    }
}
