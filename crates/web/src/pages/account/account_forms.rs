use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::account as text;
use yipan_client::{LocalizedText, Text};

use crate::context::use_app_context;
use crate::fetch;

/// A form that changes the password. `changed` runs after the server has done so.
#[component]
pub(super) fn ChangePassword(changed: Callback<()>) -> impl IntoView {
    let page = use_app_context();
    let (old, new) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let (fault, done, is_busy) = (
        RwSignal::new(LocalizedText::default()),
        RwSignal::new(LocalizedText::default()),
        RwSignal::new(false),
    );
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        fault.set(LocalizedText::default());
        done.set(LocalizedText::default());
        let language = page.language.get_untracked();
        spawn_local(async move {
            let result = page.account.change_password(old.get_untracked(), new.get_untracked()).await;
            // The form is gone if the user has left the page meanwhile.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match result {
                Ok(()) => {
                    old.set(String::new());
                    new.set(String::new());
                    done.set(text::PASSWORD_CHANGED.into());
                    changed.run(());
                }
                Err(refused) => fault.set(fetch::error_text(refused, language)),
            }
        });
    };
    view! {
        <form class="entry" data-form="password" novalidate=true on:submit=submit>
            <h2>{move || page.t(text::CHANGE_PASSWORD)}</h2>
            <p class="quiet">{move || page.t(text::CHANGE_PASSWORD_HINT)}</p>
            <PasswordField label=text::OLD_PASSWORD kind="current-password" value=old/>
            <PasswordField label=text::NEW_PASSWORD kind="new-password" value=new/>
            <small>{move || page.t(text::PASSWORD_HINT)}</small>
            <p class="fault" role="alert">{move || page.localized(fault)}</p>
            <p class="quiet" role="status">{move || page.localized(done)}</p>
            <button type="submit" data-do="change-password" disabled=move || is_busy.get()>
                {move || page.t(text::CHANGE_PASSWORD)}
            </button>
        </form>
    }
}

/// A form that deletes the account, after a password and a confirmation.
#[component]
pub(super) fn DeleteAccount() -> impl IntoView {
    let page = use_app_context();
    let (password, is_sure) = (RwSignal::new(String::new()), RwSignal::new(false));
    let (fault, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() || !is_sure.get_untracked() {
            return;
        }
        is_busy.set(true);
        fault.set(LocalizedText::default());
        let language = page.language.get_untracked();
        spawn_local(async move {
            let result = page.account.delete(password.get_untracked()).await;
            // A guest no longer sees this form.
            if is_busy.try_set(false).is_none() {
                fault.set(
                    result.err().map(|refused| fetch::error_text(refused, language)).unwrap_or_default(),
                );
            }
        });
    };
    view! {
        <form class="entry" data-form="delete-account" novalidate=true on:submit=submit>
            <h2>{move || page.t(text::DELETE_ACCOUNT)}</h2>
            <p class="quiet">{move || page.t(text::DELETE_ACCOUNT_HINT)}</p>
            <PasswordField label=text::PASSWORD kind="current-password" value=password/>
            <label class="tick">
                <input type="checkbox" name="confirm" prop:checked=move || is_sure.get()
                    on:change=move |event| is_sure.set(event_target_checked(&event))/>
                <span>{move || page.t(text::DELETE_CONFIRM)}</span>
            </label>
            <p class="fault" role="alert">{move || page.localized(fault)}</p>
            <button type="submit" data-do="delete-account" disabled=move || is_busy.get() || !is_sure.get()>
                {move || page.t(text::DELETE_ACCOUNT)}
            </button>
        </form>
    }
}

#[component]
fn PasswordField(label: Text, kind: &'static str, value: RwSignal<String>) -> impl IntoView {
    let page = use_app_context();
    view! {
        <label>
            <span>{move || page.t(label)}</span>
            <input type="password" name=kind autocomplete=kind maxlength="200" required=true
                prop:value=move || value.get() on:input=move |event| value.set(event_target_value(&event))/>
        </label>
    }
}
