//! Who one is at the hall: signing in, up and out, sessions, tokens, and one's own games.

mod change;
mod entry;
mod games;
mod keys;

use leptos::prelude::*;
use wasm_bindgen::JsValue;
use wasm_bindgen_futures::spawn_local;
use yipan_board::Said;
use yipan_board::text::{account as text, online};
use yipan_rules::Language;

use self::entry::{Entry, Way};
use self::games::OwnGames;
use self::keys::Keys;
use crate::fetch;
use crate::page::page;

/// The account of the person, or how to get one.
#[component]
pub(crate) fn AccountPage() -> impl IntoView {
    let page = page();
    let account = page.account;
    let fault = RwSignal::new(Said::default());
    spawn_local(async move {
        let language = page.language.get_untracked();
        if let Err(told) = account.meet().await {
            let _ = fault.try_set(fetch::said(told, language));
        }
    });
    let name = Memo::new(move |_| account.me.get().map(|me| me.account));
    let sign_out = move |_| {
        spawn_local(async move {
            let language = page.language.get_untracked();
            if let Err(told) = account.sign_out().await {
                let _ = fault.try_set(fetch::said(told, language));
            }
        });
    };
    let shown = move || {
        match name.get() {
        None => view! { <p role="status">{move || page.say(online::CONNECTING)}</p> }.into_any(),
        Some(None) => view! {
            <p>{move || page.say(text::WHY)}</p>
            <p class="quiet">{move || page.fill(text::GUEST, &[&account.me.get().map(|me| me.name).unwrap_or_default()])}</p>
            <div class="entries"><Entry way=Way::In/><Entry way=Way::Up/></div>
        }
        .into_any(),
        Some(Some(name)) => {
            let key = name.clone();
            view! {
                <div class="ways">
                    <p class="line" data-account=key>{move || page.fill(text::SIGNED_IN, &[&name])}</p>
                    <button type="button" data-do="sign-out" on:click=sign_out>{move || page.say(text::SIGN_OUT)}</button>
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
            <h1>{move || page.say(text::TITLE)}</h1>
            <p class="fault" role="alert">{move || if name.get().is_none() { page.read(fault) } else { String::new() }}</p>
            {shown}
            {games}
        </section>
    }
}

/// A time of the hall as people here write it.
fn date(millis: u64, language: Language) -> String {
    let date = js_sys::Date::new(&JsValue::from_f64(millis as f64));
    let style = js_sys::Object::new();
    for (part, length) in [("dateStyle", "medium"), ("timeStyle", "short")] {
        let _ = js_sys::Reflect::set(&style, &part.into(), &length.into());
    }
    date.to_locale_string(&language.to_string(), &style).into()
}
