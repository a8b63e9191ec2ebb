//! The account page: sign-in and sign-up, sessions, tokens and games.

mod account_forms;
mod bot_form;
pub(super) mod date;
mod form_request;
pub(super) mod games;
mod new_token;
mod session_list;
mod sessions;
mod sign_in_form;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{
    account as text, correspondence, games as games_text, moderation as moderation_text, online, ratings,
};
use yipan_client::{LocalizedText, Route};

use self::games::OwnGames;
use self::sessions::Sessions;
use self::sign_in_form::{FormMode, SignInForm};
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::link::Link;

/// The account, or the forms to get one.
#[component]
pub(crate) fn AccountPage() -> impl IntoView {
    let context = use_app_context();
    let account = context.account;
    let error = RwSignal::new(LocalizedText::default());
    spawn_local(async move {
        let language = context.language.get_untracked();
        if let Err(failure) = account.refresh().await {
            let _ = error.try_set(fetch::error_text(&failure, language));
        }
    });
    let name = Memo::new(move |_| account.current_user.get().map(|me| me.account));
    let sign_out = move |_| {
        spawn_local(async move {
            let language = context.language.get_untracked();
            if let Err(failure) = account.sign_out().await {
                let _ = error.try_set(fetch::error_text(&failure, language));
            }
        });
    };
    let shown = move || {
        match name.get() {
        None => view! { <p role="status">{move || context.t(online::CONNECTING)}</p> }.into_any(),
        Some(None) => view! {
            <p>{move || context.t(text::INTRO)}</p>
            <p class="secondary">{move || context.t_args(text::GUEST, &[&account.current_user.get().map(|me| me.name).unwrap_or_default()])}</p>
            <div class="account-forms"><SignInForm mode=FormMode::SignIn/><SignInForm mode=FormMode::SignUp/></div>
        }
        .into_any(),
        Some(Some(name)) => {
            let key = name.clone();
            view! {
                <div class="actions">
                    <p class="status" data-account=key>{move || context.t_args(text::SIGNED_IN, &[&name])}</p>
                    <button type="button" data-do="sign-out" on:click=sign_out>{move || context.t(text::SIGN_OUT)}</button>
                </div>
                <Sessions/>
            }
            .into_any()
        }
        }
    };
    let own_profile = move || {
        let me = account.current_user.get().filter(|me| me.account.is_some())?;
        Some(
            view! { <Link to=Route::Profile(me.id) class="button">{move || context.t(ratings::OWN_PROFILE)}</Link> },
        )
    };
    let moderation = move || {
        let role = account.current_user.with(|user| user.as_ref().and_then(|user| user.role));
        role.map(|_| view! { <Link to=Route::Moderation class="button">{move || context.t(moderation_text::TITLE)}</Link> })
    };
    // The list is fetched again when the user changes.
    let games = move || {
        let _ = name.get()?;
        Some(view! { <OwnGames/> })
    };
    view! {
        <section class="account">
            <h1>{move || context.t(text::TITLE)}</h1>
            <p class="error" role="alert">{move || if name.get().is_none() { context.localized(error) } else { String::new() }}</p>
            {shown}
            <p class="actions">
                <Link to=Route::SavedGames class="button">{move || context.t(games_text::TITLE)}</Link>
                {own_profile}
                <Link to=Route::Correspondence class="button">{move || context.t(correspondence::TITLE)}</Link>
                {moderation}
                <Link to=Route::Players class="button">{move || context.t(ratings::PLAYERS)}</Link>
            </p>
            {games}
        </section>
    }
}
