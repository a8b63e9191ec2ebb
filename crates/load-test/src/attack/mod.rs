//! Attacks from one hostile address on a server with default limits.

mod attack_kind;
mod attacked_service;
mod bystander;
mod follower;
mod game;
mod peak_memory;
mod report;
mod run_attack;
mod scenario;
mod scenarios;
mod socket;
mod target;

pub use attack_kind::{Attack, UnknownAttackError};
pub use report::AttackReport;
pub use run_attack::run_attack;
