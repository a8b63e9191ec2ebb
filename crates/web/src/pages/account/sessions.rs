use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::device_name;
use yipan_client::text::{account as text, common};
use yipan_client::{LocalizedText, Text};
use yipan_core::Language;
use yipan_wire::{Credential, Scope};

use super::account_forms::{ChangePassword, DeleteAccount};
use super::format_date;
use crate::clipboard::copy_to_clipboard;
use crate::context::{AppContext, use_app_context};
use crate::fetch;

/// What proves who somebody is, as it was last told.
#[derive(Clone, Copy)]
struct SessionList {
    context: AppContext,
    credentials: RwSignal<Vec<Credential>>,
    /// What came of the last wish.
    message: RwSignal<LocalizedText>,
}

impl SessionList {
    fn reload(self) {
        let language = self.context.language.get_untracked();
        spawn_local(async move {
            let response = async { fetch::parse_json(&fetch::get("/api/keys", language).await?, language) };
            match response.await {
                Ok(credentials) => drop(self.credentials.try_set(credentials)),
                Err(error) => self.show_message(fetch::error_text(error, language)),
            }
        });
    }

    fn revoke(self, path: String) {
        let language = self.context.language.get_untracked();
        spawn_local(async move {
            match fetch::delete(&path, language).await {
                Ok(_) => self.show_message(text::ENDED.into()),
                Err(error) => self.show_message(fetch::error_text(error, language)),
            }
            self.reload();
        });
    }

    fn show_message(self, message: LocalizedText) {
        let _ = self.message.try_set(message);
    }
}

/// Where the person is signed in, and the tokens of the account.
#[component]
pub(super) fn Sessions() -> impl IntoView {
    let context = use_app_context();
    let session_list = SessionList {
        context,
        credentials: RwSignal::new(Vec::new()),
        message: RwSignal::new(LocalizedText::default()),
    };
    session_list.reload();
    let rows = move |kind: &'static str| {
        let credentials =
            session_list.credentials.get().into_iter().filter(move |credential| credential.kind == kind);
        credentials.map(|credential| view! { <CredentialRow session_list credential/> }).collect_view()
    };
    let has_others = move || {
        session_list.credentials.with(|credentials| {
            credentials.iter().any(|credential| credential.kind == "session" && !credential.is_current)
        })
    };
    view! {
        <section>
            <h2>{move || context.t(text::SESSIONS)}</h2>
            <ul class="rooms" data-list="sessions">{move || rows("session")}</ul>
            <button type="button" data-do="end-others" disabled=move || !has_others() on:click=move |_| session_list.revoke("/api/keys".to_owned())>
                {move || context.t(text::END_OTHERS)}
            </button>
            <p class="secondary" role="status">{move || context.localized(session_list.message)}</p>
        </section>
        <section>
            <h2>{move || context.t(text::TOKENS)}</h2>
            <p class="secondary">{move || context.t(text::TOKENS_SAYS)}</p>
            <ul class="rooms" data-list="tokens">{move || rows("token")}</ul>
            <NewToken session_list/>
        </section>
        <div class="account-forms">
            <ChangePassword on_changed=Callback::new(move |()| session_list.reload())/>
            <DeleteAccount/>
        </div>
    }
}

