use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::text::{Text, common, game as game_text, import_export};
use yipan_liuzichong::ui_flow::FlowNode;

use super::state::LiuzichongState;
use crate::icons;
use crate::panel::ZenButton;

/// The buttons. Most are enabled only while the state machine waits for the user.
#[component]
pub(super) fn Buttons(game: LiuzichongState, on_open: Callback<()>) -> impl IntoView {
    let context = game.context;
    let button = move |key: &'static str,
                       keys: &'static str,
                       drawing: &'static str,
                       label: Text,
                       is_enabled: Signal<bool>,
                       action: Callback<()>| {
        let title = move || {
            if keys.is_empty() {
                context.t(label).to_owned()
            } else {
                format!("{} ({keys})", context.t(label))
            }
        };
        view! {
            <button type="button" class="labelled" data-do=key aria-keyshortcuts=(!keys.is_empty()).then(|| keys.replace("Ctrl", "Control"))
                title=title disabled=move || !is_enabled.get() on:click=move |_| action.run(())>
                <span inner_html=drawing></span>{move || context.t(label)}
            </button>
        }
    };
    let is_idle = Signal::derive(move || game.is_idle());
    let back = Signal::derive(move || {
        game.liuzichong_game.with(|liuzichong_game| liuzichong_game.flow().can_take_back())
    });
    let hint = Signal::derive(move || game.node.get() == FlowNode::Waiting && !game.is_hinting.get());
    let has_sound = move || context.settings.with(|settings| settings.sound);
    view! {
        <div class="buttons">
            {button("take-back", "Ctrl+Z", icons::UNDO, game_text::TAKE_BACK, back, Callback::new(move |()| game.take_back()))}
            {button("hint", "", icons::HINT, game_text::HINT, hint, Callback::new(move |()| game.hint()))}
            {button("new", "F2", icons::PLAY, game_text::NEW_GAME, is_idle, Callback::new(move |()| game.new_game()))}
            {button("open", "F3", icons::UPLOAD, import_export::FILE, is_idle, on_open)}
            {button("save", "F4", icons::DOWNLOAD, import_export::SAVE, is_idle, Callback::new(move |()| game.save()))}
            {button("analyze", "", icons::LAST, game_text::ANALYZE, is_idle, Callback::new(move |()| game.open_analysis()))}
            {button("flip", "F", icons::FLIP, game_text::FLIP, is_idle, Callback::new(move |()| game.flipped.update(|flipped| *flipped = !*flipped)))}
            <button type="button" class="labelled" data-do="sound" aria-pressed=move || has_sound().to_string() disabled=move || !game.is_idle()
                on:click=move |_| context.settings.update(|settings| settings.sound = !settings.sound)>
                <span inner_html=move || if has_sound() { icons::SOUND_ON } else { icons::SOUND_OFF }></span>
                {move || context.t(game_text::SOUND)}
            </button>
            <ZenButton/>
            {button("rules", "", icons::RULES, common::RULES, is_idle, Callback::new(move |()| context.navigate(Route::Rules("liuzichong".into()))))}
        </div>
    }
}
