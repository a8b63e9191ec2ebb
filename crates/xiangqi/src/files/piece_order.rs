//! The order in which file formats list the 32 pieces.

use crate::{BLACK, Color, Piece, PieceKind, Point, Position, RED};

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

/// Returns the points of the 32 pieces, each kind from its player's right, with `None` for captured pieces.
pub(super) fn piece_points(position: &Position) -> [Option<Point>; 32] {
    let mut remaining =
        Color::BOTH.map(|color| PieceKind::ALL.map(|kind| position.by_color_and_kind(color, kind)));
    core::array::from_fn(|index| {
        let Piece { color, kind } = piece_by_index(index);
        let points = &mut remaining[color.index()][kind as usize];
        let first = points
            .into_iter()
            .min_by_key(|point: &Point| (point.rank_for(color), point.column_for(color)))?;
        *points = points.without(first.bit());
        Some(first)
    })
}
