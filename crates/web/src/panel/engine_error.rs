use leptos::prelude::*;
use yipan_client::text::game;

use crate::context::use_app_context;

/// A notice that the engine failed, with a button to retry.
#[component]
pub(crate) fn EngineError(#[prop(into)] failed: Signal<bool>, on_retry: Callback<()>) -> impl IntoView {
    let context = use_app_context();
    view! {
        <Show when=move || failed.get()>
            <div class="offer" role="alert" data-engine-error="">
                <p>{move || context.t(game::ENGINE_FAILED)}</p>
                <button type="button" class="accent" data-do="try-again" on:click=move |_| on_retry.run(())>{move || context.t(game::TRY_AGAIN)}</button>
            </div>
        </Show>
    }
}
