//! Many games of one kind, stepped by several threads.

use yipan_core::Side;
use yipan_environment::{ActionLayout, EncodedGame, Environment, IllegalActionError, SeededRng};

use crate::step_arrays::{RowSizes, StepArrays};
use crate::workers::Workers;

/// Many games of one kind.
pub(crate) struct BatchOf<G: EncodedGame> {
    environments: Vec<Environment<G>>,
    /// The generators of random play, one per game, so that the number of threads does not matter.
    rngs: Vec<SeededRng>,
    max_plies: Option<u32>,
}

/// The games that a thread steps at a time. With more, the last thread would work long after the others.
const STEP_CHUNK: usize = 8;

/// The games for which a thread samples actions at a time, which takes a few nanoseconds each: less than waking another.
const SAMPLE_CHUNK: usize = 2048;

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
    pub(crate) fn reset(&mut self, workers: &Workers, seed: u64, arrays: &mut StepArrays<'_>) {
        let mut seeds = SeededRng::new(seed);
        let pairs: Vec<[u64; 2]> =
            self.environments.iter().map(|_| [seeds.next_u64(), seeds.next_u64()]).collect();
        let sizes = self.row_sizes();
        arrays.rewards.fill(0.0);
        arrays.terminations.fill(0);
        arrays.truncations.fill(0);
        let games = self.environments.chunks_mut(STEP_CHUNK).zip(self.rngs.chunks_mut(STEP_CHUNK));
        let chunks = games.zip(pairs.chunks(STEP_CHUNK)).zip(arrays.chunks_mut(STEP_CHUNK, sizes));
        workers.for_each(chunks, |(((environments, rngs), pairs), mut arrays)| {
            let games = environments.iter_mut().zip(rngs).zip(pairs);
            for (((environment, rng), &[seed, other]), row) in games.zip(arrays.chunks_mut(1, sizes)) {
                *rng = SeededRng::new(other);
                environment.reset(seed, Some(row.observations));
                environment.write_mask(row.masks);
                row.players.fill(player_number(environment));
            }
        });
    }

    /// Plays one action in every game and writes the results. A game that has ended starts again.
    ///
    /// If any action is illegal, no game changes.
    pub(crate) fn step(
        &mut self,
        workers: &Workers,
        actions: &[i64],
        arrays: &mut StepArrays<'_>,
    ) -> Result<(), (usize, IllegalActionError)> {
        let (sizes, max_plies) = (self.row_sizes(), self.max_plies);
        let games = self.environments.chunks_mut(STEP_CHUNK).zip(actions.chunks(STEP_CHUNK));
        let chunks = games.zip(arrays.chunks_mut(STEP_CHUNK, sizes));
        // Each thread checks the actions of its own games first, and then finds these games in its cache.
        let is_legal = |((environments, actions), _): &((&mut [Environment<G>], &[i64]), StepArrays<'_>)| {
            environments.iter().zip(*actions).all(|(environment, &action)| environment.is_legal(action))
        };
        let are_legal = workers.for_each_if_all(chunks, is_legal, |((environments, actions), mut arrays)| {
            let games = environments.iter_mut().zip(actions);
            for ((environment, &action), mut row) in games.zip(arrays.chunks_mut(1, sizes)) {
                step_game(environment, action, max_plies, &mut row);
            }
        });
        if are_legal { Ok(()) } else { Err(self.illegal_action(actions)) }
    }

    /// Returns the first game whose action is illegal, with the reason.
    fn illegal_action(&self, actions: &[i64]) -> (usize, IllegalActionError) {
        let mut games = self.environments.iter().zip(actions);
        let illegal = games.position(|(environment, &action)| !environment.is_legal(action));
        let index = illegal.expect("an action was found to be illegal");
        let example = self.environments[index].legal_actions().first().map(|(number, _)| *number);
        (index, IllegalActionError { number: actions[index], example })
    }

    /// Chooses a legal action in every game, each with the same probability.
    pub(crate) fn sample_actions(&mut self, workers: &Workers, actions: &mut [i64]) {
        let games = self.environments.chunks(SAMPLE_CHUNK).zip(self.rngs.chunks_mut(SAMPLE_CHUNK));
        workers.for_each(games.zip(actions.chunks_mut(SAMPLE_CHUNK)), |((environments, rngs), actions)| {
            for ((environment, rng), action) in environments.iter().zip(rngs).zip(actions) {
                *action = environment.sample_action(rng).map_or(-1, i64::from);
            }
        });
    }

    fn row_sizes(&self) -> RowSizes {
        let Some(first) = self.environments.first() else { return RowSizes { observation: 1, mask: 1 } };
        let layout = first.layout();
        RowSizes { observation: layout.observation_len(), mask: layout.action_count() }
    }
}

/// Plays an action that is known to be legal, and writes the results into arrays with one row.
fn step_game<G: EncodedGame>(
    environment: &mut Environment<G>,
    action: i64,
    max_plies: Option<u32>,
    row: &mut StepArrays<'_>,
) {
    let stepped = environment.step_observed(action, max_plies, Some(&mut *row.observations));
    let transition = stepped.expect("all actions were checked");
    row.rewards.copy_from_slice(&transition.rewards());
    row.terminations.fill(u8::from(transition.outcome.is_some()));
    row.truncations.fill(u8::from(transition.is_truncated));
    if transition.is_end() {
        environment.restart(Some(&mut *row.observations));
    }
    environment.write_mask(row.masks);
    row.players.fill(player_number(environment));
}

/// Returns 0 or 1 for the side to move. A game that has no move from its first position is over; it reports 0.
fn player_number<G: EncodedGame>(environment: &Environment<G>) -> u8 {
    environment.side_to_move().map_or(0, |side| u8::from(side == Side::Second))
}
