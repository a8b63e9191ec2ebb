//! Random games in every mode.

use std::collections::HashSet;
use std::str::FromStr;

use yipan_chess::{Chess, ChessSetup};
use yipan_core::{NullSink, Side, Step, Turn};
use yipan_environment::{ActionLayout, EncodedGame, Environment, SeededRng};
use yipan_liuzichong::Liuzichong;
use yipan_xiangqi::Xiangqi;

/// The setups of chess that the tests play: every mode, every option, and combinations.
pub(crate) const CHESS_SETUPS: &[&str] = &[
    "startpos",
    "startpos draws=claimed",
    "chess960:17",
    "startpos modes=fog",
    "startpos modes=gravity",
    "startpos modes=portals",
    "startpos modes=portals portals=private",
    "startpos modes=mines mine_hints=yes",
    "startpos modes=dice-a",
    "startpos modes=dice-a dice=5 wild=yes rerolls=3",
    "startpos modes=dice-b wild=yes rerolls=1",
    "startpos modes=dice-a,fog,gravity,portals,mines portals=private wild=yes rerolls=2 mine_hints=yes",
    "startpos modes=dice-b,fog,gravity,portals,mines",
];

/// Plays random games, and checks that every legal action has a number of its own and that games end.
fn check<G: EncodedGame>(setup: &G::Setup, plies: usize) {
    let mut rng = SeededRng::new(5);
    let mut environment: Environment<G> = Environment::new(setup.clone(), 3);
    let mut planes = vec![0; environment.layout().observation_len()];
    let mut mask = vec![9; environment.layout().action_count()];
    assert_eq!(environment.layout().plane_names().len(), environment.layout().observation_shape()[0]);
    let mut ended = 0;
    for _ in 0..plies {
        let mut actions = Vec::new();
        environment.game().actions(&mut actions);
        let legal = environment.legal_actions();
        assert_eq!(legal.len(), actions.len(), "{setup}: an action has no number");
        let numbers: HashSet<u16> = legal.iter().map(|(number, _)| *number).collect();
        assert_eq!(numbers.len(), legal.len(), "{setup}: two actions have one number");
        environment.write_mask(&mut mask);
        assert_eq!(mask.iter().filter(|&&entry| entry == 1).count(), legal.len(), "{setup}");
        let number = environment.sample_action(&mut rng).expect("the game is not over");
        let step = environment.step_observed(i64::from(number), Some(2_000), Some(&mut planes));
        let transition = step.expect("a sampled action is legal");
        assert_eq!(transition.rewards().iter().sum::<f32>(), 0.0);
        if transition.is_end() {
            ended += 1;
            environment.restart(Some(&mut planes));
        }
        let mut observed = vec![0; planes.len()];
        let side = environment.side_to_move().expect("a game was started");
        environment.observe(side, &mut observed);
        assert_eq!(planes, observed, "{setup}");
    }
    assert!(ended > 0, "{setup}: no game has ended");
}

#[test]
fn every_action_of_chess_has_its_own_number_in_every_mode() {
    for text in CHESS_SETUPS {
        check::<Chess>(&text.parse().expect(text), 3_000);
    }
}

#[test]
fn every_action_of_the_other_games_has_its_own_number() {
    check::<Xiangqi>(&"startpos".parse().expect("a setup"), 3_000);
    check::<Liuzichong>(&"startpos".parse().expect("a setup"), 3_000);
}

/// Plays the same random games in an environment and by the rules alone, and compares games, outcomes and lists.
fn check_rules<G>(setup: &str)
where
    G: EncodedGame + PartialEq + std::fmt::Debug,
    G::Setup: FromStr<Err: std::fmt::Debug>,
    G::ActionError: std::fmt::Debug,
    G::Action: PartialEq + std::fmt::Debug,
{
    let setup: G::Setup = setup.parse().expect(setup);
    let mut rng = SeededRng::new(11);
    let mut environment: Environment<G> = Environment::new(setup.clone(), 0);
    let mut game = G::start(&setup);
    let mut reasons = HashSet::new();
    for _ in 0..20_000 {
        let number = environment.sample_action(&mut rng).expect("the game is not over");
        let found = environment.legal_actions().iter().find(|(legal, _)| *legal == number);
        let (_, action) = *found.expect("a sampled action is legal");
        game.apply(Step::Action(action), &mut NullSink).expect("a legal move");
        let transition = environment.step(number).expect("a sampled action is legal");
        assert_eq!(*environment.game(), game);
        assert_eq!(transition.outcome.map_or_else(|| environment.game().turn(), Turn::Over), game.turn());
        let mut actions = Vec::new();
        game.actions(&mut actions);
        let listed: Vec<G::Action> = environment.legal_actions().iter().map(|(_, action)| *action).collect();
        assert_eq!(listed, actions);
        if let Some(outcome) = transition.outcome {
            reasons.insert(outcome.reason);
            environment.restart(None);
            game = G::start(&setup);
        }
    }
    assert!(reasons.len() > 1, "{reasons:?}");
}

#[test]
fn an_environment_plays_as_the_rules_do() {
    check_rules::<Xiangqi>("startpos");
    check_rules::<Liuzichong>("startpos");
    for setup in CHESS_SETUPS.iter().filter(|setup| !setup.contains("modes=")) {
        check_rules::<Chess>(setup);
    }
}

#[test]
fn the_same_seed_gives_the_same_game() {
    let setup: ChessSetup = "startpos modes=dice-a,mines,portals".parse().expect("a setup");
    let play = |seed| {
        let mut environment: Environment<Chess> = Environment::new(setup.clone(), seed);
        let mut rng = SeededRng::new(1);
        for _ in 0..40 {
            let Some(number) = environment.sample_action(&mut rng) else { break };
            environment.step(number).expect("a sampled action is legal");
        }
        environment.game().clone()
    };
    assert!(play(4) == play(4) && play(4) != play(5));
}

#[test]
fn an_illegal_number_changes_nothing() {
    let mut environment: Environment<Chess> = Environment::new(ChessSetup::default(), 0);
    let before = environment.game().clone();
    for number in [0, -1, 4_671, 4_672, i64::MAX] {
        let error = environment.step_observed(number, None, None).expect_err("not legal");
        assert_eq!(error.number, number);
    }
    assert!(*environment.game() == before && environment.side_to_move() == Some(Side::First));
}
