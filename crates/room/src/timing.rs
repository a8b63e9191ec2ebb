//! What the passing of time does to a table.

use yipan_core::{DicePhase, EndReason, Side, Viewer};
use yipan_games::AnyGame;
use yipan_record::Millis;
use yipan_wire::Clocks;

use crate::{LogEntry, Room, RoomEvent};

/// How long a table waits for what.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomLimits {
    /// For a side's first move.
    pub first_move_timeout: Millis,
    /// For a player who has lost the connection, before the other may claim the game.
    pub claim_after: Millis,
    /// For a guest, or for a start.
    pub waiting_room_timeout: Millis,
    /// For anybody to come back to a game that no clock will end.
    pub abandon_after: Millis,
    /// For the one to move after a restart of the host.
    pub restart_grace: Millis,
    /// Between two offers of a draw.
    pub draw_offer_interval: Millis,
    /// How often a side may ask for a takeback in a game.
    pub max_takebacks: u8,
}

impl RoomLimits {
    /// What may be given back for a slow line at first, what each move adds to it, and the most that is saved up.
    pub(crate) const INITIAL_LAG_BUDGET: Millis = Millis(500);
    pub(crate) const LAG_BUDGET_PER_MOVE: Millis = Millis(100);
    pub(crate) const MAX_LAG_BUDGET: Millis = Millis(1_000);
}

impl Default for RoomLimits {
    fn default() -> RoomLimits {
        RoomLimits {
            first_move_timeout: Millis::from_seconds(60),
            claim_after: Millis::from_seconds(60),
            waiting_room_timeout: Millis::from_seconds(30 * 60),
            abandon_after: Millis::from_seconds(24 * 3600),
            restart_grace: Millis::from_seconds(30),
            draw_offer_interval: Millis::from_seconds(3),
            max_takebacks: 3,
        }
    }
}

/// What happens when nobody does anything.
enum Due {
    Abort,
    Resume,
    Flag(Side),
    Abandon,
}

