//! A room while its store fails: clocks stand, commands are refused, and connections stay.

use yipan_record::Millis;
use yipan_rules::Seat;
use yipan_table::Gallery;
use yipan_wire::Answer;

use crate::room::{Room, text};
use crate::store::StoreStatus;

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
        let last = self.table.log().last().map_or(since, |last| last.at);
        self.outage = Some(since.max(last));
        if let Some(suspended) = self.suspended() {
            self.audience.tell_all(&text(&suspended));
        }
    }

    /// Ends an outage, once that is on disk. Presence that could not be saved meanwhile is compared again, and a computer
    /// whose move was refused searches again.
    async fn resume(&mut self) {
        let Some(since) = self.outage else { return };
        let ended = self.table.outage(since, self.hall.now.millis());
        if let Err(error) = self.write(ended).await {
            tracing::warn!(room = self.table.room(), %error, "an outage goes on");
            return;
        }
        self.outage = None;
        for seat in Seat::BOTH {
            let Some(player) = self.table.player(seat).filter(|player| player.level.is_none()) else {
                continue;
            };
            let is_here = self.audience.has(&player.id) || self.departures.contains_key(&player.id);
            let changed = self.table.presence(&player.id, is_here, self.hall.now.millis());
            self.keep(changed).await;
        }
        self.asked = None;
        self.ask_computer();
    }

    /// Returns what connections are sent during an outage.
    pub(crate) fn suspended(&self) -> Option<Answer> {
        let clocks = self.table.clocks_in_outage(self.outage?)?;
        Some(Answer::Suspended { room: self.table.room().to_owned(), clocks })
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
        self.audience.turn(|person| self.table.eye(person));
        for (person, out) in self.audience.followers() {
            Self::send(out, &Answer::State { state: Box::new(self.state(person)) });
        }
    }
}
