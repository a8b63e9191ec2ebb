use std::time::Duration;

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
    pub(crate) fn quantile_ms(&self, thousandths: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let rank = (sorted.len() * thousandths).div_ceil(1000).saturating_sub(1);
        sorted.get(rank).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quantile_is_the_sample_at_its_rank() {
        let mut samples = LatencySamples::default();
        assert_eq!(samples.quantile_ms(500).to_bits(), 0.0_f64.to_bits());
        for millis in (1..=1000).rev() {
            samples.add(Duration::from_millis(millis));
        }
        let quantiles = [500, 990, 999].map(|thousandths| samples.quantile_ms(thousandths).round() as u32);
        assert_eq!(quantiles, [500, 990, 999]);
    }
}
