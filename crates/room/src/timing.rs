//! Timeouts, connections and clocks of a room.

use yipan_clock::{Millis, SideTimeControl};
use yipan_core::{DicePhase, EndReason, Side, Viewer};
use yipan_games::AnyGame;
use yipan_wire::Clocks;

use crate::room_limits::RoomLimits;
use crate::uncharged_time::UnchargedTime;
use crate::{LogEntry, Room, RoomEvent};

/// The event that happens when a deadline passes.
enum Due {
    Abort,
    Resume,
    Flag(Side),
    Abandon,
}

impl Room {
    /// Returns the time of the next event that happens by itself.
    #[must_use]
    pub fn deadline(&self) -> Option<Millis> {
        self.due().map(|(at, _)| at)
    }

    /// Returns the time until a side's flag falls; `None` for a side without a limit.
    #[must_use]
    pub fn turn_time_left(&self, side: Side, now: Millis) -> Option<Millis> {
        self.clock.time_left(side, now).map(|left| left.until_flag)
    }

    /// Returns the event whose deadline has passed by `now`.
    #[must_use]
    pub fn tick(&self, now: Millis) -> Vec<LogEntry> {
        let Some((_, due)) = self.due().filter(|(at, _)| *at <= now) else { return Vec::new() };
        let event = match due {
            Due::Abort => RoomEvent::Ended { winner: None, reason: EndReason::Aborted },
            Due::Resume => RoomEvent::Resumed,
            Due::Flag(side) => RoomEvent::Ended { winner: Some(side.other()), reason: EndReason::Timeout },
            // No player is connected to claim it.
            Due::Abandon => RoomEvent::Ended { winner: None, reason: EndReason::Abandonment },
        };
        vec![LogEntry { at: now, command: None, event }]
    }

    /// Returns the entry that pauses a game after a restart of the server, until its players have reconnected.
    ///
    /// The players of a tournament who have not come yet get the time back for which the server was down. Those of a
    /// correspondence game are not waited for: [`Room::missed_outages`] gives them the time back.
    #[must_use]
    pub fn pause_after_restart(&self, now: Millis) -> Vec<LogEntry> {
        if self.is_playing() && self.is_correspondence() {
            Vec::new()
        } else if self.is_playing() {
            vec![LogEntry { at: now, command: None, event: RoomEvent::Restarted }]
        } else {
            self.log.last().map_or_else(Vec::new, |last| self.end_outage(last.at, now))
        }
    }

    /// Returns the entry that ends an outage of the store, if a player's time was running.
    #[must_use]
    pub fn end_outage(&self, since: Millis, now: Millis) -> Vec<LogEntry> {
        if self.is_playing() || (self.is_waiting() && self.is_in_tournament()) {
            vec![LogEntry { at: now, command: None, event: RoomEvent::Outage { since } }]
        } else {
            Vec::new()
        }
    }

    /// Returns the clocks during an outage that began at `since`.
    #[must_use]
    pub fn clocks_in_outage(&self, since: Millis) -> Option<Clocks> {
        self.is_playing().then(|| Clocks { running: None, ..self.clocks_at(since) })
    }

    /// Extends all time limits by the length of an outage, or by the part of it after they began.
    pub(crate) fn skip_outage(&mut self, since: Millis, until: Millis) {
        let since = since.min(until);
        let extended = |began: Millis| began.min(since) + (until - since);
        // A clock that was started after `since` is charged nothing. Entries that leave the clocks alone, such as chat
        // messages, do not shorten the refund.
        if self.is_playing() {
            self.clock.stop(since, Millis::ZERO);
            self.clock.start(self.clock_owner(), until);
        }
        self.last_board_change.1 = extended(self.last_board_change.1);
        self.paused_since = self.paused_since.map(extended);
        self.disconnected_since = self.disconnected_since.map(|since| since.map(extended));
    }

    /// Returns the time that has been charged to a side since `since`, while its clock was running.
    #[must_use]
    pub fn charged_since(&self, since: Millis, now: Millis) -> Millis {
        self.clock.running_since().map_or(Millis::ZERO, |running| now - running.max(since))
    }

    /// Returns the entry for a user who lost the last connection or has one again. A correspondence game has none: its
    /// players come and go for weeks.
    #[must_use]
    pub fn change_presence(&self, user_id: &str, is_connected: bool, now: Millis) -> Vec<LogEntry> {
        let Some(side) =
            self.seats.side_of(user_id).filter(|_| self.is_playing() && !self.is_correspondence())
        else {
            return Vec::new();
        };
        if self.disconnected_since[side.index()].is_none() == is_connected {
            return Vec::new();
        }
        let event =
            if is_connected { RoomEvent::Reconnected { side } } else { RoomEvent::Disconnected { side } };
        vec![LogEntry { at: now, command: None, event }]
    }

