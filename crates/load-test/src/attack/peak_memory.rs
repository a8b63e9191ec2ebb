use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use crate::memory::resident_mib;

const SAMPLE_INTERVAL: Duration = Duration::from_millis(50);

/// Samples the resident memory of processes for the peak of the largest.
///
/// The kernel's own peak also covers the time before the attack.
pub(super) struct PeakMemory {
    peak_kib: Arc<AtomicU64>,
    task: tokio::task::JoinHandle<()>,
}

impl PeakMemory {
    pub(super) fn watch(processes: Vec<u32>) -> PeakMemory {
        let peak_kib = Arc::new(AtomicU64::new(0));
        let peak = Arc::clone(&peak_kib);
        let task = tokio::spawn(async move {
            loop {
                peak.fetch_max((largest_resident_mib(&processes) * 1024.0) as u64, Ordering::Relaxed);
                tokio::time::sleep(SAMPLE_INTERVAL).await;
            }
        });
        PeakMemory { peak_kib, task }
    }

    /// Stops sampling and returns the peak in MiB.
    pub(super) fn stop(self) -> f64 {
        self.task.abort();
        self.peak_kib.load(Ordering::Relaxed) as f64 / 1024.0
    }
}

/// Returns the resident memory of the largest of these processes.
pub(super) fn largest_resident_mib(processes: &[u32]) -> f64 {
    processes.iter().map(|process| resident_mib(*process)).fold(0.0, f64::max)
}
