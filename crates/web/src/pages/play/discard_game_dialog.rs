use leptos::html::Dialog;
use leptos::prelude::*;
use yipan_client::text::{common, game, home};
use yipan_client::{LocalSetup, Route};

use super::replace_game;
use crate::context::use_app_context;

/// Asks before a game that is not finished is given up for a new one.
#[component]
pub(crate) fn Replacing() -> impl IntoView {
    let page = use_app_context();
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match (page.pending_game.with(Option::is_some), dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let answer = move |then: fn(crate::context::AppContext, LocalSetup)| {
        if let Some(opening) = page.pending_game.get_untracked() {
            page.pending_game.set(None);
            then(page, opening);
        }
    };
    view! {
        <dialog class="ask" node_ref=dialog aria-labelledby="replacing-line" data-replacing="" on:close=move |_| page.pending_game.set(None)>
            <p class="line" id="replacing-line">{move || page.t(home::UNFINISHED)}</p>
            <div class="over-buttons">
                <button type="button" class="accent" data-do="go-on" autofocus=true
                    on:click=move |_| answer(|page, opening| page.navigate(Route::Play(opening.kind())))>{move || page.t(home::CONTINUE)}</button>
                <button type="button" data-do="begin-new" on:click=move |_| answer(replace_game)>{move || page.t(game::NEW_GAME)}</button>
                <button type="button" data-do="keep" on:click=move |_| page.pending_game.set(None)>{move || page.t(common::CANCEL)}</button>
            </div>
        </dialog>
    }
}
