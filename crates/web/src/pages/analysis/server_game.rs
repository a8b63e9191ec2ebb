use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{common, rules};
use yipan_client::{GameTree, LocalizedText, Route};

use super::state::AnalysisState;
use super::view::AnalysisBoard;
use crate::context::use_app_context;
use crate::link::Link;
use crate::review_request::take_review_request;
use crate::server_record::load_record;

/// The analysis of a finished game on the server.
#[component]
pub(crate) fn ServerReplay(code: String) -> impl IntoView {
    let context = use_app_context();
    let read = RwSignal::new(None::<Result<GameTree, LocalizedText>>);
    let room = code.clone();
    spawn_local(async move {
        let found = load_record(&code, context.language.get_untracked()).await;
        let _ = read.try_set(Some(found));
    });
    move || match read.get() {
        None => view! { <p class="not-found">{context.t(rules::LOADING)}</p> }.into_any(),
        Some(Ok(tree)) => {
            let analysis = AnalysisState::new(tree, 0);
            if take_review_request() {
                analysis.start_review();
            }
            view! { <AnalysisBoard analysis room=room.clone()/> }.into_any()
        }
        Some(Err(message)) => view! {
            <section class="not-found">
                <p role="alert">{message.localize(context.language.get()).to_owned()}</p>
                <Link to=Route::Home>{move || context.t(common::BACK_HOME)}</Link>
            </section>
        }
        .into_any(),
    }
}
