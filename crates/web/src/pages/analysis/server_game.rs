use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{common, replay as text, rules};
use yipan_client::{LocalizedText, Replay, Route, import_record};
use yipan_wire::ErrorCode;

use super::Bench;
use super::state::AnalysisState;
use crate::app::Go;
use crate::context::use_app_context;
use crate::fetch;

/// A finished game of the hall.
#[component]
pub(crate) fn HallReplay(code: String) -> impl IntoView {
    let page = use_app_context();
    let read = RwSignal::new(None::<Result<Replay, LocalizedText>>);
    spawn_local(async move {
        let language = page.language.get_untracked();
        let answer = fetch::get(&format!("/api/games/{code}/record"), language).await;
        let found = match answer {
            Ok(record) => import_record(&record).map_err(|error| LocalizedText::from_message(&error)),
            Err(fault) if fault.code == ErrorCode::Offline => Err(fetch::error_text(fault, language)),
            Err(_) => Err(LocalizedText::new(|language| text::NOT_FOUND.localize_with(language, &[&code]))),
        };
        let _ = read.try_set(Some(found));
    });
    move || match read.get() {
        None => view! { <p class="lost">{page.t(rules::LOADING)}</p> }.into_any(),
        Some(Ok(replay)) => view! { <Bench desk=AnalysisState::new(replay, 0)/> }.into_any(),
        Some(Err(said)) => view! {
            <section class="lost">
                <p role="alert">{said.localize(page.language.get()).to_owned()}</p>
                <Go to=Route::Home>{move || page.t(common::BACK_HOME)}</Go>
            </section>
        }
        .into_any(),
    }
}
