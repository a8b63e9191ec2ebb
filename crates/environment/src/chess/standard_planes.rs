//! The planes of every game of chess.

use yipan_chess::{Bitboard, Chess, PieceKind, Position, WHITE};
use yipan_core::{MoveGenerator, Side};

use super::relative_square::relative_square;
use crate::planes::Planes;

/// Returns the squares of a set as `side` counts them.
pub(super) fn cells(squares: Bitboard, side: Side) -> impl Iterator<Item = usize> {
    squares.into_iter().map(move |square| relative_square(square, side))
}

/// Writes the planes of a game without modes.
pub(super) fn write_standard_planes(game: &Chess, side: Side, planes: &mut Planes<'_>) {
    let position = game.position();
    write_pieces(position, side, planes);
    planes.cells(cells(position.castling_rooks(side) | position.castling_rooks(side.other()), side));
    let en_passant = position.legal_ep_square().filter(|_| position.side_to_move() == side);
    planes.cells(en_passant.map(|square| relative_square(square, side)));
    planes.count(earlier_occurrences(game.position_keys(), position.key()));
    planes.count(usize::from(position.halfmove_clock()));
    planes.flag(side == WHITE);
    planes.flag(position.side_to_move() == side);
    planes.flag(position.in_check());
}

fn write_pieces(position: &Position, side: Side, planes: &mut Planes<'_>) {
    for color in [side, side.other()] {
        for kind in PieceKind::ALL {
            planes.cells(cells(position.by_color_and_kind(color, kind), side));
        }
    }
}

/// Counts a key in a list that ends with it, without the last.
fn earlier_occurrences(keys: &[u64], key: u64) -> usize {
    keys.iter().filter(|&&earlier| earlier == key).count().saturating_sub(1)
}
