//! Engines that run as child processes and are driven over UCI or UCCI.

mod external_engine;
mod process;

pub(crate) use external_engine::ExternalEngine;
