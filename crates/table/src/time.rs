//! What the passing of time does to a table.

use yipan_games::AnyGame;
use yipan_record::Millis;
use yipan_rules::{Seat, Viewer};
use yipan_wire::{Clocks, Side};

use crate::{EndReason, Entry, Stamped, Table};

/// How long a table waits for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// For a side's first move.
    pub first_move: Millis,
    /// For a player who has lost the connection, before the other may claim the game.
    pub absence: Millis,
    /// For a guest, or for a start.
    pub idle: Millis,
    /// For anybody to come back to a game that no clock will end.
    pub deserted: Millis,
    /// For the one to move after a restart of the host.
    pub resume: Millis,
    /// Between two offers of a draw.
    pub draw_offer: Millis,
    /// How often a side may ask for a takeback in a game.
    pub takebacks: u8,
}

impl Pace {
    /// What may be given back for a slow line at first, what each move adds to it, and the most that is saved up.
    pub(crate) const FIRST_QUOTA: Millis = Millis(500);
    pub(crate) const MOVE_QUOTA: Millis = Millis(100);
    pub(crate) const MOST_QUOTA: Millis = Millis(1_000);
}

impl Default for Pace {
    fn default() -> Pace {
        Pace {
            first_move: Millis::seconds(60),
            absence: Millis::seconds(60),
            idle: Millis::seconds(30 * 60),
            deserted: Millis::seconds(24 * 3600),
            resume: Millis::seconds(30),
            draw_offer: Millis::seconds(3),
            takebacks: 3,
        }
    }
}

/// What happens when nobody does anything.
enum Due {
    Abort,
    Resume,
    Flag(Seat),
    Desert,
}

