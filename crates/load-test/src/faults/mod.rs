//! Faults of a cluster: nodes, PostgreSQL and NATS on loopback, which are killed, stopped and cut off under load.

mod broken_promises;
mod fault;
mod fault_selection;
mod health;
mod inject;
mod matrix;
mod ownership;
mod recovery;
mod report;
mod report_format;
mod run_faults;
mod summary;

pub use fault::{Fault, FaultKind, ParseFaultError};
pub use fault_selection::FaultSelection;
pub use matrix::run_matrix;
pub use report::FaultReport;
pub use report_format::ReportFormat;
pub use run_faults::{FaultConfig, run_faults};
pub use summary::{FaultSummary, combine_summaries};
