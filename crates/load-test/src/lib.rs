//! Load tests and attacks against a server in a child process.
//!
//! [`run_load`] plays random games over WebSockets, may kill and restart the server meanwhile, and finally compares its
//! log with what the clients received. [`run_attack`] measures what a single hostile address can do to a server with
//! default limits and to two players on it.
//!
//! Both start `PROGRAM serve` on a free loopback port with a temporary data directory. [`run_faults`] starts several nodes
//! with PostgreSQL and NATS, injects faults and makes the same audit, and [`run_matrix`] does so for every fault.

mod attack;
mod cluster;
mod faults;
mod http;
mod latency;
mod load;
mod memory;
mod messages;
mod server_process;
mod temp_dir;

pub use attack::{Attack, AttackReport, UnknownAttackError, run_attack};
pub use faults::{
    Fault, FaultConfig, FaultKind, FaultReport, FaultSelection, FaultSummary, ParseFaultError, ReportFormat,
    combine_summaries, run_faults, run_matrix,
};
pub use load::{LoadConfig, LoadReport, LowRateError, run_load};
