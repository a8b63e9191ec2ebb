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

/// A field to find players by name, with links to their profiles.
#[component]
pub(super) fn PlayerSearch() -> impl IntoView {
    let context = use_app_context();
    let name = RwSignal::new(String::new());
    let found = RwSignal::new(None::<Result<Vec<FoundUser>, LocalizedText>>);
    let search = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let (name, language) = (name.get_untracked(), context.language.get_untracked());
        if name.trim().is_empty() {
            return;
        }
        spawn_local(async move {
            let users = find_users(&name, language).await;
            let _ = found.try_set(Some(users.map_err(|error| fetch::error_text(&error, language))));
        });
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
        <form class="field" role="search" on:submit=search>
            <label>
                <span>{move || context.t(text::PLAYER_NAME)}</span>
                <input type="text" name="player" autocomplete="off" spellcheck="false" maxlength="24"
                    prop:value=move || name.get() on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <button type="submit">{move || context.t(text::SEARCH)}</button>
        </form>
        {shown}
    }
}
