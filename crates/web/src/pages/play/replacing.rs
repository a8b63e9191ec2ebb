use leptos::html::Dialog;
use leptos::prelude::*;
use yipan_board::text::{common, game, home};
use yipan_board::{Opening, Route};

use super::begin_now;
use crate::page::page;

/// Asks before a game that is not finished is given up for a new one.
#[component]
pub(crate) fn Replacing() -> impl IntoView {
    let page = page();
    let dialog = NodeRef::<Dialog>::new();
    Effect::new(move |_| {
        let Some(dialog) = dialog.get() else { return };
        match (page.replacing.with(Option::is_some), dialog.open()) {
            (true, false) => {
                let _ = dialog.show_modal();
            }
            (false, true) => dialog.close(),
            _ => {}
        }
    });
    let answer = move |then: fn(crate::page::Page, Opening)| {
        if let Some(opening) = page.replacing.get_untracked() {
            page.replacing.set(None);
            then(page, opening);
        }
    };
    view! {
        <dialog class="ask" node_ref=dialog aria-labelledby="replacing-line" data-replacing="" on:close=move |_| page.replacing.set(None)>
            <p class="line" id="replacing-line">{move || page.say(home::UNFINISHED)}</p>
            <div class="over-buttons">
                <button type="button" class="accent" data-do="go-on" autofocus=true
                    on:click=move |_| answer(|page, opening| page.go(Route::Play(opening.kind())))>{move || page.say(home::CONTINUE)}</button>
                <button type="button" data-do="begin-new" on:click=move |_| answer(begin_now)>{move || page.say(game::NEW_GAME)}</button>
                <button type="button" data-do="keep" on:click=move |_| page.replacing.set(None)>{move || page.say(common::CANCEL)}</button>
            </div>
        </dialog>
    }
}
