use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::tournament_line;
use yipan_client::text::{Text, rules, tournaments as text};
use yipan_client::{LocalizedText, Route};
use yipan_wire::{TournamentPage, TournamentSummary};

use super::create_form::CreateTournamentForm;
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::link::Link;
use crate::pages::account::date::format_date;

/// All tournaments by stage, and the form that creates one.
#[component]
pub(crate) fn TournamentsPage() -> impl IntoView {
    let context = use_app_context();
    let is_creating = RwSignal::new(false);
    let has_account = move || context.account.has_account();
    view! {
        <section class="tournaments">
            <h1>{move || context.t(text::TITLE)}</h1>
            <Show when=has_account
                fallback=move || view! { <p class="notice"><Link to=Route::Account>{move || context.t(text::ACCOUNT_NEEDED)}</Link></p> }>
                <button type="button" data-do="new-tournament" aria-expanded=move || is_creating.get().to_string()
                    on:click=move |_| is_creating.update(|shown| *shown = !*shown)>{move || context.t(text::CREATE_NEW)}</button>
                <Show when=move || is_creating.get()><CreateTournamentForm/></Show>
            </Show>
            <TournamentList stage="running" title=text::RUNNING/>
            <TournamentList stage="upcoming" title=text::UPCOMING/>
            <TournamentList stage="finished" title=text::FINISHED/>
        </section>
    }
}

/// The tournaments of one stage. More are loaded on request.
#[component]
fn TournamentList(stage: &'static str, title: Text) -> impl IntoView {
    let context = use_app_context();
    let found = RwSignal::new(Vec::<TournamentSummary>::new());
    let next = RwSignal::new(None::<String>);
    let (is_loading, error) = (RwSignal::new(false), RwSignal::new(LocalizedText::default()));
    let load = move |after: Option<String>| {
        let language = context.language.get_untracked();
        let start = after.map(|after| format!("&after={after}")).unwrap_or_default();
        let path = format!("/api/tournaments?stage={stage}{start}");
        is_loading.set(true);
        error.set(LocalizedText::default());
        spawn_local(async move {
            let response = async { fetch::parse_json(&fetch::get(&path, language).await?, language) };
            let page: Result<TournamentPage, _> = response.await;
            // The component may have been unmounted.
            if is_loading.try_set(false).is_some() {
                return;
            }
            match page {
                Ok(page) => {
                    found.update(|found| found.extend(page.tournaments));
                    next.set(page.next);
                }
                Err(failure) => error.set(fetch::error_text(&failure, language)),
            }
        });
    };
    load(None);
    let note = move || match (is_loading.get(), found.with(Vec::is_empty)) {
        (true, _) => context.t(rules::LOADING),
        (false, true) if error.with(LocalizedText::is_empty) => context.t(text::NONE),
        (false, _) => "",
    };
    let rows =
        move || found.get().into_iter().map(|summary| view! { <TournamentRow summary/> }).collect_view();
    view! {
        <section>
            <h2>{move || context.t(title)}</h2>
            <ul class="rooms" data-list=stage>{rows}</ul>
            <p class="secondary" role="status">{note}</p>
            <p class="error" role="alert">{move || context.localized(error)}</p>
            <Show when=move || next.get().is_some()>
                <button type="button" disabled=move || is_loading.get() on:click=move |_| load(next.get_untracked())>{move || context.t(text::MORE)}</button>
            </Show>
        </section>
    }
}

#[component]
fn TournamentRow(summary: TournamentSummary) -> impl IntoView {
    let context = use_app_context();
    let (code, name) = (summary.code.clone(), summary.config.name.clone());
    let line = move || {
        let language = context.language.get();
        let count = context.t_args(text::PLAYER_COUNT, &[&summary.players.to_string()]);
        let start = summary.config.starts_at.map(|start| format!(" · {}", format_date(start, language)));
        format!("{} · {count}{}", tournament_line(&summary, language), start.unwrap_or_default())
    };
    let key = code.clone();
    view! {
        <li data-tournament=key>
            <Link to=Route::Tournament(code) class="room-host">{name}</Link>
            <span class="room-config">{line}</span>
        </li>
    }
}
