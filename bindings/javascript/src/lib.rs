//! The JavaScript package `@yipan/rules`: rules, notations, drawings and engine of all games.
//!
//! It converts between JavaScript and the crates of the project and holds no rules. The files around it are in
//! `package`.
#![cfg(target_arch = "wasm32")]

mod analysis;
mod arguments;
mod board;
mod game;
mod outcome;

use wasm_bindgen::prelude::wasm_bindgen;

pub use analysis::Analysis;
pub use game::Game;
pub use outcome::{ChanceOutcome, Outcome};

/// Reports panics to the console with their place.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
}
