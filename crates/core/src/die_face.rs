use crate::Cell;

/// What a die shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DieFace {
    /// The letter of the man to be moved, `*` for any, `?` for a die that is rolled later.
    pub letter: char,
    /// The cell of the man, where the die names a single one.
    pub at: Option<Cell>,
}
