use std::time::Duration;

use tokio::sync::{Semaphore, watch};

use super::balancer::Balancer;
use super::stats::Stats;

/// The state that all clients of a run share.
#[derive(Debug)]
pub(crate) struct LoadRun {
    pub(crate) balancer: Balancer,
    pub(crate) phase: watch::Receiver<Phase>,
    pub(crate) stats: Stats,
    /// Bounds the number of clients that connect at once.
    pub(crate) connect_permits: Semaphore,
    /// The time between two moves in a room.
    pub(crate) move_interval: Duration,
    /// The probability that a client disconnects after its move.
    pub(crate) disconnect_probability: f64,
    /// Whether clients leave a silent server, repeat what could not be stored, and keep the state that their events lead to.
    pub(crate) expects_faults: bool,
    pub(crate) seed: u64,
}

/// The phase of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Clients connect and start games, but do not move.
    Connect,
    /// Clients play.
    Play,
    /// Clients stop moving, check their connection once and leave.
    Shutdown,
}
