use std::time::Duration;

/// The allocated memory of a server over a run, sampled at equal intervals.
#[derive(Clone, Debug, Default)]
pub(crate) struct MemoryTrend {
    /// The memory before the first client connected.
    idle_mib: f64,
    samples_mib: Vec<f64>,
}

/// The memory of a server after its warm-up and at the end of a run, each the mean of several samples.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct MemoryGrowth {
    pub(crate) idle_mib: f64,
    pub(crate) start_mib: f64,
    pub(crate) end_mib: f64,
}

/// The time between two samples.
pub(crate) const SAMPLE_INTERVAL: Duration = Duration::from_secs(1);

/// The part of a run in which memory may grow: caches fill, and ended rooms are unloaded only after a minute.
const WARM_UP: f64 = 0.25;

/// The part of a run over which a mean is taken.
const WINDOW: f64 = 0.1;

/// The growth that allocations of changing size explain.
const MAX_GROWTH: f64 = 0.05;

impl MemoryTrend {
    pub(crate) const fn new(idle_mib: f64) -> MemoryTrend {
        MemoryTrend { idle_mib, samples_mib: Vec::new() }
    }

    pub(crate) fn add(&mut self, mib: f64) {
        self.samples_mib.push(mib);
    }

    /// Returns the growth, or `None` if there are too few samples.
    pub(crate) fn growth(&self) -> Option<MemoryGrowth> {
        let count = self.samples_mib.len() as f64;
        let (warm_up, window) = ((count * WARM_UP) as usize, (count * WINDOW) as usize);
        let start = self.samples_mib.get(warm_up..warm_up + window)?;
        let end = self.samples_mib.get(self.samples_mib.len().checked_sub(window)?..)?;
        let mean = |samples: &[f64]| samples.iter().sum::<f64>() / samples.len() as f64;
        (window > 0).then(|| MemoryGrowth {
            idle_mib: self.idle_mib,
            start_mib: mean(start),
            end_mib: mean(end),
        })
    }
}

impl MemoryGrowth {
    /// Returns the growth since the warm-up of what rooms and sockets take, as a fraction. Their number does not change.
    pub(crate) fn fraction(&self) -> f64 {
        (self.end_mib - self.idle_mib) / (self.start_mib - self.idle_mib) - 1.0
    }

    pub(crate) fn is_bounded(&self) -> bool {
        self.fraction() <= MAX_GROWTH
    }

    /// Returns the KiB that each of `count` rooms or sockets takes, at the start and at the end.
    pub(crate) fn kib_per(&self, count: usize) -> [f64; 2] {
        [self.start_mib, self.end_mib].map(|mib| (mib - self.idle_mib) * 1024.0 / count as f64)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn trend(sample: impl Fn(u32) -> f64) -> MemoryTrend {
        let mut trend = MemoryTrend::new(10.0);
        (0..100).for_each(|index| trend.add(sample(index)));
        trend
    }

    #[test]
    fn only_growth_after_the_warm_up_counts() {
        let levels_off = trend(|index| f64::from(index.min(25)) + 75.0).growth().expect("enough samples");
        assert_eq!(levels_off, MemoryGrowth { idle_mib: 10.0, start_mib: 100.0, end_mib: 100.0 });
        assert!(levels_off.is_bounded());
        assert_eq!(levels_off.kib_per(90), [1024.0; 2]);
        let leaks = trend(|index| 100.0 + f64::from(index) / 5.0).growth().expect("enough samples");
        assert!(!leaks.is_bounded(), "{leaks:?}");
    }

    #[test]
    fn the_memory_of_an_idle_server_hides_no_growth() {
        let growth = MemoryGrowth { idle_mib: 80.0, start_mib: 100.0, end_mib: 102.0 };
        assert!((growth.fraction() - 0.1).abs() < 1e-9 && !growth.is_bounded(), "{growth:?}");
        assert!(MemoryGrowth { end_mib: 100.9, ..growth }.is_bounded());
    }

    #[test]
    fn a_few_samples_show_no_growth() {
        let mut trend = MemoryTrend::new(10.0);
        (0..9).for_each(|_| trend.add(20.0));
        assert_eq!(trend.growth(), None);
    }
}
