use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// Measured durations, in microseconds.
#[derive(Clone, Debug, Default)]
pub(crate) struct LatencySamples(Vec<u32>);

impl LatencySamples {
    pub(crate) fn add(&mut self, duration: Duration) {
        self.0.push(u32::try_from(duration.as_micros()).unwrap_or(u32::MAX));
    }

    pub(crate) const fn count(&self) -> usize {
        self.0.len()
    }

    /// Returns a quantile in milliseconds, by the nearest-rank method; 0 without samples.
    pub(crate) fn quantile_ms(&self, rank_in_10_000: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let rank = (sorted.len() * rank_in_10_000).div_ceil(10_000).saturating_sub(1);
        sorted.get(rank).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
    }

    /// Counts the samples by whole milliseconds, so that those of several runs can be added.
    pub(crate) fn histogram(&self) -> LatencyHistogram {
        let mut histogram = LatencyHistogram::default();
        for micros in &self.0 {
            *histogram.0.entry(micros / 1_000).or_default() += 1;
        }
        histogram
    }
}

/// The number of durations of each length, in whole milliseconds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct LatencyHistogram(BTreeMap<u32, u64>);

impl LatencyHistogram {
    pub(crate) fn add_all(&mut self, other: &LatencyHistogram) {
        other.0.iter().for_each(|(millis, count)| *self.0.entry(*millis).or_default() += count);
    }

    /// Returns a quantile in milliseconds, by the nearest-rank method; 0 without samples.
    pub(crate) fn quantile_ms(&self, rank_in_10_000: u64) -> u32 {
        let rank = (self.0.values().sum::<u64>() * rank_in_10_000).div_ceil(10_000).max(1);
        let mut seen = 0;
        let reached = self.0.iter().find(|(_, count)| {
            seen += **count;
            seen >= rank
        });
        reached.map_or(0, |(millis, _)| *millis)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_the_sample_at_its_rank() {
        let mut samples = LatencySamples::default();
        assert_eq!(samples.quantile_ms(5_000).to_bits(), 0.0_f64.to_bits());
        for millis in (1..=1000).rev() {
            samples.add(Duration::from_millis(millis));
        }
        let quantiles = [5_000, 9_900, 9_990, 9_999].map(|rank| samples.quantile_ms(rank).round() as u32);
        assert_eq!(quantiles, [500, 990, 999, 1_000]);
        let mut histogram = samples.histogram();
        assert_eq!(
            [5_000, 9_900, 9_990, 10_000].map(|rank| histogram.quantile_ms(rank)),
            [500, 990, 999, 1_000]
        );
        histogram.add_all(&samples.histogram());
        assert_eq!([5_000, 9_900].map(|rank| histogram.quantile_ms(rank)), [500, 990]);
        assert_eq!(LatencyHistogram::default().quantile_ms(9_900), 0);
    }
}
