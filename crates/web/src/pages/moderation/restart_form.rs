use leptos::prelude::*;
use yipan_client::text::{moderation, restart as text};
use yipan_wire::{MAX_RESTART_MINUTES, MAX_RESTART_TEXT_CHARS, Moderate, ModerationAction};

use super::action_form::Sending;
use crate::context::use_app_context;

/// The default time until a restart.
const RESTART_MINUTES: u32 = 10;

/// A form that announces a restart to all users, or withdraws the announcement.
#[component]
pub(super) fn RestartForm(changes: RwSignal<u32>) -> impl IntoView {
    let context = use_app_context();
    let sending = Sending::new(changes);
    let (minutes, detail) = (RwSignal::new(RESTART_MINUTES), RwSignal::new(String::new()));
    let announce = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let action = ModerationAction::AnnounceRestart { minutes: minutes.get_untracked() };
        let reason = detail.get_untracked();
        sending.send(async move || Ok(Moderate { action, reason }));
    };
    let withdraw = move |_| {
        let action = ModerationAction::WithdrawRestart;
        sending.send(async move || Ok(Moderate { action, reason: String::new() }));
    };
    let choose_minutes = move |event| {
        if let Ok(value) = event_target_value(&event).parse() {
            minutes.set(value);
        }
    };
    view! {
        <form class="invite" data-form="restart" on:submit=announce>
            <label>
                <span>{move || context.t(moderation::MINUTES)}</span>
                <input type="number" name="restart-minutes" min="1" max=MAX_RESTART_MINUTES required prop:value=move || minutes.get().to_string() on:input=choose_minutes/>
            </label>
            <label>
                <span>{move || context.t(text::TEXT)}</span>
                <input type="text" name="restart-text" maxlength=MAX_RESTART_TEXT_CHARS autocomplete="off" prop:value=move || detail.get()
                    on:input=move |event| detail.set(event_target_value(&event))/>
            </label>
            <div class="actions">
                <button type="submit" data-do="announce-restart" disabled=move || sending.is_busy.get()>{move || context.t(text::ANNOUNCE)}</button>
                <button type="button" data-do="withdraw-restart" disabled=move || sending.is_busy.get() on:click=withdraw>{move || context.t(text::WITHDRAW)}</button>
            </div>
            {sending.status()}
        </form>
    }
}
