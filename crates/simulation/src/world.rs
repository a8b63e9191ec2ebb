use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep};
use yipan_server::simulation::SimulatedServer;
use yipan_server::{Limits, Rate, Settings, Store, StoreError};

use crate::history::History;
use crate::network::Network;
use crate::oracle::Oracle;
use crate::rng::Rng;
use crate::store::{Disk, DiskFaults, SharedDisk, SimulatedStore};
use crate::trace::Trace;
use crate::violation::FirstViolation;

/// The time at the start of every run, in Unix milliseconds.
pub(crate) const START_MILLIS: u64 = 1_750_000_000_000;

/// The most that a clock may lose while the server is down: the time of its start.
const STARTUP: Duration = Duration::from_millis(200);

/// The time between two attempts to start the server.
const START_RETRY: Duration = Duration::from_secs(1);

/// Everything outside of the server: disk, network and users, and what was observed.
#[derive(Debug)]
pub(crate) struct World {
    pub(crate) seed: u64,
    pub(crate) disk: SharedDisk,
    pub(crate) network: Network,
    pub(crate) trace: Trace,
    pub(crate) violation: FirstViolation,
    history: Mutex<History>,
    /// The rooms without a guest.
    open_rooms: Mutex<Vec<String>>,
    is_ending: AtomicBool,
    faults: AtomicUsize,
}

/// A running process: the server and its connection to the disk.
pub(crate) struct ServerProcess {
    pub(crate) server: Arc<SimulatedServer>,
    store: SimulatedStore,
}

impl World {
    pub(crate) fn new(seed: u64) -> World {
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
        World {
            seed,
            disk: SharedDisk::new(Disk::new(seed, oracle, faults)),
            network: Network::default(),
            trace,
            violation,
            history: Mutex::default(),
            open_rooms: Mutex::default(),
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

    /// Starts the server, again and again until the disk lets it.
    pub(crate) async fn start_server(&self) -> ServerProcess {
        loop {
            let store = SimulatedStore::open(self.disk.clone());
            let shared: Arc<dyn Store> = Arc::new(store.clone());
            match SimulatedServer::start(settings(), shared).await {
                Ok(server) => {
                    self.trace.service(format_args!("the server is running"));
                    return ServerProcess { server: Arc::new(server), store };
                }
                Err(error) => {
                    self.trace.service(format_args!("the server cannot start: {error}"));
                    store.crash();
                    sleep(START_RETRY).await;
                }
            }
        }
    }

    fn begin_fault(&self, text: std::fmt::Arguments<'_>) {
        self.faults.fetch_add(1, Ordering::Relaxed);
        self.trace.service(text);
    }

    /// Kills the server and starts another one on its disk.
    pub(crate) async fn crash(&self, process: ServerProcess, downtime: Duration) -> ServerProcess {
        self.begin_fault(format_args!("the server crashes for {downtime:?}"));
        let before = self.disk.lock().oracle.clock_snapshot(Instant::now());
        self.network.set_server(None);
        process.store.crash();
        self.network.cut_all();
        self.disk.lock().oracle.forget_outage();
        drop(process);
        sleep(downtime).await;
        let process = self.start_server().await;
        self.disk.lock().oracle.check_clocks(&before, STARTUP, "downtime costs no player time");
        self.network.set_server(Some(Arc::clone(&process.server)));
        process
    }

    /// Shuts the server down as an operator does, and starts another one.
    pub(crate) async fn restart(
        &self,
        process: ServerProcess,
        downtime: Duration,
    ) -> Result<ServerProcess, StoreError> {
        self.begin_fault(format_args!("the server is restarted after {downtime:?}"));
        self.network.set_server(None);
        let ServerProcess { server, store } = process;
        server.shut_down().await?;
        store.crash();
        self.network.cut_all();
        self.disk.lock().oracle.forget_outage();
        let before = self.disk.lock().oracle.clock_snapshot(Instant::now());
        sleep(downtime).await;
        let process = self.start_server().await;
        self.disk.lock().oracle.check_clocks(&before, STARTUP, "downtime costs no player time");
        self.network.set_server(Some(Arc::clone(&process.server)));
        Ok(process)
    }

    /// Lets every write fail for a time, and with `is_unreadable` every read.
    pub(crate) async fn fail_disk(&self, length: Duration, is_unreadable: bool) {
        self.begin_fault(format_args!("the disk fails for {length:?}, unreadable: {is_unreadable}"));
        self.change_faults(|faults| (faults.is_out, faults.is_unreadable) = (true, is_unreadable));
        sleep(length).await;
        self.change_faults(|faults| (faults.is_out, faults.is_unreadable) = (false, false));
        self.trace.service(format_args!("the disk works again"));
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

    /// Ends all faults of the disk.
    pub(crate) fn repair_disk(&self) {
        self.change_faults(|faults| *faults = DiskFaults::default());
    }

    fn change_faults(&self, change: impl FnOnce(&mut DiskFaults)) {
        change(&mut self.disk.lock().faults);
    }
}

/// Returns the settings of the server: the defaults, except for the rates, which real time limits.
fn settings() -> Settings {
    let unlimited = Rate { burst: 1 << 30, rate: 1 << 30 };
    let limits = Limits {
        message_rate: unlimited,
        new_room_rate: unlimited,
        new_guest_rate: unlimited,
        sign_in_rate: unlimited,
        sign_in_rate_per_account: Rate { burst: 1 << 20, rate: 1 << 20 },
        new_account_rate: unlimited,
        new_token_rate: unlimited,
        bad_code_rate: unlimited,
        rename_rate: unlimited,
        read_rate: unlimited,
        join_rate: unlimited,
        new_websocket_rate: unlimited,
        // Fixed, because the default follows the machine.
        engine_threads: 2,
        ..Limits::default()
    };
    Settings { limits, ..Settings::default() }
}
