use leptos::prelude::*;
use yipan_client::text::games as text;
use yipan_client::{Route, SavedGame, listed_games, saved_game_item};

use crate::context::use_app_context;
use crate::link::Link;

/// The number of games in the short list.
const SHORT_LIST: usize = 3;

/// The latest unfinished games, for the home page, with a link to all games. Empty if there are no games.
#[component]
pub(crate) fn UnfinishedGames() -> impl IntoView {
    let context = use_app_context();
    let listed = Memo::new(move |_| listed_games(&context.game_store.all(), None));
    let item = move |saved: SavedGame| {
        let about = saved_game_item(&saved, context.language.get());
        view! {
            <li><Link to=Route::SavedGame(saved.kind(), saved.id) class="button"><b>{about.title}</b>" "<span class="secondary">{about.players}</span></Link></li>
        }
    };
    let latest = move || {
        let unfinished = listed.get().into_iter().filter(SavedGame::is_unfinished).take(SHORT_LIST);
        unfinished.map(item).collect_view()
    };
    view! {
        <Show when=move || listed.with(|listed| !listed.is_empty())>
            <nav class="unfinished-games" aria-label=move || context.t(text::TITLE)>
                <ul data-list="continue">{latest}</ul>
                <Link to=Route::SavedGames class="all-games">{move || context.t(text::TITLE)}</Link>
            </nav>
        </Show>
    }
}
