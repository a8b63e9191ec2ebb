//! The load test: bots that play random games, and an audit of the server's log.

mod audit;
pub(crate) mod bot_pair;
mod client;
mod clock_model;
pub(crate) mod load_run;
mod report;
mod run_load;
mod spectator;
pub(crate) mod stats;

pub use report::LoadReport;
pub use run_load::{LoadConfig, LowRateError, run_load};
