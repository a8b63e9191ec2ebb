//! Endings in which being ahead is worth less than it looks.

use yipan_chess::{BLACK, Bitboard, Kind, Position, WHITE};

/// All of an advantage.
pub(super) const WHOLE: i32 = 64;

/// The dark squares.
pub(super) const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// How much of an advantage in the endgame can be used: little with opposite bishops, nothing without a pawn
/// where a minor man is all that is ahead.
pub(super) fn usable(position: &Position) -> i32 {
    let of = |color, kind| position.of(color, kind).len() as i32;
    let value = |color| {
        3 * (of(color, Kind::Knight) + of(color, Kind::Bishop))
            + 5 * of(color, Kind::Rook)
            + 9 * of(color, Kind::Queen)
    };
    let (white, black) = (value(WHITE), value(BLACK));
    let pawns = [of(WHITE, Kind::Pawn), of(BLACK, Kind::Pawn)];
    let opposite = || {
        let (ours, theirs) = (position.of(WHITE, Kind::Bishop), position.of(BLACK, Kind::Bishop));
        ours.len() == 1 && theirs.len() == 1 && (ours & DARK).any() != (theirs & DARK).any()
    };
    if pawns == [0, 0] && (white - black).abs() <= 3 {
        return 4;
    }
    // The side that is ahead has no pawn left and too few men to mate.
    if (pawns[0] == 0 && white > black && white - black <= 3)
        || (pawns[1] == 0 && black > white && black - white <= 3)
    {
        return 12;
    }
    if white == 3 && black == 3 && opposite() {
        return 32;
    }
    WHOLE
}
