use std::collections::BTreeSet;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use yipan_server::simulation::{MessageFate, SimulatedBus};

use crate::rng::Rng;
use crate::store::SharedDisk;

/// The bus between nodes: messages are slow, lost and doubled, and endpoints are cut off from all others or from one.
#[derive(Debug)]
pub(crate) struct BusFaults {
    pub(crate) bus: SimulatedBus,
    is_lossy: Arc<AtomicBool>,
    is_calm: Arc<AtomicBool>,
    cuts: Mutex<BTreeSet<Cut>>,
}

/// An endpoint that reaches no other, or two that do not reach each other.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Cut {
    Endpoint(String),
    Pair([String; 2]),
}

impl BusFaults {
    /// Creates a bus whose faults follow from a seed. The observer of the disk sees all its messages.
    pub(crate) fn new(seed: u64, disk: &SharedDisk) -> BusFaults {
        let bus = SimulatedBus::default();
        let (is_lossy, is_calm) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicBool::new(false)));
        let mut rng = Rng::new(seed, "bus delays");
        bus.set_delays(move || Duration::from_millis(delay_millis(&mut rng)));
        let mut rng = Rng::new(seed, "bus losses");
        let lost = if rng.is_within_percent(40) { 0 } else { rng.between(200, 5_000) };
        let (lossy, calm) = (Arc::clone(&is_lossy), Arc::clone(&is_calm));
        bus.set_fates(move || {
            if calm.load(Ordering::Relaxed) {
                MessageFate::Delivered
            } else if rng.is_one_in(if lossy.load(Ordering::Relaxed) { 5 } else { lost }) {
                MessageFate::Lost
            } else if rng.is_one_in(1_000) {
                MessageFate::Duplicated
            } else {
                MessageFate::Delivered
            }
        });
        let disk = disk.clone();
        bus.observe(move |payload| disk.lock().oracle.check_bus_message(payload));
        BusFaults { bus, is_lossy, is_calm, cuts: Mutex::default() }
    }

    fn lock_cuts(&self) -> MutexGuard<'_, BTreeSet<Cut>> {
        self.cuts.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Loses many messages, or few.
    pub(crate) fn set_lossy(&self, is_lossy: bool) {
        self.is_lossy.store(is_lossy, Ordering::Relaxed);
    }

    pub(crate) fn cut(&self, cut: &Cut) {
        self.set(cut, true);
        self.lock_cuts().insert(cut.clone());
    }

    pub(crate) fn mend(&self, cut: &Cut) {
        if self.lock_cuts().remove(cut) {
            self.set(cut, false);
        }
    }

    /// Mends every cut and loses no more messages.
    pub(crate) fn repair(&self) {
        self.is_calm.store(true, Ordering::Relaxed);
        std::mem::take(&mut *self.lock_cuts()).iter().for_each(|cut| self.set(cut, false));
    }

    fn set(&self, cut: &Cut, is_cut: bool) {
        match cut {
            Cut::Endpoint(endpoint) => self.bus.set_cut(endpoint, is_cut),
            Cut::Pair([one, other]) => self.bus.set_partitioned([one, other], is_cut),
        }
    }
}

/// Returns the time that a message takes. Messages of different subjects may overtake each other.
fn delay_millis(rng: &mut Rng) -> u64 {
    match rng.below(2_000) {
        0 => rng.between(400, 2_500),
        1..=20 => rng.between(20, 300),
        _ => rng.between(1, 5),
    }
}
