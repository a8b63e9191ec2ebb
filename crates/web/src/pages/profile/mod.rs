//! The profile of an account, and the search for players.

mod challenge_form;
mod game_filters;
mod games;
mod puzzle_ratings;
mod rating_list;
mod relation_buttons;
mod results;
mod search;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::LocalizedText;
use yipan_client::online::marked_name;
use yipan_client::text::{ratings as text, rules};
use yipan_wire::{FoundUser, UserProfile};

use self::challenge_form::ChallengeButton;
use self::games::ProfileGames;
use self::puzzle_ratings::PuzzleRatings;
use self::rating_list::RatingList;
use self::relation_buttons::{OwnRelations, RelationButtons, RelationLists};
use self::results::ProfileResults;
use self::search::PlayerSearch;
use super::account::date::format_date;
use crate::browser::fetch;
use crate::context::use_app_context;
use crate::report_button::ReportButton;

/// The search for players alone.
#[component]
pub(crate) fn PlayersPage() -> impl IntoView {
    let context = use_app_context();
    let own = OwnRelations::load();
    view! {
        <section class="profile">
            <h1>{move || context.t(text::PLAYERS)}</h1>
            <PlayerSearch/>
            <RelationLists own/>
        </section>
    }
}

/// The name, ratings and games of an account.
#[component]
pub(crate) fn ProfilePage(id: String) -> impl IntoView {
    let context = use_app_context();
    let profile = RwSignal::new(None::<Result<UserProfile, LocalizedText>>);
    let own = OwnRelations::load();
    spawn_local(async move {
        let language = context.language.get_untracked();
        let path = format!("/api/users/{id}");
        let response = async { fetch::parse_json(&fetch::get(&path, language).await?, language) };
        let found = response.await.map_err(|error| fetch::error_text(&error, language));
        let _ = profile.try_set(Some(found));
    });
    let shown = move || {
        match profile.get() {
        None => view! { <p role="status">{move || context.t(rules::LOADING)}</p> }.into_any(),
        Some(Err(message)) => {
            view! { <p class="error" role="alert">{message.localize(context.language.get()).to_owned()}</p> }
                .into_any()
        }
        Some(Ok(UserProfile { id, name, is_bot, joined_at, ratings, puzzles })) => view! {
            <h1 data-profile=id.clone()>{marked_name(&name, is_bot)}</h1>
            <p class="secondary">{move || context.t_args(text::JOINED, &[&format_date(joined_at, context.language.get())])}</p>
            <div class="actions people-actions">
                <ChallengeButton user=FoundUser { id: id.clone(), name: name.clone(), is_bot }/>
                <RelationButtons id=id.clone() own/>
                <ReportButton user=FoundUser { id: id.clone(), name: name.clone(), is_bot }/>
            </div>
            <RatingList id=id.clone() ratings/>
            <ProfileResults id=id.clone()/>
            <PuzzleRatings ratings=puzzles/>
            <ProfileGames id/>
        }
        .into_any(),
    }
    };
    view! {
        <section class="profile">
            {shown}
            <h2>{move || context.t(text::PLAYERS)}</h2>
            <PlayerSearch/>
        </section>
    }
}
