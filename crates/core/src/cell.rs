use core::fmt;

/// A location on any board. Files count from the left, ranks from the first side, both from zero.
///
/// It prints as in chess, `e4`. Games with other names for their points print them themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The column, 0 = a.
    pub file: u8,
    /// The row, 0 = nearest to the first side.
    pub rank: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a'.saturating_add(self.file)), u16::from(self.rank) + 1)
    }
}
