//! Stores the entries of a room, and then applies and publishes them.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use yipan_clock::Millis;
use yipan_core::Side;
use yipan_room::{LogEntry, RoomEvent};

use super::append_entries::append_entries;
use super::published_move::MAX_UNRECORDED_WAIT;
use super::room_task::RoomTask;
use crate::planted::planted;
use crate::rooms::checked_append::{AppendError, append_checked};
use crate::storage::store::StoreError;

/// The time to wait after entries could not be stored.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// A commit that takes longer than this is charged to neither side.
const SLOW_COMMIT: Duration = Duration::from_secs(1);

impl RoomTask {
    /// Writes entries that no client waits for. The timer or the store status repeats them after a failure.
    pub(crate) async fn write_or_log(&mut self, entries: Vec<LogEntry>) {
        match self.write(entries).await {
            // Deadlines are suspended during an outage.
            Ok(()) => {}
            Err(error) if error.is_outage() || self.is_lost => {}
            Err(error) => {
                tracing::error!(room = self.room.code(), %error, "log entries could not be stored");
                tokio::time::sleep(RETRY_DELAY).await;
            }
        }
    }

    /// Stores entries, then applies and publishes them.
    pub(crate) async fn write(&mut self, entries: Vec<LogEntry>) -> Result<(), StoreError> {
        let Some(at) = entries.first().map(|entry| entry.at) else { return Ok(()) };
        let is_move = entries.iter().any(|entry| matches!(entry.event, RoomEvent::Played { .. }));
        let began = Instant::now();
        self.write_once(entries, at).await?;
        let is_slow = began.elapsed() > SLOW_COMMIT;
        // With several nodes a move counts as of its receipt, also if it has waited for an owner of the room.
        let has_waited =
            is_move && self.services.remote_rooms.is_some() && self.is_charged_since(at, MAX_UNRECORDED_WAIT);
        if (is_slow || has_waited) && self.outage_since.is_none() {
            if is_slow {
                tracing::warn!(room = self.room.code(), elapsed = ?began.elapsed(), "a commit was slow");
            }
            // No client saw the entries until now.
            self.refund_since(at).await;
        }
        Ok(())
    }

    pub(super) async fn write_once(&mut self, entries: Vec<LogEntry>, at: Millis) -> Result<(), StoreError> {
        if !self.services.slots.has_lease() {
            // Another node may be about to own the room.
            self.suspend(at);
            return Err(StoreError::Unavailable("the lease of this node has ended".to_owned()));
        }
        let append = append_entries(&self.room, self.epoch, &entries)?;
        let is_rated_end = append.rated_game.is_some();
        let is_end = append.is_over;
        let is_tournament_end = append.is_over && self.room.is_in_tournament();
        let is_correspondence = append.correspondence.is_some() || self.room.correspondence_turn().is_some();
        if planted!(AckBeforeCommit) {
            let store = Arc::clone(&self.services.store);
            tokio::spawn(async move { store.append(append).await });
            return self.apply_all(entries);
        }
        match append_checked(&*self.services.store, append).await {
            Ok(()) => {
                if is_rated_end {
                    self.services.rated_game_ended.notify_one();
                }
                if is_end {
                    self.services.game_ended.notify_one();
                }
                if is_tournament_end {
                    self.services.tournament_changed.notify_one();
                }
                let applied = self.apply_all(entries);
                if is_correspondence {
                    self.notify_players();
                }
                applied
            }
            Err(AppendError::NotWritten(error)) => {
                if error.is_outage() {
                    self.suspend(at);
                }
                if planted!(PublishBeforeCommit) {
                    self.apply_all(entries)?;
                }
                Err(error)
            }
            Err(AppendError::Fenced(error)) => {
                self.services.metrics.fenced_appends.inc();
                self.is_lost = true;
                Err(error)
            }
            Err(AppendError::Diverged { found, error }) => {
                self.catch_up(&found).await;
                Err(error)
            }
            Err(AppendError::Unknown(error)) => {
                self.services.metrics.unsure_appends.inc();
                self.is_log_uncertain = true;
                self.suspend(at);
                // The store may have recovered already.
                self.store_status.mark_changed();
                Err(error)
            }
        }
    }

    /// Makes the players of a correspondence game look at whose turn it is.
    fn notify_players(&self) {
        for side in Side::BOTH {
            if let Some(player) = self.room.player(side) {
                self.services.connections.notify_user(&player.id);
            }
        }
    }

    /// Applies and publishes stored entries.
    pub(crate) fn apply_all(&mut self, entries: Vec<LogEntry>) -> Result<(), StoreError> {
        for entry in entries {
            self.apply(entry)?;
        }
        self.update_lobby();
        self.request_engine_move();
        Ok(())
    }
}
