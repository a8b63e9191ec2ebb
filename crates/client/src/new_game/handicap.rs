//! Handicaps 让子: start positions in which the side that moves first plays without some of its pieces.

use yipan_games::GameKind;

use crate::text::messages::game_options;
use crate::text::messages::text::Text;

/// A handicap: the pieces that the first side plays without.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Handicap {
    /// The key in stored preferences.
    pub key: &'static str,
    /// The name.
    pub name: Text,
    /// The start position.
    pub position: &'static str,
}

const fn handicap(key: &'static str, name: Text, position: &'static str) -> Handicap {
    Handicap { key, name, position }
}

/// White gives the odds and moves first, as is the custom. Without a rook there is no castling to its side.
const CHESS: &[Handicap] = &[
    handicap("knight", game_options::ODDS_KNIGHT, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/R1BQKBNR w KQkq - 0 1"),
    handicap("rook", game_options::ODDS_ROOK, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NBQKBNR w Kkq - 0 1"),
    handicap("queen", game_options::ODDS_QUEEN, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNB1KBNR w KQkq - 0 1"),
    handicap(
        "queen-rook",
        game_options::ODDS_QUEEN_ROOK,
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/1NB1KBNR w Kkq - 0 1",
    ),
];

/// Red gives the odds and moves first. Single pieces are those on Red's left.
const XIANGQI: &[Handicap] = &[
    handicap(
        "horse",
        game_options::ODDS_HORSE,
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKABNR w - - 0 1",
    ),
    handicap(
        "two-horses",
        game_options::ODDS_TWO_HORSES,
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/R1BAKAB1R w - - 0 1",
    ),
    handicap(
        "rook",
        game_options::ODDS_XIANGQI_ROOK,
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w - - 0 1",
    ),
    handicap(
        "rook-horse",
        game_options::ODDS_ROOK_HORSE,
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/2BAKABNR w - - 0 1",
    ),
    handicap(
        "two-rooks",
        game_options::ODDS_TWO_ROOKS,
        "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABN1 w - - 0 1",
    ),
];

/// Returns the handicaps of a game, the smallest first. Liuzichong has none.
#[must_use]
pub const fn handicaps(kind: GameKind) -> &'static [Handicap] {
    match kind {
        GameKind::Chess => CHESS,
        GameKind::Xiangqi => XIANGQI,
        GameKind::Liuzichong => &[],
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;
    use yipan_local_play::{LocalGame, LocalSetup, PlayerKind};

    use super::*;
    use crate::local::local_game_ext::LocalGameExt;

    /// Returns the pieces of a start position, sorted.
    fn pieces(kind: GameKind, position: Option<&str>) -> Vec<(String, Side, char)> {
        let setup = LocalSetup {
            position: position.map(str::to_owned),
            ..LocalSetup::default_for(kind, [PlayerKind::Human; 2], 1)
        };
        let mut pieces = LocalGame::start(setup).expect("a legal position").view().pieces;
        pieces.sort();
        pieces
    }

    #[test]
    fn a_handicap_removes_its_pieces_from_the_side_that_moves_first() {
        let removed_cells = |kind, key: &str| {
            let handicap = handicaps(kind).iter().find(|handicap| handicap.key == key).expect(key);
            let left = pieces(kind, Some(handicap.position));
            let all = pieces(kind, None);
            assert!(left.iter().all(|piece| all.contains(piece)), "{key}");
            let removed: Vec<_> = all.into_iter().filter(|piece| !left.contains(piece)).collect();
            assert!(removed.iter().all(|(_, side, _)| *side == Side::First), "{key}");
            removed.into_iter().map(|(cell, ..)| cell).collect::<Vec<_>>()
        };
        assert_eq!(removed_cells(GameKind::Chess, "knight"), ["b1"]);
        assert_eq!(removed_cells(GameKind::Chess, "rook"), ["a1"]);
        assert_eq!(removed_cells(GameKind::Chess, "queen"), ["d1"]);
        assert_eq!(removed_cells(GameKind::Chess, "queen-rook"), ["a1", "d1"]);
        assert_eq!(removed_cells(GameKind::Xiangqi, "horse"), ["b0"]);
        assert_eq!(removed_cells(GameKind::Xiangqi, "two-horses"), ["b0", "h0"]);
        assert_eq!(removed_cells(GameKind::Xiangqi, "rook"), ["a0"]);
        assert_eq!(removed_cells(GameKind::Xiangqi, "rook-horse"), ["a0", "b0"]);
        assert_eq!(removed_cells(GameKind::Xiangqi, "two-rooks"), ["a0", "i0"]);
    }

    #[test]
    fn without_a_rook_there_is_no_castling_to_its_side() {
        for handicap in CHESS {
            let has_rook = !handicap.key.contains("rook");
            let castling = handicap.position.split(' ').nth(2).expect("castling rights");
            assert_eq!(castling.contains('Q'), has_rook, "{}", handicap.key);
        }
    }
}
