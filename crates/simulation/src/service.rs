use std::sync::Arc;
use std::time::Duration;

use tokio::time::{Instant, sleep};
use yipan_server::simulation::{Resources, SimulatedServer};
use yipan_server::{Store, StoreError};

use crate::bus_faults::Cut;
use crate::rng::Rng;
use crate::server_settings::server_settings;
use crate::store::{SimulatedStore, StoreLink};
use crate::world::World;

/// The most that a clock may lose while the only server is down: the time of its start.
const STARTUP: Duration = Duration::from_millis(200);

/// The time between two attempts to start a server.
const START_RETRY: Duration = Duration::from_secs(1);

/// The most milliseconds by which the time of a node differs from that of the others.
const MAX_OFFSET_MILLIS: u64 = 150;

/// The processes of all nodes.
pub(crate) struct Service {
    world: Arc<World>,
    processes: Vec<ServerProcess>,
    rng: Rng,
    /// The number of processes that were started.
    starts: u64,
}

/// A running process: the server and its connections to the disk and to the bus.
struct ServerProcess {
    server: Arc<SimulatedServer>,
    store: SimulatedStore,
    /// The name of its connection to the bus.
    endpoint: String,
}

impl Service {
    /// Starts all nodes, one after the other.
    pub(crate) async fn start(world: Arc<World>) -> Service {
        let rng = Rng::new(world.seed, "nodes");
        let mut service = Service { world, processes: Vec::new(), rng, starts: 0 };
        for node in 0..service.world.nodes {
            let process = service.start_process(node).await;
            service.world.network.add_server(node, Arc::clone(&process.server));
            service.processes.push(process);
        }
        service
    }

    /// Returns the resources of all nodes together.
    pub(crate) fn resources(&self) -> Resources {
        let none = Resources { websockets: 0, rooms: 0, replay_bytes: 0 };
        self.processes.iter().map(|process| process.server.resources()).fold(none, |sum, one| Resources {
            websockets: sum.websockets + one.websockets,
            rooms: sum.rooms + one.rooms,
            replay_bytes: sum.replay_bytes + one.replay_bytes,
        })
    }

    /// Returns the codes of the rooms in memory, each with the number of its node.
    pub(crate) fn rooms(&self) -> Vec<(usize, String)> {
        let rooms = |(node, process): (usize, &ServerProcess)| {
            let codes = process.server.room_codes();
            codes.into_iter().map(move |code| (node, code)).collect::<Vec<_>>()
        };
        self.processes.iter().enumerate().flat_map(rooms).collect()
    }

    /// Starts the process of a node, again and again until the disk lets it.
    async fn start_process(&mut self, node: usize) -> ServerProcess {
        loop {
            self.starts += 1;
            let endpoint = format!("node{node}-{}", self.starts);
            let (store, started) = self.try_start(node, &endpoint).await;
            match started {
                Ok(server) => {
                    self.world.trace.service(format_args!("node {node} is running"));
                    return ServerProcess { server: Arc::new(server), store, endpoint };
                }
                Err(error) => {
                    self.world.trace.service(format_args!("node {node} cannot start: {error}"));
                    store.crash();
                    self.world.bus.bus.kill(&endpoint);
                    sleep(START_RETRY).await;
                }
            }
        }
    }

    async fn try_start(
        &mut self,
        node: usize,
        endpoint: &str,
    ) -> (SimulatedStore, Result<SimulatedServer, StoreError>) {
        let (world, settings) = (&self.world, server_settings(node));
        if world.nodes == 1 {
            let store = SimulatedStore::open(world.disk.clone());
            let shared: Arc<dyn Store> = Arc::new(store.clone());
            let started = SimulatedServer::start(settings, shared).await;
            return (store, started);
        }
        let offset = self.rng.below(2 * MAX_OFFSET_MILLIS + 1) as i64 - MAX_OFFSET_MILLIS as i64;
        let store = SimulatedStore::open_with_offset(world.disk.clone(), offset);
        let (shared, ownership) = (Arc::new(store.clone()), Arc::new(store.clone()));
        let started =
            SimulatedServer::start_node(settings, shared, ownership, &world.bus.bus, endpoint).await;
        (store, started)
    }

    fn remove(&mut self, node: usize) -> ServerProcess {
        self.world.network.remove_server(node);
        self.processes.remove(node)
    }

