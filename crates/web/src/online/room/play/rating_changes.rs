use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::Route;
use yipan_client::online::rating_change_text;
use yipan_core::Side;
use yipan_wire::{ApiError, ErrorCode, RoomRatings};

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
    let room = game.room_client.with_untracked(|room_client| room_client.room().to_owned());
    let changes = RwSignal::new(None);
    spawn_local(async move {
        for _ in 0..MAX_ATTEMPTS {
            let language = context.language.get_untracked();
            let path = format!("/api/rooms/{room}/ratings");
            let response = async { fetch::parse_json(&fetch::get(&path, language).await?, language) };
            let ratings: Result<RoomRatings, ApiError> = response.await;
            match ratings {
                Ok(RoomRatings { changes: Some(found), .. }) => {
                    let _ = changes.try_set(Some(found));
                    return;
                }
                // An aborted game has none. A server that is busy or away may answer later.
                Err(error) if error.code == ErrorCode::NotRated => return,
                Ok(_) | Err(_) => {}
            }
            timer::sleep(RETRY_MS).await;
        }
    });
    let line = move |side: Side| {
        let change = changes.get()?[side.index()];
        let player = game.room_client.with(|room_client| room_client.player(side).cloned())?;
        let text = rating_change_text(&player.name, &change, context.language.get());
        Some(view! { <li><Link to=Route::Profile(player.id)>{text}</Link></li> })
    };
    view! {
        <div role="status">
            <Show when=move || changes.get().is_some()>
                <ul class="rating-changes" data-rating-changes="">{Side::BOTH.map(|side| move || line(side)).collect_view()}</ul>
            </Show>
        </div>
    }
}
