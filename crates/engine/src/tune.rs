//! Texel tuning: fits the weights of a hand-crafted evaluation to the results of games.
//!
//! The evaluation is linear in its weights, so the features of each position are traced only once.

use yipan_core::Side;

use crate::weights::{FeatureSink, PhaseAndScale};

/// A traced position with the result of its game.
#[derive(Clone, Debug)]
pub struct Sample {
    /// Weight index and count: the features of the first side minus those of the second.
    features: Vec<(u16, i16)>,
    phase_and_scale: PhaseAndScale,
    /// The result of the first side: 0, ½ or 1.
    result: f32,
    /// The score of a search for the first side.
    search_score: Option<f32>,
}

/// A list of the features of a position.
#[derive(Default)]
pub(crate) struct Trace {
    features: Vec<(u16, i16)>,
}

impl FeatureSink for Trace {
    fn add(&mut self, side: Side, feature: usize, count: i32) {
        let times = if side == Side::First { count } else { -count };
        self.features.push((feature as u16, times as i16));
    }
}

impl Trace {
    pub(crate) fn sample(mut self, phase_and_scale: PhaseAndScale, result: f32) -> Sample {
        self.features.sort_unstable_by_key(|feature| feature.0);
        let mut features: Vec<(u16, i16)> = Vec::new();
        for (feature, times) in self.features {
            match features.last_mut() {
                Some(last) if last.0 == feature => last.1 += times,
                _ => features.push((feature, times)),
            }
        }
        features.retain(|feature| feature.1 != 0);
        Sample { features, phase_and_scale, result, search_score: None }
    }
}

/// The weights during tuning: middlegame and endgame values.
pub type Weights = Vec<(f32, f32)>;

impl Sample {
    /// Adds the score of a search, because the result of a game is a noisy label of a single position.
    #[must_use]
    pub fn with_search_score(self, score: f32) -> Sample {
        Sample { search_score: Some(score), ..self }
    }

    /// Returns the target: the mean of the game result and the expected result of the search score.
    fn target(&self, steepness: f32) -> f32 {
        match self.search_score {
            Some(score) => f32::midpoint(self.result, expected_result(score, steepness)),
            None => self.result,
        }
    }

    /// Returns the factors of the middlegame and endgame weights.
    fn phase_fractions(&self) -> (f32, f32) {
        let middle = self.phase_and_scale.phase as f32 / PhaseAndScale::FULL_PHASE as f32;
        (middle, (1.0 - middle) * self.phase_and_scale.scale as f32 / PhaseAndScale::FULL_SCALE as f32)
    }

    fn score(&self, weights: &Weights) -> f32 {
        let (middle, end) = self.phase_fractions();
        let sum = |(feature, times): &(u16, i16)| {
            let weight = weights[usize::from(*feature)];
            f32::from(*times) * (weight.0 * middle + weight.1 * end)
        };
        self.features.iter().map(sum).sum()
    }
}

/// Returns the expected result of a score (logistic function).
fn expected_result(score: f32, steepness: f32) -> f32 {
    1.0 / (1.0 + (-score * steepness / 400.0).exp())
}

/// Returns the mean squared error of the evaluation.
#[must_use]
pub fn error(samples: &[Sample], weights: &Weights, steepness: f32) -> f64 {
    let square = |sample: &Sample| {
        let residual = expected_result(sample.score(weights), steepness) - sample.target(steepness);
        f64::from(residual * residual)
    };
    samples.iter().map(square).sum::<f64>() / samples.len().max(1) as f64
}

/// Returns the steepness of the logistic function that fits the game results best, by ternary search.
#[must_use]
pub fn steepness(samples: &[Sample], weights: &Weights) -> f32 {
    let (mut low, mut high) = (0.2, 6.0);
    let error = |steepness| {
        let square = |sample: &Sample| {
            let residual = expected_result(sample.score(weights), steepness) - sample.result;
            f64::from(residual * residual)
        };
        samples.iter().map(square).sum::<f64>()
    };
    for _ in 0..40 {
        let third = (high - low) / 3.0;
        if error(low + third) < error(high - third) {
            high -= third;
        } else {
            low += third;
        }
    }
    f32::midpoint(low, high)
}

/// Fits the weights with Adam on shuffled batches; `on_round` receives the error after each pass over the samples.
///
/// L2 regularization toward the initial weights holds the weights of rare features in place.
pub fn fit(
    samples: &[Sample],
    weights: &mut Weights,
    steepness: f32,
    rounds: u32,
    on_round: &mut dyn FnMut(u32, f64),
) {
    const BATCH: usize = 4_096;
    let initial = weights.clone();
    // Small, because the positions of one game are correlated.
    let regularization = 0.2 / samples.len().max(1) as f32;
    let mut moments = vec![[0f32; 4]; weights.len()];
    let mut order: Vec<u32> = (0..samples.len() as u32).collect();
    let mut seed = 1;
    let mut step = 0;
    for round in 0..rounds {
        for i in (1..order.len()).rev() {
            let random;
            (seed, random) = yipan_core::splitmix64(seed);
            order.swap(i, (random % (i as u64 + 1)) as usize);
        }
        let learning_rate = 2.0 * (1.0 - round as f32 / rounds as f32) + 0.05;
        for batch in order.chunks(BATCH) {
            step += 1;
            let gradient = gradient(samples, batch, weights, steepness);
            for (i, derivative) in gradient.iter().enumerate() {
                let (weight, initial) = (&mut weights[i], initial[i]);
                let derivative = [
                    derivative.0 + regularization * (weight.0 - initial.0),
                    derivative.1 + regularization * (weight.1 - initial.1),
                ];
                let moment = &mut moments[i];
                for half in 0..2 {
                    moment[half] = 0.9 * moment[half] + 0.1 * derivative[half];
                    moment[half + 2] = 0.999 * moment[half + 2] + 0.001 * derivative[half] * derivative[half];
                    let mean = moment[half] / (1.0 - 0.9f32.powi(step));
                    let variance = moment[half + 2] / (1.0 - 0.999f32.powi(step));
                    let change = learning_rate * mean / (variance.sqrt() + 1e-9);
                    if half == 0 {
                        weight.0 -= change;
                    } else {
                        weight.1 -= change;
                    }
                }
            }
        }
        on_round(round, error(samples, weights, steepness));
    }
}

/// Returns the gradient of the mean squared error of a batch.
fn gradient(samples: &[Sample], batch: &[u32], weights: &Weights, steepness: f32) -> Weights {
    let mut gradient = vec![(0.0, 0.0); weights.len()];
    for &index in batch {
        let sample = &samples[index as usize];
        let expected = expected_result(sample.score(weights), steepness);
        let derivative =
            (expected - sample.target(steepness)) * expected * (1.0 - expected) / batch.len() as f32;
        let (middle, end) = sample.phase_fractions();
        for &(feature, times) in &sample.features {
            let slopes: &mut (f32, f32) = &mut gradient[usize::from(feature)];
            slopes.0 += derivative * f32::from(times) * middle;
            slopes.1 += derivative * f32::from(times) * end;
        }
    }
    gradient
}

/// Returns the score of a sample for the first side.
#[must_use]
pub fn score(sample: &Sample, weights: &Weights) -> f32 {
    sample.score(weights)
}
