use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::online::game_name;
use yipan_client::text::{online, people as text};
use yipan_games::GameKind;
use yipan_wire::{Challenge, FoundUser, NewChallenge};

use crate::browser::fetch;
use crate::context::use_app_context;
use crate::online::RoomFields;
use crate::pages::home::modes::Modes;
use crate::pages::home::options::{MoreOptions, SideOption};
use crate::preferences::PreferenceSignals;

/// A button that opens the form to challenge a player. Guests and the player themselves do not see it.
#[component]
pub(super) fn ChallengeButton(user: FoundUser) -> impl IntoView {
    let context = use_app_context();
    let is_open = RwSignal::new(false);
    let id = user.id.clone();
    let can_challenge = Memo::new(move |_| context.notifications.own_id().is_some_and(|own| own != id));
    let name = user.name.clone();
    let form = move || is_open.get().then(|| view! { <ChallengeForm user=user.clone()/> });
    view! {
        <Show when=move || can_challenge.get()>
            <button type="button" data-do="challenge" aria-expanded=move || is_open.get().to_string() aria-label={
                let name = name.clone();
                move || context.t_args(text::CHALLENGE_PLAYER, &[&name])
            } on:click=move |_| is_open.update(|is_open| *is_open = !*is_open)>{move || context.t(text::CHALLENGE)}</button>
        </Show>
        {form}
    }
}

/// A form that challenges a player with all options of a room.
#[component]
fn ChallengeForm(user: FoundUser) -> impl IntoView {
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
        <div class="card challenge-form">
            <label>
                <span>{move || context.t(online::GAME)}</span>
                <select name="game" on:change=choose>{GameKind::ALL.map(option).collect_view()}</select>
            </label>
            // Each game has preferences of its own.
            {move || view! { <ChallengeFields kind=kind.get() user=user.clone()/> }}
        </div>
    }
}

#[component]
fn ChallengeFields(kind: GameKind, user: FoundUser) -> impl IntoView {
    let context = use_app_context();
    let preferences = PreferenceSignals::new(kind);
    let (message, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let error = RwSignal::new(LocalizedText::default());
    let is_invalid = Memo::new(move |_| preferences.error().is_some());
    let has_bad_clock = RwSignal::new(false);
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() || is_invalid.get_untracked() || has_bad_clock.get_untracked() {
            return;
        }
        is_busy.set(true);
        error.set(LocalizedText::default());
        message.set(LocalizedText::default());
        let request = NewChallenge { user: user.id.clone(), config: preferences.room_config(true) };
        let (language, name) = (context.language.get_untracked(), user.name.clone());
        spawn_local(async move {
            let response = fetch::send("POST", "/api/challenges", &request, language).await;
            let made: Result<Challenge, _> = response.and_then(|text| fetch::parse_json(&text, language));
            if let Ok(challenge) = &made {
                context.notifications.wait_for_answer(challenge);
            }
            // The component may have been unmounted.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match made {
                Ok(_) => message.set(LocalizedText::new(|language| {
                    text::CHALLENGE_SENT.localize_with(language, &[&name])
                })),
                Err(failure) => error.set(fetch::error_text(&failure, language)),
            }
        });
    };
    let setup_error =
        move || preferences.error().map(|error| error.localize(context.language.get()).to_owned());
    view! {
        <form class="invite" data-form="challenge" on:submit=submit>
            {(kind == GameKind::Chess).then(|| view! { <Modes preferences/> })}
            <MoreOptions preferences/>
            <SideOption preferences/>
            <RoomFields preferences has_bad_clock/>
            <p class="error" role="alert" data-setup-error="">{setup_error}</p>
            <button type="submit" class="accent" data-do="send-challenge" disabled=move || is_busy.get() || is_invalid.get() || has_bad_clock.get()>{move || context.t(text::SEND_CHALLENGE)}</button>
            <p role="status">{move || context.localized(message)}</p>
            <p class="error" role="alert">{move || context.localized(error)}</p>
        </form>
    }
}
