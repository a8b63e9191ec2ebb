use leptos::prelude::*;
use yipan_client::capitalize;
use yipan_client::online::RoomClient;
use yipan_client::text::online;
use yipan_wire::{ChatMessage, Command};

use super::game::OnlineGame;

/// The chat of a room.
#[component]
pub(crate) fn Chat(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let text = RwSignal::new(String::new());
    let list = NodeRef::<leptos::html::Ul>::new();
    let messages = Memo::new(move |_| {
        game.room_client
            .with(|room_client| room_client.state().map(|state| state.chat.clone()).unwrap_or_default())
    });
    let can_chat = Memo::new(move |_| {
        game.room_client.with(|room_client| room_client.state().is_some_and(|state| state.config.chat))
    });
    Effect::new(move |_| {
        messages.track();
        if let Some(list) = list.get() {
            list.set_scroll_top(list.scroll_height());
        }
    });
    let author = move |message: &ChatMessage| {
        let (language, kind) = (context.language.get(), game.room_client.with(RoomClient::kind));
        let side = match (message.side, kind) {
            (Some(side), Some(kind)) => capitalize(kind.side_name(side, language)),
            (None, _) if game.has_begun() && !message.by_player => {
                online::SPECTATOR.localize(language).to_owned()
            }
            _ => return message.name.clone(),
        };
        format!("{} ({side})", message.name)
    };
    let shown = move || {
        let row = |message: ChatMessage| view! { <li><b>{author(&message)}</b>" "{message.text}</li> };
        messages.get().into_iter().map(row).collect_view()
    };
    let send = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let message = text.get_untracked().trim().to_owned();
        if !message.is_empty() {
            text.set(String::new());
            game.send_command(Command::Chat { text: message });
        }
    };
    view! {
        <Show when=move || can_chat.get()>
            <section class="chat" aria-label=move || context.t(online::CHAT)>
                <ul node_ref=list aria-live="polite">{shown}</ul>
                <form class="inline-form" on:submit=send>
                    <input type="text" name="message" autocomplete="off" maxlength="300" aria-label=move || context.t(online::CHAT_PLACEHOLDER)
                        placeholder=move || context.t(online::CHAT_PLACEHOLDER) prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))/>
                    <button type="submit">{move || context.t(online::SEND)}</button>
                </form>
            </section>
        </Show>
    }
}
