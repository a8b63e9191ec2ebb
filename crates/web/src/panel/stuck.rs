use leptos::prelude::*;
use yipan_board::text::game;

use crate::page::page;

/// Says that the computer could not be asked, and offers another try.
#[component]
pub(crate) fn Stuck(#[prop(into)] failed: Signal<bool>, on_again: Callback<()>) -> impl IntoView {
    let page = page();
    view! {
        <Show when=move || failed.get()>
            <div class="offer" role="alert" data-stuck="">
                <p>{move || page.say(game::STUCK)}</p>
                <button type="button" class="accent" data-do="try-again" on:click=move |_| on_again.run(())>{move || page.say(game::TRY_AGAIN)}</button>
            </div>
        </Show>
    }
}
