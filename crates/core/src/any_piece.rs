use crate::Side;

/// A piece of any game: its side and its letter in the game's position text.
///
/// The letter is upper case for both sides: `AnyPiece { side, letter: 'N' }` is a knight of either side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AnyPiece {
    /// The side that owns the piece.
    pub side: Side,
    /// The letter of the piece kind.
    pub letter: char,
}
