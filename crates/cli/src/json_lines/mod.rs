//! The commands for scripts: `inspect`, `notation`, `step` and `explain`.

mod chooser;
pub(crate) mod explain;
mod facts;
pub(crate) mod inspect;
mod json;
pub(crate) mod notation;
pub(crate) mod step;
