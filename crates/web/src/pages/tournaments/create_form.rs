use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::{clock_description, game_name};
use yipan_client::text::{online, tournaments as text};
use yipan_client::{LocalizedText, Route};
use yipan_games::GameKind;
use yipan_wire::TournamentState;

use super::draft::TournamentDraft;
use super::draft_fields::{BotField, FormatFields, NameField, PasswordField, PlayersField};
use super::start_field::StartField;
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::online::{ClockField, RatedField, SpectatorField};
use crate::pages::home::modes::Modes;
use crate::pages::home::options::MoreOptions;
use crate::preferences::PreferenceSignals;

/// A form that creates a tournament with all options of a room.
#[component]
pub(super) fn CreateTournamentForm() -> impl IntoView {
    let context = use_app_context();
    let kind = RwSignal::new(GameKind::Chess);
    let choose = move |event| {
        if let Ok(chosen) = event_target_value(&event).parse() {
            kind.set(chosen);
        }
    };
    let option = move |game: GameKind| {
        view! { <option value=game.name() selected=move || kind.get() == game>{move || game_name(game.name(), context.language.get())}</option> }
    };
    view! {
        <div class="card tournament-form">
            <label>
                <span>{move || context.t(online::GAME)}</span>
                <select name="game" on:change=choose>{GameKind::ALL.map(option).collect_view()}</select>
            </label>
            // Each game has preferences of its own.
            {move || view! { <TournamentFields kind=kind.get()/> }}
        </div>
    }
}

#[component]
fn TournamentFields(kind: GameKind) -> impl IntoView {
    let context = use_app_context();
    let preferences = PreferenceSignals::new(kind);
    let draft = RwSignal::new(TournamentDraft::default());
    let (error, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let is_invalid = move || {
        let language = context.language.get();
        let has_bad_clock = preferences.with(|all| clock_description(&all.clock, language).is_err());
        has_bad_clock || preferences.error().is_some() || draft.with(TournamentDraft::has_bad_start)
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() || untrack(is_invalid) {
            return;
        }
        is_busy.set(true);
        error.set(LocalizedText::default());
        // Only accounts create tournaments.
        let request = draft.with_untracked(|draft| draft.request(preferences.room_config(true)));
        let language = context.language.get_untracked();
        spawn_local(async move {
            let response = fetch::send("POST", "/api/tournaments", &request, language).await;
            let created: Result<TournamentState, _> =
                response.and_then(|text| fetch::parse_json(&text, language));
            // The component may have been unmounted.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match created {
                Ok(state) => context.navigate(Route::Tournament(state.summary.code)),
                Err(failure) => error.set(fetch::error_text(&failure, language)),
            }
        });
    };
    view! {
        <form class="invite" data-form="tournament" on:submit=submit>
            <NameField draft/>
            {(kind == GameKind::Chess).then(|| view! { <Modes preferences/> })}
            <MoreOptions preferences/>
            <FormatFields draft/>
            <ClockField preferences/>
            <SpectatorField preferences/>
            <RatedField preferences/>
            <BotField draft/>
            <StartField draft/>
            <PlayersField draft/>
            <PasswordField draft/>
            <button type="submit" class="accent" data-do="create-tournament" disabled=move || is_busy.get() || is_invalid()>{move || context.t(text::CREATE)}</button>
            <p class="error" role="alert">{move || context.localized(error)}</p>
        </form>
    }
}
