//! The capture trays beside the board, and the material balance.

use yipan_core::Side;
use yipan_games::GameKind;
use yipan_wire::View;

/// A captured piece in the tray.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CaptureTrayItem {
    /// The letter of the piece kind.
    pub letter: char,
    /// Whether a mine destroyed it.
    pub by_mine: bool,
}

/// Returns the captured pieces of a side, most valuable first.
#[must_use]
pub fn captured_pieces(kind: GameKind, view: &View, side: Side) -> Vec<CaptureTrayItem> {
    let lost = view.captured.iter().filter(|lost| lost.side == side);
    let mut pieces: Vec<CaptureTrayItem> =
        lost.map(|lost| CaptureTrayItem { letter: lost.piece, by_mine: lost.by_mine }).collect();
    pieces.sort_by_key(|piece| (display_order(kind, piece.letter), piece.by_mine));
    pieces
}

/// Returns the material lead of a side in pawns, or `None` if it is not ahead. Only chess has one.
///
/// If pieces are hidden, only captured pieces are counted, because both players know those.
#[must_use]
pub fn material_lead(kind: GameKind, view: &View, side: Side) -> Option<u32> {
    if kind != GameKind::Chess {
        return None;
    }
    let material = |side: Side| -> i64 {
        if view.hidden.is_empty() {
            view.pieces
                .iter()
                .filter(|(_, owner, _)| (*owner) == side)
                .map(|(.., piece)| piece_value(*piece))
                .sum()
        } else {
            -view
                .captured
                .iter()
                .filter(|lost| lost.side == side)
                .map(|lost| piece_value(lost.piece))
                .sum::<i64>()
        }
    };
    u32::try_from(material(side) - material(side.other())).ok().filter(|ahead| *ahead > 0)
}

const fn piece_value(letter: char) -> i64 {
    match letter {
        'Q' => 9,
        'R' => 5,
        'B' | 'N' => 3,
        'P' => 1,
        _ => 0,
    }
}

/// Returns the position of a piece kind in the tray.
fn display_order(kind: GameKind, letter: char) -> usize {
    let order = match kind {
        GameKind::Chess => "KQRBNP",
        GameKind::Xiangqi => "KRCNHBEAP",
        GameKind::Liuzichong => "",
    };
    order.find(letter).unwrap_or(usize::MAX)
}

#[cfg(test)]
mod tests {
    use yipan_local_play::{LocalGame, LocalSetup, PlayerKind};
    use yipan_wire::CapturedPiece;

    use super::*;
    use crate::local::local_game_ext::LocalGameExt;

    fn played(setup: LocalSetup, actions: &[&str]) -> LocalGame {
        let actions: Vec<String> = actions.iter().map(|action| (*action).to_owned()).collect();
        let local = LocalGame::from_actions(setup, &actions).expect("a game");
        assert_eq!(local.actions().len(), actions.len());
        local
    }

    fn default_setup(kind: GameKind) -> LocalSetup {
        LocalSetup::default_for(kind, [PlayerKind::Human; 2], 1)
    }

    fn letters(local: &LocalGame, side: Side) -> String {
        captured_pieces(local.grid().kind(), &local.view(), side).iter().map(|piece| piece.letter).collect()
    }

    #[test]
    fn captured_pieces_are_listed_most_valuable_first() {
        let local =
            played(default_setup(GameKind::Chess), &["e2e4", "d7d5", "e4d5", "d8d5", "b1c3", "g8f6", "c3d5"]);
        assert_eq!(
            (letters(&local, Side::Second).as_str(), letters(&local, Side::First).as_str()),
            ("QP", "P")
        );
        assert_eq!(material_lead(GameKind::Chess, &local.view(), Side::First), Some(9));
        assert_eq!(material_lead(GameKind::Chess, &local.view(), Side::Second), None);
        let xiangqi = played(default_setup(GameKind::Xiangqi), &["h2h9"]);
        assert_eq!(letters(&xiangqi, Side::Second), "N");
        let stones =
            LocalSetup { position: Some("w2w/3w/b3/1bw1 b".into()), ..default_setup(GameKind::Liuzichong) };
        assert_eq!(letters(&played(stones, &["a2a1"]), Side::Second), "W");
    }

    #[test]
    fn pieces_that_were_never_there_are_not_captured() {
        let rook_endgame = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let local = played(
            LocalSetup { position: Some(rook_endgame.into()), ..default_setup(GameKind::Chess) },
            &["a1a8"],
        );
        assert_eq!((letters(&local, Side::First).as_str(), letters(&local, Side::Second).as_str()), ("", ""));
        assert_eq!(material_lead(GameKind::Chess, &local.view(), Side::First), Some(5));
        let endgame = "3k5/9/9/9/9/9/9/9/9/R3K4 w - - 0 1";
        let local = played(
            LocalSetup { position: Some(endgame.into()), ..default_setup(GameKind::Xiangqi) },
            &["a0a1"],
        );
        assert_eq!(letters(&local, Side::First), "");
    }

    #[test]
    fn a_promoted_pawn_is_not_captured_and_counts_as_a_queen() {
        let before_promotion = "7k/P7/8/8/8/8/8/K7 w - - 0 1";
        let local = played(
            LocalSetup { position: Some(before_promotion.into()), ..default_setup(GameKind::Chess) },
            &["a7a8q"],
        );
        assert_eq!(letters(&local, Side::First), "");
        assert_eq!(material_lead(GameKind::Chess, &local.view(), Side::First), Some(9));
    }

    #[test]
    fn in_fog_both_lists_are_visible_and_alone_decide_the_material_lead() {
        let fog = LocalSetup { modes: vec!["fog".into()], ..default_setup(GameKind::Chess) };
        let local = played(fog, &["e2e4", "d7d5", "e4d5"]);
        let view = local.view();
        assert!(!view.hidden.is_empty());
        assert_eq!(
            (letters(&local, Side::Second).as_str(), letters(&local, Side::First).as_str()),
            ("P", "")
        );
        assert_eq!(material_lead(GameKind::Chess, &view, Side::First), Some(1));
    }

    #[test]
    fn a_piece_taken_by_a_mine_is_marked() {
        let mut view = played(default_setup(GameKind::Chess), &[]).view();
        view.captured = [('P', false), ('N', true), ('P', true)]
            .map(|(piece, mine)| CapturedPiece { side: Side::First, piece, by_mine: mine })
            .to_vec();
        let mines: Vec<(char, bool)> = captured_pieces(GameKind::Chess, &view, Side::First)
            .into_iter()
            .map(|piece| (piece.letter, piece.by_mine))
            .collect();
        assert_eq!(mines, [('N', true), ('P', false), ('P', true)]);
    }
}
