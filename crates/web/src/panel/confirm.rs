use leptos::prelude::*;
use yipan_client::text::{common, game};

use crate::context::use_app_context;

/// A move that waits to be confirmed.
#[component]
pub(crate) fn Confirm(
    asked: RwSignal<Option<String>>,
    on_yes: Callback<String>,
    /// Who wants to know that it is not played after all.
    #[prop(optional)]
    on_no: Option<Callback<String>>,
) -> impl IntoView {
    let page = use_app_context();
    let no = move |_| {
        let act = asked.get_untracked();
        asked.set(None);
        if let (Some(no), Some(act)) = (on_no, act) {
            no.run(act);
        }
    };
    move || {
        asked.get().map(|act| {
            let question = page.t_args(game::CONFIRM, &[&act]);
            view! {
                <div class="offer" role="group">
                    <p>{question}</p>
                    <button type="button" class="accent" data-do="confirm" on:click=move |_| on_yes.run(act.clone())>{page.t(common::YES)}</button>
                    <button type="button" data-do="cancel" on:click=no>{page.t(common::CANCEL)}</button>
                </div>
            }
        })
    }
}
