//! The laws that a search relies on, for every combination of chess modes.

use std::collections::hash_map::Entry;
use std::collections::{BTreeSet, HashMap};

use yipan_chess::Chess;
use yipan_core::{Game, NullSink, Step, Turn};
use yipan_testkit::random_play;

use crate::mixes::each_game;

/// The interval between steps at which every offered action is tried, to save time.
const STRIDE: usize = 16;

/// The number of steps after which no more states are compared.
const MAX_STEPS: usize = 16;

#[test]
fn a_listed_action_is_played_without_a_second_search() {
    each_game(|run| {
        while let Some(step) = run.choose() {
            if run.steps.len().is_multiple_of(STRIDE) {
                let mut actions = Vec::new();
                run.game.actions(&mut actions);
                for action in actions {
                    let (mut checked, mut unchecked) = (run.game.clone(), run.game.clone());
                    checked.apply(Step::Action(action), &mut NullSink).expect("a listed action");
                    unchecked.play_unchecked(action);
                    assert_eq!(checked, unchecked, "{action}");
                }
            }
            run.take(step);
        }
    });
}

#[test]
fn games_with_the_same_state_key_go_on_in_the_same_way() {
    let mut games_by_key: HashMap<u64, Chess> = HashMap::new();
    let mut recurred = 0;
    each_game(|run| {
        games_by_key.clear();
        while let Some(step) = run.choose() {
            if matches!(run.game.turn(), Turn::Player(_)) {
                // The actions of a turn in every order of two.
                for game in games_after_two_actions(&run.game) {
                    match games_by_key.entry(game.state_key()) {
                        Entry::Vacant(entry) => {
                            entry.insert(game);
                        }
                        Entry::Occupied(known) => {
                            recurred += 1;
                            check_same_steps(known.get(), &game);
                        }
                    }
                }
            }
            run.take(step);
            if run.steps.len() > MAX_STEPS {
                break;
            }
        }
    });
    let is_one_game = std::env::var_os("YIPAN_SEED").is_some();
    assert!(is_one_game || recurred > 1_000, "{recurred} games with a known key");
}

/// Returns the games after each pair of the first actions, as long as no chance event comes between them.
fn games_after_two_actions(game: &Chess) -> Vec<Chess> {
    let after_each = |game: &Chess| {
        let mut actions = Vec::new();
        game.actions(&mut actions);
        actions
            .into_iter()
            .take(6)
            .map(|action| {
                let mut after = game.clone();
                after.apply(Step::Action(action), &mut NullSink).expect("a listed action");
                after
            })
            .collect::<Vec<Chess>>()
    };
    after_each(game).iter().flat_map(after_each).collect()
}

/// Checks that two games have the same turn and the same steps. The count of quiet turns and repetitions, which
/// end a game, are not part of the key.
fn check_same_steps(first: &Chess, second: &Chess) {
    let placement_and_rights =
        |game: &Chess| game.fen().split(' ').take(4).map(String::from).collect::<Vec<_>>();
    assert_eq!(placement_and_rights(first), placement_and_rights(second));
    if let (Turn::Over(_), _) | (_, Turn::Over(_)) = (first.turn(), second.turn()) {
        return;
    }
    assert_eq!(first.turn(), second.turn());
    let steps = |game| -> BTreeSet<String> {
        random_play::legal_steps(game).into_iter().map(|step| format!("{step:?}")).collect()
    };
    assert_eq!(steps(first), steps(second));
}
