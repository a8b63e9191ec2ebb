use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};
use yipan_server::simulation::PlantedFault;

use crate::bus_faults::BusFaults;
use crate::history::History;
use crate::network::Network;
use crate::oracle::Oracle;
use crate::rng::Rng;
use crate::store::{Disk, DiskFaults, SharedDisk};
use crate::trace::Trace;
use crate::violation::FirstViolation;

/// The time at the start of every run, in Unix milliseconds.
pub(crate) const START_MILLIS: u64 = 1_750_000_000_000;

/// The time after an outage of the disk until every room has recovered from it.
const RECOVERY: Duration = Duration::from_secs(15);

/// The time for which a node serves its rooms after it has lost the disk.
const LEASE: Duration = Duration::from_millis(2_500);

/// Everything outside of the servers: disk, networks and users, and what was observed.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) seed: u64,
    pub(crate) disk: SharedDisk,
    pub(crate) network: Network,
    pub(crate) bus: BusFaults,
    /// The number of nodes; with one the server is alone with the disk.
    pub(crate) nodes: usize,
    pub(crate) trace: Trace,
    pub(crate) violation: FirstViolation,
    history: Mutex<History>,
    /// The rooms without a guest.
    open_rooms: Mutex<Vec<String>>,
    /// The time of the last fault, once there are no more.
    calm_since: Mutex<Option<Instant>>,
    is_ending: AtomicBool,
    faults: AtomicUsize,
}

impl World {
    pub(crate) fn new(seed: u64, nodes: usize, fault: Option<PlantedFault>) -> World {
        let (trace, violation) = (Trace::start(), FirstViolation::default());
        let oracle = Oracle::new(START_MILLIS, trace.clone(), violation.clone());
        let mut rng = Rng::new(seed, "disk faults");
        // Some disks are perfect, so that other faults are seen alone.
        let mut rate = || if rng.is_within_percent(40) { 0 } else { rng.between(100, 2_000) };
        let faults = DiskFaults {
            failing_writes: rate(),
            unknown_writes: rate(),
            slow_writes: rate(),
            ..DiskFaults::default()
        };
        let mut disk = Disk::new(seed, oracle, faults);
        disk.tables.ignores_epochs = fault == Some(PlantedFault::MissingFencing);
        if nodes > 1 {
            disk.share();
        }
        let disk = SharedDisk::new(disk);
        World {
            seed,
            bus: BusFaults::new(seed, &disk),
            disk,
            network: Network::default(),
            nodes,
            trace,
            violation,
            history: Mutex::default(),
            open_rooms: Mutex::default(),
            calm_since: Mutex::default(),
            is_ending: AtomicBool::new(false),
            faults: AtomicUsize::new(0),
        }
    }

    pub(crate) fn lock_history(&self) -> MutexGuard<'_, History> {
        self.history.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn lock_open_rooms(&self) -> MutexGuard<'_, Vec<String>> {
        self.open_rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the faults so far.
    pub(crate) fn faults(&self) -> usize {
        self.faults.load(Ordering::Relaxed)
    }

    /// Whether users leave now.
    pub(crate) fn is_ending(&self) -> bool {
        self.is_ending.load(Ordering::Relaxed) || self.violation.get().is_some()
    }

    /// Ends all faults, of the disk and of the bus.
    pub(crate) fn calm_down(&self) {
        self.change_faults(|faults| *faults = DiskFaults::default());
        self.bus.repair();
        *self.calm_since.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// Whether there was no fault for this long.
    pub(crate) fn is_calm_for(&self, time: Duration) -> bool {
        let calm_since = *self.calm_since.lock().unwrap_or_else(PoisonError::into_inner);
        calm_since.is_some_and(|since| since.elapsed() >= time)
    }

    pub(crate) fn end(&self) {
        self.is_ending.store(true, Ordering::Relaxed);
    }

    pub(crate) fn add_open_room(&self, room: String) {
        self.lock_open_rooms().push(room);
    }

    /// Returns the oldest room without a guest, and gives it to no other user.
    pub(crate) fn take_open_room(&self) -> Option<String> {
        let mut rooms = self.lock_open_rooms();
        if rooms.is_empty() { None } else { Some(rooms.remove(0)) }
    }

    /// Returns a room whose game is played.
    pub(crate) fn watched_room(&self, rng: &mut Rng) -> Option<String> {
        let disk = self.disk.lock();
        let playing = disk.oracle.rooms().iter().filter(|(_, observed)| observed.room.is_playing());
        let codes: Vec<_> = playing.map(|(code, _)| code.clone()).collect();
        rng.choose(&codes).cloned()
    }

    /// Counts a fault.
    pub(crate) fn begin_fault(&self, text: std::fmt::Arguments<'_>) {
        self.faults.fetch_add(1, Ordering::Relaxed);
        self.trace.service(text);
    }

    /// Lets every write fail for a time, and with `is_unreadable` every read.
    pub(crate) async fn fail_disk(&self, length: Duration, is_unreadable: bool) {
        self.begin_fault(format_args!("the disk fails for {length:?}, unreadable: {is_unreadable}"));
        let before = self.disk.lock().oracle.clock_snapshot(Instant::now());
        self.change_faults(|faults| (faults.is_out, faults.is_unreadable) = (true, is_unreadable));
        sleep(length).await;
        self.change_faults(|faults| (faults.is_out, faults.is_unreadable) = (false, false));
        self.trace.service(format_args!("the disk works again"));
        if self.nodes > 1 {
            sleep(RECOVERY).await;
            let may_lose = LEASE + RECOVERY + Duration::from_secs(1);
            self.disk.lock().oracle.check_clocks(&before, may_lose, "an outage costs no player time");
        }
    }

    /// Makes every write slow for a time.
    pub(crate) async fn slow_disk(&self, length: Duration) {
        self.begin_fault(format_args!("the disk is slow for {length:?}"));
        self.change_faults(|faults| faults.is_slow = true);
        sleep(length).await;
        self.change_faults(|faults| faults.is_slow = false);
    }

    /// Cuts every connection.
    pub(crate) fn cut_network(&self) {
        self.begin_fault(format_args!("every connection is cut"));
        self.network.cut_all();
    }

    fn change_faults(&self, change: impl FnOnce(&mut DiskFaults)) {
        change(&mut self.disk.lock().faults);
    }
}
