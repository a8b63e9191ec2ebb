use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_board::Said;
use yipan_board::text::account as text;

use crate::fetch;
use crate::page::page;

/// A way to an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// To one that there is.
    In,
    /// To a new one.
    Up,
}

/// Name and password. Each way is a form of its own, so that a browser offers the right password, or a new one.
#[component]
pub(super) fn Entry(way: Way) -> impl IntoView {
    let page = page();
    let (name, password) = (RwSignal::new(String::new()), RwSignal::new(String::new()));
    let (fault, is_busy) = (RwSignal::new(Said::default()), RwSignal::new(false));
    let (key, title, says, kind) = match way {
        Way::In => ("sign-in", text::SIGN_IN, text::SIGN_IN_SAYS, "current-password"),
        Way::Up => ("sign-up", text::SIGN_UP, text::SIGN_UP_SAYS, "new-password"),
    };
    let enter = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        if is_busy.get_untracked() {
            return;
        }
        is_busy.set(true);
        fault.set(Said::default());
        let language = page.language.get_untracked();
        let (name, password) = (name.get_untracked().trim().to_owned(), password.get_untracked());
        spawn_local(async move {
            let entered = match way {
                Way::In => page.account.sign_in(name, password).await,
                Way::Up => page.account.sign_up(name, password).await,
            };
            // Who has come in no longer sees this form.
            if is_busy.try_set(false).is_none() {
                let said = entered.err().map(|fault| fetch::said(fault, language));
                fault.set(said.unwrap_or_default());
            }
        });
    };
    let hint = move |of: yipan_board::Text| {
        (way == Way::Up).then(|| view! { <small>{move || page.say(of)}</small> })
    };
    view! {
        <form class="entry" data-form=key novalidate=true on:submit=enter>
            <h2>{move || page.say(title)}</h2>
            <p class="quiet">{move || page.say(says)}</p>
            <label>
                <span>{move || page.say(text::NAME)}</span>
                <input type="text" name="account" autocomplete="username" autocapitalize="none" spellcheck="false" maxlength="24" required=true
                    prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
                {hint(text::NAME_HINT)}
            </label>
            <label>
                <span>{move || page.say(text::PASSWORD)}</span>
                <input type="password" name="password" autocomplete=kind maxlength="200" required=true
                    prop:value=move || password.get() on:input=move |event| password.set(event_target_value(&event))/>
                {hint(text::PASSWORD_HINT)}
            </label>
            <p class="fault" role="alert">{move || page.read(fault)}</p>
            <button type="submit" class="accent" data-do=key disabled=move || is_busy.get()>{move || page.say(title)}</button>
        </form>
    }
}
