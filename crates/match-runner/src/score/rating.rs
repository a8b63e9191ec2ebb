//! The Elo difference with its error, and the sequential probability ratio test.

use std::str::FromStr;

use yipan_core::{Language, Localize};

/// The number of game pairs in which the first player scored 0, 1/2, 1, 1 1/2 and 2 points.
///
/// The two games of a pair share an opening, so their results are correlated: both players win an opening that favors
/// one side once. Therefore the error is estimated from pairs, not from games.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pentanomial(pub [u64; 5]);

/// An Elo difference with its 95 % confidence interval. A value is infinite if every game had the same winner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Elo {
    /// The estimate.
    pub value: f64,
    /// The lower bound of the interval.
    pub low: f64,
    /// The upper bound of the interval.
    pub high: f64,
}

/// The number of standard errors on each side of a 95 % confidence interval.
const Z_95: f64 = 1.959_963_985;

impl Pentanomial {
    /// Adds a pair by its half points, 0 to 4.
    pub fn add(&mut self, half_points: usize) {
        self.0[half_points.min(4)] += 1;
    }

    /// Returns the Elo difference, or `None` without pairs.
    #[must_use]
    pub fn elo(&self) -> Option<Elo> {
        let counts = self.0.map(|count| count as f64);
        let total: f64 = counts.iter().sum();
        if total == 0.0 {
            return None;
        }
        let (mean, variance) = mean_and_variance(counts);
        let error = Z_95 * (variance / total).sqrt();
        Some(Elo {
            value: elo_from_score(mean),
            low: elo_from_score(mean - error),
            high: elo_from_score(mean + error),
        })
    }
}

/// Returns the mean and the variance of a pair's score, as a fraction of its two points.
fn mean_and_variance(counts: [f64; 5]) -> (f64, f64) {
    let total: f64 = counts.iter().sum();
    let share = |place: usize| place as f64 / 4.0;
    let mean = counts.iter().enumerate().map(|(place, count)| share(place) * count).sum::<f64>() / total;
    let square = |(place, count): (usize, &f64)| (share(place) - mean).powi(2) * count;
    (mean, counts.iter().enumerate().map(square).sum::<f64>() / total)
}

/// Returns the Elo difference with this expected score.
fn elo_from_score(share: f64) -> f64 {
    // Adding zero turns -0.0 into 0.0, which prints without a minus.
    -400.0 * (1.0 / share.clamp(0.0, 1.0) - 1.0).log10() + 0.0
}

/// Returns the expected score of an Elo difference.
fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10_f64.powf(-elo / 400.0))
}

/// A sequential probability ratio test of `elo1` against `elo0`, with error rates of 5 % each.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The difference of the null hypothesis.
    pub elo0: f64,
    /// The difference of the alternative, greater than `elo0`.
    pub elo1: f64,
}

/// The pairs without which the spread of their scores is not known: with one pair it seems to be zero, and every pair that
/// is not even would decide the test.
const MIN_SPRT_PAIRS: u64 = 20;

/// The state of a test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SprtDecision {
    /// More games are needed.
    Continue,
    /// The difference is `elo0` or less.
    AcceptH0,
    /// The difference is `elo1` or more.
    AcceptH1,
}

/// A text that is not a pair of bounds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseSprtError {
    text: String,
}

impl Sprt {
    /// Returns the log-likelihood ratio at which the test accepts; the negative value is where it rejects.
    #[must_use]
    pub fn bound() -> f64 {
        (0.95_f64 / 0.05).ln()
    }

    /// Returns the log-likelihood ratio of `elo1` to `elo0`, by the normal approximation to the scores of pairs.
    #[must_use]
    pub fn log_likelihood_ratio(&self, pairs: &Pentanomial) -> f64 {
        if pairs.0 == [0; 5] {
            return 0.0;
        }
        // A score without pairs so far is not impossible.
        let counts = pairs.0.map(|count| (count as f64).max(1e-3));
        let total: f64 = counts.iter().sum();
        let (mean, variance) = mean_and_variance(counts);
        let (first, second) = (expected_score(self.elo0), expected_score(self.elo1));
        total * (second - first) * (2.0 * mean - first - second) / (2.0 * variance)
    }

    /// Returns the state of the test after these pairs. It goes on for at least 20 pairs.
    #[must_use]
    pub fn decision(&self, pairs: &Pentanomial) -> SprtDecision {
        match self.log_likelihood_ratio(pairs) {
            _ if pairs.0.iter().sum::<u64>() < MIN_SPRT_PAIRS => SprtDecision::Continue,
            ratio if ratio >= Sprt::bound() => SprtDecision::AcceptH1,
            ratio if ratio <= -Sprt::bound() => SprtDecision::AcceptH0,
            _ => SprtDecision::Continue,
        }
    }
}

