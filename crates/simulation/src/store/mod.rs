//! The store of the simulated server: tables in memory, behind a disk that is slow, fails and forgets.

mod accounts;
mod disk;
mod ownership_connection;
mod ratings;
mod room_rows;
mod simulated_store;
mod store_link;
mod tables;
mod unused_tables;

pub(crate) use disk::{Disk, DiskFaults, SharedDisk};
pub(crate) use simulated_store::SimulatedStore;
pub(crate) use store_link::StoreLink;
