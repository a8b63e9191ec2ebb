use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::JoinHandle;
use tokio::time::{Instant, sleep};
use yipan_room::Room;
use yipan_server::simulation::{OwnershipTables, PlantedFault, Resources, SeededEnvironment};

use crate::fault::Fault;
use crate::oracle::ObservedRoom;
use crate::panics;
use crate::report::SimulationReport;
use crate::rng::Rng;
use crate::service::Service;
use crate::user::{Reader, SimulatedUser};
use crate::world::{START_MILLIS, World};

/// The users of a run, unless it has fewer.
pub const USERS: u8 = 8;

/// Those who only read, over HTTP. Their numbers follow those of the users.
const READERS: u8 = 2;

/// The time without faults before users leave.
const CALM: Duration = Duration::from_secs(60);

/// The time after which a server without users holds nothing that it needs no more.
const UNLOADING: Duration = Duration::from_secs(180);

/// The time after which a game that is over has left memory.
const UNLOAD_TIME: Duration = Duration::from_secs(90);

/// The time between two looks at the resources of the server.
const LOOK_INTERVAL: Duration = Duration::from_secs(10);

/// The most WebSockets of a user that the server may not have noticed to be lost.
const MAX_SOCKETS_PER_USER: i64 = 8;

/// One run.
#[derive(Clone, Debug)]
pub struct SimulationConfig {
    /// The seed of everything that is random.
    pub seed: u64,
    /// The nodes that share the store and the users; with 1 the server is alone.
    pub nodes: usize,
    /// The simulated time with faults.
    pub length: Duration,
    /// A fault of the server that is to be found.
    pub fault: Option<PlantedFault>,
    /// The users, at most [`USERS`].
    pub users: u8,
    /// The faults that are not injected, by their number from 1. The others stay as they are.
    pub without_faults: BTreeSet<usize>,
    /// Whether the report contains the whole trace, also without a violation.
    pub has_whole_trace: bool,
}

/// Runs one simulation on this thread.
///
/// # Panics
/// Panics if the operating system does not allow a runtime.
#[must_use]
pub fn simulate(config: &SimulationConfig) -> SimulationReport {
    panics::watch();
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .start_paused(true)
        .build()
        .expect("a runtime needs nothing but memory");
    let report = runtime.block_on(run(config));
    // Tasks of dead processes wait forever.
    drop(runtime);
    report
}

async fn run(config: &SimulationConfig) -> SimulationReport {
    let _environment = SeededEnvironment::enter(config.seed, START_MILLIS, config.fault);
    let world = Arc::new(World::new(config.seed, config.nodes.max(1), config.fault));
    let mut service = Service::start(Arc::clone(&world)).await;
    let start_user = |number| tokio::spawn(SimulatedUser::new(number, Arc::clone(&world)).run());
    let start_reader = |number| tokio::spawn(Reader::new(number, Arc::clone(&world)).run());
    let users = (1..=config.users.min(USERS)).map(start_user);
    let users: Vec<JoinHandle<()>> = users.chain((USERS + 1..=USERS + READERS).map(start_reader)).collect();
    let mut due_faults = 0;
    if inject_faults(&world, &mut service, config, &mut due_faults).await {
        finish(&world, &service, users).await;
    }
    if let Some(panic) = panics::take() {
        world.violation.in_service("no task panics", panic);
    }
    let violation = world.violation.get();
    let room = violation.as_ref().and_then(|violation| violation.room.as_deref());
    let trace = match &violation {
        _ if config.has_whole_trace => world.trace.all_lines(),
        Some(_) => world.trace.last_lines(room),
        None => Vec::new(),
    };
    let disk = world.disk.lock();
    let rooms = disk.oracle.rooms();
    SimulationReport {
        seed: config.seed,
        trace_hash: world.trace.hash(),
        trace,
        rooms: rooms.len(),
        entries: rooms.values().map(|observed| observed.room.log().len()).sum(),
        acknowledged: world.lock_history().acknowledged(),
        faults: world.faults(),
        due_faults,
        violation,
    }
}

