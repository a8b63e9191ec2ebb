//! The computer player of chess with modes: it plays every combination, uses only the knowledge of its side, and
//! beats random play.

use yipan_chess::{Action, BLACK, Chess, ChessSetup, Color, WHITE};
use yipan_core::{Game, NullSink, Outcome, Side, Step, Turn, Viewer, splitmix64};
use yipan_engine::modes::{PlayerKnowledge, PlayerMemory, choose_action, evaluate_actions, rank_actions};
use yipan_engine::stochastic::{Heuristic, WIN, expectimax, expectimax_exact, ismcts};
use yipan_engine::{Level, Limits, NoControl};

/// A seeded generator.
struct TestRng(u64);

impl TestRng {
    fn below(&mut self, end: usize) -> usize {
        let (state, number) = splitmix64(self.0);
        self.0 = state;
        (number % end as u64) as usize
    }
}

fn apply_random_chance(game: &mut Chess, rng: &mut TestRng) {
    let mut outcomes = Vec::new();
    game.chance_outcomes(&mut outcomes);
    let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
    let mut left = rng.below(total as usize) as u32;
    let chosen = outcomes.iter().find(|(_, weight)| {
        let here = left < *weight;
        left = left.saturating_sub(*weight);
        here
    });
    game.apply(Step::Chance(chosen.expect("the weights cover every number").0), &mut NullSink)
        .expect("a listed chance outcome is possible");
}

fn random_action(game: &Chess, rng: &mut TestRng) -> Action {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions[rng.below(actions.len())]
}

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

/// Plays the computer against random moves. Returns `None` if the game is not over after `steps`.
fn play_against_random(
    setup: &ChessSetup,
    player: Color,
    level: Level,
    seed: u64,
    steps: u32,
) -> Option<Outcome> {
    let mut rng = TestRng(seed);
    let mut game = Chess::start(setup);
    let mut memory = PlayerMemory::default();
    for _ in 0..steps {
        let action = match game.turn() {
            Turn::Over(outcome) => return Some(outcome),
            Turn::Chance => {
                apply_random_chance(&mut game, &mut rng);
                continue;
            }
            Turn::Player(side) if side == player => {
                memory.record(setup, &game.view(Viewer::Player(side)), side);
                let knowledge = PlayerKnowledge::of_game(setup, &game, side).with_memory(memory.clone());
                choose_action(&knowledge, level, rng.0, Limits::default(), &NoControl)
                    .expect("a side to move has an action")
                    .action
            }
            Turn::Player(_) => random_action(&game, &mut rng),
        };
        game.apply(Step::Action(action), &mut NullSink).expect("a listed action is legal");
    }
    None
}

#[test]
fn every_combination_of_modes_can_be_played_against_the_computer() {
    for mix in 0..32 {
        for dice in ["dice-a", "dice-b"] {
            let names = [dice, "fog", "gravity", "portals", "mines"];
            let modes: Vec<&str> = (0..5).filter(|bit| mix >> bit & 1 == 1).map(|bit| names[bit]).collect();
            let setup: ChessSetup = format!("startpos modes={}", modes.join(",")).parse().expect("a setup");
            if !modes.is_empty() {
                // The outcome does not matter; an illegal action would panic.
                play_against_random(&setup, BLACK, Level::MIN, mix, 60);
            }
        }
    }
}

#[test]
fn level_three_beats_random_play_in_every_single_mode() {
    for mode in ["dice-a", "dice-b", "fog", "gravity", "portals", "mines"] {
        let setup: ChessSetup = format!("startpos modes={mode}").parse().expect("a setup");
        let won = (0..8)
            .filter(|&seed| {
                let player = if seed % 2 == 0 { WHITE } else { BLACK };
                let outcome = play_against_random(&setup, player, level(3), seed, 4_000);
                outcome.is_some_and(|outcome| outcome.winner == Some(player))
            })
            .count();
        // A hundred games of each mode are measured in benches/README.md.
        assert!(won >= 6, "{mode}: {won} of 8");
    }
}

/// A game with White to move, and what White remembers of it.
type RememberedGame = (ChessSetup, Chess, PlayerMemory);

/// Creates two games that differ only in what is hidden from White, with White to move.
fn twins(setup: &str, first: &[&str], second: &[&str]) -> [RememberedGame; 2] {
    [first, second].map(|steps| {
        let setup: ChessSetup = setup.parse().expect(setup);
        let mut game = Chess::start(&setup);
        let mut memory = PlayerMemory::default();
        for text in steps {
            if game.turn() == Turn::Player(WHITE) {
                memory.record(&setup, &game.view(Viewer::Player(WHITE)), WHITE);
            }
            let step =
                text.parse().map(Step::Chance).or_else(|_| text.parse().map(Step::Action)).expect(text);
            game.apply(step, &mut NullSink).expect(text);
        }
        assert_eq!(game.turn(), Turn::Player(Side::First));
        memory.record(&setup, &game.view(Viewer::Player(WHITE)), WHITE);
        (setup, game, memory)
    })
}

