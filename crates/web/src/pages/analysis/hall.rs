use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_board::text::{common, replay as text, rules};
use yipan_board::{Replay, Route, Said, import_record};

use super::Bench;
use super::desk::Desk;
use crate::app::Go;
use crate::fetch;
use crate::page::page;

/// A finished game of the hall.
#[component]
pub(crate) fn HallReplay(code: String) -> impl IntoView {
    let page = page();
    let read = RwSignal::new(None::<Result<Replay, Said>>);
    spawn_local(async move {
        let language = page.language.get_untracked();
        let answer = fetch::get(&format!("/api/games/{code}/record"), language).await;
        let found = match answer {
            Ok(record) => import_record(&record).map_err(|error| Said::told(&error)),
            Err(fault) if fault.key == fetch::OFFLINE => Err(fetch::said(fault, language)),
            Err(_) => Err(Said::new(|language| text::NOT_FOUND.fill(language, &[&code]))),
        };
        let _ = read.try_set(Some(found));
    });
    move || match read.get() {
        None => view! { <p class="lost">{page.say(rules::LOADING)}</p> }.into_any(),
        Some(Ok(replay)) => view! { <Bench desk=Desk::new(replay, 0)/> }.into_any(),
        Some(Err(said)) => view! {
            <section class="lost">
                <p role="alert">{said.say(page.language.get()).to_owned()}</p>
                <Go to=Route::Home>{move || page.say(common::BACK_HOME)}</Go>
            </section>
        }
        .into_any(),
    }
}