impl FromStr for Sprt {
    type Err = ParseSprtError;

    fn from_str(text: &str) -> Result<Sprt, ParseSprtError> {
        let number = |text: &str| text.trim().parse::<f64>().ok().filter(|elo| elo.abs() <= 1_000.0);
        let bounds = text.split_once(',').and_then(|(first, second)| Some((number(first)?, number(second)?)));
        match bounds {
            Some((elo0, elo1)) if elo0 < elo1 => Ok(Sprt { elo0, elo1 }),
            _ => Err(ParseSprtError { text: text.chars().take(40).collect() }),
        }
    }
}

impl Localize for ParseSprtError {
    fn localize(&self, language: Language) -> String {
        let text = &self.text;
        match language {
            Language::English => {
                format!(
                    "`{text}` is not a pair of bounds; write two numbers, the smaller first, such as 0,10"
                )
            }
            Language::Simplified => format!("“{text}”不是界限；请写两个数，小的在前，例如 0,10"),
            Language::Traditional => format!("「{text}」不是界限；請寫兩個數，小的在前，例如 0,10"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn assert_near(found: f64, expected: f64) {
        assert!((found - expected).abs() < 0.01, "{found} instead of {expected}");
    }

    #[test]
    fn elo_follows_from_the_share_of_the_points() {
        for (share, elo) in [(0.5, 0.0), (0.75, 190.85), (0.25, -190.85), (0.64, 99.95), (10.0 / 11.0, 400.0)]
        {
            assert_near(elo_from_score(share), elo);
            assert_near(expected_score(elo), share);
        }
        assert_eq!((elo_from_score(1.0), elo_from_score(0.0)), (f64::INFINITY, f64::NEG_INFINITY));
        assert_eq!(elo_from_score(0.5).to_string(), "0");
    }

    #[test]
    fn the_error_is_computed_from_pairs() {
        // 100 pairs, mean 0.55 and variance 0.06: 0.55 ± 0.048009.
        let elo = Pentanomial([5, 15, 45, 25, 10]).elo().expect("games");
        assert_near(elo.value, 34.86);
        assert_near(elo.low, 1.38);
        assert_near(elo.high, 69.00);
        // Openings that one side always wins carry no information about the players, and no noise.
        assert_eq!(Pentanomial([0, 0, 50, 0, 0]).elo(), Some(Elo { value: 0.0, low: 0.0, high: 0.0 }));
        assert_eq!(Pentanomial::default().elo(), None);
        assert_eq!(Pentanomial([0, 0, 0, 0, 9]).elo().map(|elo| elo.value), Some(f64::INFINITY));
    }

    #[test]
    fn the_test_ends_at_the_logarithm_of_nineteen() {
        assert_near(Sprt::bound(), 2.944);
        let sprt = Sprt { elo0: 0.0, elo1: 10.0 };
        assert_eq!(sprt.log_likelihood_ratio(&Pentanomial::default()), 0.0);
        // The likelihoods themselves, each at its most likely distribution of that mean, give 0.984.
        assert_near(sprt.log_likelihood_ratio(&Pentanomial([5, 15, 45, 25, 10])), 1.026);
        assert_eq!(sprt.decision(&Pentanomial([5, 15, 45, 25, 10])), SprtDecision::Continue);
        assert_eq!(sprt.decision(&Pentanomial([50, 150, 450, 250, 100])), SprtDecision::AcceptH1);
        assert_eq!(sprt.decision(&Pentanomial([100, 250, 450, 150, 50])), SprtDecision::AcceptH0);
        assert_eq!(sprt.decision(&Pentanomial([0, 1, 0, 0, 0])), SprtDecision::Continue);
    }

    #[test]
    fn bounds_are_two_numbers_in_order() {
        assert_eq!("0,10".parse(), Ok(Sprt { elo0: 0.0, elo1: 10.0 }));
        assert_eq!(" -5 , 2.5".parse(), Ok(Sprt { elo0: -5.0, elo1: 2.5 }));
        for text in ["", "0", "0,0", "10,0", "a,b", "0,NaN", "0,inf", "0,1,2", "-1e9,0", "0;5"] {
            let error = text.parse::<Sprt>().expect_err(text);
            assert!(Language::ALL.iter().all(|&language| error.localize(language).contains("0,10")));
        }
    }
}
