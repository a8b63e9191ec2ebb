use yipan_core::Side;

use crate::{Millis, SideTimeControl, TimeControl};

/// The two clocks of a game, a pure function of the recorded moves and the current time.
///
/// At most one side's clock runs. A side's clock does not run before that side's first move.
///
/// ```
/// use yipan_clock::{Clock, Millis};
/// use yipan_core::Side;
///
/// let mut clock = Clock::new("5+3".parse().unwrap());
/// clock.record_move(Side::First, Millis(1_000));
/// clock.end_turn(Side::First, Millis(5_000));
/// assert_eq!(clock.time_left(Side::First, Millis(9_000)).unwrap().main, Millis(300_000 - 4_000 + 3_000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    side_clocks: [SideClock; 2],
    /// The side whose clock runs, and the time it was started.
    running: Option<(Side, Millis)>,
}

/// The remaining time of one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The main time.
    pub main: Millis,
    /// The remaining periods, the current one included.
    pub periods: u8,
    /// The time until the flag falls.
    pub until_flag: Millis,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SideClock {
    main: Millis,
    periods: u8,
    /// The used part of the current period.
    period_used: Millis,
    /// The time used in this turn.
    turn_time: Millis,
    has_moved: bool,
}

impl Clock {
    /// Creates stopped clocks.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, side_clocks: control.0.map(|control| SideClock::new(&control)), running: None }
    }

    /// Returns the time control.
    #[must_use]
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Returns the side whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(side, _)| side)
    }

    /// Returns the time at which the running clock was started last.
    #[must_use]
    pub fn running_since(&self) -> Option<Millis> {
        self.running.map(|(_, since)| since)
    }

    /// Whether a side has made its first move.
    #[must_use]
    pub const fn has_moved(&self, side: Side) -> bool {
        self.side_clocks[side.index()].has_moved
    }

    /// Stops the running clock and charges the time up to `now`, less `lag_compensation`. The turn continues
    /// when the clock is started again.
    pub fn stop(&mut self, now: Millis, lag_compensation: Millis) {
        if let Some((side, since)) = self.running.take() {
            self.side_clocks[side.index()].charge(self.control.of(side), (now - since) - lag_compensation);
        }
    }

    /// Stops the running clock and starts that of `side`. The clock of a side that has not made its first
    /// move stays stopped.
    pub fn start(&mut self, side: Option<Side>, now: Millis) {
        self.stop(now, Millis::ZERO);
        self.running = side.filter(|&side| self.has_moved(side)).map(|side| (side, now));
    }

    /// Records a move. The first move of a side starts its clock in case the turn goes on.
    pub fn record_move(&mut self, side: Side, now: Millis) {
        let side_clock = &mut self.side_clocks[side.index()];
        if !side_clock.has_moved {
            side_clock.has_moved = true;
            self.start(Some(side), now);
        }
    }

    /// Ends a turn of `side`, or its reply within the opponent's turn: stops its clock and adds the
    /// increment.
    pub fn end_turn(&mut self, side: Side, now: Millis) {
        if self.running() == Some(side) {
            self.stop(now, Millis::ZERO);
        }
        self.side_clocks[side.index()].begin_turn(self.control.of(side));
    }

    /// Halves the time of a side that has not moved and takes its increment (berserk).
    ///
    /// Returns false, and changes nothing, after its first move or if its time control has no [`berserk`] form.
    ///
    /// [`berserk`]: SideTimeControl::berserk
    pub fn berserk(&mut self, side: Side) -> bool {
        let Some(control) = self.control.of(side).berserk().filter(|_| !self.has_moved(side)) else {
            return false;
        };
        self.control.0[side.index()] = control;
        self.side_clocks[side.index()] = SideClock::new(&control);
        true
    }

    /// Returns the time of a side at `now`; `None` without a limit.
    #[must_use]
    pub fn time_left(&self, side: Side, now: Millis) -> Option<TimeLeft> {
        let mut side_clock = self.side_clocks[side.index()];
        let control = self.control.of(side);
        if let Some((running, since)) = self.running
            && running == side
        {
            side_clock.charge(control, now - since);
        }
        let flag = side_clock.until_flag(control)?;
        Some(TimeLeft { main: side_clock.main, periods: side_clock.periods, until_flag: flag })
    }

    /// Returns the time at which the flag of the running side falls.
    #[must_use]
    pub fn flag_time(&self) -> Option<(Side, Millis)> {
        let (side, since) = self.running?;
        let left = self.side_clocks[side.index()].until_flag(self.control.of(side))?;
        Some((side, since + left))
    }
}

