//! The order in which file formats list the 32 men.

use crate::{BLACK, Kind, Piece, RED};

/// One side: the back rank from one edge to the other, the cannons, the pawns.
const SIDE: [Kind; 16] = [
    Kind::Rook,
    Kind::Horse,
    Kind::Elephant,
    Kind::Advisor,
    Kind::General,
    Kind::Advisor,
    Kind::Elephant,
    Kind::Horse,
    Kind::Rook,
    Kind::Cannon,
    Kind::Cannon,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
    Kind::Pawn,
];

/// The man in a place of the list, from 0 to 31; Red's come first.
pub(super) const fn listed(place: usize) -> Piece {
    Piece { color: if place < 16 { RED } else { BLACK }, kind: SIDE[place % 16] }
}
