use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::Route;
use yipan_client::online::tournament_line;
use yipan_client::text::tournaments as text;
use yipan_core::Language;
use yipan_wire::{TournamentPage, TournamentSummary};

use crate::browser::{fetch, timer};
use crate::context::use_app_context;
use crate::link::Link;

/// The most tournaments on the home page.
const MAX_SHOWN: usize = 4;

/// The time after which the list is read again, while the page is seen.
const REFRESH_MS: i32 = 30_000;

/// The tournaments that are played or begin next, with a link to all. Without a server it is only the link.
#[component]
pub(super) fn TournamentBlock() -> impl IntoView {
    let context = use_app_context();
    let shown = RwSignal::new(Vec::<TournamentSummary>::new());
    let load = move || {
        spawn_local(async move {
            let Some(found) = find_tournaments(context.language.get_untracked()).await else { return };
            // The component may have been unmounted. A list that is as before keeps the focus of its links.
            if shown.try_with_untracked(|shown| *shown != found) == Some(true) {
                shown.set(found);
            }
        });
    };
    load();
    timer::set_interval(REFRESH_MS, move || {
        if !document().hidden() {
            load();
        }
    });
    let row = move |summary: TournamentSummary| {
        let (code, name, players) =
            (summary.code.clone(), summary.config.name.clone(), summary.players.to_string());
        let key = code.clone();
        view! {
            <li data-tournament=key>
                <Link to=Route::Tournament(code) class="room-host">{name}</Link>
                <span class="room-config">
                    {move || format!("{} · {}", tournament_line(&summary, context.language.get()), context.t_args(text::PLAYER_COUNT, &[&players]))}
                </span>
            </li>
        }
    };
    view! {
        <section class="tournament-block" aria-labelledby="tournaments-title">
            <h2 id="tournaments-title">{move || context.t(text::TITLE)}</h2>
            <ul class="rooms" data-list="tournaments" hidden=move || shown.with(Vec::is_empty)>
                {move || shown.get().into_iter().map(row).collect_view()}
            </ul>
            <Link to=Route::Tournaments>{move || context.t(text::ALL_TOURNAMENTS)}</Link>
        </section>
    }
}

/// Returns the tournaments that are played, then those that begin next; `None` without a server.
async fn find_tournaments(language: Language) -> Option<Vec<TournamentSummary>> {
    let mut found = Vec::new();
    for stage in ["running", "upcoming"] {
        let page = fetch::get(&format!("/api/tournaments?stage={stage}"), language).await.ok()?;
        let page: TournamentPage = fetch::parse_json(&page, language).ok()?;
        found.extend(page.tournaments);
    }
    found.truncate(MAX_SHOWN);
    Some(found)
}
