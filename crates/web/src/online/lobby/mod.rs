//! The lobby of the server: pools, open rooms, live games and the form that creates a room.

mod create_room_form;
mod fields;
mod pools;
mod request_room;
mod room_fields;
mod rows;

use leptos::prelude::*;
use yipan_client::text::online;
use yipan_wire::{ClientMessage, LiveGame, OpenRoom, Pool, ServerMessage};

pub(crate) use self::create_room_form::CreateRoomForm;
pub(super) use self::request_room::request_room;
pub(crate) use self::room_fields::{ClockField, RatedField, RoomFields, SpectatorField};

use self::fields::{CodeField, NameField};
use self::pools::Pools;
use self::rows::{LiveGameRow, OpenRoomRow};
use super::connection::{Connection, ConnectionStatus};
use crate::context::use_app_context;

/// Everything to play online, in one block: pools, open rooms, live games, and a field to enter a room by its code.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let context = use_app_context();
    let (connection_status, own_id) =
        (RwSignal::new(ConnectionStatus::Connecting), RwSignal::new(None::<String>));
    let (waiting, playing) = (RwSignal::new(Vec::<OpenRoom>::new()), RwSignal::new(Vec::<LiveGame>::new()));
    let pools = RwSignal::new(Pool::well_known());
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
            ServerMessage::Lobby { open_rooms: rooms, live_games: games, pools: counted } => {
                waiting.set(rooms);
                playing.set(games);
                pools.set(counted);
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
    let is_lost = move || connection_status.get() == ConnectionStatus::Lost;
    view! {
        <section class="lobby" aria-labelledby="lobby-title" data-connection=move || format!("{:?}", connection_status.get()).to_ascii_lowercase()>
            <h2 id="lobby-title">{move || context.t(online::PLAY_ONLINE)}</h2>
            <Show when=is_lost><p class="notice" role="status">{move || context.t(online::SERVER_UNREACHABLE)}</p></Show>
            // What was known before the connection was lost may not be true any longer.
            <div class="lobby-online" hidden=is_lost>
                <Pools pools/>
                <div class="lobby-lists">
                    <section hidden=move || waiting.with(Vec::is_empty)>
                        <h3>{move || context.t(online::LOBBY)}</h3>
                        <ul class="rooms" data-list="waiting">{rooms}</ul>
                    </section>
                    <section hidden=move || playing.with(Vec::is_empty)>
                        <h3>{move || context.t(online::WATCH)}</h3>
                        <ul class="rooms" data-list="playing">{games}</ul>
                    </section>
                </div>
                <div class="lobby-fields">
                    <CodeField context/>
                    <NameField context name renamed/>
                </div>
            </div>
        </section>
    }
}
