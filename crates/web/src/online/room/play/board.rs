use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_client::online::{RoomClient, game_name, has_conditional_moves, move_list};
use yipan_client::text::game as game_text;
use yipan_client::{Grid, MoveListItem, Orientation, Scene, XiangqiNotice};
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
use super::liuzichong::LiuzichongInput;
use super::notices::{FirstMoveNotice, OpponentAway};
use super::offers::Offers;
use super::online_result::OnlineResult;
use crate::board::{Board, RuleMarks};
use crate::board_view::{BoardView, animation_ms};
use crate::browser::sound;
use crate::game_layout::GameLayout;
use crate::local_setup::initial_view;
use crate::move_navigation::{HistoryBanner, MoveNavigator};
use crate::panel::{
    ConfirmMove, DiceArea, ModeChips, ModeIntro, MoveInput, MoveList, MoveRow, ResultButton, ResultCardState,
    XiangqiBanner,
};
use crate::secondary_part::{OptionalPart, SecondaryPart};

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
    board.set_last_move(
        game.room_client.with_untracked(|room_client| room_client.last_move_cells(usize::MAX)),
    );
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
    let modes = game.modes();
    let chip_modes = modes.clone();
    let own_side = Signal::derive(move || player_side.get().filter(|_| game.is_playing()));
    let on_action = Callback::new(move |action| game.submit_action(action));
    let moves = Memo::new(move |_| {
        let list = |room_client: &RoomClient| {
            let state = room_client.state()?;
            let mut moves = move_list(&state.config, &state.moves, context.notation_style());
            for (index, item) in moves.iter_mut().enumerate() {
                item.notation =
                    item.notation.take().map(|notation| notation + room_client.move_suffix(index));
            }
            Some(moves)
        };
        game.room_client.with(list).unwrap_or_default()
    });
    let move_count = Memo::new(move |_| moves.with(Vec::len));
    let rows = Signal::derive(move || moves.get().into_iter().map(move_row).collect::<Vec<_>>());
    let navigator = MoveNavigator::new(board, move_count, move |moves| {
        game.room_client.with_untracked(|room_client| {
            Some((room_client.view_at_ply(moves)?, room_client.last_move_cells(moves).into()))
        })
    });
    let played = Memo::new(move |_| {
        game.room_client
            .with(|room_client| room_client.state().map(|state| (state.config.clone(), state.moves.clone())))
    });
    RuleMarks::provide(Memo::new(move |_| {
        played
            .with(|played| played.as_ref().and_then(|(config, moves)| XiangqiNotice::of_room(config, moves)))
    }));
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
    let on_message = Callback::new(move |message| game.notify(message));
    let on_confirm = Callback::new(move |action| game.send_action(action));
    let on_cancel = Callback::new(move |_: String| game.cancel_action());
    let notation = Callback::new(move |action: String| game.write_move(&action));
    context.tab_notice.show_when(game_text::YOUR_MOVE, move || game.is_own_turn());
    let card = ResultCardState::new(board, move || game.result());
    // The card does not cover a game that was over when the page was opened.
    if untrack(|| game.is_over()) {
        card.close();
    }
    let has_conditional_moves = played
        .with_untracked(|played| played.as_ref().is_some_and(|(config, _)| has_conditional_moves(config)));
    let can_prepare = move || has_conditional_moves && game.own_side().is_some() && game.is_playing();
    let is_playing = move || game.own_side().is_some() && game.is_playing();
    view! {
        <GameLayout kind class=if is_liuzichong { "online liuzichong-game" } else { "online" } rotated=Signal::derive(move || rotated)
            title=Signal::derive(move || game_name(kind.name(), context.language.get()).to_owned())
            top_bar=move || view! { <ClockBar game board side=top/> }
            bottom_bar=move || view! { <ClockBar game board side=bottom_side/> }
            top_dice=move || view! { <DiceArea board side=top on_action/> }
            bottom_dice=move || view! { <DiceArea board side=bottom_side on_action/> }
            board=move || view! { <Board board orientation own_side on_action on_message external_input=liuzichong_input.map(LiuzichongInput::external_input)/> }
            overlay=move || view! { <ModeIntro board modes/><XiangqiBanner own_side/><OnlineResult game card/> }
            status=move || view! {
                <p class="status"><span data-status="">{move || game.status_text()}</span>{is_liuzichong.then(|| view! { <span class="spinner" aria-hidden="true"></span> })}<ResultButton state=card/></p>
                <p class="message" role="alert">{move || context.localized(game.message)}</p>
            }
            notices=move || view! {
                <FirstMoveNotice game/>
                <ConfirmMove pending=game.pending_action on_confirm on_cancel notation/>
                <Show when=move || !card.is_shown()><Offers game/></Show>
                <OpponentAway game/>
                <HistoryBanner navigator/>
            }
            moves=move || view! { <MoveList rows current=navigator.current_ply() on_pick=navigator.on_pick()/> }
            actions=move || view! { <Controls game board on_action/> }
            more=move || view! {
                <Show when=move || game.is_over()><GameOver game kind/></Show>
                <Show when=is_playing><MoveInput on_action move_count/></Show>
                <Show when=can_prepare><OptionalPart part=SecondaryPart::ConditionalMoves(game)/></Show>
                <OnlineDiceHistory game/>
            }
            left=move || view! { <ModeChips board modes=chip_modes/><SpectatorCount game/><Chat game/> }
            {..} data-phase=move || liuzichong_input.map(LiuzichongInput::phase_name) data-room=game.room_client.with_untracked(|room_client| room_client.room().to_owned())
            style=("--move-duration", move || is_liuzichong.then(move_duration)) style=("--blink-duration", move || millis(timings::BLINK_DURATION)) style=("--blink-count", timings::BLINK_COUNT.to_string())
            style=("--fade-duration", move || millis(timings::FADE_DURATION))/>
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
