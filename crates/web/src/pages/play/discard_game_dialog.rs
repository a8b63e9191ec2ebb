use leptos::html::Dialog;
use leptos::prelude::*;
use yipan_client::text::{common, game, home};
use yipan_client::{LocalSetup, Route};

use crate::context::{AppContext, use_app_context};
use crate::saved_games::replace_game;

/// A dialog that asks before an unfinished game is replaced.
#[component]
pub(crate) fn DiscardGameDialog() -> impl IntoView {
    let context = use_app_context();
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match (context.pending_game.with(Option::is_some), dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let respond = move |then: fn(AppContext, LocalSetup)| {
        if let Some(setup) = context.pending_game.get_untracked() {
            context.pending_game.set(None);
            then(context, setup);
        }
    };
    view! {
        <dialog class="confirm-dialog" node_ref=dialog aria-labelledby="discard-game-question" data-discard-game="" on:close=move |_| context.pending_game.set(None)>
            <p class="status" id="discard-game-question">{move || context.t(home::UNFINISHED)}</p>
            <div class="dialog-buttons">
                <button type="button" class="accent" data-do="continue-game" autofocus=true
                    on:click=move |_| respond(|context, setup| context.navigate(Route::Play(setup.kind())))>{move || context.t(home::CONTINUE)}</button>
                <button type="button" data-do="begin-new" on:click=move |_| respond(replace_game)>{move || context.t(game::NEW_GAME)}</button>
                <button type="button" data-do="cancel" on:click=move |_| context.pending_game.set(None)>{move || context.t(common::CANCEL)}</button>
            </div>
        </dialog>
    }
}