    /// Ends a process at once.
    fn kill(&self, node: usize, process: &ServerProcess) {
        process.store.crash();
        self.world.bus.bus.kill(&process.endpoint);
        self.world.network.cut_node(node);
        self.world.disk.lock().oracle.forget_outage();
    }

    /// Starts a node after some time. If it is the only one, no player may lose time meanwhile.
    async fn start_again(&mut self, node: usize, downtime: Duration) {
        let before = self.world.disk.lock().oracle.clock_snapshot(Instant::now());
        sleep(downtime).await;
        let process = self.start_process(node).await;
        if self.world.nodes == 1 {
            let disk = self.world.disk.lock();
            disk.oracle.check_clocks(&before, STARTUP, "downtime costs no player time");
        }
        self.world.network.add_server(node, Arc::clone(&process.server));
        self.processes.insert(node, process);
    }

    /// Kills a node and starts it again.
    pub(crate) async fn crash(&mut self, node: usize, downtime: Duration) {
        self.world.begin_fault(format_args!("node {node} crashes for {downtime:?}"));
        let process = self.remove(node);
        self.kill(node, &process);
        self.start_again(node, downtime).await;
    }

    /// Kills all nodes and starts them again.
    pub(crate) async fn crash_all(&mut self, downtime: Duration) {
        self.world.begin_fault(format_args!("all nodes crash for {downtime:?}"));
        for node in (0..self.world.nodes).rev() {
            let process = self.remove(node);
            self.kill(node, &process);
        }
        sleep(downtime).await;
        for node in 0..self.world.nodes {
            self.start_again(node, Duration::ZERO).await;
        }
    }

    /// Shuts a node down as an operator does, and starts it again.
    pub(crate) async fn restart(&mut self, node: usize, downtime: Duration) -> Result<(), StoreError> {
        self.world.begin_fault(format_args!("node {node} is restarted after {downtime:?}"));
        let process = self.remove(node);
        process.server.drain().await;
        process.server.shut_down().await?;
        self.kill(node, &process);
        self.start_again(node, downtime).await;
        Ok(())
    }

    /// Cuts a node off from the disk for some time, which passes beside other faults.
    pub(crate) fn cut_store(&self, node: usize, link: StoreLink, length: Duration) {
        self.world.begin_fault(format_args!("node {node} has the link {link:?} to the disk for {length:?}"));
        let (store, world) = (self.processes[node].store.clone(), Arc::clone(&self.world));
        store.set_link(link);
        tokio::spawn(async move {
            sleep(length).await;
            store.set_link(StoreLink::Open);
            world.trace.service(format_args!("node {node} reaches the disk"));
        });
    }

    /// Cuts a node off from the bus for some time, which passes beside other faults.
    pub(crate) fn cut_bus(&self, node: usize, length: Duration) {
        self.world.begin_fault(format_args!("node {node} is cut off from the bus for {length:?}"));
        self.cut(Cut::Endpoint(self.processes[node].endpoint.clone()), length);
    }

    /// Cuts two nodes off from each other for some time, which passes beside other faults.
    pub(crate) fn cut_pair(&self, nodes: [usize; 2], length: Duration) {
        self.world.begin_fault(format_args!("the nodes {nodes:?} do not reach each other for {length:?}"));
        self.cut(Cut::Pair(nodes.map(|node| self.processes[node].endpoint.clone())), length);
    }

    fn cut(&self, cut: Cut, length: Duration) {
        let world = Arc::clone(&self.world);
        world.bus.cut(&cut);
        tokio::spawn(async move {
            sleep(length).await;
            world.bus.mend(&cut);
            world.trace.service(format_args!("the bus is mended: {cut:?}"));
        });
    }

    /// Loses many messages of the bus for some time.
    pub(crate) async fn lose_messages(&self, length: Duration) {
        self.world.begin_fault(format_args!("the bus loses messages for {length:?}"));
        self.world.bus.set_lossy(true);
        sleep(length).await;
        self.world.bus.set_lossy(false);
    }

    /// Ends all faults.
    pub(crate) fn calm_down(&self) {
        self.processes.iter().for_each(|process| process.store.set_link(StoreLink::Open));
        self.world.calm_down();
    }
}
