use crate::Cell;

/// The face of a die.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DieFace {
    /// The letter of the piece kind to be moved, `*` for any, `?` for a die that is rolled later.
    pub letter: char,
    /// The cell of the piece, if the die names a single one.
    pub at: Option<Cell>,
}
