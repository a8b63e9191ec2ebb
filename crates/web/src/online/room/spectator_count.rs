use leptos::prelude::*;
use yipan_client::online::RoomClient;
use yipan_client::text::online;

use super::game::OnlineGame;

/// The number of spectators, hidden at zero.
#[component]
pub(crate) fn SpectatorCount(game: OnlineGame) -> impl IntoView {
    let count = Memo::new(move |_| game.room_client.with(RoomClient::spectator_count));
    let text = move || {
        online::SPECTATOR_COUNT.localize_with(game.context.language.get(), &[&count.get().to_string()])
    };
    view! {
        <Show when=move || count.get() != 0>
            <p class="secondary" data-spectators=move || count.get()>{text}</p>
        </Show>
    }
}
