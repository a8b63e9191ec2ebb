//! The commands for solved games: `solve` and `probe`.

pub(crate) mod probe;
pub(crate) mod solve;
