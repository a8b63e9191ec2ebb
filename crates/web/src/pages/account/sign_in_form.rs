use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::text::account as text;

use crate::context::use_app_context;
use crate::fetch;

/// A way to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormMode {
    /// To one that there is.
    SignIn,
    /// To a new one.
    SignUp,
}

/// Name and password. Each way is a form of its own, so that a browser offers the right password, or a new one.
#[component]
pub(super) fn Entry(way: FormMode) -> impl IntoView {
    let page = use_app_context();
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let (fault, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let (key, title, says, kind) = match way {
        FormMode::SignIn => ("sign-in", text::SIGN_IN, text::SIGN_IN_HINT, "current-password"),
        FormMode::SignUp => ("sign-up", text::SIGN_UP, text::SIGN_UP_HINT, "new-password"),
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        fault.set(LocalizedText::default());
        let language = page.language.get_untracked();
        let (name, password) = (name.get_untracked().trim().to_owned(), password.get_untracked());
        spawn_local(async move {
            let result = match way {
                FormMode::SignIn => page.account.sign_in(name, password).await,
                FormMode::SignUp => page.account.sign_up(name, password).await,
            };
            // Who has come in no longer sees this form.
            if is_busy.try_set(false).is_none() {
                let said = result.err().map(|fault| fetch::error_text(fault, language));
                fault.set(said.unwrap_or_default());
            }
        });
    };
    let hint = move |of: yipan_client::Text| {
        (way == FormMode::SignUp).then(|| view! { <small>{move || page.t(of)}</small> })
    };
    view! {
        <form class="entry" data-form=key novalidate=true on:submit=submit>
            <h2>{move || page.t(title)}</h2>
            <p class="quiet">{move || page.t(says)}</p>
            <label>
                <span>{move || page.t(text::NAME)}</span>
                <input type="text" name="account" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="24" required=true
                    prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
                {hint(text::NAME_HINT)}
            </label>
            <label>
                <span>{move || page.t(text::PASSWORD)}</span>
                <input type="password" name="password" autocomplete=kind maxlength="200" required=true
                    prop:value=move || password.get() on:input=move |event| password.set(event_target_value(&event))/>
                {hint(text::PASSWORD_HINT)}
            </label>
            <p class="fault" role="alert">{move || page.localized(fault)}</p>
            <button type="submit" class="accent" data-do=key disabled=move || is_busy.get()>{move || page.t(title)}</button>
        </form>
    }
}
