//! A room while its store fails: clocks stand, commands are refused, and connections stay.

use std::time::Duration;

use yipan_record::Millis;
use yipan_rules::Seat;
use yipan_table::{Eye, Gallery};
use yipan_wire::{Answer, Clocks};

use crate::faults;
use crate::room::{Room, text};
use crate::store::{StoreError, StoreStatus};

/// How long the end of an outage waits that could not be written.
const RETRY: Duration = Duration::from_millis(200);

/// The time of a commit that takes longer than this is charged to neither side.
pub(crate) const SLOW_COMMIT: Duration = Duration::from_secs(1);

impl Room {
    /// Stops the clocks while the store fails, and lets them run when it works again.
    pub(crate) async fn follow_store(&mut self) {
        let status = *self.status.borrow_and_update();
        match status {
            StoreStatus::Failing { since } => self.suspend(self.hall.now.at(since)),
            StoreStatus::Writable => self.resume().await,
        }
    }

    /// Begins an outage: from `since` on neither clock runs.
    pub(crate) fn suspend(&mut self, since: Millis) {
        if self.outage.is_some() {
            return;
        }
        // A command of this room may have failed later than the first write of all.
        let since = match *self.status.borrow() {
            StoreStatus::Failing { since: first } => since.min(self.hall.now.at(first)),
            StoreStatus::Writable => since,
        };
        let last = self.table.log().last().map_or(since, |last| last.at);
        self.outage = Some(since.max(last));
        for eye in [Eye::Guest, Eye::Seat(Seat::First), Eye::Seat(Seat::Second)] {
            if let Some(suspended) = self.suspended(eye) {
                self.audience.tell(eye, &[text(&suspended)]);
            }
        }
    }

    /// Ends an outage, once that is on disk. Presence that could not be saved meanwhile is compared again, and a computer
    /// whose move was refused searches again.
    async fn resume(&mut self) {
        let Some(since) = self.outage else { return };
        let ended = self.table.outage(since, self.hall.now.millis());
        match self.write(ended).await {
            Ok(()) => self.outage = None,
            // The status changes again when the store works.
            Err(StoreError::Unavailable(_)) => return,
            Err(error) => {
                tracing::error!(room = self.table.room(), %error, "the end of an outage could not be written");
                tokio::time::sleep(RETRY).await;
                self.status.mark_changed();
                return;
            }
        }
        for seat in Seat::BOTH {
            let Some(player) = self.table.player(seat).filter(|player| player.level.is_none()) else {
                continue;
            };
            let is_here = self.audience.has(&player.id) || self.departures.contains_key(&player.id);
            let changed = self.table.presence(&player.id, is_here, self.hall.now.millis());
            self.keep(changed).await;
        }
        if self.search.is_none() {
            self.asked = None;
            self.ask_computer();
        }
        self.open_next().await;
    }

    /// Returns what a viewer is sent during an outage. Spectators who are some moves behind are sent nothing, because the
    /// clocks would tell them of moves they have not seen.
    pub(crate) fn suspended(&self, eye: Eye) -> Option<Answer> {
        let clocks = self.stopped_clocks(eye)?;
        Some(Answer::Suspended { room: self.table.room().to_owned(), clocks })
    }

    /// Returns the clocks as a viewer may see them while they stand.
    pub(crate) fn stopped_clocks(&self, eye: Eye) -> Option<Clocks> {
        let is_late = eye == Eye::Guest && self.gallery.is_late();
        self.table.clocks_in_outage(self.outage.filter(|_| !is_late)?)
    }

    /// Takes the room from disk again, which holds entries that are not in memory, and sends everyone the whole of it.
    pub(crate) async fn reload(&mut self) {
        let loaded = match self.hall.load(self.table.room()).await {
            Ok(Some(table)) => {
                Gallery::of(&table).map(|gallery| (table, gallery)).map_err(|error| error.to_string())
            }
            Ok(None) => Err("it is gone".to_owned()),
            Err(error) => Err(error.to_string()),
        };
        match loaded {
            Ok((table, gallery)) => (self.table, self.gallery) = (table, gallery),
            Err(error) => {
                return tracing::error!(room = self.table.room(), error, "a room cannot be reloaded");
            }
        }
        self.replays.clear();
        tracing::warn!(room = self.table.room(), "a room was reloaded: its log had grown elsewhere");
        for (language, out) in self.audience.expel(|person| self.table.admits(person)) {
            Self::send(&out, &Answer::Error { fault: faults::no_spectators(language) });
        }
        self.audience.turn(|person| self.table.eye(person));
        for (person, out) in self.audience.followers() {
            Self::send(out, &Answer::State { state: Box::new(self.state(person)) });
        }
        self.expect_headcount();
        self.show_in_lobby();
        self.asked = None;
        self.ask_computer();
    }
}
