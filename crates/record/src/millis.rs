use std::fmt;
use std::ops::{Add, Sub};

/// Milliseconds: a length of time, or a moment counted from one that the host chose. Neither is ever negative.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Millis(pub u64);

impl Millis {
    /// No time at all.
    pub const ZERO: Millis = Millis(0);

    /// So many seconds.
    #[must_use]
    pub const fn from_seconds(seconds: u64) -> Millis {
        Millis(seconds.saturating_mul(1000))
    }
}

/// Later; at the end of time it stays there.
impl Add for Millis {
    type Output = Millis;

    fn add(self, other: Millis) -> Millis {
        Millis(self.0.saturating_add(other.0))
    }
}

/// How long since; nothing if that is still to come, because a host's clock may be set back.
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
