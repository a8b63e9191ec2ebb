//! The web page. Everything that needs no browser is in `yipan-client`.
#![cfg(target_arch = "wasm32")]
#![expect(unreachable_pub, reason = "the component macro makes the props public")]

mod account;
mod app;
mod board;
mod board_size_handle;
mod board_view;
mod browser;
mod context;
mod game_layout;
mod game_scan;
mod game_store;
mod game_sync;
mod icons;
mod level_select;
mod link;
mod local_setup;
mod move_navigation;
mod notifications;
mod online;
mod opened_analysis;
mod option_fields;
mod page_qr;
mod pages;
mod panel;
mod piece_art;
mod preferences;
mod puzzle_store;
mod qr_image;
mod report_button;
mod report_form;
mod restart_banner;
mod review_request;
mod saved_games;
mod secondary_part;
mod server_record;
mod share_game;
mod study_store;
mod text_runs;
mod viewer_select;

use wasm_bindgen::prelude::wasm_bindgen;

/// Mounts the page. The browser calls it when the module has loaded.
#[wasm_bindgen(start)]
pub fn start() {
    console_error_panic_hook::set_once();
    leptos::mount::mount_to_body(app::App);
}
