use crate::Square;

/// A set of squares, one bit each.
///
/// ```
/// use yipan_chess::{Bitboard, Square};
///
/// let corners: Bitboard = ["a1", "h8"].iter().map(|s| s.parse::<Square>().unwrap()).collect();
/// assert_eq!(corners.len(), 2);
/// assert_eq!(corners.to_string(), "a1 h8");
/// ```
#[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
pub struct Bitboard(pub u64);

impl Bitboard {
    /// The set of all squares.
    pub const ALL: Bitboard = Bitboard(!0);
    pub(crate) const FILE_A: Bitboard = Bitboard(0x0101_0101_0101_0101);
    pub(crate) const FILE_H: Bitboard = Bitboard(0x8080_8080_8080_8080);
    pub(crate) const DARK_SQUARES: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

    /// Returns the squares of one rank, counted from zero.
    #[inline]
    pub(crate) const fn rank(rank: u8) -> Bitboard {
        Bitboard(0xff << (8 * (rank & 7)))
    }

    /// Returns the lowest square of a set that is not empty; a1 if it is.
    #[inline]
    pub(crate) const fn lowest(self) -> Square {
        Square::from_low_bits(self.0.trailing_zeros())
    }
}

yipan_core::bitset!(Bitboard of Square, iterated by BitboardIter);
