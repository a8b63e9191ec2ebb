use leptos::prelude::*;
use yipan_client::text::account as text;

use super::form_request::FormRequest;
use crate::context::use_app_context;

/// A form that marks the account as a bot, after a confirmation.
#[component]
pub(super) fn BotForm() -> impl IntoView {
    let context = use_app_context();
    let is_bot = Memo::new(move |_| {
        context.account.current_user.with(|user| user.as_ref().is_some_and(|user| user.is_bot))
    });
    let (is_sure, request) = (RwSignal::new(false), FormRequest::new());
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_sure.get_untracked() {
            request.send(context.account.mark_bot(), || ());
        }
    };
    let form = move || {
        view! {
            <p class="secondary">{move || context.t(text::BOT_HINT)}</p>
            <label class="checkbox">
                <input type="checkbox" name="is-bot" prop:checked=move || is_sure.get()
                    on:change=move |event| is_sure.set(event_target_checked(&event))/>
                <span>{move || context.t(text::BOT_CONFIRM)}</span>
            </label>
            {request.error_line()}
            <button type="submit" data-do="mark-bot" disabled=move || request.is_busy() || !is_sure.get()>
                {move || context.t(text::MARK_BOT)}
            </button>
        }
    };
    view! {
        <form class="account-form" data-form="bot" novalidate=true on:submit=submit>
            <h2>{move || context.t(text::BOT)}</h2>
            <Show when=move || !is_bot.get() fallback=move || view! { <p data-bot="">{move || context.t(text::IS_BOT)}</p> }>{form()}</Show>
        </form>
    }
}