#[test]
fn the_computer_never_uses_what_is_hidden_from_its_side() {
    let cases = [
        // Black's hidden replies.
        twins("startpos modes=fog", &["e2e4", "g7g6"], &["e2e4", "h7h6"]),
        twins(
            "startpos modes=fog",
            &["e2e4", "g7g6", "d2d4", "f8g7", "g1f3", "d7d6"],
            &["e2e4", "b7b6", "d2d4", "c8b7", "g1f3", "d7d6"],
        ),
        // The mines.
        twins(
            "startpos modes=mines",
            &["mines 4", "mine c3", "mine d4", "mine e5", "mine f6"],
            &["mines 5", "mine a3", "mine b4", "mine h5", "mine g6", "mine h6"],
        ),
        // Black's private portals.
        twins(
            "startpos modes=portals portals=private",
            &["portal e4", "portal e5", "portal a3", "portal b3"],
            &["portal e4", "portal e5", "portal h4", "portal g5"],
        ),
    ];
    for [(setup, game, memory), (_, twin, twin_memory)] in cases {
        assert_ne!(game, twin, "the twins differ in what is hidden");
        for number in [1, 4, 6] {
            for seed in 0..4 {
                let chosen = [(&game, &memory), (&twin, &twin_memory)].map(|(game, memory)| {
                    let knowledge = PlayerKnowledge::of_game(&setup, game, WHITE).with_memory(memory.clone());
                    choose_action(&knowledge, level(number), seed, Limits::default(), &NoControl)
                });
                assert_eq!(chosen[0], chosen[1], "{setup} level {number} seed {seed}");
            }
        }
    }
}

#[test]
fn the_same_seed_and_limits_give_the_same_action() {
    let setup: ChessSetup = "startpos modes=dice-a".parse().expect("a setup");
    let mut game = Chess::start(&setup);
    let mut rng = TestRng(3);
    while game.turn() == Turn::Chance {
        apply_random_chance(&mut game, &mut rng);
    }
    let knowledge = PlayerKnowledge::of_game(&setup, &game, WHITE);
    let chosen = |seed| choose_action(&knowledge, level(5), seed, Limits::nodes(300), &NoControl);
    assert!(chosen(1).is_some());
    assert!((0..5).all(|seed| chosen(seed) == chosen(seed)));
}

#[test]
fn a_mate_with_the_available_dice_is_played() {
    let setup: ChessSetup = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1 modes=dice-b".parse().expect("a setup");
    let game = Chess::start(&setup);
    let knowledge = PlayerKnowledge::of_game(&setup, &game, WHITE);
    let action =
        choose_action(&knowledge, level(4), 1, Limits::default(), &NoControl).expect("White may act").action;
    assert_eq!(action.to_string(), "g6g7");
}

const ROLLED_SETUP: &str = "startpos modes=dice-b";

/// Returns a game with dice after its first roll, and what the side to move knows of it.
fn rolled_game() -> (Chess, Side, PlayerKnowledge) {
    let setup: ChessSetup = ROLLED_SETUP.parse().expect("a setup");
    let mut game = Chess::start(&setup);
    loop {
        if let Turn::Player(side) = game.turn() {
            let knowledge = PlayerKnowledge::of_game(&setup, &game, side);
            return (game, side, knowledge);
        }
        let mut outcomes = Vec::new();
        game.chance_outcomes(&mut outcomes);
        game.apply(Step::Chance(outcomes[0].0), &mut NullSink).expect("a listed chance outcome is possible");
    }
}

#[test]
fn the_values_of_all_actions_have_the_same_depth() {
    let (_, _, knowledge) = rolled_game();
    let evaluate = |limits| evaluate_actions(&knowledge, limits, &NoControl, 0);
    let (shallow, deep) = (evaluate(Limits::depth(1)), evaluate(Limits::depth(2)));
    assert!(shallow.actions.len() > 1 && shallow.actions != deep.actions, "{shallow:?}");
    for nodes in [shallow.nodes + 1, u64::midpoint(shallow.nodes, deep.nodes), deep.nodes - 1] {
        assert_eq!(evaluate(Limits::nodes(nodes)).actions, shallow.actions, "{nodes} nodes");
    }
    let interrupted = evaluate(Limits::nodes(shallow.nodes)).actions;
    assert_eq!(interrupted.len() + 1, shallow.actions.len(), "the last action was not searched");
    assert!(interrupted.iter().all(|scored| shallow.actions.contains(scored)), "{interrupted:?}");
}

