use leptos::prelude::*;
use yipan_core::Side;

use crate::context::use_app_context;
use crate::piece_art::chess_picture;

/// The wild face of a die.
const STAR: &str = r#"<svg viewBox="0 0 100 100"><path fill="var(--piece)" stroke="var(--ink)" stroke-width="4" stroke-linejoin="round" d="M50 12l11 27 29 2-22 19 7 28-25-15-25 15 7-28-22-19 29-2z"/></svg>"#;

/// The face of a die that is not rolled yet.
const UNKNOWN: &str = r#"<svg viewBox="0 0 100 100"><path fill="none" stroke="var(--ink)" stroke-width="9" stroke-linecap="round" d="M35 36c0-22 32-22 32 0 0 14-17 13-17 27M50 80v.1"/></svg>"#;

/// Returns the drawing of a face in the color of a side. `*` is wild, `?` is not rolled yet.
pub(crate) fn die_face(letter: char, side: Side) -> impl IntoView {
    let class = if side == Side::First { "die-face piece first" } else { "die-face piece second" };
    let settings = use_app_context().settings;
    let drawing = move || match letter {
        '*' => STAR.to_owned(),
        '?' => UNKNOWN.to_owned(),
        _ => settings.with(|settings| chess_picture(letter, side, settings)),
    };
    view! { <span class=class aria-hidden="true" inner_html=drawing></span> }
}
