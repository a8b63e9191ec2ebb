use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{Text, tournaments as text};
use yipan_client::{LocalizedText, Route};
use yipan_wire::{JoinTournament, TournamentFormat, TournamentStage, TournamentState};

use super::change_form::ChangeButton;
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::icons;
use crate::link::Link;
use crate::online::live_tournament::{LiveTournament, is_over, opponent_name, own_room};
use crate::panel::ConfirmButton;

/// The user's part in a tournament: their game, and the buttons to join, pause and withdraw.
#[component]
pub(super) fn OwnGame(live: LiveTournament) -> impl IntoView {
    let context = use_app_context();
    let with =
        move |read: fn(&TournamentState) -> bool| live.state.with(|state| state.as_ref().is_some_and(read));
    let is_open = Memo::new(move |_| with(|state| !is_over(state)));
    let room = Memo::new(move |_| live.state.with(|state| state.as_ref().and_then(own_room)));
    let opponent =
        Memo::new(move |_| live.state.with(|state| state.as_ref().map(opponent_name).unwrap_or_default()));
    let game = move || {
        room.get().map(|room| {
            let key = room.clone();
            view! {
                <p class="own-game" data-own-game=key>
                    <span>{move || context.t_args(text::YOUR_GAME, &[&opponent.get()])}</span>
                    <Link to=Route::Room(room) class="button accent">{move || context.t(text::OPEN_GAME)}</Link>
                </p>
            }
        })
    };
    view! {
        {game}
        <Show when=move || is_open.get()>
            <Show when=move || context.account.has_account()
                fallback=move || view! { <p class="notice"><Link to=Route::Account>{move || context.t(text::ACCOUNT_NEEDED)}</Link></p> }>
                <JoinForm live/>
                <CreatorButtons live/>
            </Show>
        </Show>
    }
}

/// The buttons of the creator to change and to cancel the tournament, until it starts.
#[component]
fn CreatorButtons(live: LiveTournament) -> impl IntoView {
    let context = use_app_context();
    let error = RwSignal::new(LocalizedText::default());
    let own_code = Memo::new(move |_| {
        let user = context.account.current_user.with(|user| user.as_ref().map(|user| user.id.clone()));
        live.state.with(|state| {
            let summary = &state.as_ref()?.summary;
            let is_own = user.as_ref() == Some(&summary.creator.id);
            (is_own && summary.stage == TournamentStage::Upcoming).then(|| summary.code.clone())
        })
    });
    let on_confirm = Callback::new(move |()| {
        let Some(code) = own_code.get_untracked() else { return };
        let language = context.language.get_untracked();
        spawn_local(async move {
            let response = fetch::delete(&format!("/api/tournaments/{code}"), language).await;
            let cancelled: Result<TournamentState, _> =
                response.and_then(|text| fetch::parse_json(&text, language));
            // The component may have been unmounted.
            if error.try_set(LocalizedText::default()).is_some() {
                return;
            }
            match cancelled {
                Ok(state) => live.show(state),
                Err(failure) => error.set(fetch::error_text(&failure, language)),
            }
        });
    });
    view! {
        <Show when=move || own_code.with(Option::is_some)>
            <ChangeButton live/>
            <ConfirmButton key="cancel-tournament" icon=icons::CLOSE label=text::CANCEL question=text::CANCEL_QUESTION on_confirm/>
            <p class="error" role="alert">{move || context.localized(error)}</p>
        </Show>
    }
}

/// The part of a user before, while and after they play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    /// They have not joined.
    Stranger,
    Active,
    Withdrawn,
}

#[component]
fn JoinForm(live: LiveTournament) -> impl IntoView {
    let context = use_app_context();
    let password = RwSignal::new(String::new());
    let (error, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let part = Memo::new(move |_| {
        live.state.with(|state| match state.as_ref().and_then(|state| state.me.as_ref()) {
            None => Part::Stranger,
            Some(me) if me.is_active => Part::Active,
            Some(_) => Part::Withdrawn,
        })
    });
    let read =
        move |read: fn(&TournamentState) -> bool| live.state.with(|state| state.as_ref().is_some_and(read));
    let needs_password = move || part.get() == Part::Stranger && read(|state| state.summary.has_password);
    let is_running = move || read(|state| state.summary.stage == TournamentStage::Running);
    let is_arena =
        move || read(|state| matches!(state.summary.config.format, TournamentFormat::Arena { .. }));
    let is_closed = move || {
        let is_round_robin =
            read(|state| matches!(state.summary.config.format, TournamentFormat::RoundRobin { .. }));
        part.get() == Part::Stranger && is_running() && is_round_robin
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let code = live.state.with_untracked(|state| state.as_ref().map(|state| state.summary.code.clone()));
        let Some(code) = code.filter(|_| !is_busy.get_untracked()) else { return };
        is_busy.set(true);
        error.set(LocalizedText::default());
        let (path, language) = (format!("/api/tournaments/{code}/player"), context.language.get_untracked());
        let leaves = part.get_untracked() == Part::Active;
        let given = password.get_untracked();
        spawn_local(async move {
            let response = if leaves {
                fetch::delete(&path, language).await
            } else {
                let request = JoinTournament { password: (!given.is_empty()).then_some(given) };
                fetch::send("PUT", &path, &request, language).await
            };
            let changed: Result<TournamentState, _> =
                response.and_then(|text| fetch::parse_json(&text, language));
            // The component may have been unmounted.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match changed {
                Ok(state) => live.show(state),
                Err(failure) => error.set(fetch::error_text(&failure, language)),
            }
        });
    };
    let label = move || -> Text {
        match part.get() {
            Part::Stranger => text::JOIN,
            Part::Withdrawn => text::JOIN_AGAIN,
            Part::Active if is_arena() && is_running() => text::PAUSE,
            Part::Active => text::WITHDRAW,
        }
    };
    let hint = move || match part.get() {
        Part::Stranger => "",
        Part::Withdrawn => context.t(text::WITHDRAWN),
        Part::Active if is_running() => context.t(text::WAITING_FOR_GAME),
        Part::Active => context.t(text::WAITING_FOR_START),
    };
    view! {
        <form class="field join-tournament" hidden=is_closed data-part=move || format!("{:?}", part.get()).to_ascii_lowercase() on:submit=submit>
            <p role="status">{hint}</p>
            <Show when=needs_password>
                <label>
                    <span>{move || context.t(text::PASSWORD_NEEDED)}</span>
                    <input type="password" name="tournament-password" maxlength="200" autocomplete="off" on:input=move |event| password.set(event_target_value(&event))/>
                </label>
            </Show>
            <button type="submit" class:accent=move || part.get() != Part::Active data-do="join-tournament" disabled=move || is_busy.get()>{move || context.t(label())}</button>
            <p class="error" role="alert">{move || context.localized(error)}</p>
        </form>
    }
}