impl Table {
    /// When something will happen if nobody does anything.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        self.due().map(|(at, _)| at)
    }

    /// How long a side's turn may still take; nothing for a side without a limit.
    #[must_use]
    pub fn left(&self, seat: Seat, now: Millis) -> Option<Millis> {
        self.clock.left(seat, now).map(|left| left.flag)
    }

    /// What has happened by `now` because nobody did anything.
    #[must_use]
    pub fn tick(&self, now: Millis) -> Vec<Stamped> {
        let Some((_, due)) = self.due().filter(|(at, _)| *at <= now) else { return Vec::new() };
        let entry = match due {
            Due::Abort => Entry::Ended { winner: None, reason: EndReason::Aborted },
            Due::Resume => Entry::Resumed,
            Due::Flag(seat) => Entry::Ended { winner: Some(seat.other().into()), reason: EndReason::Timeout },
            // Nobody is there to claim it.
            Due::Desert => Entry::Ended { winner: None, reason: EndReason::Abandonment },
        };
        vec![Stamped { at: now, by: None, entry }]
    }

    /// A table that was being played when the host went away: its clocks stand until the one to move is back.
    #[must_use]
    pub fn restart(&self, now: Millis) -> Vec<Stamped> {
        if self.is_playing() {
            vec![Stamped { at: now, by: None, entry: Entry::Restarted }]
        } else {
            Vec::new()
        }
    }

    /// Returns the entry that ends an outage of the store, if a game was being played meanwhile.
    #[must_use]
    pub fn outage(&self, since: Millis, now: Millis) -> Vec<Stamped> {
        if self.is_playing() {
            vec![Stamped { at: now, by: None, entry: Entry::Outage { since } }]
        } else {
            Vec::new()
        }
    }

    /// Returns the clocks as they stand during an outage that began at `since`.
    #[must_use]
    pub fn clocks_in_outage(&self, since: Millis) -> Option<Clocks> {
        self.is_playing().then(|| Clocks { running: None, ..self.clocks_at(since) })
    }

    /// Moves everything that waits for time to pass by the length of an outage.
    pub(crate) fn skip_outage(&mut self, since: Millis, until: Millis) {
        let last = self.log.last().map_or(until, |last| last.at).min(until);
        // A log from elsewhere may claim any time; no more than what has passed since the last entry is given back.
        let since = since.clamp(last, until);
        let length = until - since;
        self.clock.stop(since, Millis::ZERO);
        self.clock.run(self.runner(), until);
        self.board.1 = self.board.1 + length;
        self.paused = self.paused.map(|paused| paused + length);
        self.away = self.away.map(|away| away.map(|since| since + length));
    }

    /// A person's last connection was lost, or the first is back.
    #[must_use]
    pub fn presence(&self, person: &str, is_here: bool, now: Millis) -> Vec<Stamped> {
        let Some(seat) = self.seating.seat_of(person).filter(|_| self.is_playing()) else {
            return Vec::new();
        };
        if self.away[seat.index()].is_none() == is_here {
            return Vec::new();
        }
        let side = Side::from(seat);
        let entry = if is_here { Entry::Back { seat: side } } else { Entry::Away { seat: side } };
        vec![Stamped { at: now, by: None, entry }]
    }

    fn due(&self) -> Option<(Millis, Due)> {
        if self.is_waiting() {
            return Some((self.log.last()?.at + self.pace.idle, Due::Abort));
        }
        let seat = self.to_move()?;
        if let Some(since) = self.paused.filter(|_| self.runner().is_none()) {
            return Some((since + self.pace.resume, Due::Resume));
        }
        if !self.clock.has_moved(seat) {
            return Some((self.board.1 + self.pace.first_move, Due::Abort));
        }
        // A move that is on its way may still be in time, as far as the quota goes.
        match self.clock.flag() {
            Some((seat, flag)) => Some((flag + self.quota[seat.index()], Due::Flag(seat))),
            None => Some((self.deserted()? + self.pace.deserted, Due::Desert)),
        }
    }

    /// Since when nobody is there; a computer waits for somebody to play with.
    fn deserted(&self) -> Option<Millis> {
        let people =
            Seat::BOTH.into_iter().filter(|seat| self.player(*seat).is_some_and(|one| one.level.is_none()));
        let away: Option<Vec<Millis>> = people.map(|seat| self.away[seat.index()]).collect();
        away?.into_iter().max()
    }

    /// Whether a side's flag has fallen by `now`.
    pub(crate) fn has_fallen(&self, seat: Seat, now: Millis) -> bool {
        self.clock.flag().is_some_and(|(running, flag)| running == seat && flag <= now)
    }

    /// The time that is given back to a side for a slow line.
    pub(crate) fn credit(&self, seat: Seat, lag: Millis) -> Millis {
        lag.min(self.quota[seat.index()])
    }

    /// Whether somebody's clock stands since the host came back, because its owner has not.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused.is_some()
    }

    /// Whose clock is to run: the mover's, unless he has yet to come back.
    pub(crate) fn runner(&self) -> Option<Seat> {
        self.to_move().filter(|seat| !self.missed[seat.index()])
    }

    /// A clock that stood waiting for its owner stands no more.
    pub(crate) fn returned(&mut self, seat: Seat, at: Millis) {
        if !std::mem::take(&mut self.missed[seat.index()]) {
            return;
        }
        if self.to_move() == Some(seat) {
            self.board.1 = at;
            self.clock.run(Some(seat), at);
        }
        if self.missed == [false; 2] {
            self.paused = None;
        }
    }

    /// Presses the clocks after a move. Exactly one runs: that of whoever must move now. A completed turn earns its
    /// increment once, and so does a reply to a check that interrupted the other's turn.
    pub(crate) fn press(&mut self, before: &AnyGame, mover: Seat, at: Millis, credit: Millis) {
        let quota = &mut self.quota[mover.index()];
        *quota = ((*quota - credit) + Pace::MOVE_QUOTA).min(Pace::MOST_QUOTA);
        let turn_of = |game: &AnyGame, mover: Option<Seat>| {
            let dice = game.view(Viewer::Arbiter).dice;
            (dice.as_ref().map(|dice| dice.phase), dice.map(|dice| dice.owner).or(mover))
        };
        let next = self.to_move();
        let runs = self.runner();
        let (phase, owner) = turn_of(before, Some(mover));
        let (_, next_owner) = turn_of(&self.game, next);
        let is_first = !self.clock.has_moved(mover);
        self.clock.stop(at, credit);
        self.clock.moved(mover, at);
        let is_reply = phase == Some("reply");
        let completed = owner.filter(|_| owner != next_owner);
        for seat in Seat::BOTH {
            // A first move costs nothing and earns nothing.
            if (completed == Some(seat) || is_reply && seat == mover) && !(is_first && seat == mover) {
                self.clock.complete(seat, at, Millis::ZERO);
            }
        }
        self.clock.run(runs, at);
    }
}
