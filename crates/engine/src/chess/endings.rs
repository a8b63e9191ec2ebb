//! Endings in which being ahead is worth less than it looks.

use yipan_chess::{BLACK, Bitboard, Kind, Position, WHITE};

/// All of an advantage.
pub(super) const WHOLE: i32 = 64;

/// The dark squares.
pub(super) const DARK: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// How much of an advantage in the endgame can be used: little with opposite bishops, next to nothing without a pawn
/// where a minor man or two knights are all that is ahead.
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
    // Two knights mate a lone king only if he helps.
    let knights = |color, value| value == 6 && of(color, Kind::Knight) == 2;
    if pawns == [0, 0] && (knights(WHITE, white) && black == 0 || knights(BLACK, black) && white == 0) {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn of(fen: &str) -> i32 {
        usable(&fen.parse().expect(fen))
    }

    #[test]
    fn two_knights_alone_do_not_win_but_with_a_pawn_or_a_bishop_they_may() {
        assert!(of("8/8/4k3/8/8/3NK3/4N3/8 w - - 0 1") < WHOLE / 8);
        assert!(of("8/8/4k3/3nn3/8/4K3/8/8 w - - 0 1") < WHOLE / 8);
        assert_eq!(of("8/8/4k3/8/8/3NK3/4N2P/8 w - - 0 1"), WHOLE);
        assert_eq!(of("8/8/4k3/8/8/3NK3/4B3/8 w - - 0 1"), WHOLE);
        assert_eq!(
            of("8/8/4k2p/8/8/3NK3/4N3/8 w - - 0 1"),
            WHOLE,
            "a pawn to move frees the king of stalemate"
        );
    }

    #[test]
    fn a_minor_man_more_is_hardly_anything_without_a_pawn() {
        assert!(of("8/8/4k3/8/8/3NK3/8/8 w - - 0 1") < WHOLE / 8);
        assert!(of("8/4r3/4k3/8/8/3NK3/4R3/8 w - - 0 1") < WHOLE / 8);
        assert!(
            of("8/4rp2/4k3/8/8/3NK3/4R3/8 w - - 0 1") < WHOLE / 2,
            "nor where only the other side has pawns"
        );
    }
}
