use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{common, replay as text, rules};
use yipan_client::{GameTree, LocalizedText, Route, import_record};
use yipan_wire::ErrorCode;

use super::state::AnalysisState;
use super::view::AnalysisBoard;
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::link::Link;

/// The analysis of a finished game on the server.
#[component]
pub(crate) fn ServerReplay(code: String) -> impl IntoView {
    let context = use_app_context();
    let read = RwSignal::new(None::<Result<GameTree, LocalizedText>>);
    spawn_local(async move {
        let language = context.language.get_untracked();
        let response = fetch::get(&format!("/api/games/{code}/record"), language).await;
        let found = match response {
            Ok(record) => import_record(&record).map_err(|error| LocalizedText::from_message(&error)),
            Err(error) if error.code == ErrorCode::Offline => Err(fetch::error_text(&error, language)),
            Err(_) => Err(LocalizedText::new(|language| text::NOT_FOUND.localize_with(language, &[&code]))),
        };
        let _ = read.try_set(Some(found));
    });
    move || match read.get() {
        None => view! { <p class="not-found">{context.t(rules::LOADING)}</p> }.into_any(),
        Some(Ok(tree)) => view! { <AnalysisBoard analysis=AnalysisState::new(tree, 0)/> }.into_any(),
        Some(Err(message)) => view! {
            <section class="not-found">
                <p role="alert">{message.localize(context.language.get()).to_owned()}</p>
                <Link to=Route::Home>{move || context.t(common::BACK_HOME)}</Link>
            </section>
        }
        .into_any(),
    }
}
