use leptos::prelude::*;
use yipan_client::online::{RoomClient, RoomUpdate, rated_name};
use yipan_client::text::online;
use yipan_client::{Grid, Orientation, status_text};
use yipan_core::Side;
use yipan_games::GameKind;
use yipan_wire::ServerMessage;

use super::connection::{Connection, ConnectionStatus};
use crate::board::Board;
use crate::board_view::BoardView;
use crate::context::use_app_context;
use crate::local_setup::initial_view;

/// The board of a room as a spectator sees it, with its players, without input and sounds. Nothing is shown until the state
/// arrives, or if the room has no spectators.
#[component]
pub(crate) fn SpectatedBoard(room: String) -> impl IntoView {
    let context = use_app_context();
    // A spectator sends no commands, whose ids would need a nonce.
    let room_client = RwSignal::new(RoomClient::new(room, String::new()));
    let status = RwSignal::new(ConnectionStatus::Connecting);
    Connection::open(context, status, move |connection: &Connection, message| {
        if matches!(message, ServerMessage::Pong { .. } | ServerMessage::Lobby { .. }) {
            return;
        }
        match room_client.try_update(|client| client.handle_message(message)) {
            Some(RoomUpdate::Send(requests)) => requests.iter().for_each(|request| connection.send(request)),
            Some(RoomUpdate::Unavailable(_)) => connection.suspend(),
            Some(RoomUpdate::Reconnect) => connection.reconnect_later(),
            Some(
                RoomUpdate::Unchanged
                | RoomUpdate::StateReplaced
                | RoomUpdate::EventApplied(_)
                | RoomUpdate::Rejected { .. }
                | RoomUpdate::Suspended,
            )
            | None => {}
        }
    });
    let kind =
        Memo::new(move |_| room_client.with(|client| client.kind().filter(|_| client.view().is_some())));
    move || kind.get().map(|kind| view! { <SpectatedPosition room_client kind/> })
}

#[component]
fn SpectatedPosition(room_client: RwSignal<RoomClient>, kind: GameKind) -> impl IntoView {
    let context = use_app_context();
    let board = BoardView::new(Grid::new(kind), initial_view(kind));
    Effect::new(move |_| {
        room_client.with(|client| {
            if let Some(view) = client.view() {
                board.set_now(view, client.last_move_cells(usize::MAX));
            }
        });
    });
    let rotated = room_client.with_untracked(|client| {
        client.state().is_some_and(|state| state.config.modes.iter().any(|mode| mode == "gravity"))
    });
    let orientation = Signal::derive(move || Orientation { bottom: Side::First, rotated });
    let caption = move || {
        let language = context.language.get();
        room_client.with(|client| {
            let [first, second] =
                Side::BOTH.map(|side| client.player(side).map(rated_name).unwrap_or_default());
            let players = online::VERSUS.localize_with(language, &[&first, &second]);
            let status = client.view().map(|view| status_text(kind, &view, language));
            [Some(players), status].into_iter().flatten().collect::<Vec<_>>().join(" · ")
        })
    };
    view! {
        <figure class="spectated-board">
            <div inert=true>
                <Board board orientation own_side=Signal::derive(|| None) on_action=Callback::new(|_: String| ())/>
            </div>
            <figcaption>{caption}</figcaption>
        </figure>
    }
}
