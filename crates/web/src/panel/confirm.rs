use leptos::prelude::*;
use yipan_board::text::{common, game};

use crate::page::page;

/// A move that waits to be confirmed.
#[component]
pub(crate) fn Confirm(
    asked: RwSignal<Option<String>>,
    on_yes: Callback<String>,
    /// Who wants to know that it is not played after all.
    #[prop(optional)]
    on_no: Option<Callback<String>>,
) -> impl IntoView {
    let page = page();
    let no = move |_| {
        let act = asked.get_untracked();
        asked.set(None);
        if let (Some(no), Some(act)) = (on_no, act) {
            no.run(act);
        }
    };
    move || {
        asked.get().map(|act| {
            let question = page.fill(game::CONFIRM, &[&act]);
            view! {
                <div class="offer" role="group">
                    <p>{question}</p>
                    <button type="button" class="accent" data-do="confirm" on:click=move |_| on_yes.run(act.clone())>{page.say(common::YES)}</button>
                    <button type="button" data-do="cancel" on:click=no>{page.say(common::CANCEL)}</button>
                </div>
            }
        })
    }
}