    fn due(&self) -> Option<(Millis, Due)> {
        if self.is_waiting() {
            // The opponent of a player who does not come must not wait longer if they write in the chat.
            let deadline = if self.is_in_tournament() {
                self.last_board_change.1 + self.limits.first_move_timeout
            } else if self.is_correspondence() {
                self.log.last()?.at + RoomLimits::CORRESPONDENCE_WAITING_TIMEOUT
            } else {
                self.log.last()?.at + self.limits.waiting_room_timeout
            };
            return Some((deadline, Due::Abort));
        }
        let side = self.side_to_move()?;
        if let Some(since) = self.paused_since.filter(|_| self.clock_owner().is_none()) {
            return Some((since + self.limits.restart_grace, Due::Resume));
        }
        if !self.clock.has_moved(side) {
            return Some((self.last_board_change.1 + self.first_move_time(side), Due::Abort));
        }
        // A move in transit may still be in time, as far as the lag budget goes.
        match self.clock.flag_time() {
            Some((side, flag)) => Some((flag + self.lag_budget[side.index()], Due::Flag(side))),
            None => Some((self.abandoned_since()? + self.limits.abandon_after, Due::Abandon)),
        }
    }

    /// Returns the time that a side has for its first move.
    fn first_move_time(&self, side: Side) -> Millis {
        match self.validated_config.time_control.of(side) {
            SideTimeControl::DaysPerMove { .. } => {
                self.clock.time_left(side, self.last_board_change.1).map_or(Millis::ZERO, |left| left.main)
            }
            _ => self.limits.first_move_timeout,
        }
    }

    /// Returns the time since when no human player is connected.
    fn abandoned_since(&self) -> Option<Millis> {
        let humans = Side::BOTH
            .into_iter()
            .filter(|side| self.player(*side).is_some_and(|player| player.level.is_none()));
        let times: Option<Vec<Millis>> = humans.map(|side| self.disconnected_since[side.index()]).collect();
        times?.into_iter().max()
    }

    /// Whether the flag of a side has fallen by `now`.
    pub(crate) fn has_flag_fallen(&self, side: Side, now: Millis) -> bool {
        self.clock.flag_time().is_some_and(|(running, flag)| running == side && flag <= now)
    }

    /// Returns the time that a side gets back for lag.
    pub(crate) fn lag_compensation(&self, side: Side, lag: Millis) -> Millis {
        lag.min(self.lag_budget[side.index()])
    }

    /// Returns the side whose clock may run: the side to move, unless it has not reconnected after a restart.
    pub(crate) fn clock_owner(&self) -> Option<Side> {
        self.side_to_move().filter(|side| !self.awaiting_return[side.index()])
    }

    /// Starts a clock that waited for its owner to reconnect.
    pub(crate) fn resume_clock(&mut self, side: Side, at: Millis) {
        if !std::mem::take(&mut self.awaiting_return[side.index()]) {
            return;
        }
        if self.side_to_move() == Some(side) {
            self.last_board_change.1 = at;
            self.clock.start(Some(side), at);
        }
        if self.awaiting_return == [false; 2] {
            self.paused_since = None;
        }
    }

    /// Updates the clocks after a move; exactly one runs, that of the side to move.
    ///
    /// A completed turn earns its increment once, and so does a reply to a check that interrupted the other side's turn.
    pub(crate) fn update_clocks(
        &mut self,
        before: &AnyGame,
        mover: Side,
        at: Millis,
        uncharged: UnchargedTime,
    ) {
        let lag_budget = &mut self.lag_budget[mover.index()];
        *lag_budget =
            ((*lag_budget - uncharged.lag) + RoomLimits::LAG_BUDGET_PER_MOVE).min(RoomLimits::MAX_LAG_BUDGET);
        let turn_of = |game: &AnyGame, mover: Option<Side>| {
            let dice = game.view(Viewer::Arbiter).dice;
            (dice.as_ref().map(|dice| dice.phase), dice.map(|dice| dice.owner).or(mover))
        };
        let next = self.side_to_move();
        let clock_owner = self.clock_owner();
        let (phase, owner) = turn_of(before, Some(mover));
        let (_, next_owner) = turn_of(&self.game, next);
        let is_first = !self.clock.has_moved(mover);
        self.clock.stop(at, uncharged.lag + uncharged.waited);
        self.clock.record_move(mover, at);
        let is_reply = phase == Some(DicePhase::Reply);
        let completed_turn = owner.filter(|_| owner != next_owner);
        for side in Side::BOTH {
            // A first move neither costs time nor earns an increment.
            if (completed_turn == Some(side) || is_reply && side == mover) && !(is_first && side == mover) {
                self.clock.end_turn(side, at);
            }
        }
        self.clock.start(clock_owner, at);
    }
}
