//! A room while its store fails: clocks stand, commands are refused, and connections stay.

use std::time::Duration;

use yipan_core::Side;
use yipan_record::Millis;
use yipan_room::{Audience, SpectatorFeed};
use yipan_wire::{Clocks, ServerMessage};

use crate::api_errors;
use crate::rooms::room_task::{RoomTask, encode_message};
use crate::storage::store::{StoreError, StoreStatus};

/// How long the end of an outage waits that could not be written.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// The time of a commit that takes longer than this is charged to neither side.
pub(crate) const SLOW_COMMIT: Duration = Duration::from_secs(1);

impl RoomTask {
    /// Stops the clocks while the store fails, and lets them run when it works again.
    pub(crate) async fn on_store_status(&mut self) {
        let status = *self.store_status.borrow_and_update();
        match status {
            StoreStatus::Failing { since } => self.suspend(self.app.clock.millis_at(since)),
            StoreStatus::Writable => self.resume().await,
        }
    }

    /// Begins an outage: from `since` on neither clock runs.
    pub(crate) fn suspend(&mut self, since: Millis) {
        if self.outage_since.is_some() {
            return;
        }
        // A command of this room may have failed later than the first write of all.
        let since = match *self.store_status.borrow() {
            StoreStatus::Failing { since: first } => since.min(self.app.clock.millis_at(first)),
            StoreStatus::Writable => since,
        };
        let last = self.room.log().last().map_or(since, |last| last.at);
        self.outage_since = Some(since.max(last));
        for eye in [Audience::Spectator, Audience::Player(Side::First), Audience::Player(Side::Second)] {
            if let Some(suspended) = self.suspended_message(eye) {
                self.subscribers.publish(eye, &[encode_message(&suspended)]);
            }
        }
    }

    /// Ends an outage, once that is on disk. Presence that could not be saved meanwhile is compared again, and a computer
    /// whose move was refused searches again.
    async fn resume(&mut self) {
        let Some(since) = self.outage_since else { return };
        let ended = self.room.end_outage(since, self.app.clock.millis());
        match self.write(ended).await {
            Ok(()) => self.outage_since = None,
            // The status changes again when the store works.
            Err(StoreError::Unavailable(_)) => return,
            Err(error) => {
                tracing::error!(room = self.room.code(), %error, "the end of an outage could not be written");
                tokio::time::sleep(RETRY_DELAY).await;
                self.store_status.mark_changed();
                return;
            }
        }
        for seat in Side::BOTH {
            let Some(player) = self.room.player(seat).filter(|player| player.level.is_none()) else {
                continue;
            };
            let is_present = self.subscribers.contains_user(&player.id)
                || self.pending_departures.contains_key(&player.id);
            let changed = self.room.change_presence(&player.id, is_present, self.app.clock.millis());
            self.write_or_log(changed).await;
        }
        if self.search.is_none() {
            self.searched_board_seq = None;
            self.request_engine_move();
        }
        self.open_rematch().await;
    }

    /// Returns what a viewer is sent during an outage. Spectators who are some moves behind are sent nothing, because the
    /// clocks would tell them of moves they have not seen.
    pub(crate) fn suspended_message(&self, eye: Audience) -> Option<ServerMessage> {
        let clocks = self.stopped_clocks(eye)?;
        Some(ServerMessage::Suspended { room: self.room.code().to_owned(), clocks })
    }

    /// Returns the clocks as a viewer may see them while they stand.
    pub(crate) fn stopped_clocks(&self, eye: Audience) -> Option<Clocks> {
        let is_delayed = eye == Audience::Spectator && self.spectator_feed.is_delayed();
        self.room.clocks_in_outage(self.outage_since.filter(|_| !is_delayed)?)
    }

    /// Takes the room from disk again, which holds entries that are not in memory, and sends everyone the whole of it.
    pub(crate) async fn reload(&mut self) {
        let loaded = match self.app.load_room(self.room.code()).await {
            Ok(Some(table)) => {
                SpectatorFeed::new(&table).map(|gallery| (table, gallery)).map_err(|error| error.to_string())
            }
            Ok(None) => Err("it is gone".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        match loaded {
            Ok((table, gallery)) => (self.room, self.spectator_feed) = (table, gallery),
            Err(error) => {
                return tracing::error!(room = self.room.code(), error, "a room cannot be reloaded");
            }
        }
        self.replay_cache.clear();
        tracing::warn!(room = self.room.code(), "a room was reloaded: its log had grown elsewhere");
        for (language, out) in self.subscribers.remove_unauthorized(|person| self.room.can_watch(person)) {
            Self::send(&out, &ServerMessage::Error { error: api_errors::no_spectators(language) });
        }
        self.subscribers.reassign_viewers(|person| self.room.audience(person));
        for (person, out) in self.subscribers.iter() {
            Self::send(out, &ServerMessage::State { state: Box::new(self.state(person)) });
        }
        self.schedule_spectator_count();
        self.update_lobby();
        self.searched_board_seq = None;
        self.request_engine_move();
    }
}
