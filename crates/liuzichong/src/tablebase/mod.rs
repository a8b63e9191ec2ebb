//! The solved game: value and distance of every position, one byte each.

mod file;
pub(crate) mod index;
mod probe;
mod stats;
mod symmetry;
pub(crate) mod wdl;

pub use file::ReadTablebaseError;
pub use probe::Tablebase;
pub use stats::{LongestWin, TablebaseStats};
pub use wdl::{ProbeResult, Wdl};
