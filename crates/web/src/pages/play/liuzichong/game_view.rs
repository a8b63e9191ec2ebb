use leptos::html::Input;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_client::text::{common, game as game_text, import_export};
use yipan_client::{LiuzichongGame, Orientation, state_key};
use yipan_core::Side;
use yipan_liuzichong::ui_flow::{FlowNode, timings};

use super::super::labels::{move_rows, player_label};
use super::buttons::Buttons;
use super::game_over::GameOverDialog;
use super::state::LiuzichongState;
use crate::board::Board;
use crate::browser::files;
use crate::move_navigation::{HistoryBanner, MoveNavigator};
use crate::panel::{ConfirmMove, EngineError, MoveInput, MoveList, PlayerBar};

/// The board with its panel.
#[component]
pub(super) fn LiuzichongGameView(game: LiuzichongState) -> impl IntoView {
    let (context, board) = (game.context, game.board);
    let bottom_side = Memo::new(move |_| {
        let bottom = game.liuzichong_game.with(LiuzichongGame::bottom_side);
        if game.flipped.get() { bottom.other() } else { bottom }
    });
    let orientation = Signal::derive(move || Orientation { bottom: bottom_side.get(), rotated: false });
    let name = move |side: Side| {
        let language = context.language.get();
        game.liuzichong_game.with(|liuzichong_game| player_label(liuzichong_game.setup(), side, language))
    };
    let actions = Memo::new(move |_| game.liuzichong_game.with(LiuzichongGame::actions));
    let rows = Signal::derive(move || {
        actions.track();
        game.liuzichong_game.with_untracked(|liuzichong_game| {
            move_rows(&liuzichong_game.to_local_game(), context.notation_style())
        })
    });
    let move_count = Memo::new(move |_| actions.with(Vec::len));
    let navigator = MoveNavigator::new(board, move_count, move |moves| game.view_at_ply(moves));
    let file = NodeRef::<Input>::new();
    let choose = move || {
        if let Some(file) = file.get_untracked().filter(|_| untrack(|| game.is_idle())) {
            file.click();
        }
    };
    let listener = window_event_listener(leptos::ev::keydown, move |event| handle_key(game, &choose, &event));
    on_cleanup(move || listener.remove());
    let opened = move |_| {
        if let Some(file) = file.get_untracked().and_then(|input| files::take_selected_file(&input)) {
            game.open(file);
        }
    };
    let move_duration = move || match game.node.get() {
        FlowNode::TakingBack => game.millis(timings::TAKE_BACK_DURATION),
        _ => game.millis(timings::MOVE_DURATION),
    };
    let top = Signal::derive(move || bottom_side.get().other());
    let bottom = Signal::derive(move || bottom_side.get());
    let ignore_action = Callback::new(|_: String| ());
    view! {
        <div class="game liuzichong liuzichong-game" data-phase=move || state_key(game.node.get()) style=("--move-duration", move || format!("{}ms", move_duration()))
            style=("--blink-duration", move || format!("{}ms", game.millis(timings::BLINK_DURATION))) style=("--blink-count", timings::BLINK_COUNT.to_string())
            style=("--fade-duration", move || format!("{}ms", game.millis(timings::FADE_DURATION)))>
            <h1 class="visually-hidden">{move || context.t(common::LIUZICHONG)}</h1>
            <div class="game-board">
                <PlayerBar board side=top name=Signal::derive(move || name(top.get()))/>
                <div class="board-frame">
                    <Board board orientation own_side=Signal::derive(|| None) hint_cells=game.hint_cells on_action=ignore_action external_input=game.external_input()/>
                </div>
                <PlayerBar board side=bottom name=Signal::derive(move || name(bottom.get()))/>
            </div>
            <aside class="panel">
                <p class="status" data-status="">{move || game.status_text()}<span class="spinner" aria-hidden="true"></span></p>
                <p class="message" role="alert">{move || context.localized(game.message)}</p>
                <EngineError failed=game.engine_failed on_retry=Callback::new(move |()| game.retry_engine())/>
                <ConfirmMove pending=game.pending_action on_confirm=Callback::new(move |action: String| game.confirm(&action)) on_cancel=Callback::new(move |action: String| game.cancel_move(&action))/>
                <MoveList rows current=navigator.current_ply() on_pick=navigator.on_pick() disabled=Signal::derive(move || !game.is_idle())/>
                <HistoryBanner navigator/>
                <MoveInput on_action=Callback::new(move |text: String| game.play_typed_move(&text)) disabled=Signal::derive(move || game.node.get() != FlowNode::Waiting)/>
                <Buttons game on_open=Callback::new(move |()| choose())/>
                <input class="visually-hidden" type="file" name="file" accept=".6zc" tabindex="-1" aria-label=move || context.t(import_export::FILE)
                    node_ref=file on:change=opened/>
            </aside>
            <GameOverDialog game/>
        </div>
    }
}

/// Handles the keyboard shortcuts of the original program. `choose_file` opens the file dialog.
fn handle_key(game: LiuzichongState, choose_file: &dyn Fn(), event: &leptos::ev::KeyboardEvent) {
    let is_typing = event.target().is_some_and(|target| {
        target.dyn_ref::<web_sys::HtmlInputElement>().is_some_and(|input| input.type_() == "text")
    });
    let is_plain = !(event.ctrl_key() || event.alt_key() || event.meta_key() || event.shift_key());
    match event.key().as_str() {
        "F2" if is_plain => game.new_game(),
        "F3" if is_plain => choose_file(),
        "F4" if is_plain => game.save(),
        "z" if (event.ctrl_key() || event.meta_key()) && !is_typing => game.take_back(),
        "f" if is_plain && !is_typing && untrack(|| game.is_idle()) => {
            game.flipped.update(|flipped| *flipped = !*flipped);
        }
        "?" if !is_typing => game.show_message(game_text::KEYS_LIUZICHONG.into()),
        _ => return,
    }
    event.prevent_default();
}
