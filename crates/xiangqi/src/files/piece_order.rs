//! The order in which file formats list the 32 pieces.

use crate::{BLACK, Piece, PieceKind, RED};

/// The kinds of one side: the back rank from edge to edge, the cannons, the pawns.
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

/// Returns the piece at an index from 0 to 31. Red's pieces come first.
pub(super) const fn piece_by_index(index: usize) -> Piece {
    Piece { color: if index < 16 { RED } else { BLACK }, kind: PIECE_KINDS[index % 16] }
}
