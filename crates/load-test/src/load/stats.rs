use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use super::generator_delay::GeneratorDelay;
use super::measurements::{AckedMove, Measurements};

/// The measurements of a run, shared by its clients.
#[derive(Debug, Default)]
pub(crate) struct Stats {
    connected: AtomicUsize,
    /// The starts and ends of faults: odd during a fault.
    fault_edges: AtomicU64,
    stopped: AtomicBool,
    measurements: Mutex<Measurements>,
    pub(crate) generator_delay: GeneratorDelay,
}

/// The errors reported in full; the rest is counted.
const MAX_REPORTED_ERRORS: usize = 5;

impl Stats {
    fn lock(&self) -> MutexGuard<'_, Measurements> {
        self.measurements.lock().expect("no thread panics while it holds the lock")
    }

    pub(crate) fn snapshot(&self) -> Measurements {
        self.lock().clone()
    }

    pub(crate) fn ack_count(&self) -> usize {
        self.lock().ack_latency.count()
    }

    pub(crate) fn update(&self, change: impl FnOnce(&mut Measurements)) {
        change(&mut self.lock());
    }

    pub(crate) fn client_connected(&self) {
        self.connected.fetch_add(1, Ordering::Relaxed);
    }

    pub(crate) fn connected(&self) -> usize {
        self.connected.load(Ordering::Relaxed)
    }

    /// Counts a kill of the server, which answers again.
    pub(crate) fn server_killed(&self) {
        self.fault_edges.fetch_add(2, Ordering::SeqCst);
    }

    pub(crate) fn fault_began(&self) {
        self.fault_edges.fetch_add(1, Ordering::SeqCst);
    }

    pub(crate) fn fault_ended(&self) {
        self.fault_edges.fetch_add(1, Ordering::SeqCst);
    }

    /// Returns the number of faults.
    pub(crate) fn faults(&self) -> u64 {
        self.fault_edges().div_ceil(2)
    }

    pub(crate) fn fault_edges(&self) -> u64 {
        self.fault_edges.load(Ordering::SeqCst)
    }

    /// Returns whether there was no fault since the edges were read; other latencies are discarded.
    pub(crate) fn is_undisturbed_since(&self, fault_edges: u64) -> bool {
        fault_edges.is_multiple_of(2) && fault_edges == self.fault_edges()
    }

    /// Excludes later moves from the move rate.
    pub(crate) fn stop_counting(&self) {
        self.stopped.store(true, Ordering::SeqCst);
    }

    /// Records an acknowledged move, with its latency if no fault disturbed it.
    pub(crate) fn move_acked(&self, acked: AckedMove, latency: Option<Duration>) {
        let counts = !self.stopped.load(Ordering::SeqCst);
        let mut measurements = self.lock();
        measurements.acked_moves.push(acked);
        measurements.moves += u64::from(counts);
        if let Some(latency) = latency {
            measurements.ack_latency.add(latency);
        }
    }

    pub(crate) fn record_error(&self, message: impl Into<String>) {
        let mut measurements = self.lock();
        measurements.error_count += 1;
        if measurements.errors.len() < MAX_REPORTED_ERRORS {
            measurements.errors.push(message.into());
        }
    }

    pub(crate) fn errors(&self) -> Vec<String> {
        self.lock().errors.clone()
    }
}
