use leptos::html::Dialog;
use leptos::prelude::*;
use yipan_board::text::game as words;
use yipan_liuzichong::flow::Node;

use super::bout::BoutGame;
use crate::art;

/// The result, with the ways on: take back, a new game, or a look at the one that was played. It stays until one is chosen.
#[component]
pub(super) fn Over(game: BoutGame) -> impl IntoView {
    let page = game.page;
    let dialog = NodeRef::<Dialog>::new();
    let show = move || {
        let Some(dialog) = dialog.get() else { return };
        match (game.node.get() == Node::Over, dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    };
    Effect::new(move |_| show());
    let can_back = move || game.bout.with(|bout| bout.flow().can_take_back());
    let count = move || game.bout.with(|bout| bout.flow().moves().len());
    view! {
        <dialog class="over" node_ref=dialog aria-labelledby="over-line" on:cancel=move |event: leptos::ev::Event| event.prevent_default()
            on:close=move |_| untrack(show)>
            <p class="line" id="over-line" data-over="">{move || game.line()}</p>
            <p class="quiet">{move || page.fill(words::PLIES, &[&count().to_string()])}</p>
            <div class="over-buttons">
                <button type="button" class="accent" data-do="over-new" autofocus=true on:click=move |_| game.again()>
                    <span inner_html=art::PLAY></span>{move || page.say(words::NEW_GAME)}
                </button>
                <button type="button" data-do="over-back" disabled=move || !can_back() on:click=move |_| game.take_back()>
                    <span inner_html=art::UNDO></span>{move || page.say(words::TAKE_BACK)}
                </button>
                <button type="button" data-do="over-look" on:click=move |_| game.look()>
                    <span inner_html=art::LAST></span>{move || page.say(words::ANALYSE)}
                </button>
            </div>
        </dialog>
    }
}
