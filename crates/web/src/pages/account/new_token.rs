use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::text::{account as text, common};
use yipan_wire::Scope;

use super::session_list::{SessionList, scope_text};
use crate::browser::clipboard::copy_to_clipboard;
use crate::browser::fetch;
use crate::context::use_app_context;

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

/// A form that creates a token and shows it once.
#[component]
pub(super) fn NewToken(session_list: SessionList) -> impl IntoView {
    let context = session_list.context;
    let (name, created) =
        (RwSignal::new(String::new()), RwSignal::new(None::<Result<String, LocalizedText>>));
    let (scopes, days) = (RwSignal::new(vec![Scope::Play, Scope::Read]), RwSignal::new(String::new()));
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let days = days.get_untracked();
        let request = TokenRequest {
            name: name.get_untracked().trim().to_owned(),
            scopes: scopes.get_untracked(),
            // The server rejects 0 days and returns the allowed range.
            days: (!days.trim().is_empty()).then(|| days.trim().parse().unwrap_or(0)),
        };
        let language = context.language.get_untracked();
        spawn_local(async move {
            let token = async {
                let response = fetch::send("POST", "/api/tokens", &request, language).await?;
                fetch::parse_json::<CreatedToken>(&response, language)
            };
            let token =
                token.await.map(|created| created.token).map_err(|error| fetch::error_text(&error, language));
            if created.try_set(Some(token)).is_none() {
                name.set(String::new());
                session_list.reload();
            }
        });
    };
    view! {
        <form class="field" data-form="token" on:submit=submit>
            <label>
                <span>{move || context.t(text::TOKEN_NAME)}</span>
                <input type="text" name="token-name" autocomplete="off" maxlength="24" prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <ScopeFields scopes/>
            <label>
                <span>{move || context.t(text::TOKEN_DAYS)}</span>
                <input type="number" name="token-days" min="1" max="3650" step="1" prop:value=move || days.get()
                    on:input=move |event| days.set(event_target_value(&event))/>
            </label>
            <button type="submit">{move || context.t(text::CREATE_TOKEN)}</button>
        </form>
        {move || created.get().map(|result| match result {
            Ok(token) => view! { <TokenField token/> }.into_any(),
            Err(message) => view! { <p class="error" role="alert">{message.localize(context.language.get()).to_owned()}</p> }.into_any(),
        })}
    }
}

#[component]
fn ScopeFields(scopes: RwSignal<Vec<Scope>>) -> impl IntoView {
    let context = use_app_context();
    let toggle = move |scope: Scope| {
        scopes.update(|scopes| {
            if scopes.contains(&scope) {
                scopes.retain(|other| *other != scope);
            } else {
                scopes.push(scope);
            }
        });
    };
    let checkbox = move |scope: Scope| {
        view! {
            <label class="checkbox">
                <input type="checkbox" name=scope.as_str() prop:checked=move || scopes.with(|scopes| scopes.contains(&scope))
                    on:change=move |_| toggle(scope)/>
                <span>{move || context.t(scope_text(scope))}</span>
            </label>
        }
    };
    view! {
        <fieldset class="modes">
            <legend>{move || context.t(text::SCOPES)}</legend>
            {Scope::ALL.map(checkbox).collect_view()}
        </fieldset>
    }
}

/// The new token, to copy. The server does not return it again.
#[component]
fn TokenField(token: String) -> impl IntoView {
    let context = use_app_context();
    let is_copied = RwSignal::new(false);
    let copied = token.clone();
    let copy = move |_| {
        let text = copied.clone();
        spawn_local(async move {
            let done = copy_to_clipboard(&text).await;
            let _ = is_copied.try_set(done);
        });
    };
    view! {
        <div class="inline-form" role="status">
            <input type="text" name="token" readonly=true value=token aria-label=move || context.t(text::NEW_TOKEN)/>
            <button type="button" data-do="copy-token" on:click=copy>
                {move || if is_copied.get() { context.t(common::COPIED) } else { context.t(common::COPY) }}
            </button>
        </div>
    }
}
