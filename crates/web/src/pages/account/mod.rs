//! Who one is at the hall: signing in, up and out, sessions, tokens, and one's own games.

mod account_forms;
mod games;
mod sessions;
mod sign_in_form;

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::text::{account as text, online};
use yipan_core::Language;

use self::games::OwnGames;
use self::sessions::Keys;
use self::sign_in_form::{Entry, FormMode};
use crate::context::use_app_context;
use crate::fetch;

/// The account of the person, or how to get one.
#[component]
pub(crate) fn AccountPage() -> impl IntoView {
    let page = use_app_context();
    let account = page.account;
    let fault = RwSignal::new(LocalizedText::default());
    spawn_local(async move {
        let language = page.language.get_untracked();
        if let Err(told) = account.refresh().await {
            let _ = fault.try_set(fetch::error_text(told, language));
        }
    });
    let name = Memo::new(move |_| account.current_user.get().map(|me| me.account));
    let sign_out = move |_| {
        spawn_local(async move {
            let language = page.language.get_untracked();
            if let Err(told) = account.sign_out().await {
                let _ = fault.try_set(fetch::error_text(told, language));
            }
        });
    };
    let shown = move || {
        match name.get() {
        None => view! { <p role="status">{move || page.t(online::CONNECTING)}</p> }.into_any(),
        Some(None) => view! {
            <p>{move || page.t(text::INTRO)}</p>
            <p class="quiet">{move || page.t_args(text::GUEST, &[&account.current_user.get().map(|me| me.name).unwrap_or_default()])}</p>
            <div class="entries"><Entry way=FormMode::SignIn/><Entry way=FormMode::SignUp/></div>
        }
        .into_any(),
        Some(Some(name)) => {
            let key = name.clone();
            view! {
                <div class="ways">
                    <p class="line" data-account=key>{move || page.t_args(text::SIGNED_IN, &[&name])}</p>
                    <button type="button" data-do="sign-out" on:click=sign_out>{move || page.t(text::SIGN_OUT)}</button>
                </div>
                <Keys/>
            }
            .into_any()
        }
        }
    };
    // The list is asked for again when somebody else has come in.
    let games = move || {
        let _ = name.get()?;
        Some(view! { <OwnGames/> })
    };
    view! {
        <section class="account">
            <h1>{move || page.t(text::TITLE)}</h1>
            <p class="fault" role="alert">{move || if name.get().is_none() { page.localized(fault) } else { String::new() }}</p>
            {shown}
            {games}
        </section>
    }
}

/// A time of the hall as people here write it.
fn format_date(millis: u64, language: Language) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(millis as f64));
    let style = js_sys::Object::new();
    for (part, length) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        let _ = js_sys::Reflect::set(&style, &part.into(), &length.into());
    }
    date.to_locale_string(&language.to_string(), &style).into()
}
