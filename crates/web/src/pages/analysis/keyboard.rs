use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yipan_client::text::replay as text;

use super::state::AnalysisState;

/// Handles keys that no form field has consumed.
pub(super) fn handle_key(analysis: AnalysisState, event: &leptos::ev::KeyboardEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    let is_typing =
        target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
    // The open menu has its own keys.
    if is_typing || event.alt_key() || analysis.menu.get_untracked().is_some() {
        return;
    }
    // A Mac has Cmd in the place of Ctrl.
    let is_command = event.ctrl_key() || event.meta_key();
    match (event.key().as_str(), is_command, event.shift_key()) {
        ("z" | "Z", true, false) => analysis.undo_deletion(),
        (_, true, _) => return,
        ("ArrowUp", false, true) => analysis.change_variation(-1),
        ("ArrowDown", false, true) => analysis.change_variation(1),
        ("ArrowLeft", ..) => analysis.previous(),
        ("ArrowRight", ..) => analysis.next(),
        ("ArrowUp" | "Home", ..) => analysis.go_to_ply(0),
        ("ArrowDown" | "End", ..) => analysis.go_to_ply(usize::MAX),
        ("Delete", ..) => analysis.delete(),
        ("c", ..) => analysis.write_comment(),
        ("?", ..) => analysis.show_message(text::KEYS.into()),
        ("f", ..) => analysis.flipped.update(|flipped| *flipped = !*flipped),
        _ => return,
    }
    event.prevent_default();
}
