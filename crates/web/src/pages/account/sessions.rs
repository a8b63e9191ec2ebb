use leptos::prelude::*;
use yipan_client::LocalizedText;
use yipan_client::online::device_name;
use yipan_client::text::account as text;
use yipan_core::Language;
use yipan_wire::{Credential, CredentialKind};

use super::account_forms::{ChangePassword, DeleteAccount};
use super::bot_form::BotForm;
use super::date::format_date;
use super::new_token::NewToken;
use super::session_list::{SessionList, scope_text};
use crate::context::use_app_context;

/// The sessions and API tokens of the account.
#[component]
pub(super) fn Sessions() -> impl IntoView {
    let context = use_app_context();
    let session_list = SessionList {
        context,
        credentials: RwSignal::new(Vec::new()),
        message: RwSignal::new(LocalizedText::default()),
    };
    session_list.reload();
    let rows = move |kind: CredentialKind| {
        let credentials =
            session_list.credentials.get().into_iter().filter(move |credential| credential.kind == kind);
        credentials.map(|credential| view! { <CredentialRow session_list credential/> }).collect_view()
    };
    let has_others = move || {
        session_list.credentials.with(|credentials| {
            credentials
                .iter()
                .any(|credential| credential.kind == CredentialKind::Session && !credential.is_current)
        })
    };
    view! {
        <section>
            <h2>{move || context.t(text::SESSIONS)}</h2>
            <ul class="rooms" data-list="sessions">{move || rows(CredentialKind::Session)}</ul>
            <button type="button" data-do="end-others" disabled=move || !has_others() on:click=move |_| session_list.revoke("/api/credentials".to_owned())>
                {move || context.t(text::SIGN_OUT_OTHERS)}
            </button>
            <p class="secondary" role="status">{move || context.localized(session_list.message)}</p>
        </section>
        <section>
            <h2>{move || context.t(text::TOKENS)}</h2>
            <p class="secondary">{move || context.t(text::TOKENS_HINT)}</p>
            <ul class="rooms" data-list="tokens">{move || rows(CredentialKind::Token)}</ul>
            <NewToken session_list/>
        </section>
        <section>
            <h2>{move || context.t(text::EXPORT)}</h2>
            <p class="secondary">{move || context.t(text::EXPORT_HINT)}</p>
            <a class="button" data-do="export-account" href="/api/account/export" download="yipan-account.json">{move || context.t(text::EXPORT)}</a>
        </section>
        <div class="account-forms">
            <ChangePassword on_changed=Callback::new(move |()| session_list.reload())/>
            <BotForm/>
            <DeleteAccount/>
        </div>
    }
}

/// A session or token. The current session is ended by signing out.
#[component]
fn CredentialRow(session_list: SessionList, credential: Credential) -> impl IntoView {
    let context = session_list.context;
    let Credential { id, kind, label, created_at, is_current, expires_at, scopes } = credential;
    // A session is renewed whenever it is used, so only a token's expiry is worth showing.
    let expires_at = expires_at.filter(|_| kind == CredentialKind::Token);
    let name = move |language: Language| match kind {
        CredentialKind::Session => device_name(&label, language),
        CredentialKind::Token => label.clone(),
    };
    let end = {
        let name = name.clone();
        (!is_current).then(move || {
            view! {
                <button type="button" data-do="end" aria-label=move || context.t_args(text::REVOKE_NAMED, &[&name(context.language.get())])
                    on:click=move |_| session_list.revoke(format!("/api/credentials/{id}"))>
                    {move || context.t(text::REVOKE)}
                </button>
            }
        })
    };
    let since = move || {
        let mut parts = Vec::new();
        if is_current {
            parts.push(context.t(text::THIS_DEVICE).to_owned());
        }
        parts.extend(scopes.iter().map(|scope| context.t(scope_text(*scope)).to_owned()));
        parts.push(context.t_args(text::SINCE, &[&format_date(created_at, context.language.get())]));
        parts.extend(expires_at.map(|expires_at| {
            context.t_args(text::UNTIL, &[&format_date(expires_at, context.language.get())])
        }));
        parts.join(" · ")
    };
    view! {
        <li data-current=is_current.to_string()>
            <span class="room-host">{move || name(context.language.get())}</span>
            <span class="room-config">{since}</span>
            {end}
        </li>
    }
}
