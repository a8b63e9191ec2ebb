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
    page: AppContext,
    credentials: RwSignal<Vec<Credential>>,
    /// What came of the last wish.
    message: RwSignal<LocalizedText>,
}

impl SessionList {
    fn reload(self) {
        let language = self.page.language.get_untracked();
        spawn_local(async move {
            let response = async { fetch::parse_json(&fetch::get("/api/keys", language).await?, language) };
            match response.await {
                Ok(keys) => drop(self.credentials.try_set(keys)),
                Err(fault) => self.show_message(fetch::error_text(fault, language)),
            }
        });
    }

    fn revoke(self, path: String) {
        let language = self.page.language.get_untracked();
        spawn_local(async move {
            match fetch::delete(&path, language).await {
                Ok(_) => self.show_message(text::REVOKED.into()),
                Err(fault) => self.show_message(fetch::error_text(fault, language)),
            }
            self.reload();
        });
    }

    fn show_message(self, said: LocalizedText) {
        let _ = self.message.try_set(said);
    }
}

/// Where the person is signed in, and the tokens of the account.
#[component]
pub(super) fn Keys() -> impl IntoView {
    let page = use_app_context();
    let ring = SessionList {
        page,
        credentials: RwSignal::new(Vec::new()),
        message: RwSignal::new(LocalizedText::default()),
    };
    ring.reload();
    let rows = move |kind: &'static str| {
        let keys = ring.credentials.get().into_iter().filter(move |key| key.kind == kind);
        keys.map(|key| view! { <KeyRow ring key/> }).collect_view()
    };
    let has_others =
        move || ring.credentials.with(|keys| keys.iter().any(|key| key.kind == "session" && !key.is_current));
    view! {
        <section>
            <h2>{move || page.t(text::SESSIONS)}</h2>
            <ul class="rooms" data-list="sessions">{move || rows("session")}</ul>
            <button type="button" data-do="end-others" disabled=move || !has_others() on:click=move |_| ring.revoke("/api/keys".to_owned())>
                {move || page.t(text::SIGN_OUT_OTHERS)}
            </button>
            <p class="quiet" role="status">{move || page.localized(ring.message)}</p>
        </section>
        <section>
            <h2>{move || page.t(text::TOKENS)}</h2>
            <p class="quiet">{move || page.t(text::TOKENS_HINT)}</p>
            <ul class="rooms" data-list="tokens">{move || rows("token")}</ul>
            <NewToken ring/>
        </section>
        <div class="entries">
            <ChangePassword changed=Callback::new(move |()| ring.reload())/>
            <DeleteAccount/>
        </div>
    }
}

/// One session or token. The one that the person has come with is ended by signing out.
#[component]
fn KeyRow(ring: SessionList, key: Credential) -> impl IntoView {
    let page = ring.page;
    let Credential { id, kind, label, created_at, is_current, expires_at, scopes } = key;
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
                <button type="button" data-do="end" aria-label=move || page.t_args(text::REVOKE_NAMED, &[&name(page.language.get())])
                    on:click=move |_| ring.revoke(format!("/api/keys/{id}"))>
                    {move || page.t(text::REVOKE)}
                </button>
            }
        })
    };
    let since = move || {
        let mut parts = Vec::new();
        if is_current {
            parts.push(page.t(text::THIS_DEVICE).to_owned());
        }
        parts.extend(scopes.iter().map(|scope| page.t(scope_text(*scope)).to_owned()));
        parts.push(page.t_args(text::SINCE, &[&format_date(created_at, page.language.get())]));
        parts
            .extend(expires_at.map(|expires_at| {
                page.t_args(text::UNTIL, &[&format_date(expires_at, page.language.get())])
            }));
        parts.join(" · ")
    };
    view! {
        <li data-current=is_current.to_string()>
            <span class="room-host">{move || name(page.language.get())}</span>
            <span class="room-terms">{since}</span>
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
fn NewToken(ring: SessionList) -> impl IntoView {
    let page = ring.page;
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
                <label class="tick">
                    <input type="checkbox" name=scope.as_str() prop:checked=move || scopes.with(|scopes| scopes.contains(&scope))
                        on:change=move |_| toggle(scope)/>
                    <span>{move || page.t(scope_text(scope))}</span>
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
        let language = page.language.get_untracked();
        spawn_local(async move {
            let token = async {
                let response = fetch::send("POST", "/api/tokens", &request, language).await?;
                fetch::parse_json::<CreatedToken>(&response, language)
            };
            let token =
                token.await.map(|made| made.token).map_err(|fault| fetch::error_text(fault, language));
            if made.try_set(Some(token)).is_none() {
                is_copied.set(false);
                name.set(String::new());
                ring.reload();
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
                    <div class="typed" role="status">
                        <input type="text" name="token" readonly=true value=token aria-label=move || page.t(text::NEW_TOKEN)/>
                        <button type="button" data-do="copy-token" on:click=move |_| copy(copied.clone())>
                            {move || if is_copied.get() { page.t(common::COPIED) } else { page.t(common::COPY) }}
                        </button>
                    </div>
                }
                .into_any()
            }
            Err(said) => view! { <p class="fault" role="alert">{said.localize(page.language.get()).to_owned()}</p> }.into_any(),
        })
    };
    view! {
        <form class="field" data-form="token" on:submit=submit>
            <label>
                <span>{move || page.t(text::TOKEN_NAME)}</span>
                <input type="text" name="token-name" autocomplete="off" maxlength="24" prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <fieldset class="modes">
                <legend>{move || page.t(text::SCOPES)}</legend>
                {checkboxes()}
            </fieldset>
            <label>
                <span>{move || page.t(text::TOKEN_DAYS)}</span>
                <input type="number" name="token-days" min="1" max="3650" step="1" prop:value=move || days.get()
                    on:input=move |event| days.set(event_target_value(&event))/>
            </label>
            <button type="submit">{move || page.t(text::CREATE_TOKEN)}</button>
        </form>
        {shown}
    }
}
