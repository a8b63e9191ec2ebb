//! The values of actions in fog: they come from what the side sees, and hindsight is apart.

use yipan_core::{NullSink, Turn};
use yipan_engine::computer::{ActionValue, Analysis, Computer, SolvedTable, Strength};
use yipan_engine::{Limits, NoControl};
use yipan_games::{AnyGame, GameKind, GameOptions};

/// About as many nodes as the review of a game spends on a move.
const REVIEW_NODES: u64 = 24_000;

fn analyze(position: Option<&str>, actions: &[&str], nodes: u64) -> Analysis {
    let options = GameOptions { modes: vec!["fog".to_owned()], ..GameOptions::default() };
    let options = position.map_or(options.clone(), |text| options.with_position(text));
    let mut game = AnyGame::start(GameKind::Chess, &options).expect("a position");
    for action in actions {
        game.apply_action(action, &mut NullSink).expect(action);
    }
    let Turn::Player(side) = game.turn() else { panic!("a side is to move") };
    let mut computer = Computer::new(&game, &options, &SolvedTable::default(), Strength::Best);
    computer.analyze(&game, side, 1, Limits::nodes(nodes), &NoControl, &mut |_| {}).expect("actions")
}

/// Returns the pawns that an action of White loses compared with the best one. Those of Black are negative.
fn loss(values: &[ActionValue], action: &str) -> f64 {
    let played = values.iter().find(|value| value.action == action).expect(action);
    values[0].assessment.pawns() - played.assessment.pawns()
}

/// A knight can take a pawn that it sees.
const FREE_PAWN: &str = "1n4k1/6pp/8/4p3/8/5N2/5PPP/6K1 w - - 0 1";

#[test]
fn a_guard_that_the_side_does_not_see_counts_only_in_hindsight() {
    // White does not see that the other knight now guards the pawn; one of the other pieces may have moved.
    let analysis = analyze(Some(FREE_PAWN), &["g1f1", "b8c6"], REVIEW_NODES);
    let (seen, hindsight) = (loss(&analysis.action_values, "f3e5"), loss(&analysis.hindsight_values, "f3e5"));
    assert!(seen < 0.5, "{seen} {hindsight}");
    assert!(hindsight > 1.5, "{seen} {hindsight}");
}

#[test]
fn a_piece_that_is_lost_to_visible_pieces_counts() {
    // The queen sees the pawns that guard g6.
    let analysis = analyze(None, &["e2e4", "e7e5", "d1h5", "b8c6"], REVIEW_NODES);
    let lost = loss(&analysis.action_values, "h5g6");
    assert!(lost > 3.0, "{lost}");
}

/// Less than an inaccuracy, which is a loss of five percent of the win probability.
const SOUND_LOSS: f64 = 0.5;

#[test]
fn sound_moves_of_the_opening_lose_nothing() {
    for (actions, sound) in [
        (&[] as &[&str], &["e2e4", "d2d4", "g1f3", "b1c3"] as &[&str]),
        (&["e2e4", "e7e5"], &["g1f3", "b1c3", "f1c4"]),
        (&["d2d4"], &["d7d5", "g8f6", "e7e6"]),
    ] {
        let analysis = analyze(None, actions, REVIEW_NODES);
        for action in sound {
            let lost = loss(&analysis.action_values, action).abs();
            assert!(lost < SOUND_LOSS, "{actions:?} {action} loses {lost}");
        }
    }
}

#[test]
fn equal_views_have_equal_values() {
    let [first, second] = ["g7g6", "h7h6"].map(|reply| analyze(None, &["e2e4", reply], 8_000));
    assert_eq!(first.action_values, second.action_values);
    assert_ne!(first.hindsight_values, second.hindsight_values, "hindsight sees the pawn");
}

#[test]
fn without_hidden_information_there_is_no_hindsight() {
    let options = GameOptions { modes: vec!["gravity".to_owned()], ..GameOptions::default() };
    let game = AnyGame::start(GameKind::Chess, &options).expect("a position");
    let Turn::Player(side) = game.turn() else { panic!("a side is to move") };
    let mut computer = Computer::new(&game, &options, &SolvedTable::default(), Strength::Best);
    let analysis = computer.analyze(&game, side, 1, Limits::nodes(500), &NoControl, &mut |_| {});
    assert!(analysis.is_some_and(|analysis| analysis.hindsight_values.is_empty()));
}
