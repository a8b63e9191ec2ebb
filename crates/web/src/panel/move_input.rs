use leptos::html::Input;
use leptos::prelude::*;
use yipan_client::text::game;

use crate::context::use_app_context;

/// A text field for moves in any notation of the game.
#[component]
pub(crate) fn MoveInput(
    on_action: Callback<String>,
    /// The number of moves so far. A move that was entered stays in the field until it is played.
    #[prop(into)]
    move_count: Signal<usize>,
    /// Whether moves cannot be submitted. The field keeps its text and focus.
    #[prop(into, optional)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let context = use_app_context();
    let (text, input) = (RwSignal::new(String::new()), NodeRef::<Input>::new());
    let submitted_at = StoredValue::new(None::<usize>);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let typed = text.get_untracked();
        if !typed.trim().is_empty() && !disabled.get_untracked() {
            submitted_at.set_value(Some(move_count.get_untracked()));
            // The next key replaces a move that is rejected.
            if let Some(input) = input.get_untracked() {
                input.select();
            }
            on_action.run(typed.trim().to_owned());
        }
    };
    Effect::new(move |_| {
        let count = move_count.get();
        if submitted_at.get_value().is_some_and(|before| before != count) {
            submitted_at.set_value(None);
            text.set(String::new());
        }
    });
    view! {
        <form class="inline-form move-input" on:submit=submit>
            <input type="text" name="move" node_ref=input autocomplete="off" spellcheck="false" maxlength="40" readonly=move || disabled.get() aria-label=move || context.t(game::TYPE_MOVE)
                placeholder=move || context.t(game::TYPE_MOVE) prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))/>
            <button type="submit" disabled=move || disabled.get()>{move || context.t(game::PLAY_TYPED)}</button>
        </form>
    }
}
