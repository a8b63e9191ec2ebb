use std::collections::BTreeSet;

use yipan_core::NullSink;
use yipan_games::{AnyGame, AnyGameError, Notation};

use super::position_key::position_key;
use crate::storage::explorer_rows::PositionKey;

/// The plies of a game that are counted. Later positions are hardly ever reached twice, so they would only fill the table.
pub(crate) const MAX_PLIES: usize = 30;

/// The fewest plies of a game that counts. A shorter one says nothing about its opening.
pub(crate) const MIN_PLIES: usize = 4;

/// Returns the positions of an opening with the moves that were played there. A pair that is repeated is returned once, so
/// a game counts once for each of its moves.
///
/// # Errors
/// Returns [`AnyGameError`] if an action is illegal.
pub(crate) fn game_moves<'a>(
    start: &AnyGame,
    actions: impl Iterator<Item = &'a str>,
) -> Result<Vec<(PositionKey, String)>, AnyGameError> {
    let (mut game, mut seen, mut moves) = (start.clone(), BTreeSet::new(), Vec::new());
    for text in actions.take(MAX_PLIES) {
        // A move of a log may be written in several ways, such as castling.
        let played = (position_key(&game), game.translate(text, Notation::Uci)?);
        game.apply_action(text, &mut NullSink)?;
        if seen.insert(played.clone()) {
            moves.push(played);
        }
    }
    Ok(moves)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use proptest::prelude::*;
    use yipan_games::{GameKind, GameOptions};

    use super::*;

    fn start(kind: GameKind) -> AnyGame {
        AnyGame::start(kind, &GameOptions::default()).expect("a game")
    }

    #[test]
    fn a_repeated_move_counts_once_and_late_moves_do_not() {
        let shuffle = ["g1f3", "g8f6", "f3g1", "f6g8"];
        let moves = game_moves(&start(GameKind::Chess), shuffle.into_iter().cycle().take(8)).expect("legal");
        assert_eq!(moves.len(), 4);
        let long = shuffle.into_iter().chain(["e2e4", "e7e5"]).chain(shuffle);
        let moves = game_moves(&start(GameKind::Chess), long).expect("legal");
        assert_eq!(moves.len(), 10);
        let illegal = game_moves(&start(GameKind::Chess), ["e2e5"].into_iter());
        assert!(illegal.is_err());
    }

    #[test]
    fn castling_is_one_move_however_it_is_written() {
        let opening = ["e2e4", "e7e5", "g1f3", "b8c6", "f1c4", "f8c5"];
        let last = |castling| {
            let moves = game_moves(&start(GameKind::Chess), opening.into_iter().chain([castling]));
            moves.expect("legal").pop().expect("a move").1
        };
        assert_eq!(last("e1g1"), "e1g1");
        assert_eq!(last("O-O"), "e1g1");
    }

    /// Plays a game by the numbers, and returns its actions.
    fn random_game(kind: GameKind, choices: &[u8]) -> Vec<String> {
        let (mut game, mut actions) = (start(kind), Vec::new());
        for choice in choices {
            let legal = game.actions();
            let Some(action) = legal.get(usize::from(*choice) % legal.len().max(1)) else { break };
            game.apply_action(action, &mut NullSink).expect("a legal move");
            actions.push(action.clone());
        }
        actions
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(24))]

        /// Counts the games one after another, and compares with a recount of each position from all games.
        #[test]
        fn counting_game_by_game_equals_a_recount(
            kind in prop::sample::select(vec![GameKind::Chess, GameKind::Xiangqi, GameKind::Liuzichong]),
            // Few choices, so that games share positions.
            games in prop::collection::vec(prop::collection::vec(0_u8..2, 0..40), 1..6),
        ) {
            let games: Vec<_> = games.iter().map(|choices| random_game(kind, choices)).collect();
            let mut counted: BTreeMap<(PositionKey, String), u32> = BTreeMap::new();
            for game in &games {
                for played in game_moves(&start(kind), game.iter().map(String::as_str)).expect("legal") {
                    *counted.entry(played).or_default() += 1;
                }
            }
            let mut recounted: BTreeMap<(PositionKey, String), u32> = BTreeMap::new();
            for actions in &games {
                let mut game = start(kind);
                let mut played = Vec::new();
                for action in actions.iter().take(MAX_PLIES) {
                    played.push((position_key(&game), action.clone()));
                    game.apply_action(action, &mut NullSink).expect("a legal move");
                }
                played.sort();
                played.dedup();
                played.into_iter().for_each(|played| *recounted.entry(played).or_default() += 1);
            }
            prop_assert_eq!(counted, recounted);
        }
    }
}