#[test]
fn repetitions_change_the_choice_but_no_expected_value() {
    let (game, side, knowledge) = rolled_game();
    let setup: ChessSetup = ROLLED_SETUP.parse().expect("a setup");
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let mut memory = PlayerMemory::default();
    for action in actions {
        let mut after = game.clone();
        after.apply(Step::Action(action), &mut NullSink).expect("a listed action is legal");
        memory.record(&setup, &after.view(Viewer::Player(side)), side);
    }
    let repeating = knowledge.clone().with_memory(memory);
    let evaluate = |knowledge| evaluate_actions(knowledge, Limits::depth(1), &NoControl, 0);
    let rank = |knowledge| rank_actions(knowledge, 0, Limits::depth(1), &NoControl, 0);
    assert_eq!(evaluate(&repeating), evaluate(&knowledge));
    assert_ne!(rank(&repeating), rank(&knowledge));
}

#[test]
fn a_forced_action_has_a_value_although_information_is_hidden() {
    let (game, side, _) = rolled_game();
    let mut actions = Vec::new();
    game.actions(&mut actions);
    let ranking = ismcts(&actions[..1], side, |_| Some(game.clone()), Limits::default(), &NoControl, 0);
    assert_eq!(ranking.actions.len(), 1);
    assert!(ranking.actions[0].value.abs() < WIN && ranking.nodes < 10_000, "{ranking:?}");
}

#[test]
fn actions_within_the_margin_have_exact_values() {
    let setup: ChessSetup = "startpos modes=gravity".parse().expect("a setup");
    let game = Chess::start(&setup);
    let knowledge = PlayerKnowledge::of_game(&setup, &game, WHITE);
    let exact = evaluate_actions(&knowledge, Limits::depth(3), &NoControl, 0).actions;
    let margin = (exact[0].value - exact[exact.len() - 1].value) / 2;
    let ranked = rank_actions(&knowledge, margin, Limits::depth(3), &NoControl, 0).actions;
    for scored in &exact {
        let found = ranked.iter().find(|found| found.action == scored.action).expect("a ranked action").value;
        if scored.value > exact[0].value - margin {
            assert_eq!(found, scored.value, "{}", scored.action);
        } else {
            assert!(found <= exact[0].value - margin, "{}", scored.action);
        }
    }
    let within = exact.iter().filter(|scored| scored.value > exact[0].value - margin).count();
    assert!((2..exact.len()).contains(&within), "{exact:?}");
}

/// Returns the value of a game for `side` by expectimax without pruning and memory.
fn plain_expectimax(game: &Chess, side: Side, depth: u32, ply: i32) -> i32 {
    let after = |step| {
        let mut after = game.clone();
        after.apply(step, &mut NullSink).expect("a listed step is legal");
        after
    };
    match game.turn() {
        Turn::Over(outcome) => match outcome.winner {
            None => 0,
            Some(winner) if winner == side => WIN - ply,
            Some(_) => ply - WIN,
        },
        _ if depth == 0 => game.evaluate(side),
        Turn::Player(mover) => {
            let mut actions = Vec::new();
            game.actions(&mut actions);
            let values = actions
                .into_iter()
                .map(|action| plain_expectimax(&after(Step::Action(action)), side, depth - 1, ply + 1));
            if mover == side { values.max() } else { values.min() }.expect("a side to move has an action")
        }
        Turn::Chance => {
            let mut outcomes = Vec::new();
            game.chance_outcomes(&mut outcomes);
            let total: i64 = outcomes.iter().map(|(_, weight)| i64::from(*weight)).sum();
            let sum: i64 = outcomes
                .into_iter()
                .map(|(event, weight)| {
                    let value = plain_expectimax(&after(Step::Chance(event)), side, depth, ply);
                    i64::from(value) * i64::from(weight)
                })
                .sum();
            (sum / total) as i32
        }
    }
}

#[test]
fn pruning_and_remembered_values_change_no_value() {
    let cases = [
        ("4k3/p6p/8/8/8/8/P6P/4K3 w - - 0 1 modes=dice-a", 4),
        ("4k3/p2p3p/8/8/8/8/P2P3P/R3K3 w - - 0 1 modes=dice-b", 3),
        ("r3k3/p6p/8/8/8/8/P6P/R3K3 w - - 0 1 modes=gravity", 3),
    ];
    for (text, depth) in cases {
        let setup: ChessSetup = text.parse().expect(text);
        let mut game = Chess::start(&setup);
        let mut rng = TestRng(1);
        while game.turn() == Turn::Chance {
            apply_random_chance(&mut game, &mut rng);
        }
        let ranked = expectimax(&game, 0, Limits::depth(depth), &NoControl, 0);
        assert_eq!(ranked.actions[0].value, plain_expectimax(&game, WHITE, depth, 0), "{text}");
        for scored in expectimax_exact(&game, Limits::depth(depth), &NoControl, 0).actions {
            let mut after = game.clone();
            after.apply(Step::Action(scored.action), &mut NullSink).expect("a listed action is legal");
            let value = plain_expectimax(&after, WHITE, depth - 1, 1);
            assert_eq!(scored.value, value, "{text}: {}", scored.action);
        }
    }
}
