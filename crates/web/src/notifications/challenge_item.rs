use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::{challenge_outcome, decline_reason_text, marked_name, room_line};
use yipan_client::text::people as text;
use yipan_client::{LocalizedText, Route};
use yipan_wire::{ApiError, Challenge, ChallengeState, DeclineChallenge, DeclineReason};

use crate::browser::fetch;
use crate::context::{AppContext, use_app_context};
use crate::link::Link;

/// A challenge with the answers that the user can give.
#[component]
pub(super) fn ChallengeItem(challenge: Challenge) -> impl IntoView {
    let context = use_app_context();
    let is_own = untrack(|| context.notifications.own_id()).as_ref() == Some(&challenge.challenger.id);
    let Challenge { id, challenger, challenged, config, state, .. } = challenge;
    let (title, other) =
        if is_own { (text::YOU_CHALLENGE, challenged) } else { (text::CHALLENGES_YOU, challenger) };
    let terms = move || room_line(&config, context.language.get());
    let (name, profile) = (marked_name(&other.name, other.is_bot), Route::Profile(other.id));
    let key = id.clone();
    let actions = match state.clone() {
        ChallengeState::Open if is_own => view! { <WithdrawButton id/> }.into_any(),
        ChallengeState::Open => view! { <AnswerButtons id/> }.into_any(),
        ChallengeState::Accepted { room } => {
            view! { <Link to=Route::Room(room) class="button accent">{move || context.t(text::OPEN_GAME)}</Link> }
                .into_any()
        }
        ChallengeState::Declined { .. } | ChallengeState::Withdrawn | ChallengeState::Expired => ().into_any(),
    };
    let outcome = move || challenge_outcome(&state, context.language.get());
    view! {
        <li data-challenge=key>
            <Link to=profile>{move || context.t_args(title, &[&name])}</Link>
            <span class="secondary">{terms}</span>
            <span role="status">{outcome}</span>
            {actions}
        </li>
    }
}

/// Sends an answer, and opens the room of an accepted challenge.
fn answer(
    context: AppContext,
    is_busy: RwSignal<bool>,
    error: RwSignal<LocalizedText>,
    send: impl AsyncFnOnce(yipan_core::Language) -> Result<String, ApiError> + 'static,
) {
    if is_busy.get_untracked() {
        return;
    }
    is_busy.set(true);
    error.set(LocalizedText::default());
    let language = context.language.get_untracked();
    spawn_local(async move {
        let response = send(language).await;
        let answered: Result<Challenge, _> = response.and_then(|text| fetch::parse_json(&text, language));
        context.notifications.refresh();
        match answered {
            Ok(Challenge { state: ChallengeState::Accepted { room }, .. }) => {
                context.navigate(Route::Room(room));
            }
            Ok(_) => {}
            Err(failure) => {
                // The component may have been unmounted.
                let _ = error.try_set(fetch::error_text(&failure, language));
            }
        }
        let _ = is_busy.try_set(false);
    });
}

#[component]
fn WithdrawButton(id: String) -> impl IntoView {
    let context = use_app_context();
    let (error, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let withdraw = move |_| {
        let path = format!("/api/challenges/{id}");
        answer(context, is_busy, error, async move |language| fetch::delete(&path, language).await);
    };
    view! {
        <button type="button" data-do="withdraw-challenge" disabled=move || is_busy.get() on:click=withdraw>{move || context.t(text::WITHDRAW)}</button>
        <p class="error" role="alert">{move || context.localized(error)}</p>
    }
}

#[component]
fn AnswerButtons(id: String) -> impl IntoView {
    let context = use_app_context();
    let (error, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let reason = RwSignal::new(DeclineReason::NotNow);
    let path = format!("/api/challenges/{id}");
    let accept = {
        let path = format!("{path}/accept");
        move |_| {
            let path = path.clone();
            answer(context, is_busy, error, async move |language| {
                fetch::send("POST", &path, &(), language).await
            });
        }
    };
    let decline = move |_| {
        let (path, request) =
            (format!("{path}/decline"), DeclineChallenge { reason: reason.get_untracked() });
        answer(context, is_busy, error, async move |language| {
            fetch::send("POST", &path, &request, language).await
        });
    };
    let choose = move |event| {
        let chosen = event_target_value(&event);
        if let Some(found) = DeclineReason::ALL.into_iter().find(|reason| reason.as_str() == chosen) {
            reason.set(found);
        }
    };
    let option = move |value: DeclineReason| {
        view! { <option value=value.as_str() selected=move || reason.get() == value>{move || context.t(decline_reason_text(value))}</option> }
    };
    view! {
        <div class="actions">
            <button type="button" class="accent" data-do="accept-challenge" disabled=move || is_busy.get() on:click=accept>{move || context.t(text::ACCEPT)}</button>
            <select name="decline-reason" aria-label=move || context.t(text::DECLINE_REASON) on:change=choose>{DeclineReason::ALL.map(option).collect_view()}</select>
            <button type="button" data-do="decline-challenge" disabled=move || is_busy.get() on:click=decline>{move || context.t(text::DECLINE)}</button>
        </div>
        <p class="error" role="alert">{move || context.localized(error)}</p>
    }
}
