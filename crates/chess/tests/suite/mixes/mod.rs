//! Random games of every combination of modes, played from a seed.
//!
//! A game that breaks a law prints its seed, its setup and its steps. `YIPAN_SEED=<seed>` plays only that
//! game, in every test; `YIPAN_GAMES=<n>` plays `n` games of every combination instead of fifty.

use std::thread;

use yipan_chess::{Chess, ChessSetup, Mode, Square};
use yipan_chess_model::ChessStep;
use yipan_core::{Effect, Game, Step, Turn, splitmix64};
use yipan_testkit::environment::number;

/// All 32 subsets of the five modes; those with dice twice, once for each rule set.
const MIXES: u64 = 48;

/// Starts that reach what random play from the standard start rarely does: promotions, pins, en passant,
/// castling, few pieces.
const STARTS: [&str; 10] = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "k7/1pPpPpPp/8/8/8/8/pPpPpPpP/6K1 w - - 0 1",
    "1rk4r/8/8/8/8/8/8/1RK4R w HBhb - 96 60",
    "4k3/pppp4/8/8/8/8/4PPPP/R3K2R w KQ - 0 1",
    "8/8/4kn2/8/8/3QK3/8/8 b - - 0 1",
    "rnb1kbnr/ppp2ppp/8/3pp3/4P2q/5P2/PPPP2PP/RNBQKBNR w KQkq - 0 1",
    "2b1r1k1/5ppp/p1n2q2/1pp5/3pP3/1P1P2P1/PBP2PBP/R2Q2K1 w - - 0 1",
];

/// Returns the number of games of every combination.
pub(crate) fn games() -> u64 {
    number("YIPAN_GAMES").unwrap_or(50)
}

/// Calls `test` with one random game after another; one seed is one game.
pub(crate) fn each_game(mut play: impl FnMut(&mut RandomGame)) {
    match number("YIPAN_SEED") {
        Some(seed) => play(&mut RandomGame::new(seed)),
        None => (0..games() * MIXES).for_each(|seed| play(&mut RandomGame::new(seed))),
    }
}

/// Returns the index of a game's combination, in the order of the seeds.
pub(crate) fn mix_index(seed: u64) -> usize {
    (seed % MIXES) as usize
}

/// Returns the modes of a combination.
pub(crate) fn modes_of_mix(number: usize) -> Vec<Mode> {
    let dice = [None, Some(Mode::DiceA), Some(Mode::DiceB)][number / 16];
    let others = [Mode::Fog, Mode::Gravity, Mode::Portals, Mode::Mines];
    let others =
        others.into_iter().enumerate().filter(|(bit, _)| number >> bit & 1 == 1).map(|(_, mode)| mode);
    dice.into_iter().chain(others).collect()
}

/// A deterministic source of random numbers.
#[derive(Clone, Debug)]
pub(crate) struct Random(pub(crate) u64);

impl Random {
    /// Returns a number below `limit`.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        let (state, number) = splitmix64(self.0);
        self.0 = state;
        (number % limit as u64) as usize
    }

    /// Returns a random element.
    pub(crate) fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.below(from.len())]
    }

    /// Returns a random square.
    pub(crate) fn square(&mut self) -> Square {
        Square::new(self.below(64) as u8).expect("below 64")
    }

    /// Returns a setup of this combination with random options and start. A start that is illegal after
    /// gravity is replaced by the standard one.
    pub(crate) fn setup(&mut self, modes: &[Mode]) -> ChessSetup {
        let keys: Vec<&str> = modes.iter().map(|mode| mode.key()).collect();
        let mut options = vec![format!("modes={}", keys.join(","))];
        let mut option = |random: &mut Random, key: &str, values: &[&str]| {
            options.push(format!("{key}={}", random.pick(values)));
        };
        for mode in modes {
            match mode {
                Mode::DiceA | Mode::DiceB => {
                    option(self, "dice", &["2", "3", "3", "4", "5"]);
                    option(self, "first_turn_dice", &["1", "2"]);
                    option(self, "rerolls", &["0", "1", "3"]);
                    option(self, "wild", &["yes", "no"]);
                }
                Mode::Portals => option(self, "portals", &["shared", "private"]),
                Mode::Mines => option(self, "mine_hints", &["yes", "no"]),
                Mode::Fog | Mode::Gravity => {}
            }
        }
        let start = match self.below(8) {
            0..4 => "startpos".to_owned(),
            4 => format!("chess960:{}", self.below(960)),
            _ => self.pick(&STARTS).to_owned(),
        };
        let options = || options.iter().map(String::as_str);
        ChessSetup::parse(&start, options())
            .or_else(|_| ChessSetup::parse("startpos", options()))
            .expect("the standard start can be played with all modes")
    }

    /// Returns a random step of a game: any action, or a chance outcome by its weight; `None` at the end.
    pub(crate) fn step(&mut self, game: &Chess) -> Option<ChessStep> {
        match game.turn() {
            Turn::Over(_) => None,
            Turn::Player(_) => {
                let mut actions = Vec::new();
                game.actions(&mut actions);
                assert!(!actions.is_empty(), "a player must act, but has no action");
                Some(Step::Action(self.pick(&actions)))
            }
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.chance_outcomes(&mut outcomes);
                let total: u32 = outcomes.iter().map(|(_, weight)| weight).sum();
                assert!(total > 0, "a chance event is pending without outcomes: {outcomes:?}");
                let mut ticket = self.below(total as usize) as u32;
                let selected = outcomes.iter().find(|(_, weight)| {
                    let hit = ticket < *weight;
                    ticket = ticket.saturating_sub(*weight);
                    hit
                });
                selected.map(|&(event, _)| Step::Chance(event))
            }
        }
    }
}

/// A running game, which prints its steps if a law is broken.
pub(crate) struct RandomGame {
    pub(crate) seed: u64,
    pub(crate) random: Random,
    pub(crate) setup: ChessSetup,
    pub(crate) game: Chess,
    pub(crate) steps: Vec<ChessStep>,
}

impl RandomGame {
    fn new(seed: u64) -> RandomGame {
        let mut random = Random(seed);
        let setup = random.setup(&modes_of_mix(mix_index(seed)));
        let game = Chess::start(&setup);
        RandomGame { seed, random, setup, game, steps: Vec::new() }
    }

    /// Returns the next random step without applying it.
    pub(crate) fn choose(&mut self) -> Option<ChessStep> {
        self.random.step(&self.game)
    }

    /// Applies a step and returns its effects.
    pub(crate) fn take(&mut self, step: ChessStep) -> Vec<Effect> {
        let mut effects = Vec::new();
        self.steps.push(step);
        self.game.apply(step, &mut effects).unwrap_or_else(|error| panic!("{step:?} was offered: {error}"));
        effects
    }
}

impl Drop for RandomGame {
    fn drop(&mut self) {
        if thread::panicking() {
            eprintln!("\nYIPAN_SEED={} broke a law after\nsetup {}", self.seed, self.setup);
            for step in &self.steps {
                match step {
                    Step::Action(action) => eprintln!("action {action}"),
                    Step::Chance(event) => eprintln!("chance {event}"),
                }
            }
            eprintln!("{:?}", self.game.position());
        }
    }
}
