use leptos::prelude::*;
use yipan_client::text::game;

use crate::context::use_app_context;

/// A text field for moves in any notation of the game.
#[component]
pub(crate) fn MoveInput(
    on_action: Callback<String>,
    /// Whether moves cannot be submitted. The field keeps its text and focus.
    #[prop(into, optional)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let context = use_app_context();
    let text = RwSignal::new(String::new());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let typed = text.get_untracked();
        if !typed.trim().is_empty() && !disabled.get_untracked() {
            text.set(String::new());
            on_action.run(typed.trim().to_owned());
        }
    };
    view! {
        <form class="inline-form" on:submit=submit>
            <input type="text" name="move" autocomplete="off" spellcheck="false" maxlength="40" readonly=move || disabled.get() aria-label=move || context.t(game::TYPE_MOVE)
                placeholder=move || context.t(game::TYPE_MOVE) prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))/>
            <button type="submit" disabled=move || disabled.get()>{move || context.t(game::PLAY_TYPED)}</button>
        </form>
    }
}
