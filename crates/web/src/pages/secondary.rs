//! The pages without which a game can be played. With the feature `split` their code is a file of its own, loaded when
//! one of them is opened.

use leptos::prelude::*;
use leptos::wasm_split::SplitLoaderError;
#[cfg(feature = "split")]
use leptos::wasm_split::wasm_split;
use yipan_client::Route;
use yipan_client::text::{common, game};

use super::{
    AccountPage, Analysis, GamesPage, PlayersPage, ProfilePage, PuzzlesPage, RulesPage, ServerReplay,
    SettingsPage, TournamentPage, TournamentsPage,
};
use crate::context::use_app_context;

/// Creates the view of a route, in a file of its own.
#[cfg(feature = "split")]
#[allow(unsafe_code, reason = "the code on both sides of the split is of one build, so the signatures agree")]
#[wasm_split(secondary_pages, wasm_split_path = leptos::wasm_split, fallible)]
fn load_page(route: Route) -> Result<AnyView, SplitLoaderError> {
    Ok(page_view(route))
}

/// Creates the view of a route, whose code has been loaded with the rest.
#[cfg(not(feature = "split"))]
async fn load_page(route: Route) -> Result<AnyView, SplitLoaderError> {
    Ok(page_view(route))
}

fn page_view(route: Route) -> AnyView {
    match route {
        Route::SavedGames => view! { <GamesPage/> }.into_any(),
        Route::Analysis(kind) => view! { <Analysis kind/> }.into_any(),
        Route::Puzzles => view! { <PuzzlesPage set=None choice="daily".to_owned()/> }.into_any(),
        Route::Puzzle(set, choice) => view! { <PuzzlesPage set=Some(set) choice/> }.into_any(),
        Route::Replay(code) => view! { <ServerReplay code/> }.into_any(),
        Route::Rules(topic) => view! { <RulesPage topic/> }.into_any(),
        Route::Settings => view! { <SettingsPage/> }.into_any(),
        Route::Account => view! { <AccountPage/> }.into_any(),
        Route::Players => view! { <PlayersPage/> }.into_any(),
        Route::Profile(id) => view! { <ProfilePage id/> }.into_any(),
        Route::Tournaments => view! { <TournamentsPage/> }.into_any(),
        Route::Tournament(code) => view! { <TournamentPage code/> }.into_any(),
        _ => ().into_any(),
    }
}

/// Shows the page of a route after its code has been loaded.
#[component]
pub(crate) fn SecondaryPage(route: Route) -> impl IntoView {
    let context = use_app_context();
    let attempt = RwSignal::new(0);
    let failed = move || {
        view! {
            <section class="not-found">
                <p role="alert">{move || context.t(common::PAGE_NOT_LOADED)}</p>
                <button type="button" on:click=move |_| attempt.update(|count| *count += 1)>{move || context.t(game::TRY_AGAIN)}</button>
            </section>
        }
    };
    let page = move || {
        attempt.track();
        let route = route.clone();
        Suspend::new(async move { load_page(route).await.unwrap_or_else(|_| failed().into_any()) })
    };
    view! { <Suspense fallback=|| view! { <progress class="page-progress"></progress> }>{page}</Suspense> }
}
