use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::Route;
use yipan_client::online::rating_change_text;
use yipan_core::Side;
use yipan_wire::RoomRatings;

use super::super::game::OnlineGame;
use crate::browser::{fetch, timer};
use crate::link::Link;

/// The time between two questions whether the game is rated, in milliseconds.
const RETRY_MS: u32 = 400;

/// The questions after which the page gives up. The ratings are in the profiles.
const MAX_ATTEMPTS: u32 = 15;

/// The changes by a rated game: a line for each player, with a link to the profile.
#[component]
pub(crate) fn RatingChanges(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let (room, is_rated) = game
        .room_client
        .with_untracked(|room_client| (room_client.room().to_owned(), room_client.is_rated()));
    let changes = RwSignal::new(None);
    if is_rated {
        spawn_local(async move {
            for _ in 0..MAX_ATTEMPTS {
                let language = context.language.get_untracked();
                let path = format!("/api/rooms/{room}/ratings");
                let response = fetch::get(&path, language).await;
                let ratings: Option<RoomRatings> =
                    response.ok().and_then(|text| fetch::parse_json(&text, language).ok());
                // An aborted game has none.
                let Some(ratings) = ratings else { return };
                if let Some(found) = ratings.changes {
                    let _ = changes.try_set(Some(found));
                    return;
                }
                timer::sleep(RETRY_MS).await;
            }
        });
    }
    let line = move |side: Side| {
        let change = changes.get()?[side.index()];
        let player = game.room_client.with(|room_client| room_client.player(side).cloned())?;
        let text = rating_change_text(&player.name, &change, context.language.get());
        Some(view! { <li><Link to=Route::Profile(player.id)>{text}</Link></li> })
    };
    view! {
        <Show when=move || changes.get().is_some()>
            <ul class="rating-changes" role="status" data-rating-changes="">{Side::BOTH.map(|side| move || line(side)).collect_view()}</ul>
        </Show>
    }
}
