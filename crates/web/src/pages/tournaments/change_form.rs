use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::online::room_line;
use yipan_client::text::{Text, tournaments as text};
use yipan_wire::{RoomConfig, TournamentState};

use super::draft::TournamentDraft;
use super::draft_fields::{BotField, FormatFields, NameField, PasswordField, PlayersField};
use super::game_draft::{GameDraft, GameFields, RoomFields};
use super::start_field::StartField;
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::online::live_tournament::LiveTournament;

/// A button of the creator that opens the form to change the tournament.
#[component]
pub(super) fn ChangeButton(live: LiveTournament) -> impl IntoView {
    let context = use_app_context();
    let edited = RwSignal::new(None::<TournamentState>);
    // The form has the state of the moment at which it was opened, so that a new player does not reset its fields.
    let toggle = move |_| {
        let state = live.state.get_untracked();
        edited.update(|edited| *edited = if edited.is_none() { state } else { None });
    };
    let form = move || edited.get().map(|state| view! { <ChangeForm live edited state/> });
    view! {
        <button type="button" data-do="change-tournament" aria-expanded=move || edited.with(Option::is_some).to_string() on:click=toggle>
            {move || context.t(text::CHANGE)}
        </button>
        {form}
    }
}

/// The game of a tournament that is to be changed.
#[derive(Clone, Copy)]
enum ChangedGame {
    Editable(GameDraft),
    /// It stays as it is, for this reason.
    Fixed(Text),
}

impl ChangedGame {
    fn of(state: &TournamentState) -> ChangedGame {
        let creator = &state.summary.creator.id;
        if state.standings.iter().any(|row| row.is_active && row.user.id != *creator) {
            return ChangedGame::Fixed(text::GAME_JOINED);
        }
        let draft = GameDraft::of(&state.summary.config.room);
        draft.map_or(ChangedGame::Fixed(text::GAME_UNKNOWN), ChangedGame::Editable)
    }
}

#[component]
fn ChangeForm(
    live: LiveTournament,
    /// The tournament that is edited; `None` closes the form.
    edited: RwSignal<Option<TournamentState>>,
    state: TournamentState,
) -> impl IntoView {
    let context = use_app_context();
    let (game, draft) = (ChangedGame::of(&state), RwSignal::new(TournamentDraft::of(&state.summary)));
    let (error, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let (code, room, can_keep) =
        (state.summary.code, StoredValue::new(state.summary.config.room), state.summary.has_password);
    let is_invalid = move || {
        let has_bad_game = match game {
            ChangedGame::Editable(game) => game.error(context.language.get()).is_some(),
            ChangedGame::Fixed(_) => false,
        };
        has_bad_game || draft.with(TournamentDraft::has_bad_start)
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() || untrack(is_invalid) {
            return;
        }
        is_busy.set(true);
        error.set(LocalizedText::default());
        let room = match game {
            ChangedGame::Editable(game) => game.room_config(),
            ChangedGame::Fixed(_) => room.get_value(),
        };
        let request = draft.with_untracked(|draft| draft.request(room));
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
            {match game {
                ChangedGame::Editable(game) => view! { <GameFields game/> }.into_any(),
                ChangedGame::Fixed(reason) => room.with_value(|room| fixed_game(room.clone(), reason)).into_any(),
            }}
            <FormatFields draft/>
            {match game {
                ChangedGame::Editable(game) => Some(view! { <RoomFields game/> }),
                ChangedGame::Fixed(_) => None,
            }}
            <BotField draft/>
            <StartField draft/>
            <PlayersField draft/>
            <PasswordField draft can_keep/>
            <button type="submit" class="accent" data-do="save-tournament" disabled=move || is_busy.get() || is_invalid()>{move || context.t(text::SAVE)}</button>
            <p class="error" role="alert">{move || context.localized(error)}</p>
        </form>
    }
}

/// Returns the game in words, with the reason why it stays.
fn fixed_game(room: RoomConfig, reason: Text) -> impl IntoView {
    let context = use_app_context();
    view! {
        <p class="secondary" data-fixed-game="">{move || room_line(&room, context.language.get())} <br/> {move || context.t(reason)}</p>
    }
}
