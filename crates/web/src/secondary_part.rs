//! Parts of the page without which a game can be played. Their code is loaded when one of them is first shown.

use std::pin::Pin;

use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::Route;
use yipan_client::text::{common, game};
use yipan_games::GameKind;

use crate::browser::timer;
use crate::context::use_app_context;
use crate::online::OnlineGame;
use crate::preferences::PreferenceSignals;

/// A view whose code is not part of the first page.
#[derive(Clone)]
pub(crate) enum SecondaryPart {
    /// The page of a route.
    Page(Route),
    /// The bell of the top bar.
    Bell,
    /// The form to report a player, and the room where it happened.
    ReportForm { user: String, room: Option<String> },
    /// The form that opens a room for a game with these options.
    CreateRoomForm(PreferenceSignals),
    /// The editor of conditional moves.
    ConditionalMoves(OnlineGame),
    /// The record of a finished online game.
    FinishedGame(OnlineGame, GameKind),
    /// The notice of an announced restart.
    RestartBanner,
    /// The fields of a start position that is not the standard one.
    StartDetails(PreferenceSignals),
    /// The changes of the ratings by a finished online game.
    RatingChanges(OnlineGame),
}

/// The view of a part; `None` if its code could not be loaded.
pub(crate) type PartFuture = Pin<Box<dyn Future<Output = Option<AnyView>> + Send>>;

/// Loads the code of a part. It comes from the context, because the parts show other parts.
#[derive(Clone, Copy)]
pub(crate) struct PartLoader(pub(crate) fn(SecondaryPart) -> PartFuture);

/// The number of times that the code of a part was requested. A change requests it again.
type Attempts = RwSignal<u32>;

/// Shows a part after its code has been loaded, or a button that requests it again.
#[component]
pub(crate) fn RequiredPart(part: SecondaryPart) -> impl IntoView {
    let view = loaded_view(part, |attempts| view! { <NotLoaded attempts/> }.into_any());
    view! { <Suspense fallback=|| view! { <progress class="page-progress"></progress> }>{view}</Suspense> }
}

/// The time after which the code of an optional part is requested again.
const RETRY_MS: u32 = 15_000;

/// Shows a part as soon as its code can be loaded, and nothing before.
#[component]
pub(crate) fn OptionalPart(part: SecondaryPart) -> impl IntoView {
    let retry = |attempts: Attempts| {
        spawn_local(async move {
            timer::sleep(RETRY_MS).await;
            // The component may have been unmounted.
            let _ = attempts.try_update(|count| *count += 1);
        });
        ().into_any()
    };
    let view = loaded_view(part, retry);
    view! { <Suspense fallback=|| ()>{view}</Suspense> }
}

/// Returns a function that renders a part; `failed` renders what is shown if its code could not be loaded.
fn loaded_view(part: SecondaryPart, failed: fn(Attempts) -> AnyView) -> impl Fn() -> Suspend<AnyView> {
    let PartLoader(load) = expect_context();
    let attempts = Attempts::new(0);
    move || {
        attempts.track();
        let loaded = load(part.clone());
        Suspend::new(async move { loaded.await.unwrap_or_else(|| failed(attempts)) })
    }
}

#[component]
fn NotLoaded(attempts: Attempts) -> impl IntoView {
    let context = use_app_context();
    view! {
        <section class="not-found">
            <p role="alert">{move || context.t(common::PAGE_NOT_LOADED)}</p>
            <button type="button" on:click=move |_| attempts.update(|count| *count += 1)>{move || context.t(game::TRY_AGAIN)}</button>
        </section>
    }
}
