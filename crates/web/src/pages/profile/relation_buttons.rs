use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::marked_name;
use yipan_client::text::people as text;
use yipan_client::{LocalizedText, Route};
use yipan_wire::{FoundUser, Relations};

use crate::browser::fetch;
use crate::context::{AppContext, use_app_context};
use crate::icons;
use crate::link::Link;
use crate::panel::ConfirmButton;

/// The players that the user follows and blocks, loaded when a page shows them.
#[derive(Clone, Copy)]
pub(super) struct OwnRelations {
    relations: RwSignal<Relations>,
    error: RwSignal<LocalizedText>,
    context: AppContext,
}

impl OwnRelations {
    /// Loads the relations whenever the user is signed in.
    pub(super) fn load() -> OwnRelations {
        let context = use_app_context();
        let own = OwnRelations {
            relations: RwSignal::new(Relations::default()),
            error: RwSignal::new(LocalizedText::default()),
            context,
        };
        Effect::new(move |_| {
            if context.notifications.own_id().is_some() {
                own.send("GET", "/api/me/relations".to_owned());
            }
        });
        own
    }

    fn follows(self, id: &str) -> bool {
        self.relations.with(|relations| relations.followed.iter().any(|user| user.id == id))
    }

    fn blocks(self, id: &str) -> bool {
        self.relations.with(|relations| relations.blocked.iter().any(|user| user.id == id))
    }

    /// Sends a request whose answer is the new state.
    fn send(self, method: &'static str, path: String) {
        let language = self.context.language.get_untracked();
        spawn_local(async move {
            let response = match method {
                "GET" => fetch::get(&path, language).await,
                "DELETE" => fetch::delete(&path, language).await,
                method => fetch::send(method, &path, &(), language).await,
            };
            let answer: Result<Relations, _> = response.and_then(|text| fetch::parse_json(&text, language));
            // The component may have been unmounted.
            if self.error.try_set(LocalizedText::default()).is_some() {
                return;
            }
            match answer {
                Ok(relations) => {
                    self.relations.set(relations);
                    self.context.notifications.refresh();
                }
                Err(failure) => self.error.set(fetch::error_text(&failure, language)),
            }
        });
    }
}

/// Buttons to follow and to block a player. Guests and the player themselves do not see them.
#[component]
pub(super) fn RelationButtons(id: String, own: OwnRelations) -> impl IntoView {
    let context = use_app_context();
    let id = StoredValue::new(id);
    let is_other =
        Memo::new(move |_| context.notifications.own_id().is_some_and(|own| id.with_value(|id| *id != own)));
    let follows = Memo::new(move |_| id.with_value(|id| own.follows(id)));
    let blocks = Memo::new(move |_| id.with_value(|id| own.blocks(id)));
    let path = move |kind: &str| id.with_value(|id| format!("/api/users/{id}/{kind}"));
    let follow = move |_| own.send(if follows.get_untracked() { "DELETE" } else { "PUT" }, path("follow"));
    let block = Callback::new(move |()| own.send("PUT", path("block")));
    view! {
        <Show when=move || is_other.get()>
            <Show when=move || !blocks.get()>
                <button type="button" data-do="follow" aria-pressed=move || follows.get().to_string() on:click=follow>
                    {move || context.t(if follows.get() { text::UNFOLLOW } else { text::FOLLOW })}
                </button>
                <ConfirmButton key="block" icon=icons::CLOSE label=text::BLOCK question=text::BLOCK_QUESTION on_confirm=block/>
            </Show>
            <Show when=move || blocks.get()>
                <button type="button" data-do="unblock" on:click=move |_| own.send("DELETE", path("block"))>{move || context.t(text::UNBLOCK)}</button>
            </Show>
            <p class="error" role="alert">{move || context.localized(own.error)}</p>
        </Show>
    }
}

/// The players that the user follows and blocks.
#[component]
pub(super) fn RelationLists(own: OwnRelations) -> impl IntoView {
    let context = use_app_context();
    let row = |user: FoundUser| view! { <li><Link to=Route::Profile(user.id)>{marked_name(&user.name, user.is_bot)}</Link></li> };
    let followed = Memo::new(move |_| own.relations.with(|relations| relations.followed.clone()));
    let blocked = Memo::new(move |_| own.relations.with(|relations| relations.blocked.clone()));
    view! {
        <Show when=move || !followed.with(Vec::is_empty)>
            <h2>{move || context.t(text::FOLLOWED_PLAYERS)}</h2>
            <ul class="found-players" data-list="followed">{move || followed.get().into_iter().map(row).collect_view()}</ul>
        </Show>
        <Show when=move || !blocked.with(Vec::is_empty)>
            <h2>{move || context.t(text::BLOCKED_PLAYERS)}</h2>
            <ul class="found-players" data-list="blocked">{move || blocked.get().into_iter().map(row).collect_view()}</ul>
        </Show>
    }
}
