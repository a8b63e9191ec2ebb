use sha2::{Digest, Sha256};
use yipan_games::{AnyGame, GameKind};

use crate::storage::explorer_rows::PositionKey;

/// Returns the key of the position of a game. Positions that differ only in their move counters have the same one.
///
/// Both halves are parts of one digest: no user can find two positions with the same key, as with Zobrist hashes, and the
/// keys in a database outlive the random numbers of a release.
pub(crate) fn position_key(game: &AnyGame) -> PositionKey {
    let text = game.position();
    let fields = match game.kind() {
        // The board, the side to move, castling rights and the en passant square.
        GameKind::Chess => 4,
        GameKind::Xiangqi | GameKind::Liuzichong => 2,
    };
    let mut digest = Sha256::new();
    digest.update(game.kind().name());
    for field in text.split_whitespace().take(fields) {
        digest.update(" ");
        digest.update(field);
    }
    let digest = digest.finalize();
    let number = |first: usize| u64::from_be_bytes(std::array::from_fn(|index| digest[first + index]));
    PositionKey { hash: number(0), check: number(8) }
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use yipan_core::NullSink;
    use yipan_games::GameOptions;

    use super::*;

    fn key(kind: GameKind, position: &str) -> PositionKey {
        let options = GameOptions { position: Some(position.to_owned()), ..GameOptions::default() };
        position_key(&AnyGame::start(kind, &options).expect("a position"))
    }

    #[test]
    fn only_what_decides_the_moves_is_part_of_the_key() {
        let chess = |position| key(GameKind::Chess, position);
        let start = chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1");
        assert_eq!(start, chess("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 7 12"));
        // The pawn passed no enemy pawn, so there is no capture that the square allows.
        let e4 = chess("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
        assert_eq!(e4, chess("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1"));
        for other in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQk - 0 1",
        ] {
            assert_ne!(start, chess(other), "{other}");
        }
        let xiangqi = |end: &str| {
            key(
                GameKind::Xiangqi,
                &format!("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR {end}"),
            )
        };
        assert_eq!(xiangqi("w - - 0 1"), xiangqi("w - - 5 9"));
        assert_ne!(xiangqi("w - - 0 1"), xiangqi("b - - 0 1"));
    }

    #[test]
    fn different_positions_of_a_small_tree_have_different_keys() {
        for kind in [GameKind::Chess, GameKind::Xiangqi, GameKind::Liuzichong] {
            let start = AnyGame::start(kind, &GameOptions::default()).expect("a game");
            let mut texts: HashMap<PositionKey, String> = HashMap::new();
            for first in start.legal_moves() {
                let mut game = start.clone();
                game.apply_action(&first, &mut NullSink).expect("a legal move");
                for second in game.legal_moves() {
                    let mut game = game.clone();
                    game.apply_action(&second, &mut NullSink).expect("a legal move");
                    let text = game.position();
                    let board = text.split(' ').next().expect("a board").to_owned();
                    let known = texts.entry(position_key(&game)).or_insert_with(|| board.clone());
                    assert_eq!(*known, board);
                }
            }
            assert!(texts.len() >= 10, "{kind:?}");
        }
    }
}
