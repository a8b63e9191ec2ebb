//! The load test: bots that play random games, and an audit of the server's log.

pub(crate) mod audit;
#[cfg(test)]
mod audit_tests;
pub(crate) mod balancer;
pub(crate) mod bot_pair;
mod client;
pub(crate) mod clients;
mod clock_model;
mod connection;
mod generator_delay;
pub(crate) mod load_config;
pub(crate) mod load_run;
pub(crate) mod measurements;
mod memory_trend;
mod player_clock;
pub(crate) mod report;
mod room_logs;
mod run_load;
mod spectator;
pub(crate) mod stats;
pub(crate) mod worst_loss;

pub use load_config::{LoadConfig, LowRateError};
pub use report::LoadReport;
pub use run_load::run_load;
