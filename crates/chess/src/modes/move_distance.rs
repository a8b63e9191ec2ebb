//! The number of moves between two squares.

use crate::{Bitboard, Color, PieceKind, Square, attacks};

/// The greatest distance on an empty board, which a king has from corner to corner.
pub(super) const MAX_DISTANCE: u32 = 7;

/// Returns the squares that a piece other than a pawn attacks.
pub(super) fn attacks_from(kind: PieceKind, from: Square, occupied: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Pawn => Bitboard::EMPTY,
        PieceKind::Knight => attacks::knight(from),
        PieceKind::Bishop => attacks::bishop(from, occupied),
        PieceKind::Rook => attacks::rook(from, occupied),
        PieceKind::Queen => attacks::queen(from, occupied),
        PieceKind::King => attacks::king(from),
    }
}

/// Returns the least number of moves between two squares over unoccupied ones, for a piece other than a pawn;
/// `None` if there is no way.
pub(super) fn piece_distance(kind: PieceKind, from: Square, to: Square, occupied: Bitboard) -> Option<u32> {
    let mut reached = from.bit();
    for moves in 0..=MAX_DISTANCE {
        if reached.contains(to) {
            return Some(moves);
        }
        let attacked = |all, square| all | attacks_from(kind, square, occupied).without(occupied);
        reached = reached.into_iter().fold(reached, attacked);
    }
    None
}

/// Returns the least number of moves of a pawn that captures at most `max_captures` times; `None` if it cannot
/// get there without promoting.
pub(super) fn pawn_distance(color: Color, from: Square, to: Square, max_captures: u32) -> Option<u32> {
    let advance = u32::from(to.rank_for(color).checked_sub(from.rank_for(color))?);
    let captures = u32::from(from.file().abs_diff(to.file()));
    let has_double_step = from.rank_for(color) == 1 && advance >= captures + 2;
    let is_possible = captures <= advance.min(max_captures) && to.rank_for(color) < 7;
    is_possible.then_some(advance - u32::from(has_double_step))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(name: &str) -> Square {
        name.parse().expect(name)
    }

    #[track_caller]
    fn check(kind: PieceKind, from: &str, to: &str, blockers: &[&str], expected: Option<u32>) {
        let occupied = blockers.iter().map(|name| square(name)).collect();
        assert_eq!(piece_distance(kind, square(from), square(to), occupied), expected, "{from} {to}");
    }

    #[test]
    fn pieces_go_around_what_is_in_the_way() {
        check(PieceKind::Rook, "a1", "a8", &[], Some(1));
        check(PieceKind::Rook, "a1", "a8", &["a4"], Some(3));
        check(PieceKind::Rook, "a1", "a8", &["a2", "b1"], None);
        check(PieceKind::Bishop, "c8", "e6", &["d7", "b7"], None);
        check(PieceKind::Bishop, "c1", "c2", &[], None);
        check(PieceKind::Knight, "g8", "e6", &["f7", "g7"], Some(4));
        check(PieceKind::Knight, "a1", "h8", &[], Some(6));
        check(PieceKind::King, "a1", "h8", &[], Some(7));
    }

    #[test]
    fn pawns_change_files_by_captures() {
        let distance =
            |from: &str, to: &str, captures| pawn_distance(Color::Second, square(from), square(to), captures);
        assert_eq!(distance("e7", "e5", 0), Some(1));
        assert_eq!(distance("e7", "e4", 0), Some(2));
        assert_eq!(distance("e6", "e4", 0), Some(2));
        assert_eq!(distance("e7", "d6", 0), None);
        assert_eq!(distance("e7", "d6", 1), Some(1));
        assert_eq!(distance("e7", "d4", 1), Some(2));
        assert_eq!(distance("e7", "c6", 2), None);
        assert_eq!(distance("e5", "e6", 0), None);
        assert_eq!(distance("e2", "e1", 0), None);
    }
}
