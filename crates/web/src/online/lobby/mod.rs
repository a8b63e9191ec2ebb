//! The lobby of the server: open rooms, live games and the form that creates a room.

mod create_room_form;
mod fields;
mod rows;

use leptos::prelude::*;
use yipan_client::text::online;
use yipan_wire::{ClientMessage, LiveGame, OpenRoom, ServerMessage};

pub(crate) use self::create_room_form::CreateRoomForm;

use self::fields::{CodeField, NameField};
use self::rows::{LiveGameRow, OpenRoomRow};
use super::connection::{Connection, ConnectionStatus};
use crate::context::use_app_context;

/// The lobby: open rooms, live games, and a field to enter a room by its code.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let context = use_app_context();
    let (connection_status, own_id) =
        (RwSignal::new(ConnectionStatus::Connecting), RwSignal::new(None::<String>));
    let (waiting, playing) = (RwSignal::new(Vec::<OpenRoom>::new()), RwSignal::new(Vec::<LiveGame>::new()));
    let name = RwSignal::new(String::new());
    let connection = Connection::open(
        context,
        connection_status,
        move |connection: &Connection, response| match response {
            ServerMessage::Welcome { you: user, .. } => {
                // A reconnect does not overwrite a name that is being edited.
                if own_id.get_untracked().is_none() {
                    name.set(user.name);
                }
                own_id.set(Some(user.id));
                connection.send(&ClientMessage::Lobby { watch: true });
            }
            ServerMessage::Lobby { open_rooms: rooms, live_games: games } => {
                waiting.set(rooms);
                playing.set(games);
            }
            ServerMessage::ShuttingDown => connection.reconnect_later(),
            _ => {}
        },
    );
    let connection = StoredValue::new_local(connection);
    let renamed = Callback::new(move |()| connection.with_value(Connection::restart));
    let rooms = move || {
        let you = own_id.get();
        let row =
            |room: OpenRoom| view! { <OpenRoomRow context is_own=you.as_ref() == Some(&room.host.id) room/> };
        waiting.get().into_iter().map(row).collect_view()
    };
    let games =
        move || playing.get().into_iter().map(|game| view! { <LiveGameRow context game/> }).collect_view();
    view! {
        <section class="lobby" data-connection=move || format!("{:?}", connection_status.get()).to_lowercase()>
            <Show when=move || connection_status.get() == ConnectionStatus::Lost>
                <p class="notice" role="status">{move || context.t(online::SERVER_UNREACHABLE)}</p>
            </Show>
            <div class="lobby-top">
                <NameField context name renamed/>
                <CodeField context/>
            </div>
            <div class="lobby-lists">
                <section>
                    <h2>{move || context.t(online::LOBBY)}</h2>
                    <ul class="rooms" data-list="waiting">{rooms}</ul>
                    <Show when=move || waiting.with(Vec::is_empty)><p class="secondary">{move || context.t(online::LOBBY_EMPTY)}</p></Show>
                </section>
                <section>
                    <h2>{move || context.t(online::WATCH)}</h2>
                    <ul class="rooms" data-list="playing">{games}</ul>
                    <Show when=move || playing.with(Vec::is_empty)><p class="secondary">{move || context.t(online::WATCH_EMPTY)}</p></Show>
                </section>
            </div>
        </section>
    }
}
