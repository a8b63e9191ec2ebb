use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::text::account as text;
use yipan_wire::ErrorCode;

use crate::browser::fetch;
use crate::context::use_app_context;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormMode {
    SignIn,
    SignUp,
}

/// A form for name and password. Signing in and signing up are two forms, so that password managers offer the right one.
#[component]
pub(super) fn SignInForm(mode: FormMode) -> impl IntoView {
    let context = use_app_context();
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let (error, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    // The field that the server rejected.
    let faulty = RwSignal::new(None::<ErrorCode>);
    let is_faulty = move |code: ErrorCode| (faulty.get() == Some(code)).then_some("true");
    let (key, title, description, kind) = match mode {
        FormMode::SignIn => ("sign-in", text::SIGN_IN, text::SIGN_IN_HINT, "current-password"),
        FormMode::SignUp => ("sign-up", text::SIGN_UP, text::SIGN_UP_HINT, "new-password"),
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        error.set(LocalizedText::default());
        faulty.set(None);
        let language = context.language.get_untracked();
        let (name, password) = (name.get_untracked().trim().to_owned(), password.get_untracked());
        spawn_local(async move {
            let result = match mode {
                FormMode::SignIn => context.account.sign_in(name, password).await,
                FormMode::SignUp => context.account.sign_up(name, password).await,
            };
            // After success the form is unmounted.
            if is_busy.try_set(false).is_none() {
                faulty.set(result.as_ref().err().map(|error| error.code));
                let message = result.err().map(|error| fetch::error_text(&error, language));
                error.set(message.unwrap_or_default());
            }
        });
    };
    let hint = move |of: yipan_client::Text| {
        (mode == FormMode::SignUp).then(|| view! { <small>{move || context.t(of)}</small> })
    };
    view! {
        <form class="account-form" data-form=key novalidate=true on:submit=submit>
            <h2>{move || context.t(title)}</h2>
            <p class="secondary">{move || context.t(description)}</p>
            <label>
                <span>{move || context.t(text::NAME)}</span>
                <input type="text" name="account" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="24" required=true aria-invalid=move || is_faulty(ErrorCode::BadAccountName)
                    prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
                {hint(text::NAME_HINT)}
            </label>
            <label>
                <span>{move || context.t(text::PASSWORD)}</span>
                <input type="password" name="password" autocomplete=kind maxlength="200" required=true aria-invalid=move || is_faulty(ErrorCode::BadPassword)
                    prop:value=move || password.get() on:input=move |event| password.set(event_target_value(&event))/>
                {hint(text::PASSWORD_HINT)}
            </label>
            <p class="error" role="alert">{move || context.localized(error)}</p>
            <button type="submit" class="accent" data-do=key disabled=move || is_busy.get()>{move || context.t(title)}</button>
        </form>
    }
}
