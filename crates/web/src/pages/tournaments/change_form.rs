use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::text::tournaments as text;
use yipan_wire::{TournamentState, TournamentSummary};

use super::draft::TournamentDraft;
use super::draft_fields::{BotField, FormatFields, NameField, PasswordField, PlayersField};
use super::start_field::StartField;
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::online::live_tournament::LiveTournament;

/// A button of the creator that opens the form to change the tournament.
///
/// The game with its rules and its clock stays: players have joined for it.
#[component]
pub(super) fn ChangeButton(live: LiveTournament) -> impl IntoView {
    let context = use_app_context();
    let edited = RwSignal::new(None::<TournamentSummary>);
    // The form has the state of the moment at which it was opened, so that a new player does not reset its fields.
    let toggle = move |_| {
        let summary = live.state.with_untracked(|state| state.as_ref().map(|state| state.summary.clone()));
        edited.update(|edited| *edited = if edited.is_none() { summary } else { None });
    };
    let form = move || edited.get().map(|summary| view! { <ChangeForm live edited summary/> });
    view! {
        <button type="button" data-do="change-tournament" aria-expanded=move || edited.with(Option::is_some).to_string() on:click=toggle>
            {move || context.t(text::CHANGE)}
        </button>
        {form}
    }
}

#[component]
fn ChangeForm(
    live: LiveTournament,
    /// The tournament that is edited; `None` closes the form.
    edited: RwSignal<Option<TournamentSummary>>,
    summary: TournamentSummary,
) -> impl IntoView {
    let context = use_app_context();
    let draft = RwSignal::new(TournamentDraft::of(&summary));
    let (error, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let (code, room, can_keep) = (summary.code, summary.config.room, summary.has_password);
    let is_invalid = move || draft.with(TournamentDraft::has_bad_start);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() || untrack(is_invalid) {
            return;
        }
        is_busy.set(true);
        error.set(LocalizedText::default());
        let request = draft.with_untracked(|draft| draft.request(room.clone()));
        let (path, language) = (format!("/api/tournaments/{code}"), context.language.get_untracked());
        spawn_local(async move {
            let response = fetch::send("PUT", &path, &request, language).await;
            let changed: Result<TournamentState, _> =
                response.and_then(|text| fetch::parse_json(&text, language));
            // The component may have been unmounted.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match changed {
                Ok(state) => {
                    edited.set(None);
                    live.show(state);
                }
                Err(failure) => error.set(fetch::error_text(&failure, language)),
            }
        });
    };
    view! {
        <form class="card invite tournament-form" data-form="change-tournament" on:submit=submit>
            <NameField draft/>
            <FormatFields draft/>
            <BotField draft/>
            <StartField draft/>
            <PlayersField draft/>
            <PasswordField draft can_keep/>
            <button type="submit" class="accent" data-do="save-tournament" disabled=move || is_busy.get() || is_invalid()>{move || context.t(text::SAVE)}</button>
            <p class="error" role="alert">{move || context.localized(error)}</p>
        </form>
    }
}