impl SideClock {
    fn new(control: &SideTimeControl) -> SideClock {
        let (main, periods) = match *control {
            SideTimeControl::Unlimited => (Millis::ZERO, 0),
            SideTimeControl::Fischer { main, .. }
            | SideTimeControl::Delay { main, .. }
            | SideTimeControl::GameAndMoveLimit { main, .. } => (main, 0),
            SideTimeControl::Byoyomi { main, periods, .. } => (main, periods),
            SideTimeControl::DaysPerMove { days } => (days_in_millis(days), 0),
        };
        SideClock { main, periods, period_used: Millis::ZERO, turn_time: Millis::ZERO, has_moved: false }
    }

    fn charge(&mut self, control: &SideTimeControl, elapsed: Millis) {
        match *control {
            SideTimeControl::Unlimited => {}
            SideTimeControl::Fischer { .. }
            | SideTimeControl::GameAndMoveLimit { .. }
            | SideTimeControl::DaysPerMove { .. } => {
                self.main = self.main - elapsed;
            }
            SideTimeControl::Delay { delay, .. } => {
                self.main = self.main - (elapsed - (delay - self.turn_time));
            }
            SideTimeControl::Byoyomi { period, .. } => {
                let overtime = self.period_used + (elapsed - self.main);
                self.main = self.main - elapsed;
                let periods_used = overtime.0 / period.0.max(1);
                self.periods =
                    u8::try_from(u64::from(self.periods).saturating_sub(periods_used)).unwrap_or(0);
                self.period_used = Millis(overtime.0 % period.0.max(1));
            }
        }
        self.turn_time = self.turn_time + elapsed;
    }

    /// Begins a turn: adds the increment and resets the delay, the period and the days.
    fn begin_turn(&mut self, control: &SideTimeControl) {
        match *control {
            SideTimeControl::Fischer { increment, .. } => self.main = self.main + increment,
            SideTimeControl::DaysPerMove { days } => self.main = days_in_millis(days),
            _ => {}
        }
        (self.period_used, self.turn_time) = (Millis::ZERO, Millis::ZERO);
    }

    fn until_flag(&self, control: &SideTimeControl) -> Option<Millis> {
        Some(match *control {
            SideTimeControl::Unlimited => return None,
            SideTimeControl::Fischer { .. } | SideTimeControl::DaysPerMove { .. } => self.main,
            SideTimeControl::Delay { delay, .. } => self.main + (delay - self.turn_time),
            SideTimeControl::Byoyomi { period, .. } => {
                (self.main + Millis(period.0.saturating_mul(self.periods.into()))) - self.period_used
            }
            SideTimeControl::GameAndMoveLimit { move_limit: limit, .. } => {
                self.main.min(limit - self.turn_time)
            }
        })
    }
}

fn days_in_millis(days: u8) -> Millis {
    Millis::from_seconds(u64::from(days) * 86_400)
}

#[cfg(test)]
mod tests {
    use super::*;

    const DAY: u64 = 86_400_000;

    #[test]
    fn each_turn_has_all_the_days_again() {
        let mut clock = Clock::new("3d".parse().expect("a time control"));
        assert_eq!(clock.flag_time(), None, "no clock runs before the first move");
        clock.record_move(Side::First, Millis(0));
        clock.end_turn(Side::First, Millis(0));
        clock.record_move(Side::Second, Millis(DAY));
        clock.end_turn(Side::Second, Millis(DAY));
        clock.start(Some(Side::First), Millis(DAY));
        assert_eq!(clock.flag_time(), Some((Side::First, Millis(4 * DAY))));
        let left = clock.time_left(Side::First, Millis(3 * DAY)).expect("a limit");
        assert_eq!((left.main, left.until_flag), (Millis(DAY), Millis(DAY)));
        // An interruption of the turn gives nothing back.
        clock.stop(Millis(3 * DAY), Millis::ZERO);
        clock.start(Some(Side::First), Millis(9 * DAY));
        assert_eq!(clock.flag_time(), Some((Side::First, Millis(10 * DAY))));
        clock.end_turn(Side::First, Millis(9 * DAY));
        assert_eq!(
            clock.time_left(Side::First, Millis(9 * DAY)).map(|left| left.main),
            Some(Millis(3 * DAY))
        );
        clock.start(Some(Side::Second), Millis(9 * DAY));
        assert_eq!(clock.flag_time(), Some((Side::Second, Millis(12 * DAY))));
    }
}
