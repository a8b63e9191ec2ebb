use leptos::html::Dialog;
use leptos::prelude::*;
use yipan_client::text::game as game_text;
use yipan_liuzichong::ui_flow::FlowNode;

use super::state::LiuzichongState;
use crate::icons;

/// The result dialog. It stays open until the user takes back, starts a new game or opens the analysis.
#[component]
pub(super) fn GameOverDialog(game: LiuzichongState) -> impl IntoView {
    let context = game.context;
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
    let can_take_back =
        move || game.liuzichong_game.with(|liuzichong_game| liuzichong_game.flow().can_take_back());
    let count = move || game.liuzichong_game.with(|liuzichong_game| liuzichong_game.flow().moves().len());
    view! {
        <dialog class="game-over" node_ref=dialog aria-labelledby="game-over-status" on:cancel=move |event: leptos::ev::Event| event.prevent_default()
            on:close=move |_| untrack(show)>
            <p class="status" id="game-over-status" data-game-over="">{move || game.status_text()}</p>
            <p class="secondary">{move || context.t_args(game_text::PLIES, &[&count().to_string()])}</p>
            <div class="dialog-buttons">
                <button type="button" class="accent" data-do="game-over-new" autofocus=true on:click=move |_| game.new_game()>
                    <span inner_html=icons::PLAY></span>{move || context.t(game_text::NEW_GAME)}
                </button>
                <button type="button" data-do="game-over-take-back" disabled=move || !can_take_back() on:click=move |_| game.take_back()>
                    <span inner_html=icons::UNDO></span>{move || context.t(game_text::TAKE_BACK)}
                </button>
                <button type="button" data-do="game-over-analyze" on:click=move |_| game.open_analysis()>
                    <span inner_html=icons::LAST></span>{move || context.t(game_text::REVIEW)}
                </button>
            </div>
        </dialog>
    }
}
