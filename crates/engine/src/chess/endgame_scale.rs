//! Scaling of drawish endgames.

use yipan_chess::{BLACK, Bitboard, PieceKind, Position, WHITE};

use crate::weights::PhaseAndScale;

/// The scale of an endgame that is not drawish.
pub(super) const FULL_SCALE: i32 = PhaseAndScale::FULL_SCALE;

/// The dark squares, such as a1.
pub(super) const DARK_SQUARES: Bitboard = Bitboard(0xaa55_aa55_aa55_aa55);

/// Returns how much of an endgame advantage counts, in 64ths.
///
/// Opposite-colored bishops halve it. A minor piece or two knights without pawns hardly count.
pub(super) fn endgame_scale(position: &Position) -> i32 {
    let of = |color, kind| position.by_color_and_kind(color, kind).len() as i32;
    let value = |color| {
        3 * (of(color, PieceKind::Knight) + of(color, PieceKind::Bishop))
            + 5 * of(color, PieceKind::Rook)
            + 9 * of(color, PieceKind::Queen)
    };
    let (white, black) = (value(WHITE), value(BLACK));
    let pawns = [of(WHITE, PieceKind::Pawn), of(BLACK, PieceKind::Pawn)];
    let has_opposite_bishops = || {
        let (ours, theirs) = (
            position.by_color_and_kind(WHITE, PieceKind::Bishop),
            position.by_color_and_kind(BLACK, PieceKind::Bishop),
        );
        ours.len() == 1 && theirs.len() == 1 && (ours & DARK_SQUARES).any() != (theirs & DARK_SQUARES).any()
    };
    if pawns == [0, 0] && (white - black).abs() <= 3 {
        return 4;
    }
    // Two knights cannot force mate against a lone king.
    let has_only_two_knights = |color, value| value == 6 && of(color, PieceKind::Knight) == 2;
    if pawns == [0, 0]
        && (has_only_two_knights(WHITE, white) && black == 0
            || has_only_two_knights(BLACK, black) && white == 0)
    {
        return 4;
    }
    // The side that is ahead has no pawns and too little material to mate.
    if (pawns[0] == 0 && white > black && white - black <= 3)
        || (pawns[1] == 0 && black > white && black - white <= 3)
    {
        return 12;
    }
    if white == 3 && black == 3 && has_opposite_bishops() {
        return 32;
    }
    FULL_SCALE
}

#[cfg(test)]
mod tests {
    use super::*;

    fn scale_of(fen: &str) -> i32 {
        endgame_scale(&fen.parse().expect(fen))
    }

    #[test]
    fn two_knights_alone_do_not_win_but_may_with_a_pawn_or_a_bishop() {
        assert!(scale_of("8/8/4k3/8/8/3NK3/4N3/8 w - - 0 1") < FULL_SCALE / 8);
        assert!(scale_of("8/8/4k3/3nn3/8/4K3/8/8 w - - 0 1") < FULL_SCALE / 8);
        assert_eq!(scale_of("8/8/4k3/8/8/3NK3/4N2P/8 w - - 0 1"), FULL_SCALE);
        assert_eq!(scale_of("8/8/4k3/8/8/3NK3/4B3/8 w - - 0 1"), FULL_SCALE);
        assert_eq!(
            scale_of("8/8/4k2p/8/8/3NK3/4N3/8 w - - 0 1"),
            FULL_SCALE,
            "a pawn that can move prevents stalemate"
        );
    }

    #[test]
    fn a_minor_piece_ahead_is_worth_little_without_pawns() {
        assert!(scale_of("8/8/4k3/8/8/3NK3/8/8 w - - 0 1") < FULL_SCALE / 8);
        assert!(scale_of("8/4r3/4k3/8/8/3NK3/4R3/8 w - - 0 1") < FULL_SCALE / 8);
        assert!(
            scale_of("8/4rp2/4k3/8/8/3NK3/4R3/8 w - - 0 1") < FULL_SCALE / 2,
            "nor where only the other side has pawns"
        );
    }
}
