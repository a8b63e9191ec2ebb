use leptos::ev::{self, KeyboardEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yipan_client::text::game;

use crate::context::use_app_context;
use crate::icons;

/// The attribute of the document element that hides everything but the board, the players and the essential buttons.
const ATTRIBUTE: &str = "data-zen";

/// The things that the Escape key cancels before it leaves zen mode.
const CANCELABLE: &str = ".selected-cell, .premove, .promotion, dialog[open]";

/// A button that turns zen mode on and off; so does the key `z`. Zen mode ends with the page.
#[component]
pub(crate) fn ZenButton() -> impl IntoView {
    let context = use_app_context();
    let is_zen = RwSignal::new(false);
    Effect::new(move |_| set_attribute(is_zen.get()));
    let toggle = move || {
        is_zen.update(|is_zen| *is_zen = !*is_zen);
        let label = if is_zen.get_untracked() { game::ZEN } else { game::ZEN_EXIT };
        context.announce(label.localize(context.language.get_untracked()).to_owned());
    };
    let keys = window_event_listener(ev::keydown, move |event| match event.key().as_str() {
        "z" | "Z" if is_plain_key(&event) => toggle(),
        "Escape" if is_zen.get_untracked() && !event.default_prevented() && !has_cancelable() => toggle(),
        _ => {}
    });
    on_cleanup(move || {
        keys.remove();
        set_attribute(false);
    });
    let label = move || context.t(if is_zen.get() { game::ZEN_EXIT } else { game::ZEN });
    view! {
        <button type="button" class="labelled" data-do="zen" aria-pressed=move || is_zen.get().to_string() aria-keyshortcuts="Z"
            title=move || format!("{} (Z)", label()) on:click=move |_| toggle()>
            <span inner_html=icons::ZEN></span>{label}
        </button>
    }
}

fn set_attribute(is_zen: bool) {
    let Some(root) = document().document_element() else { return };
    let _ = if is_zen { root.set_attribute(ATTRIBUTE, "") } else { root.remove_attribute(ATTRIBUTE) };
}

fn has_cancelable() -> bool {
    document().query_selector(CANCELABLE).is_ok_and(|found| found.is_some())
}

/// Whether the key is neither a shortcut with a modifier nor typed into a field.
fn is_plain_key(event: &KeyboardEvent) -> bool {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    let is_typing =
        target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
    !(is_typing || event.ctrl_key() || event.meta_key() || event.alt_key())
}
