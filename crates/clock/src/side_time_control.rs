use std::fmt;
use std::str::FromStr;

use crate::{Millis, ParseTimeControlError};

/// The time control of one side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum SideTimeControl {
    /// `inf`: no limit.
    #[default]
    Unlimited,
    /// `5+3`: five minutes, plus three seconds for every completed turn.
    Fischer {
        /// The time at the start.
        main: Millis,
        /// The time that a completed turn adds.
        increment: Millis,
    },
    /// `5d3`: five minutes, with the first three seconds of every turn free.
    Delay {
        /// The time at the start.
        main: Millis,
        /// The free time of a turn.
        delay: Millis,
    },
    /// `10/20x3`: ten minutes, then three periods (读秒) of twenty seconds; a period is lost only when it is used up.
    Byoyomi {
        /// The time before the periods.
        main: Millis,
        /// The length of a period.
        period: Millis,
        /// The number of periods.
        periods: u8,
    },
    /// `10s30`: ten minutes in all (局时), and no turn may take longer than thirty seconds (步时).
    GameAndMoveLimit {
        /// The time at the start.
        main: Millis,
        /// The maximum time of a turn.
        move_limit: Millis,
    },
    /// `3d`: three days for every turn, as in a correspondence game. The clock begins again with each turn.
    DaysPerMove {
        /// The number of days, from 1 to 14.
        days: u8,
    },
}

/// At most a day of main time, and an hour of seconds per turn.
const MAX_HUNDREDTHS_OF_MINUTE: u64 = 1440 * 100;
const MAX_SECONDS: u64 = 3600;
const MAX_PERIODS: u8 = 99;
const MAX_DAYS: u8 = 14;

/// A hundredth of a minute, the smallest step of the text form.
const MILLIS_PER_HUNDREDTH: u64 = 600;

impl FromStr for SideTimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<SideTimeControl, ParseTimeControlError> {
        let truncated = || text.chars().take(40).collect::<String>();
        if text == "inf" {
            return Ok(SideTimeControl::Unlimited);
        }
        // With seconds after the letter it is a delay.
        if let Some(days) = text.strip_suffix('d').filter(|days| parse_digits(days).is_some()) {
            let days = parse_digits(days).and_then(|days| u8::try_from(days).ok());
            let days = days.filter(|days| (1..=MAX_DAYS).contains(days));
            return days
                .map(|days| SideTimeControl::DaysPerMove { days })
                .ok_or_else(|| ParseTimeControlError::InvalidDays { text: truncated() });
        }
        let Some(separator) = text.find(['+', 'd', '/', 's']) else {
            return Err(ParseTimeControlError::UnknownFormat { text: truncated() });
        };
        // All four separators are one byte long.
        let (minutes, rest) = (&text[..separator], &text[separator + 1..]);
        let main = parse_minutes(minutes)
            .ok_or_else(|| ParseTimeControlError::InvalidMainTime { text: truncated() })?;
        let seconds = |text: &str| {
            parse_seconds(text).ok_or_else(|| ParseTimeControlError::InvalidSeconds { text: truncated() })
        };
        let control = match &text[separator..=separator] {
            "+" => SideTimeControl::Fischer { main, increment: seconds(rest)? },
            "d" => SideTimeControl::Delay { main, delay: seconds(rest)? },
            "s" => SideTimeControl::GameAndMoveLimit { main, move_limit: seconds(rest)? },
            _ => {
                let Some((period, periods)) = rest.split_once('x') else {
                    return Err(ParseTimeControlError::UnknownFormat { text: truncated() });
                };
                let number = parse_digits(periods).and_then(|number| u8::try_from(number).ok());
                let periods = number
                    .filter(|number| (1..=MAX_PERIODS).contains(number))
                    .ok_or_else(|| ParseTimeControlError::InvalidPeriods { text: truncated() })?;
                SideTimeControl::Byoyomi { main, period: seconds(period)?, periods }
            }
        };
        if control.has_time_to_move() {
            Ok(control)
        } else {
            Err(ParseTimeControlError::NoTime { text: truncated() })
        }
    }
}

