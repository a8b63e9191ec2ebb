use leptos::prelude::*;
use yipan_board::online::Session;
use yipan_board::text::online;

use super::OnlineGame;

/// How many look on; nothing if nobody does.
#[component]
pub(super) fn Watching(game: OnlineGame) -> impl IntoView {
    let count = Memo::new(move |_| game.session.with(Session::watching));
    let words = move || online::WATCHING.fill(game.page.language.get(), &[&count.get().to_string()]);
    view! {
        <Show when=move || count.get() != 0>
            <p class="quiet" data-watching=move || count.get()>{words}</p>
        </Show>
    }
}