/// Injects faults until the time is over, and counts them. Returns false after a violation.
async fn inject_faults(
    world: &World,
    service: &mut Service,
    config: &SimulationConfig,
    due_faults: &mut usize,
) -> bool {
    let mut rng = Rng::new(config.seed, "faults");
    let ends = Instant::now() + config.length;
    // Several nodes have more kinds of faults, and only one of them is affected by most.
    let (shortest, longest) = if config.nodes > 1 { (10, 90) } else { (30, 240) };
    let mut next_fault = Instant::now() + Duration::from_secs(rng.between(2 * shortest, longest));
    while Instant::now() < ends {
        sleep(LOOK_INTERVAL).await;
        check_resources(world, service.resources());
        if let Some(panic) = panics::take() {
            world.violation.in_service("no task panics", panic);
        }
        if world.violation.get().is_some() {
            return false;
        }
        if Instant::now() < next_fault {
            continue;
        }
        let fault = Fault::random(world.nodes, &mut rng);
        *due_faults += 1;
        if config.without_faults.contains(due_faults) {
            // The time that it takes passes, so that the next ones are not moved.
            sleep(fault.length()).await;
        } else if let Err(error) = fault.inject(world, service).await {
            world.violation.in_service("a server can be shut down", error.to_string());
            return false;
        }
        next_fault = Instant::now() + Duration::from_secs(rng.between(shortest, longest));
    }
    true
}

/// Lets the users leave and compares what is left with the logs.
async fn finish(world: &World, service: &Service, users: Vec<JoinHandle<()>>) {
    service.calm_down();
    sleep(CALM).await;
    world.end();
    for user in users {
        if let Err(error) = user.await {
            world.violation.in_service("no task panics", error.to_string());
        }
    }
    sleep(UNLOADING).await;
    let disk = world.disk.lock();
    world.lock_history().check(&disk.oracle, &world.violation);
    for (code, observed) in disk.oracle.rooms() {
        let row = disk.tables.rooms().get(code);
        let is_over = row.map(|row| row.is_over);
        if is_over != Some(observed.room.is_over()) {
            let detail = format!("the row says {is_over:?}, the log {}", observed.room.is_over());
            world.violation.in_room("a row agrees with the log", code, detail);
        }
        let (stored, expected) = (row.and_then(|row| row.rated_game.as_ref()), observed.room.rated_game());
        if stored != expected.as_ref() {
            let detail = format!("the row says {stored:?}, the log {expected:?}");
            world.violation.in_room("rated games follow from the logs", code, detail);
        }
    }
    // The last flags may have fallen just now.
    let recent = disk.oracle.millis_at(Instant::now() - UNLOAD_TIME);
    let rated =
        |(code, observed): (&String, &ObservedRoom)| Some((code.clone(), observed.room.rated_game()?));
    let games = disk.oracle.rooms().iter().filter_map(rated).collect();
    if let Some(difference) = disk.tables.ratings.find_difference(&games, recent) {
        world.violation.in_service("ratings follow from the logs", difference);
    }
    let is_needed = |room: &Room| !room.is_over() || room.log().last().is_some_and(|last| last.at > recent);
    let needed = disk.oracle.rooms().values().filter(|observed| is_needed(&observed.room)).count();
    let resources = service.resources();
    if resources.websockets != 0 || resources.rooms > needed as i64 {
        let is_kept = |(_, code): &(usize, String)| {
            disk.oracle.rooms().get(code).is_none_or(|observed| !is_needed(&observed.room))
        };
        let kept: Vec<_> = service.rooms().into_iter().filter(is_kept).collect();
        let detail = format!("{resources:?} without users, but {needed} rooms are needed and not {kept:?}");
        world.violation.in_service("nothing grows without bound", detail);
    }
    let mut nodes_by_room = BTreeMap::new();
    for (node, code) in service.rooms() {
        if let Some(other) = nodes_by_room.insert(code.clone(), node) {
            let detail = format!("it is in the memory of the nodes {other} and {node}");
            world.violation.in_room("a room is on one node", &code, detail);
        }
    }
    if let Some(ownership) = &disk.tables.ownership
        && ownership.count_owned() != OwnershipTables::SLOTS
    {
        let detail = format!("{} slots are owned by a node that lives", ownership.count_owned());
        world.violation.in_service("every slot has an owner", detail);
    }
}

fn check_resources(world: &World, resources: Resources) {
    if resources.websockets > i64::from(USERS) * MAX_SOCKETS_PER_USER {
        let detail = format!("{resources:?} with {USERS} users");
        world.violation.in_service("nothing grows without bound", detail);
    }
}
