use std::fmt;
use std::str::FromStr;

use yipan_core::Side;

use crate::{ParseTimeControlError, SideTimeControl};

/// The time controls of both sides. It prints as `5+3`, or as `5+3 v 1+0` if the sides differ.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct TimeControl(pub [SideTimeControl; 2]);

impl TimeControl {
    /// Returns the time control of one side.
    #[must_use]
    pub const fn of(&self, side: Side) -> &SideTimeControl {
        &self.0[side.index()]
    }

    /// Whether the game is played over days, so that its players need not be present.
    #[must_use]
    pub fn is_correspondence(&self) -> bool {
        self.0.iter().all(|control| matches!(control, SideTimeControl::DaysPerMove { .. }))
    }
}

impl FromStr for TimeControl {
    type Err = ParseTimeControlError;

    fn from_str(text: &str) -> Result<TimeControl, ParseTimeControlError> {
        let text = text.trim();
        let control = TimeControl(match text.split_once(" v ") {
            Some((first, second)) => [first.trim().parse()?, second.trim().parse()?],
            None => [text.parse()?; 2],
        });
        let has_days = |control: &SideTimeControl| matches!(control, SideTimeControl::DaysPerMove { .. });
        if control.0.iter().any(has_days) && !control.is_correspondence() {
            return Err(ParseTimeControlError::DaysForOneSide { text: text.chars().take(40).collect() });
        }
        Ok(control)
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = &self.0;
        if first == second { first.fmt(f) } else { write!(f, "{first} v {second}") }
    }
}
