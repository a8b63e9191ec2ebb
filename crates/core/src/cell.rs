use std::fmt;

/// A place on any board: file counted from the left, rank from the first seat's side, both from zero.
///
/// It prints in chess fashion; games that write their squares otherwise print them themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Cell {
    /// The column, 0 = a.
    pub file: u8,
    /// The row, 0 = nearest to the first seat.
    pub rank: u8,
}

impl fmt::Display for Cell {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", char::from(b'a'.saturating_add(self.file)), u16::from(self.rank) + 1)
    }
}
