use leptos::html::Dialog;
use leptos::prelude::*;
use yipan_client::text::game as words;
use yipan_liuzichong::ui_flow::FlowNode;

use super::state::LiuzichongState;
use crate::icons;

/// The result, with the ways on: take back, a new game, or a look at the one that was played. It stays until one is chosen.
#[component]
pub(super) fn Over(game: LiuzichongState) -> impl IntoView {
    let page = game.page;
    let dialog = NodeRef::<Dialog>::new();
    let show = move || {
        let Some(dialog) = dialog.get() else { return };
        match (game.node.get() == FlowNode::Over, dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    };
    Effect::new(move |_| show());
    let can_take_back = move || game.liuzichong_game.with(|bout| bout.flow().can_take_back());
    let count = move || game.liuzichong_game.with(|bout| bout.flow().moves().len());
    view! {
        <dialog class="over" node_ref=dialog aria-labelledby="over-line" on:cancel=move |event: leptos::ev::Event| event.prevent_default()
            on:close=move |_| untrack(show)>
            <p class="line" id="over-line" data-over="">{move || game.status_text()}</p>
            <p class="quiet">{move || page.t_args(words::PLIES, &[&count().to_string()])}</p>
            <div class="over-buttons">
                <button type="button" class="accent" data-do="over-new" autofocus=true on:click=move |_| game.new_game()>
                    <span inner_html=icons::PLAY></span>{move || page.t(words::NEW_GAME)}
                </button>
                <button type="button" data-do="over-back" disabled=move || !can_take_back() on:click=move |_| game.take_back()>
                    <span inner_html=icons::UNDO></span>{move || page.t(words::TAKE_BACK)}
                </button>
                <button type="button" data-do="over-look" on:click=move |_| game.open_analysis()>
                    <span inner_html=icons::LAST></span>{move || page.t(words::REVIEW)}
                </button>
            </div>
        </dialog>
    }
}
