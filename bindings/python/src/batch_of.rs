//! Many games of one kind, stepped by several threads.

use rayon::prelude::*;
use yipan_core::Side;
use yipan_environment::{ActionLayout, EncodedGame, Environment, IllegalActionError, SeededRng};

/// The arrays that a step writes: one row per game.
pub(crate) struct StepArrays<'a> {
    pub(crate) observations: &'a mut [u8],
    pub(crate) masks: &'a mut [u8],
    /// Two values per game.
    pub(crate) rewards: &'a mut [f32],
    pub(crate) terminations: &'a mut [u8],
    pub(crate) truncations: &'a mut [u8],
    pub(crate) players: &'a mut [u8],
}

/// Many games of one kind.
pub(crate) struct BatchOf<G: EncodedGame> {
    environments: Vec<Environment<G>>,
    /// The generators of random play, one per game, so that the number of threads does not matter.
    rngs: Vec<SeededRng>,
    max_plies: Option<u32>,
}

/// The games of one batch that are stepped without changing the thread.
const CHUNK: usize = 64;

impl<G> BatchOf<G>
where
    G: EncodedGame + Send + Sync,
    G::Setup: Send + Sync,
    G::Action: Send + Sync,
    G::ChanceEvent: Send + Sync,
{
    pub(crate) fn new(setup: &G::Setup, count: usize, seed: u64, max_plies: Option<u32>) -> BatchOf<G> {
        let mut seeds = SeededRng::new(seed);
        let start = |_| Environment::new(setup.clone(), seeds.next_u64());
        let environments = (0..count).map(start).collect();
        BatchOf {
            environments,
            rngs: (0..count).map(|_| SeededRng::new(seeds.next_u64())).collect(),
            max_plies,
        }
    }

    /// Starts all games again with chance events from a seed.
    pub(crate) fn reset(&mut self, seed: u64, arrays: &mut StepArrays<'_>) {
        let mut seeds = SeededRng::new(seed);
        let pairs: Vec<[u64; 2]> =
            self.environments.iter().map(|_| [seeds.next_u64(), seeds.next_u64()]).collect();
        let sizes = self.sizes();
        let rows = arrays
            .observations
            .par_chunks_mut(sizes.observation)
            .zip(arrays.masks.par_chunks_mut(sizes.mask));
        let games = self.environments.par_iter_mut().zip(&mut self.rngs).zip(&pairs);
        games.zip(rows).zip(&mut *arrays.players).with_min_len(CHUNK).for_each(
            |((((environment, rng), &[seed, other]), (observation, mask)), player)| {
                *rng = SeededRng::new(other);
                environment.reset(seed, Some(observation));
                environment.write_mask(mask);
                *player = player_number(environment);
            },
        );
        arrays.rewards.fill(0.0);
        arrays.terminations.fill(0);
        arrays.truncations.fill(0);
    }

    /// Plays one action in every game and writes the results. A game that has ended starts again.
    ///
    /// If any action is illegal, no game changes.
    pub(crate) fn step(
        &mut self,
        actions: &[i64],
        arrays: &mut StepArrays<'_>,
    ) -> Result<(), (usize, IllegalActionError)> {
        let (sizes, max_plies) = (self.sizes(), self.max_plies);
        let illegal = self
            .environments
            .par_iter()
            .zip(actions)
            .with_min_len(CHUNK)
            .position_first(|(environment, &action)| !environment.is_legal(action));
        if let Some(index) = illegal {
            let example = self.environments[index].legal_actions().first().map(|(number, _)| *number);
            return Err((index, IllegalActionError { number: actions[index], example }));
        }
        let rows = arrays
            .observations
            .par_chunks_mut(sizes.observation)
            .zip(arrays.masks.par_chunks_mut(sizes.mask));
        let ends =
            arrays.rewards.par_chunks_mut(2).zip(&mut *arrays.terminations).zip(&mut *arrays.truncations);
        let games = self.environments.par_iter_mut().zip(actions);
        games.zip(rows).zip(ends).zip(&mut *arrays.players).with_min_len(CHUNK).for_each(
            |(
                (((environment, &action), (observation, mask)), ((rewards, termination), truncation)),
                player,
            )| {
                let stepped = environment.step_observed(action, max_plies, Some(&mut *observation));
                let transition = stepped.expect("all actions were checked");
                rewards.copy_from_slice(&transition.rewards());
                *termination = u8::from(transition.outcome.is_some());
                *truncation = u8::from(transition.is_truncated);
                if transition.is_end() {
                    environment.restart(Some(observation));
                }
                environment.write_mask(mask);
                *player = player_number(environment);
            },
        );
        Ok(())
    }

    /// Chooses a legal action in every game, each with the same probability.
    pub(crate) fn sample_actions(&mut self, actions: &mut [i64]) {
        let games = self.environments.par_iter().zip(&mut self.rngs).zip(actions);
        games.with_min_len(CHUNK * 4).for_each(|((environment, rng), action)| {
            *action = environment.sample_action(rng).map_or(-1, i64::from);
        });
    }

    fn sizes(&self) -> Sizes {
        let Some(first) = self.environments.first() else { return Sizes { observation: 1, mask: 1 } };
        let layout = first.layout();
        Sizes { observation: layout.observation_len(), mask: layout.action_count() }
    }
}

/// The lengths of the rows.
#[derive(Clone, Copy)]
struct Sizes {
    observation: usize,
    mask: usize,
}

/// Returns 0 or 1 for the side to move. A game that has no move from its first position is over; it reports 0.
fn player_number<G: EncodedGame>(environment: &Environment<G>) -> u8 {
    environment.side_to_move().map_or(0, |side| u8::from(side == Side::Second))
}
