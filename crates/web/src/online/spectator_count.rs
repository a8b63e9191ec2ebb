use leptos::prelude::*;
use yipan_client::online::RoomClient;
use yipan_client::text::online;

use super::OnlineGame;

/// How many look on; nothing if nobody does.
#[component]
pub(super) fn Watching(game: OnlineGame) -> impl IntoView {
    let count = Memo::new(move |_| game.session.with(RoomClient::spectator_count));
    let words =
        move || online::SPECTATOR_COUNT.localize_with(game.page.language.get(), &[&count.get().to_string()]);
    view! {
        <Show when=move || count.get() != 0>
            <p class="quiet" data-watching=move || count.get()>{words}</p>
        </Show>
    }
}
