use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_client::online::{RoomClient, game_name, move_list};
use yipan_client::text::game as game_text;
use yipan_client::{Grid, MoveListItem, Orientation, Scene};
use yipan_core::Side;
use yipan_games::GameKind;
use yipan_liuzichong::ui_flow::timings;

use super::super::chat::Chat;
use super::super::game::OnlineGame;
use super::super::spectator_count::SpectatorCount;
use super::clock_bar::ClockBar;
use super::controls::Controls;
use super::dice_history::OnlineDiceHistory;
use super::game_over::GameOver;
use super::liuzichong::{LiuzichongGameOver, LiuzichongInput};
use super::notices::{FirstMoveNotice, OpponentAway};
use super::offers::Offers;
use crate::board::Board;
use crate::board_view::{BoardView, animation_ms};
use crate::browser::sound;
use crate::local_setup::initial_view;
use crate::move_navigation::{HistoryBanner, MoveNavigator};
use crate::panel::{ConfirmMove, DicePanel, MoveInput, MoveList, MoveRow};

/// The game of a room, for players and spectators.
#[component]
pub(crate) fn RoomBoard(game: OnlineGame, kind: GameKind) -> impl IntoView {
    let (context, grid) = (game.context, Grid::new(kind));
    context.settings.with_untracked(sound::create_audio_context);
    let view = game.room_client.with_untracked(RoomClient::view);
    let view = view.unwrap_or_else(|| initial_view(kind));
    let is_liuzichong = kind == GameKind::Liuzichong;
    let board =
        if is_liuzichong { BoardView::new_liuzichong(grid, view) } else { BoardView::new(grid, view) };
    let liuzichong_input = is_liuzichong.then(|| LiuzichongInput::new(game, board));
    board
        .last_move
        .set(game.room_client.with_untracked(|room_client| room_client.last_move_cells(usize::MAX)));
    game.attach_board(board);
    let player_side = Memo::new(move |_| game.own_side());
    let bottom_side = Memo::new(move |_| {
        let own_side = player_side.get().unwrap_or(Side::First);
        if game.flipped.get() { own_side.other() } else { own_side }
    });
    let rotated = game.room_client.with_untracked(|room_client| {
        room_client.state().is_some_and(|state| state.config.modes.iter().any(|mode| mode == "gravity"))
    });
    let orientation = Signal::derive(move || Orientation { bottom: bottom_side.get(), rotated });
    let own_side = Signal::derive(move || player_side.get().filter(|_| game.is_playing()));
    let on_action = Callback::new(move |action| game.submit_action(action));
    let moves = Memo::new(move |_| {
        let list = |room_client: &RoomClient| {
            room_client.state().map(|state| move_list(&state.config, &state.moves, context.notation_style()))
        };
        game.room_client.with(list).unwrap_or_default()
    });
    let move_count = Memo::new(move |_| moves.with(Vec::len));
    let rows = Signal::derive(move || moves.get().into_iter().map(move_row).collect::<Vec<_>>());
    let navigator = MoveNavigator::new(board, move_count, move |moves| {
        game.room_client.with_untracked(|room_client| {
            Some((room_client.view_at_ply(moves)?, room_client.last_move_cells(moves)))
        })
    });
    listen_for_keys(game);
    let top = Memo::new(move |_| bottom_side.get().other());
    let millis = move |length: std::time::Duration| {
        format!(
            "{}ms",
            context.settings.with(|settings| Scene::scaled_millis(length, animation_ms(settings)))
        )
    };
    let move_duration = move || {
        millis(if board.is_rewinding.get() { timings::TAKE_BACK_DURATION } else { timings::MOVE_DURATION })
    };
    view! {
        <div class=format!("game online {}{}", kind.name(), if is_liuzichong { " liuzichong-game" } else { "" }) data-phase=move || liuzichong_input.map(LiuzichongInput::phase_name)
            style=("--move-duration", move || is_liuzichong.then(move_duration)) style=("--blink-duration", move || millis(timings::BLINK_DURATION)) style=("--blink-count", timings::BLINK_COUNT.to_string())
            style=("--fade-duration", move || millis(timings::FADE_DURATION)) data-room=game.room_client.with_untracked(|room_client| room_client.room().to_owned())>
            <h1 class="visually-hidden">{move || game_name(kind.name(), context.language.get())}</h1>
            <div class="game-board">
                <ClockBar game board side=top/>
                <div class="board-frame">
                    <Board board orientation own_side on_action on_message=Callback::new(move |message| game.notify(message)) external_input=liuzichong_input.map(LiuzichongInput::external_input)/>
                </div>
                <ClockBar game board side=bottom_side/>
            </div>
            <RoomPanel game board rows navigator on_action/>
            {is_liuzichong.then(|| view! { <LiuzichongGameOver game board/> })}
        </div>
    }
}

/// The panel next to the board, for players and spectators.
#[component]
fn RoomPanel(
    game: OnlineGame,
    board: BoardView,
    rows: Signal<Vec<MoveRow>>,
    navigator: MoveNavigator,
    on_action: Callback<String>,
) -> impl IntoView {
    let (context, kind) = (game.context, board.grid.kind());
    let is_liuzichong = kind == GameKind::Liuzichong;
    let is_playing = move || game.own_side().is_some() && game.is_playing();
    view! {
        <aside class="panel">
            <p class="status" data-status="">{move || game.status_text()}{is_liuzichong.then(|| view! { <span class="spinner" aria-hidden="true"></span> })}</p>
            <p class="message" role="alert">{move || context.localized(game.message)}</p>
            <FirstMoveNotice game/>
            <ConfirmMove pending=game.pending_action on_confirm=Callback::new(move |action| game.send_action(action))/>
            <Offers game/>
            <OpponentAway game/>
            <DicePanel board on_action/>
            <OnlineDiceHistory game/>
            <MoveList rows current=navigator.current_ply() on_pick=navigator.on_pick()/>
            <HistoryBanner navigator/>
            <Show when=is_playing><MoveInput on_action/></Show>
            <Controls game board on_action/>
            <Show when=move || game.is_over()><GameOver game kind/></Show>
            <SpectatorCount game/>
            <Chat game/>
        </aside>
    }
}

fn move_row(item: MoveListItem) -> MoveRow {
    MoveRow {
        side: item.side,
        text: item.notation.unwrap_or_else(|| "…".to_owned()),
        annotation: String::new(),
    }
}

fn listen_for_keys(game: OnlineGame) {
    let listener = window_event_listener(leptos::ev::keydown, move |event| {
        let is_typing =
            event.target().is_some_and(|target| target.dyn_ref::<web_sys::HtmlInputElement>().is_some());
        match event.key().as_str() {
            "f" if !is_typing => game.flipped.update(|flipped| *flipped = !*flipped),
            "?" if !is_typing => game.notify(game_text::KEYS.into()),
            _ => {}
        }
    });
    on_cleanup(move || listener.remove());
}