impl SideTimeControl {
    /// Returns the time control with half of the main time and without an increment; `None` unless it is a main time
    /// with an increment, which may be zero.
    ///
    /// ```
    /// use yipan_clock::SideTimeControl;
    ///
    /// let control: SideTimeControl = "3+2".parse()?;
    /// assert_eq!(control.berserk().map(|control| control.to_string()).as_deref(), Some("1.5+0"));
    /// # Ok::<(), yipan_clock::ParseTimeControlError>(())
    /// ```
    #[must_use]
    pub const fn berserk(self) -> Option<SideTimeControl> {
        match self {
            SideTimeControl::Fischer { main, .. } => {
                Some(SideTimeControl::Fischer { main: Millis(main.0 / 2), increment: Millis::ZERO })
            }
            SideTimeControl::Unlimited
            | SideTimeControl::DaysPerMove { .. }
            | SideTimeControl::Delay { .. }
            | SideTimeControl::Byoyomi { .. }
            | SideTimeControl::GameAndMoveLimit { .. } => None,
        }
    }

    /// Whether every turn leaves time for a move.
    fn has_time_to_move(&self) -> bool {
        const NONE: Millis = Millis::ZERO;
        match *self {
            SideTimeControl::Unlimited | SideTimeControl::DaysPerMove { .. } => true,
            SideTimeControl::Fischer { main, .. } => main > NONE,
            SideTimeControl::Delay { main, delay } => main > NONE || delay > NONE,
            SideTimeControl::Byoyomi { period, .. } => period > NONE,
            SideTimeControl::GameAndMoveLimit { main, move_limit: limit } => main > NONE && limit > NONE,
        }
    }
}

/// Parses minutes with up to two decimals.
fn parse_minutes(text: &str) -> Option<Millis> {
    let (whole, part) = text.split_once('.').unwrap_or((text, "0"));
    let part = match part.len() {
        1 => parse_digits(part)? * 10,
        2 => parse_digits(part)?,
        _ => return None,
    };
    let hundredths = parse_digits(whole)?.checked_mul(100)?.checked_add(part)?;
    (hundredths <= MAX_HUNDREDTHS_OF_MINUTE).then_some(Millis(hundredths * MILLIS_PER_HUNDREDTH))
}

fn parse_seconds(text: &str) -> Option<Millis> {
    parse_digits(text).filter(|seconds| *seconds <= MAX_SECONDS).map(Millis::from_seconds)
}

/// Parses digits only: `u64::from_str` accepts a leading `+`.
fn parse_digits(text: &str) -> Option<u64> {
    (text.len() <= 6 && text.bytes().all(|byte| byte.is_ascii_digit())).then(|| text.parse().ok())?
}

impl fmt::Display for SideTimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            SideTimeControl::Unlimited => f.write_str("inf"),
            SideTimeControl::Fischer { main, increment } => {
                write!(f, "{}+{}", DisplayMinutes(main), increment.0 / 1000)
            }
            SideTimeControl::Delay { main, delay } => {
                write!(f, "{}d{}", DisplayMinutes(main), delay.0 / 1000)
            }
            SideTimeControl::Byoyomi { main, period, periods } => {
                write!(f, "{}/{}x{periods}", DisplayMinutes(main), period.0 / 1000)
            }
            SideTimeControl::GameAndMoveLimit { main, move_limit: limit } => {
                write!(f, "{}s{}", DisplayMinutes(main), limit.0 / 1000)
            }
            SideTimeControl::DaysPerMove { days } => write!(f, "{days}d"),
        }
    }
}

struct DisplayMinutes(Millis);

impl fmt::Display for DisplayMinutes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = self.0.0 / MILLIS_PER_HUNDREDTH;
        match (hundredths / 100, hundredths % 100) {
            (whole, 0) => write!(f, "{whole}"),
            (whole, part) if part % 10 == 0 => write!(f, "{whole}.{}", part / 10),
            (whole, part) => write!(f, "{whole}.{part:02}"),
        }
    }
}
