//! Engines that run as child processes and are driven over UCI, UCCI or `yipan step`.

mod external_engine;
mod process;
mod step_engine;

pub(crate) use external_engine::ExternalEngine;
pub(crate) use step_engine::StepEngine;