impl Room {
    /// When something will happen if nobody does anything.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        self.due().map(|(at, _)| at)
    }

    /// How long a side's turn may still take; nothing for a side without a limit.
    #[must_use]
    pub fn turn_time_left(&self, seat: Side, now: Millis) -> Option<Millis> {
        self.clock.time_left(seat, now).map(|left| left.until_flag)
    }

    /// What has happened by `now` because nobody did anything.
    #[must_use]
    pub fn tick(&self, now: Millis) -> Vec<LogEntry> {
        let Some((_, due)) = self.due().filter(|(at, _)| *at <= now) else { return Vec::new() };
        let event = match due {
            Due::Abort => RoomEvent::Ended { winner: None, reason: EndReason::Aborted },
            Due::Resume => RoomEvent::Resumed,
            Due::Flag(seat) => RoomEvent::Ended { winner: Some(seat.other()), reason: EndReason::Timeout },
            // Nobody is there to claim it.
            Due::Abandon => RoomEvent::Ended { winner: None, reason: EndReason::Abandonment },
        };
        vec![LogEntry { at: now, command: None, event }]
    }

    /// A table that was being played when the host went away: its clocks stand until the one to move is back.
    #[must_use]
    pub fn pause_after_restart(&self, now: Millis) -> Vec<LogEntry> {
        if self.is_playing() {
            vec![LogEntry { at: now, command: None, event: RoomEvent::Restarted }]
        } else {
            Vec::new()
        }
    }

    /// Returns the entry that ends an outage of the store, if a game was being played meanwhile.
    #[must_use]
    pub fn end_outage(&self, since: Millis, now: Millis) -> Vec<LogEntry> {
        if self.is_playing() {
            vec![LogEntry { at: now, command: None, event: RoomEvent::Outage { since } }]
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
        self.clock.start(self.clock_owner(), until);
        self.last_board_change.1 = self.last_board_change.1 + length;
        self.paused_since = self.paused_since.map(|paused| paused + length);
        self.disconnected_since = self.disconnected_since.map(|away| away.map(|since| since + length));
    }

    /// A person's last connection was lost, or the first is back.
    #[must_use]
    pub fn change_presence(&self, user_id: &str, is_connected: bool, now: Millis) -> Vec<LogEntry> {
        let Some(seat) = self.seats.side_of(user_id).filter(|_| self.is_playing()) else {
            return Vec::new();
        };
        if self.disconnected_since[seat.index()].is_none() == is_connected {
            return Vec::new();
        }
        let side = seat;
        let event =
            if is_connected { RoomEvent::Reconnected { side } } else { RoomEvent::Disconnected { side } };
        vec![LogEntry { at: now, command: None, event }]
    }

    fn due(&self) -> Option<(Millis, Due)> {
        if self.is_waiting() {
            return Some((self.log.last()?.at + self.limits.waiting_room_timeout, Due::Abort));
        }
        let seat = self.side_to_move()?;
        if let Some(since) = self.paused_since.filter(|_| self.clock_owner().is_none()) {
            return Some((since + self.limits.restart_grace, Due::Resume));
        }
        if !self.clock.has_moved(seat) {
            return Some((self.last_board_change.1 + self.limits.first_move_timeout, Due::Abort));
        }
        // A move that is on its way may still be in time, as far as the quota goes.
        match self.clock.flag_time() {
            Some((seat, flag)) => Some((flag + self.lag_budget[seat.index()], Due::Flag(seat))),
            None => Some((self.abandoned_since()? + self.limits.abandon_after, Due::Abandon)),
        }
    }

    /// Since when nobody is there; a computer waits for somebody to play with.
    fn abandoned_since(&self) -> Option<Millis> {
        let humans =
            Side::BOTH.into_iter().filter(|seat| self.player(*seat).is_some_and(|one| one.level.is_none()));
        let away: Option<Vec<Millis>> = humans.map(|seat| self.disconnected_since[seat.index()]).collect();
        away?.into_iter().max()
    }

    /// Whether a side's flag has fallen by `now`.
    pub(crate) fn has_flag_fallen(&self, seat: Side, now: Millis) -> bool {
        self.clock.flag_time().is_some_and(|(running, flag)| running == seat && flag <= now)
    }

    /// The time that is given back to a side for a slow line.
    pub(crate) fn lag_compensation(&self, seat: Side, lag: Millis) -> Millis {
        lag.min(self.lag_budget[seat.index()])
    }

    /// Whether somebody's clock stands since the host came back, because its owner has not.
    #[must_use]
    pub const fn is_paused(&self) -> bool {
        self.paused_since.is_some()
    }

    /// Whose clock is to run: the mover's, unless he has yet to come back.
    pub(crate) fn clock_owner(&self) -> Option<Side> {
        self.side_to_move().filter(|seat| !self.awaiting_return[seat.index()])
    }

    /// A clock that stood waiting for its owner stands no more.
    pub(crate) fn resume_clock(&mut self, seat: Side, at: Millis) {
        if !std::mem::take(&mut self.awaiting_return[seat.index()]) {
            return;
        }
        if self.side_to_move() == Some(seat) {
            self.last_board_change.1 = at;
            self.clock.start(Some(seat), at);
        }
        if self.awaiting_return == [false; 2] {
            self.paused_since = None;
        }
    }

    /// Presses the clocks after a move. Exactly one runs: that of whoever must move now. A completed turn earns its
    /// increment once, and so does a reply to a check that interrupted the other's turn.
    pub(crate) fn update_clocks(
        &mut self,
        before: &AnyGame,
        mover: Side,
        at: Millis,
        lag_compensation: Millis,
    ) {
        let lag_budget = &mut self.lag_budget[mover.index()];
        *lag_budget = ((*lag_budget - lag_compensation) + RoomLimits::LAG_BUDGET_PER_MOVE)
            .min(RoomLimits::MAX_LAG_BUDGET);
        let turn_of = |game: &AnyGame, mover: Option<Side>| {
            let dice = game.view(Viewer::Arbiter).dice;
            (dice.as_ref().map(|dice| dice.phase), dice.map(|dice| dice.owner).or(mover))
        };
        let next = self.side_to_move();
        let clock_owner = self.clock_owner();
        let (phase, owner) = turn_of(before, Some(mover));
        let (_, next_owner) = turn_of(&self.game, next);
        let is_first = !self.clock.has_moved(mover);
        self.clock.stop(at, lag_compensation);
        self.clock.record_move(mover, at);
        let is_reply = phase == Some(DicePhase::Reply);
        let completed_turn = owner.filter(|_| owner != next_owner);
        for seat in Side::BOTH {
            // A first move costs nothing and earns nothing.
            if (completed_turn == Some(seat) || is_reply && seat == mover) && !(is_first && seat == mover) {
                self.clock.end_turn(seat, at, Millis::ZERO);
            }
        }
        self.clock.start(clock_owner, at);
    }
}
