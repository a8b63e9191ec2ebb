//! The Python module `yipan._native`: rules, environments, PGN and engine of all games.
//!
//! It converts between Python and the crates of the project and holds no rules. The Python package around it is in
//! `python/yipan`.

mod any_layout;
mod batch;
mod batch_of;
mod buffers;
mod engine;
mod errors;
mod game;
mod game_text;
mod outcome;
mod pgn;
mod shares;
mod side_key;
mod step_arrays;
mod tablebase;
mod view;
mod workers;

use pyo3::prelude::*;

/// Adds the classes, functions and exceptions to the module.
#[pymodule]
fn _native(module: &Bound<'_, PyModule>) -> PyResult<()> {
    errors::add_to(module)?;
    module.add("__version__", env!("CARGO_PKG_VERSION"))?;
    module.add_class::<game::Game>()?;
    module.add_class::<outcome::Outcome>()?;
    module.add_class::<view::View>()?;
    module.add_class::<view::Dice>()?;
    module.add_class::<batch::Batch>()?;
    module.add_class::<pgn::PgnReader>()?;
    module.add_class::<pgn::PgnGame>()?;
    module.add_class::<engine::Engine>()?;
    module.add_class::<engine::Analysis>()?;
    module.add_class::<engine::Line>()?;
    module.add_class::<tablebase::Probe>()?;
    module.add_function(wrap_pyfunction!(tablebase::probe, module)?)?;
    module.add_function(wrap_pyfunction!(tablebase::probe_moves, module)?)
}
