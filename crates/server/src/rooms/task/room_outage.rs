//! A room during an outage of the store, or while its node has no lease: clocks are stopped, commands are rejected, and
//! connections stay open.

use std::time::Duration;

use yipan_clock::Millis;
use yipan_core::Side;
use yipan_room::{Audience, LogEntry, SpectatorFeed};
use yipan_wire::{Clocks, ServerMessage};

use super::room_task::RoomTask;
use super::subscribers::AUDIENCES;
use super::unanswered_command::UnansweredCommand;
use crate::api_errors;
use crate::net::websocket::encode_message::encode_message;
use crate::planted::planted;
use crate::storage::store::StoreStatus;

/// The time before the end of an outage is written again.
const RETRY_DELAY: Duration = Duration::from_millis(200);

impl RoomTask {
    /// Suspends or resumes the game when the status of the store changes.
    pub(crate) async fn on_store_status(&mut self) {
        let status = *self.store_status.borrow_and_update();
        match status {
            StoreStatus::Failing { since } => self.suspend(self.services.clock.millis_at(since)),
            StoreStatus::Writable if self.services.slots.has_lease() => self.resume().await,
            // The return of the lease ends the outage.
            StoreStatus::Writable => {}
        }
    }

    /// Begins an outage. Neither clock runs from `since` on.
    pub(crate) fn suspend(&mut self, since: Millis) {
        if self.outage_since.is_some() {
            return;
        }
        // A write of another room may have failed earlier.
        let since = match *self.store_status.borrow() {
            StoreStatus::Failing { since: first } => since.min(self.services.clock.millis_at(first)),
            StoreStatus::Writable => since,
        };
        self.outage_since = Some(since);
        for viewer in AUDIENCES {
            if let Some(suspended) = self.suspended_message(viewer) {
                let message = encode_message(&suspended);
                self.subscribers.publish(viewer, message.as_ref().map(std::slice::from_ref));
            }
        }
    }

    /// Ends an outage once that is on disk. Then writes the changes of presence that could not be stored, and repeats a
    /// search whose move was rejected.
    async fn resume(&mut self) {
        if self.outage_since.is_none() {
            return;
        }
        if !self.settle_log().await {
            tokio::time::sleep(RETRY_DELAY).await;
            self.store_status.mark_changed();
            return;
        }
        let Some(since) = self.outage_since else { return };
        let ended =
            if planted!(ChargedOutage) { Vec::new() } else { self.room.end_outage(since, self.now()) };
        match self.write(ended).await {
            Ok(()) => self.outage_since = None,
            // The status changes again when the store recovers.
            Err(error) if error.is_outage() || self.is_lost => return,
            Err(error) => {
                tracing::error!(room = self.room.code(), %error, "the end of an outage could not be written");
                tokio::time::sleep(RETRY_DELAY).await;
                self.store_status.mark_changed();
                return;
            }
        }
        for side in Side::BOTH {
            let Some(player) = self.room.player(side).filter(|player| player.level.is_none()) else {
                continue;
            };
            let is_present = self.subscribers.contains_user(&player.id)
                || self.pending_departures.contains_key(&player.id);
            let changed = self.room.change_presence(&player.id, is_present, self.now());
            self.write_or_log(changed).await;
        }
        if self.search.is_none() {
            self.searched_board_seq = None;
            self.request_engine_move();
        }
        self.open_rematch().await;
        self.start_if_ready().await;
    }

    /// Finds out whether the last entries of this task were written, and answers the command that they belong to.
    ///
    /// Returns whether the log could be read.
    async fn settle_log(&mut self) -> bool {
        if !self.is_log_uncertain {
            return true;
        }
        let found = match self.services.store.log(self.room.code(), self.room.log().len() as u64).await {
            Ok(found) => found,
            Err(error) => {
                tracing::warn!(room = self.room.code(), %error, "the log cannot be read yet");
                return false;
            }
        };
        self.is_log_uncertain = false;
        if !found.is_empty() {
            self.catch_up(&found).await;
            let last = self.room.log().last().map(|last| last.at);
            self.outage_since = self.outage_since.max(last);
        }
        if let Some(unanswered) = self.unanswered_command.take() {
            let UnansweredCommand { player, command_id: id, heard, command, language, outbox, .. } =
                unanswered;
            let reply = match self.room.processed_command(&player.id, &id, &command) {
                Ok(Some(seq)) => {
                    self.services.metrics.commands.inc();
                    ServerMessage::Ack { id, seq }
                }
                _ => {
                    self.record_rejection(&player, &id, heard, &command);
                    self.rejected_receipts.record(&player.id, &id, heard);
                    self.rejection(&player, &id, api_errors::store_outage(language))
                }
            };
            outbox.send_message(&reply);
        }
        true
    }

    /// Applies and publishes the entries that the log has from the length of the room on. If there are none or they do
    /// not follow, the whole room is loaded again.
    pub(crate) async fn catch_up(&mut self, found: &[String]) {
        let entries: Result<Vec<LogEntry>, _> = found.iter().map(|line| serde_json::from_str(line)).collect();
        match entries {
            Ok(entries) if !entries.is_empty() => {
                let (room, count) = (self.room.code(), entries.len());
                tracing::warn!(room, count, "entries were found in the log of a room and are applied");
                if self.apply_all(entries).is_ok() {
                    return;
                }
            }
            _ => {}
        }
        self.reload().await;
    }

    /// Returns the message for an audience during an outage. Delayed spectators get none, because the clocks would reveal
    /// moves that they have not seen.
    pub(crate) fn suspended_message(&self, viewer: Audience) -> Option<ServerMessage> {
        let clocks = self.stopped_clocks(viewer)?;
        Some(ServerMessage::Suspended { room: self.room.code().to_owned(), clocks })
    }

    /// Returns the stopped clocks as an audience may see them; `None` without an outage.
    pub(crate) fn stopped_clocks(&self, viewer: Audience) -> Option<Clocks> {
        let is_delayed = viewer == Audience::Spectator && self.spectator_feed.is_delayed();
        self.room.clocks_in_outage(self.outage_since.filter(|_| !is_delayed)?)
    }

    /// Loads the room from disk again, because its log differs from the room in memory, and sends the state to all
    /// subscribers.
    pub(crate) async fn reload(&mut self) {
        let loaded = match self.services.load_room(self.room.code()).await {
            Ok(Some(room)) => {
                SpectatorFeed::new(&room).map(|feed| (room, feed)).map_err(|error| error.to_string())
            }
            Ok(None) => Err("it is not on disk".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        match loaded {
            Ok((room, feed)) => (self.room, self.spectator_feed) = (room, feed),
            Err(error) => {
                return tracing::error!(room = self.room.code(), error, "a room cannot be reloaded");
            }
        }
        self.replay_cache.clear();
        tracing::warn!(
            room = self.room.code(),
            "a room was reloaded: its log differs from the room in memory"
        );
        for (language, outbox) in self.subscribers.remove_unauthorized(|user_id| self.room.can_watch(user_id))
        {
            outbox.send_message(&ServerMessage::Error { error: api_errors::no_spectators(language) });
        }
        self.subscribers.reassign_viewers(|user_id| self.room.audience(user_id));
        for (user_id, outbox) in self.subscribers.iter() {
            outbox.send_message(&ServerMessage::State { state: Box::new(self.state(user_id)) });
        }
        self.schedule_spectator_count();
        self.update_lobby();
        self.searched_board_seq = None;
        self.request_engine_move();
    }
}
