use leptos::prelude::*;
use yipan_client::text::{common, game};

use crate::context::use_app_context;

/// A request to confirm a move.
#[component]
pub(crate) fn ConfirmMove(
    pending: RwSignal<Option<String>>,
    on_confirm: Callback<String>,
    /// Called when the user cancels the move.
    #[prop(optional)]
    on_cancel: Option<Callback<String>>,
) -> impl IntoView {
    let context = use_app_context();
    let no = move |_| {
        let action = pending.get_untracked();
        pending.set(None);
        if let (Some(no), Some(action)) = (on_cancel, action) {
            no.run(action);
        }
    };
    move || {
        pending.get().map(|action| {
            let question = context.t_args(game::CONFIRM, &[&action]);
            view! {
                <div class="offer" role="group">
                    <p>{question}</p>
                    <button type="button" class="accent" data-do="confirm" on:click=move |_| on_confirm.run(action.clone())>{context.t(common::YES)}</button>
                    <button type="button" data-do="cancel" on:click=no>{context.t(common::CANCEL)}</button>
                </div>
            }
        })
    }
}
