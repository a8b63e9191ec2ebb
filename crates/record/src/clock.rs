use yipan_core::Side;

use crate::{Millis, SideTimeControl, TimeControl};

/// The two clocks of a game: a pure function of what was told to it and of "now".
///
/// At most one side's clock runs. A side's clock does not run before that side's first move.
///
/// ```
/// use yipan_record::{Clock, Millis};
/// use yipan_core::Side;
///
/// let mut clock = Clock::new("5+3".parse().unwrap());
/// clock.moved(Side::First, Millis(1_000));
/// clock.complete(Side::First, Millis(5_000), Millis::ZERO);
/// assert_eq!(clock.left(Side::First, Millis(9_000)).unwrap().main, Millis(300_000 - 4_000 + 3_000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    side_clocks: [SideClock; 2],
    /// Whose clock runs, and since when.
    running: Option<(Side, Millis)>,
}

/// What one side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeLeft {
    /// The main time.
    pub main: Millis,
    /// The periods that are not used up, the current one included.
    pub periods: u8,
    /// How long this turn may still take before the flag falls.
    pub until_flag: Millis,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct SideClock {
    main: Millis,
    periods: u8,
    /// How much of the current period is gone.
    period_used: Millis,
    /// What this turn has taken so far.
    turn_time: Millis,
    has_moved: bool,
}

impl Clock {
    /// Clocks that stand.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, side_clocks: control.0.map(|control| SideClock::new(&control)), running: None }
    }

    /// What was agreed.
    #[must_use]
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Side> {
        self.running.map(|(seat, _)| seat)
    }

    /// Whether a side has made its first move.
    #[must_use]
    pub const fn has_moved(&self, seat: Side) -> bool {
        self.side_clocks[seat.index()].has_moved
    }

    /// Charges the running side for the time up to `now`, less `credit` for a slow line, and stops it. The turn goes
    /// on when it runs again.
    pub fn stop(&mut self, now: Millis, lag_compensation: Millis) {
        if let Some((seat, since)) = self.running.take() {
            self.side_clocks[seat.index()].charge(self.control.of(seat), (now - since) - lag_compensation);
        }
    }

    /// Stops whatever runs and lets a side's clock run, unless that side has yet to make its first move.
    pub fn start(&mut self, seat: Option<Side>, now: Millis) {
        self.stop(now, Millis::ZERO);
        self.running = seat.filter(|&seat| self.has_moved(seat)).map(|seat| (seat, now));
    }

    /// A side has made a move. The first one starts its clock, if the turn goes on.
    pub fn record_move(&mut self, seat: Side, now: Millis) {
        let side_clock = &mut self.side_clocks[seat.index()];
        if !side_clock.has_moved {
            side_clock.has_moved = true;
            self.start(Some(seat), now);
        }
    }

    /// Ends a turn of a side, or its reply within the other's turn: its clock stops and gets its increment.
    pub fn end_turn(&mut self, seat: Side, now: Millis) {
        if self.running() == Some(seat) {
            self.stop(now, Millis::ZERO);
        }
        self.side_clocks[seat.index()].begin_turn(self.control.of(seat));
    }

    /// What a side has left at `now`; nothing to tell of a side without a limit.
    #[must_use]
    pub fn time_left(&self, seat: Side, now: Millis) -> Option<TimeLeft> {
        let mut side_clock = self.side_clocks[seat.index()];
        let control = self.control.of(seat);
        if let Some((running, since)) = self.running
            && running == seat
        {
            side_clock.charge(control, now - since);
        }
        let flag = side_clock.until_flag(control)?;
        Some(TimeLeft { main: side_clock.main, periods: side_clock.periods, until_flag: flag })
    }

    /// When the flag of the running side will fall.
    #[must_use]
    pub fn flag_time(&self) -> Option<(Side, Millis)> {
        let (seat, since) = self.running?;
        let left = self.side_clocks[seat.index()].until_flag(self.control.of(seat))?;
        Some((seat, since + left))
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
        };
        SideClock { main, periods, period_used: Millis::ZERO, turn_time: Millis::ZERO, has_moved: false }
    }

    fn charge(&mut self, control: &SideTimeControl, elapsed: Millis) {
        match *control {
            SideTimeControl::Unlimited => {}
            SideTimeControl::Fischer { .. } | SideTimeControl::GameAndMoveLimit { .. } => {
                self.main = self.main - elapsed
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

    /// A new turn begins with what the control gives to it.
    fn begin_turn(&mut self, control: &SideTimeControl) {
        if let SideTimeControl::Fischer { increment, .. } = *control {
            self.main = self.main + increment;
        }
        (self.period_used, self.turn_time) = (Millis::ZERO, Millis::ZERO);
    }

    fn until_flag(&self, control: &SideTimeControl) -> Option<Millis> {
        Some(match *control {
            SideTimeControl::Unlimited => return None,
            SideTimeControl::Fischer { .. } => self.main,
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
