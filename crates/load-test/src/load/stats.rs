use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use yipan_wire::Clocks;

use crate::latency::LatencySamples;

/// The measurements of a run, shared by its clients.
#[derive(Debug, Default)]
pub(crate) struct Stats {
    connected: AtomicUsize,
    kills: AtomicU64,
    stopped: AtomicBool,
    measurements: Mutex<Measurements>,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct Measurements {
    pub(crate) ack_latency: LatencySamples,
    pub(crate) delivery_latency: LatencySamples,
    pub(crate) moves: u64,
    pub(crate) games: u64,
    pub(crate) events: u64,
    pub(crate) reconnects: u64,
    pub(crate) errors: Vec<String>,
    pub(crate) error_count: u64,
    /// The acknowledged moves as room, user id and command id.
    pub(crate) acked_moves: Vec<(String, String, String)>,
    /// The last clocks received in each room, with the sequence number of their event.
    pub(crate) clocks: HashMap<String, (u64, Clocks)>,
    /// Clients whose connection answered a ping at the end.
    pub(crate) clients_at_end: usize,
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

    pub(crate) fn server_killed(&self) {
        self.kills.fetch_add(1, Ordering::SeqCst);
    }

    /// Returns how often the server was killed; a latency measured across a kill is discarded.
    pub(crate) fn kills(&self) -> u64 {
        self.kills.load(Ordering::SeqCst)
    }

    /// Excludes later moves from the move rate.
    pub(crate) fn stop_counting(&self) {
        self.stopped.store(true, Ordering::SeqCst);
    }

    /// Records an acknowledged move, with its latency if no kill disturbed it.
    pub(crate) fn move_acked(&self, room: &str, user_id: &str, id: String, latency: Option<Duration>) {
        let counts = !self.stopped.load(Ordering::SeqCst);
        let mut measurements = self.lock();
        measurements.acked_moves.push((room.to_owned(), user_id.to_owned(), id));
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
