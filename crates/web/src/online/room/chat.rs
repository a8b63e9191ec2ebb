use leptos::prelude::*;
use yipan_client::capitalize;
use yipan_client::online::RoomClient;
use yipan_client::text::online;
use yipan_wire::{ChatMessage, Command, FoundUser};

use super::game::OnlineGame;
use crate::report_button::ReportButton;

/// The chat of a room.
#[component]
pub(crate) fn Chat(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let text = RwSignal::new(String::new());
    let list = NodeRef::<leptos::html::Ul>::new();
    let messages = Memo::new(move |_| {
        let all = game
            .room_client
            .with(|room_client| room_client.state().map(|state| state.chat.clone()).unwrap_or_default());
        let is_shown = |message: &ChatMessage| !context.notifications.is_blocked(&message.user_id);
        all.into_iter().filter(is_shown).collect::<Vec<_>>()
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
    // Computers have no account.
    let others = Memo::new(move |_| {
        let own = context.notifications.own_id();
        game.room_client.with(|room_client| {
            let players = room_client.state().map(|state| [Some(&state.host), state.guest.as_ref()]);
            let players = players.into_iter().flatten().flatten().filter(|player| player.level.is_none());
            let others = players.filter(|player| Some(&player.id) != own.as_ref());
            others
                .map(|player| FoundUser {
                    id: player.id.clone(),
                    name: player.name.clone(),
                    is_bot: player.is_bot,
                })
                .collect::<Vec<_>>()
        })
    });
    // Who has a seat may report the other player.
    let reports = move || {
        let room = game.room_client.with(|room_client| {
            room_client.state().filter(|_| room_client.is_seated()).map(|state| state.room.clone())
        })?;
        let button = |user: FoundUser| view! { <ReportButton user room=Some(room.clone())/> };
        Some(others.get().into_iter().map(button).collect_view())
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
                <div class="actions">{reports}</div>
            </section>
        </Show>
    }
}
