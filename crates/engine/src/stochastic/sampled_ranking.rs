use super::ranked_actions::{RankedActions, ScoredAction};
use super::value::{centipawns_of, win_rate_of};
use crate::splitmix::SplitMix64;

/// The number of samples that an interrupted depth must have searched to replace the depth before.
const MIN_SAMPLES: usize = 8;
/// The number of failed samples after which no more are tried.
const MAX_FAILED_SAMPLES: usize = 200;

/// Searches one sampled game at a time, within one budget.
pub(crate) trait SampleSearch {
    /// A game that is consistent with what the player knows.
    type Sample;
    type Action: Copy + PartialEq;

    /// Returns the value of each action for the player, or `None` for an action that the sample does not allow.
    ///
    /// Returns `None` for all of them if the budget is used up before.
    fn action_values(
        &mut self,
        sample: &Self::Sample,
        actions: &[Self::Action],
        depth: u32,
    ) -> Option<Vec<Option<i32>>>;

    /// Returns whether no new depth should begin.
    fn is_past_soft_limit(&self) -> bool;

    /// Returns the nodes searched.
    fn nodes(&self) -> u64;
}

/// The actions that are searched at each depth.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Candidates {
    /// All, so that their values can be compared.
    All,
    /// Those whose value at the depth before was close to the best.
    Promising,
}

/// The win rate by which an action may be worse than the best one and still be promising.
const PROMISING_LOSS: f64 = 0.12;

/// A sample and the number of times it was drawn.
#[derive(Clone, Debug)]
pub(crate) struct WeightedSample<S> {
    pub(crate) sample: S,
    pub(crate) weight: u32,
}

/// Draws samples and merges equal ones.
///
/// `enough` is the number of different samples after which no more are needed.
pub(crate) fn draw_samples<S: PartialEq>(
    draws: usize,
    enough: usize,
    seed: u64,
    mut sample_game: impl FnMut(&mut dyn FnMut() -> u64) -> Option<S>,
) -> Vec<WeightedSample<S>> {
    let mut rng = SplitMix64::new(seed);
    let mut samples: Vec<WeightedSample<S>> = Vec::new();
    let (mut drawn, mut failed) = (0, 0);
    while drawn < draws && failed < MAX_FAILED_SAMPLES {
        let Some(sample) = sample_game(&mut || rng.next_u64()) else {
            failed += 1;
            continue;
        };
        drawn += 1;
        match samples.iter().position(|known| known.sample == sample) {
            Some(known) => samples[known].weight += 1,
            None if samples.len() < enough => samples.push(WeightedSample { sample, weight: 1 }),
            None => {}
        }
    }
    samples
}

/// Ranks actions by their average values over sampled games, deeper as long as the budget lasts.
///
/// All actions of a depth are searched in the same samples, so the difference of two values comes from the actions and
/// hardly from the samples. The average is one of win rates, so that a rare catastrophe counts as one lost game. Actions that
/// no sample allows are not listed.
pub(crate) fn rank_over_samples<T: SampleSearch>(
    search: &mut T,
    samples: &[WeightedSample<T::Sample>],
    actions: &[T::Action],
    max_depth: u32,
    candidates: Candidates,
) -> RankedActions<T::Action> {
    // By action; those that were left out at a depth keep the average of the one before.
    let mut averages = vec![Average::default(); actions.len()];
    for depth in 1..=max_depth.max(1) {
        let mut considered = match candidates {
            Candidates::Promising if depth > 1 => promising(&averages, PROMISING_LOSS),
            _ => (0..actions.len()).collect(),
        };
        if depth > 1 && candidates == Candidates::Promising && considered.len() < 2 {
            break;
        }
        let mut deeper = vec![Average::default(); actions.len()];
        let mut searched = 0;
        for WeightedSample { sample, weight } in samples {
            if candidates == Candidates::Promising && searched == samples.len() / 2 && searched > 0 {
                // An action that was bad in so many samples will not be the best.
                considered = promising(&deeper, 2.0 * PROMISING_LOSS);
            }
            let considered_actions: Vec<T::Action> = considered.iter().map(|&index| actions[index]).collect();
            let Some(values) = search.action_values(sample, &considered_actions, depth) else { break };
            for (&index, value) in considered.iter().zip(values) {
                deeper[index].add(value, *weight);
            }
            searched += 1;
        }
        if depth == 1 || searched >= MIN_SAMPLES.min(samples.len()) {
            replace_averages(&mut averages, &deeper);
        }
        if samples.is_empty() || search.is_past_soft_limit() {
            break;
        }
    }
    let mut ranked: Vec<ScoredAction<T::Action>> = actions
        .iter()
        .zip(averages)
        .filter_map(|(&action, average)| Some(ScoredAction { action, value: average.centipawns()? }))
        .collect();
    ranked.sort_by_key(|scored| std::cmp::Reverse(scored.value));
    RankedActions { actions: ranked, nodes: search.nodes() }
}

/// Returns the indexes of the averages that are at most this much below the best, the best first.
fn promising(averages: &[Average], loss: f64) -> Vec<usize> {
    let mut ranked: Vec<(usize, f64)> = averages
        .iter()
        .enumerate()
        .filter_map(|(index, average)| Some((index, average.win_rate()?)))
        .collect();
    ranked.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    let best = ranked.first().map_or(0.0, |(_, win_rate)| *win_rate);
    ranked.into_iter().take_while(|(_, win_rate)| *win_rate >= best - loss).map(|(index, _)| index).collect()
}

/// Takes over the averages of a deeper search. Actions that it left out stay below those that it preferred.
fn replace_averages(averages: &mut [Average], deeper: &[Average]) {
    let best = deeper.iter().filter_map(Average::win_rate).fold(0.0, f64::max);
    for (average, deeper) in averages.iter_mut().zip(deeper) {
        if deeper.count > 0 {
            *average = *deeper;
        } else {
            average.limit(best);
        }
    }
}

/// The win rates of an action in the samples that allow it.
#[derive(Clone, Copy, Debug, Default)]
struct Average {
    total_win_rate: f64,
    count: u32,
}

impl Average {
    fn add(&mut self, value: Option<i32>, weight: u32) {
        if let Some(value) = value {
            self.total_win_rate += win_rate_of(value) * f64::from(weight);
            self.count += weight;
        }
    }

    fn win_rate(&self) -> Option<f64> {
        (self.count > 0).then(|| self.total_win_rate / f64::from(self.count))
    }

    /// Lowers the average to a bound.
    fn limit(&mut self, bound: f64) {
        self.total_win_rate = self.total_win_rate.min(bound * f64::from(self.count));
    }

    fn centipawns(self) -> Option<i32> {
        self.win_rate().map(centipawns_of)
    }
}
