use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard};
use std::time::Duration;

use yipan_wire::Clocks;

use super::gauge::Gauge;

/// What everybody writes down during a run.
#[derive(Debug, Default)]
pub(super) struct Book {
    entered: AtomicUsize,
    /// How often the hall was killed.
    kills: AtomicU64,
    stopped: AtomicBool,
    notes: Mutex<Notes>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Notes {
    pub(super) acks: Gauge,
    pub(super) seen: Gauge,
    pub(super) moves: u64,
    pub(super) games: u64,
    pub(super) frames: u64,
    pub(super) reconnects: u64,
    pub(super) faults: Vec<String>,
    pub(super) fault_count: u64,
    /// The commands that were acknowledged as moves: room, person, id.
    pub(super) acked: Vec<(String, String, String)>,
    /// The clocks as they were told last at each table, with the number of their frame.
    pub(super) clocks: HashMap<String, (u64, Clocks)>,
    /// Lines that were open at the end, or came back, and were answered.
    pub(super) present: usize,
}

/// Faults beyond so many are only counted.
const TOLD: usize = 5;

impl Book {
    fn notes(&self) -> MutexGuard<'_, Notes> {
        self.notes.lock().expect("nobody panics with the lock held")
    }

    /// Everything so far.
    pub(super) fn copy(&self) -> Notes {
        self.notes().clone()
    }

    /// Returns the number of acknowledgements so far.
    pub(super) fn ack_count(&self) -> usize {
        self.notes().acks.count()
    }

    pub(super) fn note(&self, write: impl FnOnce(&mut Notes)) {
        write(&mut self.notes());
    }

    pub(super) fn enter(&self) {
        self.entered.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn entered(&self) -> usize {
        self.entered.load(Ordering::Relaxed)
    }

    pub(super) fn killed(&self) {
        self.kills.fetch_add(1, Ordering::SeqCst);
    }

    pub(super) fn kills(&self) -> u64 {
        self.kills.load(Ordering::SeqCst)
    }

    /// No more moves are counted.
    pub(super) fn stop(&self) {
        self.stopped.store(true, Ordering::SeqCst);
    }

    /// A move was acknowledged after so long.
    pub(super) fn acked(&self, room: &str, person: &str, id: String, took: Option<Duration>) {
        let counts = !self.stopped.load(Ordering::SeqCst);
        let mut notes = self.notes();
        notes.acked.push((room.to_owned(), person.to_owned(), id));
        notes.moves += u64::from(counts);
        if let Some(took) = took {
            notes.acks.add(took);
        }
    }

    pub(super) fn fault(&self, what: impl Into<String>) {
        let mut notes = self.notes();
        notes.fault_count += 1;
        if notes.faults.len() < TOLD {
            notes.faults.push(what.into());
        }
    }

    pub(super) fn faults(&self) -> Vec<String> {
        self.notes().faults.clone()
    }
}
