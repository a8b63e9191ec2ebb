use std::fmt;
use std::ops::{Add, Sub};

/// Milliseconds: a duration, or a time since an origin that the host chose. Never negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub u64);

impl Millis {
    /// Zero milliseconds.
    pub const ZERO: Millis = Millis(0);

    /// Converts seconds to milliseconds.
    #[must_use]
    pub const fn from_seconds(seconds: u64) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }
}

/// Saturating addition.
impl Add for Millis {
    type Output = Millis;

    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

/// Saturating subtraction: zero if `other` is later, because a host's clock may be set back.
impl Sub for Millis {
    type Output = Millis;

    fn sub(self, other: Millis) -> Millis {
        Millis(self.0.saturating_sub(other.0))
    }
}

impl fmt::Display for Millis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}
