//! Random play through [`Game`](yipan_core::Game), effects discarded, mode by mode: `cargo bench -p
//! yipan-chess --bench modes`.
//!
//! A move is an action found by `actions` and applied by `apply`, with the chance events that follow. Games
//! are played to their end, one after another, on one core. The machine may be busy, so every combination is
//! measured in turn and the best of the rounds counts.

use std::time::{Duration, Instant};

use yipan_chess::{Chess, ChessSetup};
use yipan_core::{Game, NullSink, Step, Turn, splitmix64};

const ROUNDS: usize = 15;

/// The minimum for standard chess, in moves per second.
const REQUIRED: f64 = 1e6;

/// The time for one combination in one round.
const SLICE: Duration = Duration::from_millis(120);

const MIXES: [(&str, &str); 11] = [
    ("standard chess", "startpos"),
    ("fog", "startpos modes=fog"),
    ("gravity", "startpos modes=gravity"),
    ("portals, shared", "startpos modes=portals"),
    ("portals, private", "startpos modes=portals portals=private"),
    ("mines", "startpos modes=mines"),
    ("mines with hints", "startpos modes=mines mine_hints=yes"),
    ("dice, rule A", "startpos modes=dice-a"),
    ("dice, rule B", "startpos modes=dice-b"),
    ("all five, dice rule A", "startpos modes=dice-a,fog,gravity,portals,mines"),
    ("all five, dice rule B", "startpos modes=dice-b,fog,gravity,portals,mines"),
];

/// The moves and games of one measurement.
#[derive(Clone, Copy, Default)]
struct Measurement {
    games: u64,
    moves: u64,
    chance_events: u64,
    seconds: f64,
}

impl Measurement {
    fn moves_per_second(&self) -> f64 {
        self.moves as f64 / self.seconds
    }
}

fn main() {
    let setups = MIXES.map(|(_, text)| text.parse::<ChessSetup>().expect("a setup of our own"));
    let mut best = [Measurement::default(); MIXES.len()];
    for round in 0..ROUNDS {
        for (setup, best) in setups.iter().zip(&mut best) {
            let played = play(setup, round as u64);
            if best.seconds == 0.0 || played.moves_per_second() > best.moves_per_second() {
                *best = played;
            }
        }
    }
    println!("{:<24}{:>14}{:>16}{:>18}", "modes", "moves/s", "moves/game", "chance events/move");
    for ((name, _), played) in MIXES.iter().zip(&best) {
        let moves = played.moves as f64;
        let (length, events) = (moves / played.games.max(1) as f64, played.chance_events as f64 / moves);
        println!("{name:<24}{:>14.0}{length:>16.0}{events:>18.2}", played.moves_per_second());
    }
    let standard = best[0].moves_per_second();
    println!(
        "\nstandard chess: {standard:.0} moves/s, {:.2} times the {REQUIRED:.0} required",
        standard / REQUIRED
    );
}

/// Plays whole games for a while.
fn play(setup: &ChessSetup, seed: u64) -> Measurement {
    let (mut state, mut played) = (seed, Measurement::default());
    let mut pick = |choices: usize| {
        let (next, number) = splitmix64(state);
        state = next;
        (number % choices as u64) as usize
    };
    let (mut actions, mut outcomes) = (Vec::new(), Vec::new());
    let start = Instant::now();
    while start.elapsed() < SLICE {
        let mut game = Chess::start(setup);
        loop {
            let step = match game.turn() {
                Turn::Over(_) => break,
                Turn::Player(_) => {
                    actions.clear();
                    game.actions(&mut actions);
                    played.moves += 1;
                    Step::Action(actions[pick(actions.len())])
                }
                // Without wild dice all outcomes are equally likely.
                Turn::Chance => {
                    outcomes.clear();
                    game.chance_outcomes(&mut outcomes);
                    played.chance_events += 1;
                    Step::Chance(outcomes[pick(outcomes.len())].0)
                }
            };
            game.apply(step, &mut NullSink).expect("an offered step is a legal step");
        }
        played.games += 1;
    }
    played.seconds = start.elapsed().as_secs_f64();
    played
}
