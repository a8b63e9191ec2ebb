//! The store of the simulated server: tables in memory, behind a disk that is slow, fails and forgets.

mod accounts;
mod disk;
mod node_link;
mod ratings;
mod room_rows;
mod simulated_store;
mod tables;
mod unused_tables;

pub(crate) use disk::{Disk, DiskFaults, SharedDisk};
pub(crate) use node_link::StoreLink;
pub(crate) use simulated_store::SimulatedStore;
