use leptos::prelude::*;
use yipan_board::Route;
use yipan_board::text::{Text, common, exchange, game as words};
use yipan_liuzichong::flow::Node;

use super::bout::BoutGame;
use crate::art;

/// What can be done besides moving, while the flow waits for the person.
#[component]
pub(super) fn Buttons(game: BoutGame, on_open: Callback<()>) -> impl IntoView {
    let page = game.page;
    let button = move |key: &'static str,
                       keys: &'static str,
                       drawing: &'static str,
                       label: Text,
                       may: Signal<bool>,
                       act: Callback<()>| {
        let title = move || {
            if keys.is_empty() { page.say(label).to_owned() } else { format!("{} ({keys})", page.say(label)) }
        };
        view! {
            <button type="button" class="labelled" data-do=key aria-keyshortcuts=(!keys.is_empty()).then(|| keys.replace("Ctrl", "Control"))
                title=title disabled=move || !may.get() on:click=move |_| act.run(())>
                <span inner_html=drawing></span>{move || page.say(label)}
            </button>
        }
    };
    let open = Signal::derive(move || game.is_open());
    let back = Signal::derive(move || game.bout.with(|bout| bout.flow().can_take_back()));
    let hint = Signal::derive(move || game.node.get() == Node::Waiting && !game.hinting.get());
    let has_sound = move || page.settings.with(|settings| settings.sound);
    view! {
        <div class="buttons">
            {button("back", "Ctrl+Z", art::UNDO, words::TAKE_BACK, back, Callback::new(move |()| game.take_back()))}
            {button("hint", "", art::HINT, words::HINT, hint, Callback::new(move |()| game.hint()))}
            {button("new", "F2", art::PLAY, words::NEW_GAME, open, Callback::new(move |()| game.again()))}
            {button("open", "F3", art::UPLOAD, exchange::FILE, open, on_open)}
            {button("save", "F4", art::DOWNLOAD, exchange::SAVE, open, Callback::new(move |()| game.save()))}
            {button("look", "", art::LAST, words::ANALYSE, open, Callback::new(move |()| game.look()))}
            {button("flip", "F", art::FLIP, words::FLIP, open, Callback::new(move |()| game.flipped.update(|flipped| *flipped = !*flipped)))}
            <button type="button" class="labelled" data-do="sound" aria-pressed=move || has_sound().to_string() disabled=move || !game.is_open()
                on:click=move |_| page.settings.update(|settings| settings.sound = !settings.sound)>
                <span inner_html=move || if has_sound() { art::SOUND_ON } else { art::SOUND_OFF }></span>
                {move || page.say(words::SOUND)}
            </button>
            {button("rules", "", art::RULES, common::RULES, open, Callback::new(move |()| page.go(Route::Rules("liuzichong".into()))))}
        </div>
    }
}
