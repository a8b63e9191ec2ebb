use leptos::html::Input;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_client::text::{common, game as game_text, import_export};
use yipan_client::{LiuzichongGame, Orientation, PlayerKind, state_key};
use yipan_core::Side;
use yipan_games::GameKind;
use yipan_liuzichong::ui_flow::{FlowNode, timings};

use super::super::labels::{move_rows, player_label};
use super::super::level_field::LevelField;
use super::buttons::Buttons;
use super::game_over::LiuzichongResult;
use super::state::LiuzichongState;
use crate::board::Board;
use crate::browser::files;
use crate::game_layout::GameLayout;
use crate::move_navigation::{HistoryBanner, MoveNavigator};
use crate::panel::{
    BoardSides, ConfirmMove, EngineError, MoveInput, MoveList, PlayerBar, ResultButton, ResultCardState,
    TwoPlayerViewSelect,
};

/// The board with its panel.
#[component]
pub(super) fn LiuzichongGameView(game: LiuzichongState) -> impl IntoView {
    let (context, board) = (game.context, game.board);
    let is_shared = Memo::new(move |_| {
        game.liuzichong_game.with(|liuzichong_game| liuzichong_game.setup().players == [PlayerKind::Human; 2])
    });
    let viewing_side = Signal::derive(move || game.liuzichong_game.with(LiuzichongGame::bottom_side));
    let sides = BoardSides::new(board, is_shared.into(), viewing_side, game.flipped);
    let bottom_side = sides.bottom;
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
    context.tab_notice.show_when(game_text::YOUR_MOVE, move || game.is_own_turn());
    let card = ResultCardState::new(board, move || game.result());
    let top = Signal::derive(move || bottom_side.get().other());
    let bottom = Signal::derive(move || bottom_side.get());
    let ignore_action = Callback::new(|_: String| ());
    let on_confirm = Callback::new(move |action: String| game.confirm(&action));
    let on_cancel = Callback::new(move |action: String| game.cancel_move(&action));
    let on_retry = Callback::new(move |()| game.retry_engine());
    let on_typed = Callback::new(move |text: String| game.play_typed_move(&text));
    let on_change = Callback::new(move |level| game.liuzichong_game.update(|local| local.set_level(level)));
    let is_busy = Signal::derive(move || !game.is_idle());
    view! {
        <GameLayout kind=GameKind::Liuzichong class="liuzichong-game" title=Signal::derive(move || context.t(common::LIUZICHONG).to_owned())
            top_bar=move || view! { <PlayerBar board side=top name=Signal::derive(move || name(top.get()))/> }
            bottom_bar=move || view! { <PlayerBar board side=bottom name=Signal::derive(move || name(bottom.get()))/> }
            board=move || view! {
                <Board board orientation own_side=Signal::derive(|| None) hint_cells=game.hint_cells on_action=ignore_action external_input=game.external_input()/>
            }
            overlay=move || view! { <LiuzichongResult game card/> }
            status=move || view! {
                <p class="status"><span data-status="">{move || game.status_text()}</span><span class="spinner" aria-hidden="true"></span><ResultButton state=card/></p>
                <p class="message" role="alert">{move || context.localized(game.message)}</p>
            }
            notices=move || view! {
                <EngineError failed=game.engine_failed on_retry/>
                <ConfirmMove pending=game.pending_action on_confirm on_cancel/>
                <HistoryBanner navigator/>
            }
            moves=move || view! { <MoveList rows current=navigator.current_ply() on_pick=navigator.on_pick() disabled=is_busy/> }
            actions=move || view! {
                <Buttons game on_open=Callback::new(move |()| choose())/>
                <input class="visually-hidden" type="file" name="file" accept=".6zc" tabindex="-1" aria-label=move || context.t(import_export::FILE)
                    node_ref=file on:change=opened/>
            }
            more=move || view! { <MoveInput on_action=on_typed move_count disabled=Signal::derive(move || game.node.get() != FlowNode::Waiting)/> }
            left=move || view! {
                <Show when=move || is_shared.get()><TwoPlayerViewSelect/></Show>
                <LevelField setup=game.liuzichong_game.with_untracked(|local| local.setup().clone()) level=Signal::derive(move || game.liuzichong_game.with(|local| local.setup().level())) on_change/>
            }
            {..} data-facing=move || sides.facing.get() data-phase=move || state_key(game.node.get()) style=("--move-duration", move || format!("{}ms", move_duration()))
            style=("--blink-duration", move || format!("{}ms", game.millis(timings::BLINK_DURATION))) style=("--blink-count", timings::BLINK_COUNT.to_string())
            style=("--fade-duration", move || format!("{}ms", game.millis(timings::FADE_DURATION)))/>
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
