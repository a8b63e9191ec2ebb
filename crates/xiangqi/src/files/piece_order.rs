//! The order in which file formats list the 32 pieces.

use crate::{BLACK, Piece, PieceKind, RED};

/// One side: the back rank from one edge to the other, the cannons, the pawns.
const PIECE_KINDS: [PieceKind; 16] = [
    PieceKind::Rook,
    PieceKind::Horse,
    PieceKind::Elephant,
    PieceKind::Advisor,
    PieceKind::General,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Rook,
    PieceKind::Cannon,
    PieceKind::Cannon,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
    PieceKind::Pawn,
];

/// The piece in a place of the list, from 0 to 31; Red's come first.
pub(super) const fn piece_by_index(index: usize) -> Piece {
    Piece { color: if index < 16 { RED } else { BLACK }, kind: PIECE_KINDS[index % 16] }
}
