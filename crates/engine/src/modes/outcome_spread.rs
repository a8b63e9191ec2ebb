use yipan_chess::{Action, Chess};
use yipan_core::{Game, NullSink, Side, Step, Turn};

use super::knowledge::PlayerKnowledge;
use crate::limits::{Limits, NoControl};
use crate::splitmix::SplitMix64;
use crate::stochastic::{WIN, expectimax};

/// The number of rolls that are sampled.
const SAMPLES: usize = 20;

/// The samples at each end that count as exceptional.
const EXCEPTIONAL: usize = SAMPLES / 10;

/// The number of actions of one turn that are played out until a chance event follows.
const MAX_TURN_ACTIONS: usize = 8;

/// The values of an action after a bad and a good roll, in centipawns for its side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OutcomeSpread {
    /// The value that nine rolls of ten exceed.
    pub bad: i32,
    /// The value that one roll of ten exceeds.
    pub good: i32,
}

impl OutcomeSpread {
    /// Returns both values for the first side, the lower one first.
    #[must_use]
    pub const fn values_for_first_side(self, side: Side) -> [i32; 2] {
        match side {
            Side::First => [self.bad, self.good],
            Side::Second => [-self.good, -self.bad],
        }
    }
}

/// Returns how far the chance events after an action spread its value.
///
/// The rest of the turn is played by the best action of a shallow search. Returns `None` if something is hidden from the side
/// or no chance event follows its turn.
#[must_use]
pub fn outcome_spread(knowledge: &PlayerKnowledge, action: Action, seed: u64) -> Option<OutcomeSpread> {
    let mut rng = SplitMix64::new(seed);
    let side = knowledge.side();
    let mut game = knowledge.known_game(seed)?;
    game.apply(Step::Action(action), &mut NullSink).ok()?;
    for _ in 0..MAX_TURN_ACTIONS {
        match game.turn() {
            Turn::Player(mover) if mover == side => {
                let best = expectimax(&game, 0, Limits::depth(1), &NoControl, seed).actions.first()?.action;
                game.apply(Step::Action(best), &mut NullSink).ok()?;
            }
            _ => break,
        }
    }
    if game.turn() != Turn::Chance {
        return None;
    }
    let mut values =
        (0..SAMPLES).map(|_| sampled_value(game.clone(), side, &mut rng)).collect::<Option<Vec<_>>>()?;
    values.sort_unstable();
    Some(OutcomeSpread { bad: values[EXCEPTIONAL], good: values[SAMPLES - 1 - EXCEPTIONAL] })
}

/// Resolves the chance events that are due and returns the value of the game for a side.
fn sampled_value(mut game: Chess, side: Side, rng: &mut SplitMix64) -> Option<i32> {
    loop {
        match game.turn() {
            Turn::Chance => {
                let mut outcomes = Vec::new();
                game.chance_outcomes(&mut outcomes);
                let outcome = *rng.choose_weighted(&outcomes)?;
                game.apply(Step::Chance(outcome), &mut NullSink).ok()?;
            }
            Turn::Over(outcome) => {
                return Some(outcome.winner.map_or(0, |winner| if winner == side { WIN } else { -WIN }));
            }
            Turn::Player(mover) => {
                let best = expectimax(&game, 0, Limits::depth(1), &NoControl, 0).actions.first()?.value;
                return Some(if mover == side { best } else { -best });
            }
        }
    }
}
