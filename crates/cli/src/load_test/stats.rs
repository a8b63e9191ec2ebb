use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use yipan_wire::Clocks;

use super::latency::LatencySamples;

/// What everybody writes down during a run.
#[derive(Debug, Default)]
pub(super) struct Stats {
    connected: AtomicUsize,
    /// How often the hall was killed.
    kills: AtomicU64,
    stopped: AtomicBool,
    measurements: Mutex<Measurements>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Measurements {
    pub(super) ack_latency: LatencySamples,
    pub(super) delivery_latency: LatencySamples,
    pub(super) moves: u64,
    pub(super) games: u64,
    pub(super) events: u64,
    pub(super) reconnects: u64,
    pub(super) errors: Vec<String>,
    pub(super) error_count: u64,
    /// The commands that were acknowledged as moves: room, person, id.
    pub(super) acked_moves: Vec<(String, String, String)>,
    /// The clocks as they were told last at each table, with the number of their frame.
    pub(super) clocks: HashMap<String, (u64, Clocks)>,
    /// Lines that were open at the end, or came back, and were answered.
    pub(super) clients_at_end: usize,
}

/// Faults beyond so many are only counted.
const MAX_REPORTED_ERRORS: usize = 5;

impl Stats {
    fn lock(&self) -> MutexGuard<'_, Measurements> {
        self.measurements.lock().expect("nobody panics with the lock held")
    }

    /// Everything so far.
    pub(super) fn snapshot(&self) -> Measurements {
        self.lock().clone()
    }

    /// Returns the number of acknowledgements so far.
    pub(super) fn ack_count(&self) -> usize {
        self.lock().ack_latency.count()
    }

    pub(super) fn update(&self, write: impl FnOnce(&mut Measurements)) {
        write(&mut self.lock());
    }

    pub(super) fn client_connected(&self) {
        self.connected.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn connected(&self) -> usize {
        self.connected.load(Ordering::Relaxed)
    }

    pub(super) fn server_killed(&self) {
        self.kills.fetch_add(1, Ordering::SeqCst);
    }

    pub(super) fn kills(&self) -> u64 {
        self.kills.load(Ordering::SeqCst)
    }

    /// No more moves are counted.
    pub(super) fn stop_counting(&self) {
        self.stopped.store(true, Ordering::SeqCst);
    }

    /// A move was acknowledged after so long.
    pub(super) fn move_acked(&self, room: &str, person: &str, id: String, took: Option<Duration>) {
        let counts = !self.stopped.load(Ordering::SeqCst);
        let mut notes = self.lock();
        notes.acked_moves.push((room.to_owned(), person.to_owned(), id));
        notes.moves += u64::from(counts);
        if let Some(took) = took {
            notes.ack_latency.add(took);
        }
    }

    pub(super) fn record_error(&self, what: impl Into<String>) {
        let mut notes = self.lock();
        notes.error_count += 1;
        if notes.errors.len() < MAX_REPORTED_ERRORS {
            notes.errors.push(what.into());
        }
    }

    pub(super) fn errors(&self) -> Vec<String> {
        self.lock().errors.clone()
    }
}
