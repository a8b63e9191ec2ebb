use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::tournaments as text;
use yipan_client::{LocalizedText, Route};
use yipan_wire::TournamentState;

use super::draft::TournamentDraft;
use super::draft_fields::{BotField, FormatFields, NameField, PasswordField, PlayersField};
use super::game_draft::{GameDraft, GameFields, RoomFields};
use super::start_field::StartField;
use crate::browser::fetch;
use crate::context::use_app_context;

/// A form that creates a tournament with all options of a room.
#[component]
pub(super) fn CreateTournamentForm() -> impl IntoView {
    let context = use_app_context();
    let (game, draft) = (GameDraft::new(), RwSignal::new(TournamentDraft::default()));
    let (error, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let is_invalid = Memo::new(move |_| {
        game.error(context.language.get()).is_some() || draft.with(TournamentDraft::has_bad_start)
    });
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() || is_invalid.get_untracked() {
            return;
        }
        is_busy.set(true);
        error.set(LocalizedText::default());
        let request = draft.with_untracked(|draft| draft.request(game.room_config()));
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
        <form class="card invite tournament-form" data-form="tournament" on:submit=submit>
            <NameField draft/>
            <GameFields game/>
            <FormatFields draft/>
            <RoomFields game/>
            <BotField draft/>
            <StartField draft/>
            <PlayersField draft/>
            <PasswordField draft/>
            <button type="submit" class="accent" data-do="create-tournament" disabled=move || is_busy.get() || is_invalid.get()>{move || context.t(text::CREATE)}</button>
            <p class="error" role="alert">{move || context.localized(error)}</p>
        </form>
    }
}
