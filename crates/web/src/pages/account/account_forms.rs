use leptos::prelude::*;
use yipan_client::text::account as text;
use yipan_client::{LocalizedText, Text};

use super::form_request::FormRequest;
use crate::context::use_app_context;

/// A form that changes the password. `on_changed` runs after the server has changed it.
#[component]
pub(super) fn ChangePassword(on_changed: Callback<()>) -> impl IntoView {
    let context = use_app_context();
    let (old, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let (request, done) = (FormRequest::new(), RwSignal::new(LocalizedText::default()));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        done.set(LocalizedText::default());
        let change = context.account.change_password(old.get_untracked(), new.get_untracked());
        request.send(change, move || {
            old.set(String::new());
            new.set(String::new());
            done.set(text::PASSWORD_CHANGED.into());
            on_changed.run(());
        });
    };
    view! {
        <form class="account-form" data-form="password" novalidate=true on:submit=submit>
            <h2>{move || context.t(text::CHANGE_PASSWORD)}</h2>
            <p class="secondary">{move || context.t(text::CHANGE_PASSWORD_HINT)}</p>
            <PasswordField label=text::OLD_PASSWORD kind="current-password" value=old/>
            <PasswordField label=text::NEW_PASSWORD kind="new-password" value=new/>
            <small>{move || context.t(text::PASSWORD_HINT)}</small>
            {request.error_line()}
            <p class="secondary" role="status">{move || context.localized(done)}</p>
            <button type="submit" data-do="change-password" disabled=move || request.is_busy()>
                {move || context.t(text::CHANGE_PASSWORD)}
            </button>
        </form>
    }
}

/// A form that deletes the account, after a password and a confirmation.
#[component]
pub(super) fn DeleteAccount() -> impl IntoView {
    let context = use_app_context();
    let (password, is_sure) = (RwSignal::new(String::new()), RwSignal::new(false));
    let request = FormRequest::new();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_sure.get_untracked() {
            // A guest no longer sees this form.
            request.send(context.account.delete(password.get_untracked()), || ());
        }
    };
    view! {
        <form class="account-form" data-form="delete-account" novalidate=true on:submit=submit>
            <h2>{move || context.t(text::DELETE_ACCOUNT)}</h2>
            <p class="secondary">{move || context.t(text::DELETE_ACCOUNT_HINT)}</p>
            <PasswordField label=text::PASSWORD kind="current-password" value=password/>
            <label class="checkbox">
                <input type="checkbox" name="confirm" prop:checked=move || is_sure.get()
                    on:change=move |event| is_sure.set(event_target_checked(&event))/>
                <span>{move || context.t(text::DELETE_CONFIRM)}</span>
            </label>
            {request.error_line()}
            <button type="submit" data-do="delete-account" disabled=move || request.is_busy() || !is_sure.get()>
                {move || context.t(text::DELETE_ACCOUNT)}
            </button>
        </form>
    }
}

#[component]
fn PasswordField(label: Text, kind: &'static str, value: RwSignal<String>) -> impl IntoView {
    let context = use_app_context();
    view! {
        <label>
            <span>{move || context.t(label)}</span>
            <input type="password" name=kind autocomplete=kind maxlength="200" required=true
                prop:value=move || value.get() on:input=move |event| value.set(event_target_value(&event))/>
        </label>
    }
}