/// One session or token. The one that the person has come with is ended by signing out.
#[component]
fn CredentialRow(session_list: SessionList, credential: Credential) -> impl IntoView {
    let context = session_list.context;
    let Credential { id, kind, label, created_at, is_current, expires_at, scopes } = credential;
    // A session is renewed whenever it is used, so only a token's expiry is worth showing.
    let expires_at = expires_at.filter(|_| kind == "token");
    let name = move |language: Language| match kind.as_str() {
        "session" => device_name(&label, language),
        _ => label.clone(),
    };
    let end = {
        let name = name.clone();
        (!is_current).then(move || {
            view! {
                <button type="button" data-do="end" aria-label=move || context.t_args(text::END_THIS, &[&name(context.language.get())])
                    on:click=move |_| session_list.revoke(format!("/api/keys/{id}"))>
                    {move || context.t(text::END)}
                </button>
            }
        })
    };
    let since = move || {
        let mut parts = Vec::new();
        if is_current {
            parts.push(context.t(text::THIS_ONE).to_owned());
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

fn scope_text(scope: Scope) -> Text {
    match scope {
        Scope::Play => text::SCOPE_PLAY,
        Scope::Read => text::SCOPE_READ,
        Scope::Account => text::SCOPE_ACCOUNT,
    }
}

#[derive(Serialize)]
struct TokenRequest {
    name: String,
    scopes: Vec<Scope>,
    #[serde(skip_serializing_if = "Option::is_none")]
    days: Option<u32>,
}

#[derive(Deserialize)]
struct CreatedToken {
    token: String,
}

/// Makes a token, and shows it the only time.
#[component]
fn NewToken(session_list: SessionList) -> impl IntoView {
    let context = session_list.context;
    let (name, made) = (RwSignal::new(String::new()), RwSignal::new(None::<Result<String, LocalizedText>>));
    let (scopes, days) = (RwSignal::new(vec![Scope::Play, Scope::Read]), RwSignal::new(String::new()));
    let is_copied = RwSignal::new(false);
    let toggle = move |scope: Scope| {
        scopes.update(|scopes| {
            if scopes.contains(&scope) {
                scopes.retain(|other| *other != scope);
            } else {
                scopes.push(scope);
            }
        });
    };
    let checkboxes = move || {
        let checkbox = move |scope: Scope| {
            view! {
                <label class="checkbox">
                    <input type="checkbox" name=scope.as_str() prop:checked=move || scopes.with(|scopes| scopes.contains(&scope))
                        on:change=move |_| toggle(scope)/>
                    <span>{move || context.t(scope_text(scope))}</span>
                </label>
            }
        };
        Scope::ALL.map(checkbox).collect_view()
    };
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let days = days.get_untracked();
        let request = TokenRequest {
            name: name.get_untracked().trim().to_owned(),
            scopes: scopes.get_untracked(),
            // The server refuses 0 days and says what is allowed.
            days: (!days.trim().is_empty()).then(|| days.trim().parse().unwrap_or(0)),
        };
        let language = context.language.get_untracked();
        spawn_local(async move {
            let token = async {
                let response = fetch::send("POST", "/api/tokens", &request, language).await?;
                fetch::parse_json::<CreatedToken>(&response, language)
            };
            let token =
                token.await.map(|made| made.token).map_err(|error| fetch::error_text(error, language));
            if made.try_set(Some(token)).is_none() {
                is_copied.set(false);
                name.set(String::new());
                session_list.reload();
            }
        });
    };
    let copy = move |token: String| {
        spawn_local(async move {
            let taken = copy_to_clipboard(&token).await;
            let _ = is_copied.try_set(taken);
        });
    };
    let shown = move || {
        made.get().map(|made| match made {
            Ok(token) => {
                let copied = token.clone();
                view! {
                    <div class="inline-form" role="status">
                        <input type="text" name="token" readonly=true value=token aria-label=move || context.t(text::NEW_TOKEN)/>
                        <button type="button" data-do="copy-token" on:click=move |_| copy(copied.clone())>
                            {move || if is_copied.get() { context.t(common::COPIED) } else { context.t(common::COPY) }}
                        </button>
                    </div>
                }
                .into_any()
            }
            Err(message) => view! { <p class="error" role="alert">{message.localize(context.language.get()).to_owned()}</p> }.into_any(),
        })
    };
    view! {
        <form class="field" data-form="token" on:submit=submit>
            <label>
                <span>{move || context.t(text::TOKEN_NAME)}</span>
                <input type="text" name="token-name" autocomplete="off" maxlength="24" prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <fieldset class="modes">
                <legend>{move || context.t(text::SCOPES)}</legend>
                {checkboxes()}
            </fieldset>
            <label>
                <span>{move || context.t(text::TOKEN_DAYS)}</span>
                <input type="number" name="token-days" min="1" max="3650" step="1" prop:value=move || days.get()
                    on:input=move |event| days.set(event_target_value(&event))/>
            </label>
            <button type="submit">{move || context.t(text::MAKE_TOKEN)}</button>
        </form>
        {shown}
    }
}
