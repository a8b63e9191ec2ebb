//! The page: it paints, listens, and speaks to the hall. What can be done without a browser is done in `yipan-board`.
#![cfg(target_arch = "wasm32")]
#![expect(unreachable_pub, reason = "the macro makes what components take public")]

mod account;
mod app;
mod art;
mod board;
mod clipboard;
mod fetch;
mod files;
mod focus;
mod online;
mod page;
mod pages;
mod panel;
mod past;
mod sound;
mod stage;
mod store;
mod thinker;
mod timer;

use wasm_bindgen::prelude::wasm_bindgen;

/// The browser has loaded the page.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
