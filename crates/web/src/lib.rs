//! The page: it paints, listens, and speaks to the hall. What can be done without a browser is done in `yipan-client`.
#![expect(unreachable_pub, reason = "the macro makes what components take public")]

mod account;
mod app;
mod icons;
mod board;
mod clipboard;
mod fetch;
mod files;
mod focus;
mod online;
mod context;
mod pages;
mod panel;
mod move_navigation;
mod sound;
mod board_view;
mod local_storage;
mod engine_worker;
mod timer;

use wasm_bindgen::prelude::wasm_bindgen;

/// The browser has loaded the page.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
