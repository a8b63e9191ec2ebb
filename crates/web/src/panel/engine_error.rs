use leptos::prelude::*;
use yipan_client::text::game;

use crate::context::use_app_context;

/// Says that the computer could not be asked, and offers another try.
#[component]
pub(crate) fn Stuck(#[prop(into)] failed: Signal<bool>, on_again: Callback<()>) -> impl IntoView {
    let page = use_app_context();
    view! {
        <Show when=move || failed.get()>
            <div class="offer" role="alert" data-stuck="">
                <p>{move || page.t(game::ENGINE_FAILED)}</p>
                <button type="button" class="accent" data-do="try-again" on:click=move |_| on_again.run(())>{move || page.t(game::TRY_AGAIN)}</button>
            </div>
        </Show>
    }
}
