//! The rival for chess with modes: it plays every mix, it knows no more than its seat, and it beats a random player.

use yipan_chess::{Action, BLACK, Chess, ChessSetup, Color, WHITE};
use yipan_engine::modal::{Insight, Past, choose};
use yipan_engine::{Level, Limits, Stillness};
use yipan_rules::{Discard, Game, Outcome, Seat, Step, Turn, Viewer, split_mix};

/// Numbers by chance from a seed.
struct Numbers(u64);

impl Numbers {
    fn below(&mut self, end: usize) -> usize {
        let (state, number) = split_mix(self.0);
        self.0 = state;
        (number % end as u64) as usize
    }
}

fn draw(game: &mut Chess, numbers: &mut Numbers) {
    let mut draws = Vec::new();
    game.draws(&mut draws);
    let total: u32 = draws.iter().map(|(_, weight)| weight).sum();
    let mut left = numbers.below(total as usize) as u32;
    let chosen = draws.iter().find(|(_, weight)| {
        let here = left < *weight;
        left = left.saturating_sub(*weight);
        here
    });
    game.apply(Step::Draw(chosen.expect("some draw").0), &mut Discard).expect("a possible draw");
}

fn any_action(game: &Chess, numbers: &mut Numbers) -> Action {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions[numbers.below(actions.len())]
}

fn level(number: u8) -> Level {
    Level::new(number).expect("a level")
}

/// Plays a rival against random moves; at most so many steps.
fn against_random(setup: &ChessSetup, rival: Color, level: Level, seed: u64, steps: u32) -> Option<Outcome> {
    let mut numbers = Numbers(seed);
    let mut game = Chess::start(setup);
    let mut past = Past::default();
    for _ in 0..steps {
        let action = match game.turn() {
            Turn::Over(outcome) => return Some(outcome),
            Turn::Chance => {
                draw(&mut game, &mut numbers);
                continue;
            }
            Turn::Player(seat) if seat == rival => {
                past.note(&game.view(Viewer::Player(seat)), seat);
                let insight = Insight::of(setup, &game, seat).with_past(past.clone());
                choose(&insight, level, numbers.0, Limits::default(), &Stillness).expect("it may act").action
            }
            Turn::Player(_) => any_action(&game, &mut numbers),
        };
        game.apply(Step::Act(action), &mut Discard).expect("an offered action");
    }
    None
}

#[test]
fn every_mix_can_be_played_against_the_computer() {
    for mix in 0..32 {
        for dice in ["dice-a", "dice-b"] {
            let names = [dice, "fog", "gravity", "portals", "mines"];
            let modes: Vec<&str> = (0..5).filter(|bit| mix >> bit & 1 == 1).map(|bit| names[bit]).collect();
            let setup: ChessSetup = format!("startpos modes={}", modes.join(",")).parse().expect("a setup");
            if !modes.is_empty() {
                // It plays on without a fault until the game or the patience ends.
                against_random(&setup, BLACK, Level::FIRST, mix, 60);
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
                let rival = if seed % 2 == 0 { WHITE } else { BLACK };
                let outcome = against_random(&setup, rival, level(3), seed, 4_000);
                outcome.is_some_and(|outcome| outcome.winner == Some(rival))
            })
            .count();
        // The full measure, a hundred games a mode, is in benches/README.md.
        assert!(won >= 6, "{mode}: {won} of 8");
    }
}

/// Two games that differ only in what White may not know, with White to move.
fn twins(setup: &str, first: &[&str], second: &[&str]) -> [(ChessSetup, Chess); 2] {
    [first, second].map(|steps| {
        let setup: ChessSetup = setup.parse().expect(setup);
        let mut game = Chess::start(&setup);
        for text in steps {
            let step = text.parse().map(Step::Draw).or_else(|_| text.parse().map(Step::Act)).expect(text);
            game.apply(step, &mut Discard).expect(text);
        }
        assert_eq!(game.turn(), Turn::Player(Seat::First));
        (setup, game)
    })
}

#[test]
fn a_rival_never_reads_what_its_seat_may_not_know() {
    let cases = [
        // Black's hidden replies.
        twins("startpos modes=fog", &["e2e4", "g7g6"], &["e2e4", "h7h6"]),
        // Mines elsewhere.
        twins(
            "startpos modes=mines",
            &["mines 4", "mine c3", "mine d4", "mine e5", "mine f6"],
            &["mines 5", "mine a3", "mine b4", "mine h5", "mine g6", "mine h6"],
        ),
        // Black's private portals elsewhere.
        twins(
            "startpos modes=portals portals=private",
            &["portal e4", "portal e5", "portal a3", "portal b3"],
            &["portal e4", "portal e5", "portal h4", "portal g5"],
        ),
    ];
    for [(setup, game), (_, twin)] in cases {
        assert_ne!(game, twin, "the twins differ in what is hidden");
        for number in [1, 4, 6] {
            for seed in 0..4 {
                let chosen = [&game, &twin].map(|game| {
                    let insight = Insight::of(&setup, game, WHITE);
                    choose(&insight, level(number), seed, Limits::default(), &Stillness)
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
    let mut numbers = Numbers(3);
    while game.turn() == Turn::Chance {
        draw(&mut game, &mut numbers);
    }
    let insight = Insight::of(&setup, &game, WHITE);
    let choice = |seed| choose(&insight, level(5), seed, Limits::nodes(300), &Stillness);
    assert!(choice(1).is_some());
    assert!((0..5).all(|seed| choice(seed) == choice(seed)));
}

#[test]
fn a_mate_with_the_dice_at_hand_is_played() {
    let setup: ChessSetup = "7k/8/5KQ1/8/8/8/8/8 w - - 0 1 modes=dice-b".parse().expect("a setup");
    let game = Chess::start(&setup);
    let insight = Insight::of(&setup, &game, WHITE);
    let action = choose(&insight, level(4), 1, Limits::default(), &Stillness).expect("White may act").action;
    assert_eq!(action.to_string(), "g6g7");
}
