//! The small language that clocks are agreed in.

use std::fmt;
use std::str::FromStr;

use yipan_rules::Seat;

use crate::Millis;

/// The time one side has.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Control {
    /// `inf`: as much as it likes.
    #[default]
    Unlimited,
    /// `5+3`: five minutes, and three seconds more for every completed turn.
    Fischer {
        /// The time at the start.
        main: Millis,
        /// What a completed turn adds.
        increment: Millis,
    },
    /// `5d3`: five minutes, and the first three seconds of every turn cost nothing.
    Delay {
        /// The time at the start.
        main: Millis,
        /// What a turn may take for nothing.
        delay: Millis,
    },
    /// `10/20x3`: ten minutes, then three periods (读秒) of twenty seconds; a period is lost only when it is used up.
    Byoyomi {
        /// The time before the periods.
        main: Millis,
        /// How long a period is.
        period: Millis,
        /// How many there are.
        periods: u8,
    },
    /// `10s30`: ten minutes in all (局时), and no turn may take longer than thirty seconds (步时).
    PerMove {
        /// The time at the start.
        main: Millis,
        /// The longest a turn may take.
        limit: Millis,
    },
}

/// The time each side has. It prints as `5+3`, or `5+3 v 1+0` where the sides differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeControl(pub [Control; 2]);

/// Why a text agrees no clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ControlError {
    /// It is written in no form we know.
    Form {
        /// What was read.
        text: String,
    },
    /// The main time is too long, or written with more than two decimals.
    Main {
        /// What was read.
        text: String,
    },
    /// The seconds are too many.
    Seconds {
        /// What was read.
        text: String,
    },
    /// There are no periods, or too many.
    Periods {
        /// What was read.
        text: String,
    },
    /// Nobody could ever move.
    NoTime {
        /// What was read.
        text: String,
    },
}

/// A day of minutes is the most, and an hour of seconds a turn.
const MOST_HUNDREDTHS: u64 = 1440 * 100;
const MOST_SECONDS: u64 = 3600;
const MOST_PERIODS: u8 = 99;

/// A hundredth of a minute, the finest step that is written.
const HUNDREDTH: u64 = 600;

impl TimeControl {
    /// The time of one side.
    #[must_use]
    pub const fn of(&self, seat: Seat) -> &Control {
        &self.0[seat.index()]
    }
}

impl FromStr for TimeControl {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<TimeControl, ControlError> {
        let text = text.trim();
        Ok(TimeControl(match text.split_once(" v ") {
            Some((first, second)) => [first.trim().parse()?, second.trim().parse()?],
            None => [text.parse()?; 2],
        }))
    }
}

impl FromStr for Control {
    type Err = ControlError;

    fn from_str(text: &str) -> Result<Control, ControlError> {
        let kept = || text.chars().take(40).collect::<String>();
        if text == "inf" {
            return Ok(Control::Unlimited);
        }
        let Some(sign) = text.find(['+', 'd', '/', 's']) else {
            return Err(ControlError::Form { text: kept() });
        };
        // All four signs are one byte long.
        let (minutes, rest) = (&text[..sign], &text[sign + 1..]);
        let main = main(minutes).ok_or_else(|| ControlError::Main { text: kept() })?;
        let seconds = |text: &str| seconds(text).ok_or_else(|| ControlError::Seconds { text: kept() });
        let control = match &text[sign..=sign] {
            "+" => Control::Fischer { main, increment: seconds(rest)? },
            "d" => Control::Delay { main, delay: seconds(rest)? },
            "s" => Control::PerMove { main, limit: seconds(rest)? },
            _ => {
                let Some((period, periods)) = rest.split_once('x') else {
                    return Err(ControlError::Form { text: kept() });
                };
                let number = digits(periods).and_then(|number| u8::try_from(number).ok());
                let periods = number
                    .filter(|number| (1..=MOST_PERIODS).contains(number))
                    .ok_or_else(|| ControlError::Periods { text: kept() })?;
                Control::Byoyomi { main, period: seconds(period)?, periods }
            }
        };
        if control.is_playable() { Ok(control) } else { Err(ControlError::NoTime { text: kept() }) }
    }
}

impl Control {
    /// Whether every turn leaves some time to think.
    fn is_playable(&self) -> bool {
        const NONE: Millis = Millis::ZERO;
        match *self {
            Control::Unlimited => true,
            Control::Fischer { main, .. } => main > NONE,
            Control::Delay { main, delay } => main > NONE || delay > NONE,
            Control::Byoyomi { period, .. } => period > NONE,
            Control::PerMove { main, limit } => main > NONE && limit > NONE,
        }
    }
}

/// Minutes with up to two decimals.
fn main(text: &str) -> Option<Millis> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let part = match part.len() {
        1 => digits(part)? * 10,
        2 => digits(part)?,
        _ => return None,
    };
    let hundredths = digits(whole)?.checked_mul(100)?.checked_add(part)?;
    (hundredths <= MOST_HUNDREDTHS).then_some(Millis(hundredths * HUNDREDTH))
}

fn seconds(text: &str) -> Option<Millis> {
    digits(text).filter(|seconds| *seconds <= MOST_SECONDS).map(Millis::seconds)
}

/// A number without a sign, which `parse` would let through.
fn digits(text: &str) -> Option<u64> {
    (text.len() <= 6 && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.0;
        if first == second { first.fmt(f) } else { write!(f, "{first} v {second}") }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Control::Unlimited => f.write_str("inf"),
            Control::Fischer { main, increment } => write!(f, "{}+{}", Minutes(main), increment.0 / 1000),
            Control::Delay { main, delay } => write!(f, "{}d{}", Minutes(main), delay.0 / 1000),
            Control::Byoyomi { main, period, periods } => {
                write!(f, "{}/{}x{periods}", Minutes(main), period.0 / 1000)
            }
            Control::PerMove { main, limit } => write!(f, "{}s{}", Minutes(main), limit.0 / 1000),
        }
    }
}

struct Minutes(Millis);

impl fmt::Display for Minutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = self.0.0 / HUNDREDTH;
        match (hundredths / 100, hundredths % 100) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, part) if part % 10 == 0 => write!(f, "{whole}.{}", part / 10),
            (whole, part) => write!(f, "{whole}.{part:02}"),
        }
    }
}
