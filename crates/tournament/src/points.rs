use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};

/// Points of a tournament, counted in halves: a win is two, a draw one. In an arena the streak bonus doubles them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Points(pub u32);

impl Points {
    /// No points.
    pub const ZERO: Points = Points(0);
    /// The half point of a draw.
    pub const DRAW: Points = Points(1);
    /// The point of a win, and of a bye.
    pub const WIN: Points = Points(2);
}

impl Add for Points {
    type Output = Points;

    fn add(self, other: Points) -> Points {
        Points(self.0 + other.0)
    }
}

impl AddAssign for Points {
    fn add_assign(&mut self, other: Points) {
        self.0 += other.0;
    }
}

impl Sum for Points {
    fn sum<I: Iterator<Item = Points>>(points: I) -> Points {
        points.fold(Points::ZERO, Add::add)
    }
}

/// Writes points as a table of a tournament does.
///
/// ```
/// use yipan_tournament::Points;
///
/// assert_eq!(Points(5).to_string(), "2½");
/// assert_eq!(Points(1).to_string(), "½");
/// ```
impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.0 / 2, self.0 % 2) {
            (whole, 0) => write!(f, "{whole}"),
            (0, _) => f.write_str("½"),
            (whole, _) => write!(f, "{whole}½"),
        }
    }
}
