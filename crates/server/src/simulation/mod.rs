//! A server without sockets, system time and real randomness, for `yipan-simulation`.
//!
//! Everything here belongs to the thread that has entered a [`SeededEnvironment`]. Other servers of the process are not
//! affected.

pub(crate) mod ordered_receivers;
mod ownership_tables;
pub(crate) mod planted_fault;
pub(crate) mod seeded_environment;
mod simulated_bus;
mod simulated_ownership;
mod simulated_server;

pub use ownership_tables::OwnershipTables;
pub use planted_fault::PlantedFault;
pub use seeded_environment::SeededEnvironment;
pub use simulated_bus::{MessageFate, SimulatedBus};
pub use simulated_ownership::{OwnershipConnection, OwnershipStatement};
pub use simulated_server::{Resources, SimulatedServer};
