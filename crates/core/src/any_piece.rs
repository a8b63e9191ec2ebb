use crate::Side;

/// A man as the outside sees it: whose it is, and its letter in the game's position text.
///
/// The letter is upper case for both seats, so that `Man { seat, letter: 'N' }` is a knight of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyPiece {
    /// Who moves it.
    pub side: Side,
    /// What it is.
    pub letter: char,
}
