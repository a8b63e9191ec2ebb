use leptos::prelude::*;
use yipan_client::text::tree as text;

use super::state::AnalysisState;

/// A notice of the last deletion, with a button that undoes it.
#[component]
pub(super) fn DeletionNotice(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    move || {
        analysis.deleted.get().map(|(_, count)| {
            view! {
                <div class="offer" role="status" data-deleted="">
                    <p>{move || context.t_args(text::DELETED, &[&count.to_string()])}</p>
                    <button type="button" class="accent" data-do="undo-deletion" on:click=move |_| analysis.undo_deletion()>
                        {move || context.t(text::UNDO)}
                    </button>
                </div>
            }
        })
    }
}
