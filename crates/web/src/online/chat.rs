use leptos::prelude::*;
use yipan_client::capitalize;
use yipan_client::text::online;
use yipan_core::Side;
use yipan_wire::{ChatMessage, Command};

use super::OnlineGame;

/// What people say at a table.
#[component]
pub(super) fn Chat(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let text = RwSignal::new(String::new());
    let list = NodeRef::<leptos::html::Ul>::new();
    let messages = Memo::new(move |_| {
        game.session.with(|session| session.state().map(|state| state.chat.clone()).unwrap_or_default())
    });
    let can_chat = Memo::new(move |_| {
        game.session.with(|session| session.state().is_some_and(|state| state.config.chat))
    });
    Effect::new(move |_| {
        messages.track();
        if let Some(list) = list.get() {
            list.set_scroll_top(list.scroll_height());
        }
    });
    let author = move |line: &ChatMessage| {
        let (language, kind) =
            (page.language.get(), game.session.with(yipan_client::online::RoomClient::kind));
        let side = match (line.side.map(Side::from), kind) {
            (Some(seat), Some(kind)) => capitalize(kind.side_name(seat, language)),
            (None, _) if game.has_begun() => online::SPECTATOR.localize(language).to_owned(),
            _ => return line.name.clone(),
        };
        format!("{} ({side})", line.name)
    };
    let shown = move || {
        let row = |line: ChatMessage| view! { <li><b>{author(&line)}</b>" "{line.text}</li> };
        messages.get().into_iter().map(row).collect_view()
    };
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let said = text.get_untracked().trim().to_owned();
        if !said.is_empty() {
            text.set(String::new());
            game.send_command(Command::Chat { text: said });
        }
    };
    view! {
        <Show when=move || can_chat.get()>
            <section class="chat" aria-label=move || page.t(online::CHAT)>
                <ul node_ref=list aria-live="polite">{shown}</ul>
                <form class="typed" on:submit=send>
                    <input type="text" name="say" autocomplete="off" maxlength="300" aria-label=move || page.t(online::CHAT_PLACEHOLDER)
                        placeholder=move || page.t(online::CHAT_PLACEHOLDER) prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))/>
                    <button type="submit">{move || page.t(online::SEND)}</button>
                </form>
            </section>
        </Show>
    }
}
