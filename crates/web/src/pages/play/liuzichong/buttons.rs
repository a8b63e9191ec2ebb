use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::text::{Text, common, game as words, import_export};
use yipan_liuzichong::ui_flow::FlowNode;

use super::state::LiuzichongState;
use crate::icons;

/// What can be done besides moving, while the flow waits for the person.
#[component]
pub(super) fn Buttons(game: LiuzichongState, on_open: Callback<()>) -> impl IntoView {
    let page = game.page;
    let button = move |key: &'static str,
                       keys: &'static str,
                       drawing: &'static str,
                       label: Text,
                       may: Signal<bool>,
                       act: Callback<()>| {
        let title = move || {
            if keys.is_empty() { page.t(label).to_owned() } else { format!("{} ({keys})", page.t(label)) }
        };
        view! {
            <button type="button" class="labelled" data-do=key aria-keyshortcuts=(!keys.is_empty()).then(|| keys.replace("Ctrl", "Control"))
                title=title disabled=move || !may.get() on:click=move |_| act.run(())>
                <span inner_html=drawing></span>{move || page.t(label)}
            </button>
        }
    };
    let open = Signal::derive(move || game.is_idle());
    let back = Signal::derive(move || game.liuzichong_game.with(|bout| bout.flow().can_take_back()));
    let hint = Signal::derive(move || game.node.get() == FlowNode::Waiting && !game.is_hinting.get());
    let has_sound = move || page.settings.with(|settings| settings.sound);
    view! {
        <div class="buttons">
            {button("back", "Ctrl+Z", icons::UNDO, words::TAKE_BACK, back, Callback::new(move |()| game.take_back()))}
            {button("hint", "", icons::HINT, words::HINT, hint, Callback::new(move |()| game.hint()))}
            {button("new", "F2", icons::PLAY, words::NEW_GAME, open, Callback::new(move |()| game.new_game()))}
            {button("open", "F3", icons::UPLOAD, import_export::FILE, open, on_open)}
            {button("save", "F4", icons::DOWNLOAD, import_export::SAVE, open, Callback::new(move |()| game.save()))}
            {button("look", "", icons::LAST, words::REVIEW, open, Callback::new(move |()| game.open_analysis()))}
            {button("flip", "F", icons::FLIP, words::FLIP, open, Callback::new(move |()| game.flipped.update(|flipped| *flipped = !*flipped)))}
            <button type="button" class="labelled" data-do="sound" aria-pressed=move || has_sound().to_string() disabled=move || !game.is_idle()
                on:click=move |_| page.settings.update(|settings| settings.sound = !settings.sound)>
                <span inner_html=move || if has_sound() { icons::SOUND_ON } else { icons::SOUND_OFF }></span>
                {move || page.t(words::SOUND)}
            </button>
            {button("rules", "", icons::RULES, common::RULES, open, Callback::new(move |()| page.navigate(Route::Rules("liuzichong".into()))))}
        </div>
    }
}
