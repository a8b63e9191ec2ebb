use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_client::text::{common, game};

use crate::browser::timer;
use crate::context::use_app_context;

/// A request to confirm a move. Enter confirms it and Esc cancels it.
#[component]
pub(crate) fn ConfirmMove(
    pending: RwSignal<Option<String>>,
    on_confirm: Callback<String>,
    /// Called when the user cancels the move.
    on_cancel: Callback<String>,
    /// Writes the move as the move list does.
    #[prop(optional)]
    notation: Option<Callback<String, String>>,
) -> impl IntoView {
    let context = use_app_context();
    let asked_at = StoredValue::new(f64::MAX);
    Effect::new(move |_| {
        pending.track();
        asked_at.set_value(timer::now());
    });
    let confirm = move || {
        if let Some(action) = pending.get_untracked() {
            on_confirm.run(action);
        }
    };
    let cancel = move || {
        if let Some(action) = pending.get_untracked() {
            pending.set(None);
            on_cancel.run(action);
        }
    };
    let on_key = window_event_listener(leptos::ev::keydown, move |event| {
        // The key that made the move does not confirm it, and neither does a key that is held down.
        let is_new = event.time_stamp() > asked_at.get_value() && !event.repeat();
        if pending.with_untracked(Option::is_none) || !is_new {
            return;
        }
        match event.key().as_str() {
            "Enter" if !is_on_button(&event) => {
                event.prevent_default();
                confirm();
            }
            "Escape" => {
                event.prevent_default();
                cancel();
            }
            _ => {}
        }
    });
    on_cleanup(move || on_key.remove());
    move || {
        pending.get().map(|action| {
            let shown = match notation {
                Some(notation) => notation.run(action),
                None => action,
            };
            let question = context.t_args(game::CONFIRM, &[&shown]);
            view! {
                <div class="offer" role="group" aria-label=question.clone() data-confirm-move="">
                    <p role="status">{question.clone()}</p>
                    <button type="button" class="accent" data-do="confirm" aria-keyshortcuts="Enter" on:click=move |_| confirm()>{context.t(common::YES)}</button>
                    <button type="button" data-do="cancel" aria-keyshortcuts="Escape" on:click=move |_| cancel()>{context.t(common::CANCEL)}</button>
                </div>
            }
        })
    }
}

/// Whether the key belongs to a focused button, which handles Enter itself.
fn is_on_button(event: &leptos::ev::KeyboardEvent) -> bool {
    let element = event.target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
    element.is_some_and(|element| element.tag_name() == "BUTTON")
}
