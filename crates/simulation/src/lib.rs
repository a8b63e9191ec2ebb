//! Simulated hours of a server and its users. Clock, scheduler, network, disk and randomness come from one seed, so a run
//! that finds a fault can be repeated exactly.
//!
//! The server runs unchanged on a Tokio runtime with one thread and paused time: its clock jumps to the next timer when no
//! task can continue. Connections are streams in memory, and the store is `SimulatedStore`.
//! Users play, chat, lose their connections and come back; meanwhile processes crash and the disk fails. Every answer and
//! every event is compared with the log, which the `Oracle` replays.
//!
//! Several nodes share one disk and are connected by a bus in memory, which delays, loses and doubles messages. Nodes are
//! cut off from the disk, from the bus and from each other.
//!
//! Three orders are random in Tokio and are made deterministic elsewhere: branches of `select!` (the server's own macro),
//! hash maps (ordered maps in the server) and the receivers of one `watch` channel (a channel for each receiver).

mod bus_faults;
mod clock_check;
mod fault;
mod history;
mod http_client;
mod network;
mod oracle;
mod panics;
mod report;
mod rng;
mod room_config;
mod run;
mod server_settings;
mod service;
mod shrink;
mod store;
mod trace;
mod user;
mod violation;
mod world;

pub use report::SimulationReport;
pub use run::{SimulationConfig, USERS, simulate};
pub use shrink::shrink;
pub use violation::Violation;
pub use yipan_server::simulation::PlantedFault;
