use std::time::Duration;

/// How long things took.
#[derive(Clone, Debug, Default)]
pub(super) struct LatencySamples(Vec<u32>);

impl LatencySamples {
    pub(super) fn add(&mut self, took: Duration) {
        self.0.push(u32::try_from(took.as_micros()).unwrap_or(u32::MAX));
    }

    /// Returns how many there are.
    pub(super) const fn count(&self) -> usize {
        self.0.len()
    }

    /// The longest of so many of a thousand that took least, in milliseconds.
    pub(super) fn quantile_ms(&self, thousandths: usize) -> f64 {
        let mut sorted = self.0.clone();
        sorted.sort_unstable();
        let place = (sorted.len() * thousandths).div_ceil(1000).saturating_sub(1);
        sorted.get(place).map_or(0.0, |micros| f64::from(*micros) / 1000.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_percentile_is_the_longest_of_those_that_took_least() {
        let mut gauge = LatencySamples::default();
        assert_eq!(gauge.quantile_ms(500).to_bits(), 0.0_f64.to_bits());
        for millis in (1..=1000).rev() {
            gauge.add(Duration::from_millis(millis));
        }
        let [half, most, nearly_all] =
            [500, 990, 999].map(|thousandths| gauge.quantile_ms(thousandths).round() as u32);
        assert_eq!((half, most, nearly_all), (500, 990, 999));
    }
}
