//! The opponent's pieces that a side does not see.

use crate::attacks::pawn_pushes;
use crate::{Bitboard, ChessView, Color, Piece, PieceKind, Square};

/// Returns the squares ahead of the viewer's pawns that they would see if they were empty.
pub(super) fn hidden_blockers(view: &ChessView, side: Color) -> Bitboard {
    let own = |kind: PieceKind| {
        let of = view.pieces.iter().filter(move |(_, piece)| *piece == Piece { color: side, kind });
        of.map(|(square, _)| *square).collect::<Bitboard>()
    };
    let occupied: Bitboard = view.pieces.iter().map(|(square, _)| *square).collect();
    let step = |pawns| match side {
        Color::First => pawn_pushes::<true>(pawns),
        Color::Second => pawn_pushes::<false>(pawns),
    };
    let once = step(own(PieceKind::Pawn));
    let twice = step(step(view.rights.unmoved_pawns & own(PieceKind::Pawn)) & view.visible.without(occupied));
    (once | twice).without(view.visible)
}

/// Returns the squares where a hidden piece may be.
pub(super) fn possible_squares(kind: PieceKind, occupied: Bitboard, unseen: Bitboard) -> Bitboard {
    let mut place = unseen.without(occupied);
    if kind == PieceKind::Pawn {
        place = place.without(Bitboard::rank(0) | Bitboard::rank(7));
    }
    place
}

/// Returns a random square of a set; `None` if it is empty.
pub(super) fn random_square(squares: Bitboard, random: &mut impl FnMut() -> u64) -> Option<Square> {
    let count = squares.len();
    (count > 0).then(|| squares.into_iter().nth((random() % u64::from(count)) as usize)).flatten()
}

/// Returns how often a piece of this kind moves, compared with a pawn.
pub(super) const fn move_weight(kind: PieceKind) -> u64 {
    match kind {
        PieceKind::Pawn | PieceKind::King => 1,
        PieceKind::Knight | PieceKind::Bishop | PieceKind::Rook => 2,
        PieceKind::Queen => 3,
    }
}

/// Returns a random index by weight; `None` if all weights are zero.
pub(super) fn random_index(weights: &[u64], random: &mut impl FnMut() -> u64) -> Option<usize> {
    let mut rest = random().checked_rem(weights.iter().sum())?;
    weights.iter().position(|&weight| {
        let is_here = rest < weight;
        rest = rest.saturating_sub(weight);
        is_here
    })
}
