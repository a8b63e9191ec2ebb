use yipan_rules::Seat;

use crate::{Control, Millis, TimeControl};

/// The two clocks of a game: a pure function of what was told to it and of "now".
///
/// At most one side's clock runs. A side's clock does not run before that side's first move.
///
/// ```
/// use yipan_record::{Clock, Millis};
/// use yipan_rules::Seat;
///
/// let mut clock = Clock::new("5+3".parse().unwrap());
/// clock.moved(Seat::First, Millis(1_000));
/// clock.complete(Seat::First, Millis(5_000), Millis::ZERO);
/// assert_eq!(clock.left(Seat::First, Millis(9_000)).unwrap().main, Millis(300_000 - 4_000 + 3_000));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clock {
    control: TimeControl,
    sides: [Side; 2],
    /// Whose clock runs, and since when.
    running: Option<(Seat, Millis)>,
}

/// What one side has left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Left {
    /// The main time.
    pub main: Millis,
    /// The periods that are not used up, the current one included.
    pub periods: u8,
    /// How long this turn may still take before the flag falls.
    pub flag: Millis,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Side {
    main: Millis,
    periods: u8,
    /// How much of the current period is gone.
    into: Millis,
    /// What this turn has taken so far.
    spent: Millis,
    has_moved: bool,
}

impl Clock {
    /// Clocks that stand.
    #[must_use]
    pub fn new(control: TimeControl) -> Clock {
        Clock { control, sides: control.0.map(|control| Side::new(&control)), running: None }
    }

    /// What was agreed.
    #[must_use]
    pub const fn control(&self) -> &TimeControl {
        &self.control
    }

    /// Whose clock runs.
    #[must_use]
    pub fn running(&self) -> Option<Seat> {
        self.running.map(|(seat, _)| seat)
    }

    /// Whether a side has made its first move.
    #[must_use]
    pub const fn has_moved(&self, seat: Seat) -> bool {
        self.sides[seat.index()].has_moved
    }

    /// Charges the running side for the time up to `now`, less `credit` for a slow line, and stops it. The turn goes
    /// on when it runs again.
    pub fn stop(&mut self, now: Millis, credit: Millis) {
        if let Some((seat, since)) = self.running.take() {
            self.sides[seat.index()].charge(self.control.of(seat), (now - since) - credit);
        }
    }

    /// Stops whatever runs and lets a side's clock run, unless that side has yet to make its first move.
    pub fn run(&mut self, seat: Option<Seat>, now: Millis) {
        self.stop(now, Millis::ZERO);
        self.running = seat.filter(|&seat| self.has_moved(seat)).map(|seat| (seat, now));
    }

    /// A side has made a move. The first one starts its clock, if the turn goes on.
    pub fn moved(&mut self, seat: Seat, now: Millis) {
        let side = &mut self.sides[seat.index()];
        if !side.has_moved {
            side.has_moved = true;
            self.run(Some(seat), now);
        }
    }

    /// A side has completed a turn, or a reply within the other's turn: its clock stops and gets its increment.
    pub fn complete(&mut self, seat: Seat, now: Millis, credit: Millis) {
        if self.running() == Some(seat) {
            self.stop(now, credit);
        }
        self.sides[seat.index()].refresh(self.control.of(seat));
    }

    /// What a side has left at `now`; nothing to tell of a side without a limit.
    #[must_use]
    pub fn left(&self, seat: Seat, now: Millis) -> Option<Left> {
        let mut side = self.sides[seat.index()];
        let control = self.control.of(seat);
        if let Some((running, since)) = self.running
            && running == seat
        {
            side.charge(control, now - since);
        }
        let flag = side.until_flag(control)?;
        Some(Left { main: side.main, periods: side.periods, flag })
    }

    /// When the flag of the running side will fall.
    #[must_use]
    pub fn flag(&self) -> Option<(Seat, Millis)> {
        let (seat, since) = self.running?;
        let left = self.sides[seat.index()].until_flag(self.control.of(seat))?;
        Some((seat, since + left))
    }
}

impl Side {
    fn new(control: &Control) -> Side {
        let (main, periods) = match *control {
            Control::Unlimited => (Millis::ZERO, 0),
            Control::Fischer { main, .. } | Control::Delay { main, .. } | Control::PerMove { main, .. } => {
                (main, 0)
            }
            Control::Byoyomi { main, periods, .. } => (main, periods),
        };
        Side { main, periods, into: Millis::ZERO, spent: Millis::ZERO, has_moved: false }
    }

    fn charge(&mut self, control: &Control, elapsed: Millis) {
        match *control {
            Control::Unlimited => {}
            Control::Fischer { .. } | Control::PerMove { .. } => self.main = self.main - elapsed,
            Control::Delay { delay, .. } => {
                self.main = self.main - (elapsed - (delay - self.spent));
            }
            Control::Byoyomi { period, .. } => {
                let over = self.into + (elapsed - self.main);
                self.main = self.main - elapsed;
                let used = over.0 / period.0.max(1);
                self.periods = u8::try_from(u64::from(self.periods).saturating_sub(used)).unwrap_or(0);
                self.into = Millis(over.0 % period.0.max(1));
            }
        }
        self.spent = self.spent + elapsed;
    }

    /// A new turn begins with what the control gives to it.
    fn refresh(&mut self, control: &Control) {
        if let Control::Fischer { increment, .. } = *control {
            self.main = self.main + increment;
        }
        (self.into, self.spent) = (Millis::ZERO, Millis::ZERO);
    }

    fn until_flag(&self, control: &Control) -> Option<Millis> {
        Some(match *control {
            Control::Unlimited => return None,
            Control::Fischer { .. } => self.main,
            Control::Delay { delay, .. } => self.main + (delay - self.spent),
            Control::Byoyomi { period, .. } => {
                (self.main + Millis(period.0.saturating_mul(self.periods.into()))) - self.into
            }
            Control::PerMove { limit, .. } => self.main.min(limit - self.spent),
        })
    }
}
