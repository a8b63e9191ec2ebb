//! A second, minimal implementation of the clocks, to check the server's.
//!
//! It covers the time control of the load test and games in which the sides alternate, so not dice.

use yipan_core::Side;
use yipan_room::{LogEntry, RoomEvent};

/// The main time of every game, in minutes, and the increment, in seconds.
const MAIN_TIME_MINUTES: i64 = 30;
const INCREMENT_SECONDS: i64 = 1;

/// Returns the time control of every game.
pub(crate) fn time_control() -> String {
    format!("{MAIN_TIME_MINUTES}+{INCREMENT_SECONDS}")
}

/// The clocks of a game, replayed from its log. All times are in milliseconds.
#[derive(Debug)]
pub(crate) struct ReplayedClocks {
    left: [i64; 2],
    has_moved: [bool; 2],
    awaiting_return: [bool; 2],
    to_move: Side,
    running: Option<(Side, i64)>,
    /// The increment that each side got with its last move.
    increments: [i64; 2],
}

impl Default for ReplayedClocks {
    fn default() -> ReplayedClocks {
        ReplayedClocks {
            left: [MAIN_TIME_MINUTES * 60_000; 2],
            has_moved: [false; 2],
            awaiting_return: [false; 2],
            to_move: Side::First,
            running: None,
            increments: [0; 2],
        }
    }
}

impl ReplayedClocks {
    pub(crate) fn time_left_at(&self, side: Side, at: i64) -> i64 {
        let spent = self.running.filter(|(running, _)| *running == side).map_or(0, |(_, since)| at - since);
        self.left[side.index()] - spent
    }

    /// Returns the increment that a side got with its last move.
    pub(crate) const fn last_increment(&self, side: Side) -> i64 {
        self.increments[side.index()]
    }

    /// Applies a log entry; `previous_at` is the time of the entry before it.
    pub(crate) fn apply(&mut self, entry: &LogEntry, previous_at: i64) {
        let at = entry.at.0 as i64;
        match entry.event {
            RoomEvent::Played { side, lag_compensation, waited, .. } => {
                self.stop_clock(at, (lag_compensation + waited) as i64);
                let had_moved = std::mem::replace(&mut self.has_moved[side.index()], true);
                let increment = if had_moved { INCREMENT_SECONDS * 1_000 } else { 0 };
                self.increments[side.index()] = increment;
                self.left[side.index()] += increment;
                self.to_move = side.other();
                self.start_clock(at);
            }
            RoomEvent::Restarted => {
                self.stop_clock(previous_at, 0);
                self.awaiting_return = [true; 2];
            }
            RoomEvent::Reconnected { side } => self.resume_clocks(&[side], at),
            RoomEvent::Resumed => self.resume_clocks(&Side::BOTH, at),
            RoomEvent::Outage { since } => {
                self.stop_clock((since.0 as i64).min(at), 0);
                self.start_clock(at);
            }
            RoomEvent::Ended { .. } => self.stop_clock(at, 0),
            _ => {}
        }
    }

    fn stop_clock(&mut self, at: i64, uncharged: i64) {
        if let Some((side, since)) = self.running.take() {
            self.left[side.index()] -= (at - since - uncharged).max(0);
        }
    }

    fn start_clock(&mut self, at: i64) {
        let side = self.to_move;
        let runs = self.has_moved[side.index()] && !self.awaiting_return[side.index()];
        self.running = runs.then_some((side, at));
    }

    fn resume_clocks(&mut self, sides: &[Side], at: i64) {
        for &side in sides {
            if std::mem::take(&mut self.awaiting_return[side.index()]) && side == self.to_move {
                self.start_clock(at);
            }
        }
    }
}
