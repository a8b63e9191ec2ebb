use leptos::prelude::*;
use serde::{Deserialize, Serialize};
use wasm_bindgen_futures::spawn_local;
use yipan_board::online::device;
use yipan_board::text::{account as text, common};
use yipan_board::{Said, Text};
use yipan_rules::Language;
use yipan_wire::{Key, Scope};

use super::change::{ChangePassword, DeleteAccount};
use super::date;
use crate::clipboard::put_on_clipboard;
use crate::fetch;
use crate::page::{Page, page};

/// What proves who somebody is, as it was last told.
#[derive(Clone, Copy)]
struct Ring {
    page: Page,
    keys: RwSignal<Vec<Key>>,
    /// What came of the last wish.
    said: RwSignal<Said>,
}

impl Ring {
    fn ask(self) {
        let language = self.page.language.get_untracked();
        spawn_local(async move {
            let told = async { fetch::read(&fetch::get("/api/keys", language).await?, language) };
            match told.await {
                Ok(keys) => drop(self.keys.try_set(keys)),
                Err(fault) => self.tell(fetch::said(fault, language)),
            }
        });
    }

    fn end(self, path: String) {
        let language = self.page.language.get_untracked();
        spawn_local(async move {
            match fetch::end(&path, language).await {
                Ok(_) => self.tell(text::ENDED.into()),
                Err(fault) => self.tell(fetch::said(fault, language)),
            }
            self.ask();
        });
    }

    fn tell(self, said: Said) {
        let _ = self.said.try_set(said);
    }
}

/// Where the person is signed in, and the tokens of the account.
#[component]
pub(super) fn Keys() -> impl IntoView {
    let page = page();
    let ring = Ring { page, keys: RwSignal::new(Vec::new()), said: RwSignal::new(Said::default()) };
    ring.ask();
    let rows = move |kind: &'static str| {
        let keys = ring.keys.get().into_iter().filter(move |key| key.kind == kind);
        keys.map(|key| view! { <KeyRow ring key/> }).collect_view()
    };
    let has_others =
        move || ring.keys.with(|keys| keys.iter().any(|key| key.kind == "session" && !key.current));
    view! {
        <section>
            <h2>{move || page.say(text::SESSIONS)}</h2>
            <ul class="rooms" data-list="sessions">{move || rows("session")}</ul>
            <button type="button" data-do="end-others" disabled=move || !has_others() on:click=move |_| ring.end("/api/keys".to_owned())>
                {move || page.say(text::END_OTHERS)}
            </button>
            <p class="quiet" role="status">{move || page.read(ring.said)}</p>
        </section>
        <section>
            <h2>{move || page.say(text::TOKENS)}</h2>
            <p class="quiet">{move || page.say(text::TOKENS_SAYS)}</p>
            <ul class="rooms" data-list="tokens">{move || rows("token")}</ul>
            <NewToken ring/>
        </section>
        <div class="entries">
            <ChangePassword changed=Callback::new(move |()| ring.ask())/>
            <DeleteAccount/>
        </div>
    }
}

/// One session or token. The one that the person has come with is ended by signing out.
#[component]
fn KeyRow(ring: Ring, key: Key) -> impl IntoView {
    let page = ring.page;
    let Key { id, kind, label, created, current, expires, scopes } = key;
    // A session is renewed whenever it is used, so only a token's expiry is worth showing.
    let expires = expires.filter(|_| kind == "token");
    let name = move |language: Language| match kind.as_str() {
        "session" => device(&label, language),
        _ => label.clone(),
    };
    let end = {
        let name = name.clone();
        (!current).then(move || {
            view! {
                <button type="button" data-do="end" aria-label=move || page.fill(text::END_THIS, &[&name(page.language.get())])
                    on:click=move |_| ring.end(format!("/api/keys/{id}"))>
                    {move || page.say(text::END)}
                </button>
            }
        })
    };
    let since = move || {
        let mut parts = Vec::new();
        if current {
            parts.push(page.say(text::THIS_ONE).to_owned());
        }
        parts.extend(scopes.iter().map(|scope| page.say(scope_text(*scope)).to_owned()));
        parts.push(page.fill(text::SINCE, &[&date(created, page.language.get())]));
        parts.extend(expires.map(|expires| page.fill(text::UNTIL, &[&date(expires, page.language.get())])));
        parts.join(" · ")
    };
    view! {
        <li data-current=current.to_string()>
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
struct Made {
    token: String,
}

/// Makes a token, and shows it the only time.
#[component]
fn NewToken(ring: Ring) -> impl IntoView {
    let page = ring.page;
    let (name, made) = (RwSignal::new(String::new()), RwSignal::new(None::<Result<String, Said>>));
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
                    <span>{move || page.say(scope_text(scope))}</span>
                </label>
            }
        };
        Scope::ALL.map(checkbox).collect_view()
    };
    let make = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let days = days.get_untracked();
        let asked = TokenRequest {
            name: name.get_untracked().trim().to_owned(),
            scopes: scopes.get_untracked(),
            // The server refuses 0 days and says what is allowed.
            days: (!days.trim().is_empty()).then(|| days.trim().parse().unwrap_or(0)),
        };
        let language = page.language.get_untracked();
        spawn_local(async move {
            let token = async {
                let told = fetch::send("POST", "/api/tokens", &asked, language).await?;
                fetch::read::<Made>(&told, language)
            };
            let token = token.await.map(|made| made.token).map_err(|fault| fetch::said(fault, language));
            if made.try_set(Some(token)).is_none() {
                is_copied.set(false);
                name.set(String::new());
                ring.ask();
            }
        });
    };
    let copy = move |token: String| {
        spawn_local(async move {
            let taken = put_on_clipboard(&token).await;
            let _ = is_copied.try_set(taken);
        });
    };
    let shown = move || {
        made.get().map(|made| match made {
            Ok(token) => {
                let copied = token.clone();
                view! {
                    <div class="typed" role="status">
                        <input type="text" name="token" readonly=true value=token aria-label=move || page.say(text::NEW_TOKEN)/>
                        <button type="button" data-do="copy-token" on:click=move |_| copy(copied.clone())>
                            {move || if is_copied.get() { page.say(common::COPIED) } else { page.say(common::COPY) }}
                        </button>
                    </div>
                }
                .into_any()
            }
            Err(said) => view! { <p class="fault" role="alert">{said.say(page.language.get()).to_owned()}</p> }.into_any(),
        })
    };
    view! {
        <form class="field" data-form="token" on:submit=make>
            <label>
                <span>{move || page.say(text::TOKEN_NAME)}</span>
                <input type="text" name="token-name" autocomplete="off" maxlength="24" prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <fieldset class="modes">
                <legend>{move || page.say(text::SCOPES)}</legend>
                {checkboxes()}
            </fieldset>
            <label>
                <span>{move || page.say(text::TOKEN_DAYS)}</span>
                <input type="number" name="token-days" min="1" max="3650" step="1" prop:value=move || days.get()
                    on:input=move |event| days.set(event_target_value(&event))/>
            </label>
            <button type="submit">{move || page.say(text::MAKE_TOKEN)}</button>
        </form>
        {shown}
    }
}
