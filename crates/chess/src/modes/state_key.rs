//! Hashes of a game with modes.

use yipan_core::{MoveGenerator, splitmix64};

use super::game::{ModeGame, Next};
use crate::{Bitboard, Color};

/// Returns the hash of everything that determines what can follow, apart from the repetition of positions and
/// the count of quiet turns.
pub(crate) fn state_key(mode_game: &ModeGame) -> u64 {
    let ModeGame { board, mines, portals, dice, next, .. } = mode_game;
    let pair = |color: Color| portals.map_or(Bitboard::EMPTY, |portals| portals.pair_for(color)).0;
    let (live, craters) = mines.map_or((0, 0), |mines| (mines.live.0, mines.craters.0));
    let next = match next {
        Next::AwaitAction => 0,
        Next::Adjudicate => 1,
        Next::TurnStart(color) => 2 + color.index() as u64,
        Next::Over(_) => 4,
    };
    let dice = dice.as_ref().map_or(0, super::dice::Dice::state_key);
    let words = [
        board.unmoved_pawns.0,
        board.ep_squares.0,
        pair(Color::First),
        pair(Color::Second),
        live,
        craters,
        next,
        dice,
    ];
    mix_key(board.position.key(), &words)
}

/// Mixes words into a key; each place has a mixture of its own.
pub(super) fn mix_key(key: u64, words: &[u64]) -> u64 {
    let (_, key) = words.iter().fold((0, key), |(salt, key), word| {
        let (salt, mixed) = splitmix64(salt ^ word);
        (salt, key ^ mixed)
    });
    key
}
