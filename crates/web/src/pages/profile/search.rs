use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::marked_name;
use yipan_client::text::ratings as text;
use yipan_client::{LocalizedText, Route};
use yipan_core::Language;
use yipan_wire::{ApiError, FoundUser};

use super::challenge_form::ChallengeButton;
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::link::Link;

/// Finds the accounts whose names begin with this text.
pub(super) async fn find_users(name: &str, language: Language) -> Result<Vec<FoundUser>, ApiError> {
    let name = String::from(js_sys::encode_uri_component(name.trim()));
    fetch::parse_json(&fetch::get(&format!("/api/users?name={name}"), language).await?, language)
}

/// Returns the address of a search, which finds the same players for everyone.
fn search_address(name: &str) -> String {
    let name = String::from(js_sys::encode_uri_component(name.trim()));
    format!("{}?name={name}", Route::Players.path())
}

/// Returns the name that the address of the page searches for; empty if it is another address.
fn searched_name() -> String {
    let query = window().location().search().unwrap_or_default();
    let encoded = query.strip_prefix("?name=").unwrap_or_default();
    js_sys::decode_uri_component(encoded).map(String::from).unwrap_or_default()
}

/// A field to find players by name, with links to their profiles and to the search itself.
#[component]
pub(super) fn PlayerSearch() -> impl IntoView {
    let context = use_app_context();
    let name = RwSignal::new(searched_name());
    let searched = RwSignal::new(String::new());
    let found = RwSignal::new(None::<Result<Vec<FoundUser>, LocalizedText>>);
    let search = move || {
        let (name, language) = (name.get_untracked(), context.language.get_untracked());
        if name.trim().is_empty() {
            return;
        }
        spawn_local(async move {
            let users = find_users(&name, language).await;
            let users = users.map_err(|error| fetch::error_text(&error, language));
            // The component may have been unmounted.
            if found.try_set(Some(users)).is_none() {
                searched.set(name);
            }
        });
    };
    search();
    let submit = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        search();
    };
    let link = move || {
        let searched = searched.get();
        (!searched.is_empty()).then(|| {
            view! { <p><a href=search_address(&searched) data-link="search">{move || context.t(text::SEARCH_LINK)}</a></p> }
        })
    };
    let row = |user: FoundUser| {
        let (profile, name) = (Route::Profile(user.id.clone()), marked_name(&user.name, user.is_bot));
        view! { <li><Link to=profile>{name}</Link><ChallengeButton user/></li> }
    };
    let shown = move || {
        found.get().map(|found| match found {
            Err(message) => view! { <p class="error" role="alert">{message.localize(context.language.get()).to_owned()}</p> }
                .into_any(),
            Ok(users) if users.is_empty() => view! { <p role="status">{context.t(text::NO_PLAYERS)}</p> }.into_any(),
            Ok(users) => {
                view! { <ul class="found-players" data-list="players">{users.into_iter().map(row).collect_view()}</ul> }
                    .into_any()
            }
        })
    };
    view! {
        <form class="field" role="search" on:submit=submit>
            <label>
                <span>{move || context.t(text::PLAYER_NAME)}</span>
                <input type="text" name="player" autocomplete="off" spellcheck="false" maxlength="24"
                    prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <button type="submit">{move || context.t(text::SEARCH)}</button>
        </form>
        {shown}
        {link}
    }
}
