use leptos::prelude::*;
use yipan_client::online::game_name;
use yipan_client::text::{common, game};
use yipan_client::{DiceHistory, LocalGame, LocalGameExt, Orientation, Route, WaitingFor};
use yipan_core::Side;

use super::labels::{move_rows, player_label};
use super::local::LocalGameState;
use crate::board::Board;
use crate::browser::focus::trap_focus_while_shown;
use crate::icons;
use crate::link::Link;
use crate::local_setup::has_gravity;
use crate::move_navigation::{HistoryBanner, MoveNavigator};
use crate::panel::{ConfirmMove, DiceHistoryPanel, DicePanel, EngineError, MoveInput, MoveList, PlayerBar};

/// The action that claims a draw in chess.
const CLAIM_DRAW_ACTION: &str = "draw";

/// The board with its panel.
#[component]
pub(super) fn GameView(game: LocalGameState) -> impl IntoView {
    let (context, board, grid) = (game.context, game.board, game.board.grid);
    let bottom_side = Memo::new(move |_| {
        let bottom = game.local.with(LocalGame::viewing_side);
        if game.flipped.get() { bottom.other() } else { bottom }
    });
    let rotated = game.local.with_untracked(|local| has_gravity(local.game()));
    let orientation = Signal::derive(move || Orientation { bottom: bottom_side.get(), rotated });
    let own_side =
        Signal::derive(move || game.local.with(|local| (!local.is_hot_seat()).then(|| local.viewing_side())));
    let on_action = Callback::new(move |action| game.submit_action(action));
    let name = move |side: Side| {
        let language = context.language.get();
        game.local.with(|local| player_label(local.setup(), side, language))
    };
    let rows = Signal::derive(move || game.local.with(|local| move_rows(local, context.notation_style())));
    let move_count = Memo::new(move |_| rows.with(Vec::len));
    let navigator = MoveNavigator::new(board, move_count, move |moves| {
        Some(game.local.with_untracked(|local| (local.view_at_ply(moves), local.last_move_cells(moves))))
    });
    let waiting_side = Memo::new(move |_| match game.local.with(LocalGame::waiting_for) {
        WaitingFor::ScreenHandover(side) if !board.is_animating.get() => Some(side),
        _ => None,
    });
    let curtain = move || waiting_side.get().map(|side| view! { <HandoverScreen game side/> });
    let key = window_event_listener(leptos::ev::keydown, move |event| {
        let is_typing = event.target().is_some_and(|target| {
            use wasm_bindgen::JsCast;
            target.dyn_ref::<web_sys::HtmlInputElement>().is_some()
        });
        match event.key().as_str() {
            "f" if !is_typing => game.flipped.update(|flipped| *flipped = !*flipped),
            "?" if !is_typing => game.show_message(game::KEYS.into()),
            "F2" => {
                event.prevent_default();
                game.new_game();
            }
            "z" if event.ctrl_key() && !is_typing => {
                event.prevent_default();
                game.take_back();
            }
            _ => {}
        }
    });
    on_cleanup(move || key.remove());
    let top = Signal::derive(move || bottom_side.get().other());
    let bottom = Signal::derive(move || bottom_side.get());
    view! {
        <div class=format!("game {}", grid.kind().name())>
            <h1 class="visually-hidden">{move || game_name(grid.kind().name(), context.language.get())}</h1>
            <div class="game-board">
                <PlayerBar board side=top name=Signal::derive(move || name(top.get()))/>
                <div class="board-frame">
                    <div inert=move || waiting_side.get().is_some()><Board board orientation own_side hint_cells=game.hint_cells on_action on_message=Callback::new(move |message| game.show_message(message))/></div>
                    {curtain}
                </div>
                <PlayerBar board side=bottom name=Signal::derive(move || name(bottom.get()))/>
            </div>
            <aside class="panel">
                <p class="status" data-status="">{move || game.status_text()}</p>
                <p class="message" role="alert">{move || context.localized(game.message)}</p>
                <EngineError failed=game.engine_failed on_retry=Callback::new(move |()| game.retry_engine())/>
                <ConfirmMove pending=game.pending_action on_confirm=Callback::new(move |action: String| game.play_action(&action))/>
                <DicePanel board on_action/>
                <DiceHistoryPanel rolls=Memo::new(move |_| game.local.with(DiceHistory::from_local_game))/>
                <MoveList rows current=navigator.current_ply() on_pick=navigator.on_pick()/>
                <HistoryBanner navigator/>
                <MoveInput on_action/>
                <Buttons game/>
            </aside>
        </div>
    }
}

#[component]
fn Buttons(game: LocalGameState) -> impl IntoView {
    let (context, kind) = (game.context, game.board.grid.kind());
    let is_confirming = RwSignal::new(false);
    let can_take_back = move || game.local.with(LocalGame::can_take_back);
    let resign = move |_| {
        if is_confirming.get_untracked() {
            game.resign();
        }
        is_confirming.update(|is_confirming| *is_confirming = !*is_confirming);
    };
    view! {
        <div class="buttons">
            <button type="button" class="labelled" data-do="take-back" disabled=move || !can_take_back() on:click=move |_| game.take_back()>
                <span inner_html=icons::UNDO></span>{move || context.t(game::TAKE_BACK)}
            </button>
            <button type="button" class="labelled" data-do="hint" disabled=move || game.is_over() || game.is_thinking.get() on:click=move |_| game.hint()>
                <span inner_html=icons::HINT></span>{move || context.t(game::HINT)}
            </button>
            <button type="button" class="labelled" data-do="flip" on:click=move |_| game.flipped.update(|flipped| *flipped = !*flipped)>
                <span inner_html=icons::FLIP></span>{move || context.t(game::FLIP)}
            </button>
            <button type="button" class="labelled" data-do="sound" aria-pressed=move || context.settings.with(|settings| settings.sound).to_string()
                on:click=move |_| context.settings.update(|settings| settings.sound = !settings.sound)>
                <span inner_html=move || if context.settings.with(|settings| settings.sound) { icons::SOUND_ON } else { icons::SOUND_OFF }></span>
                {move || context.t(game::SOUND)}
            </button>
            <DrawButtons game/>
            <button type="button" class="labelled" data-do="resign" class:danger=move || is_confirming.get() disabled=move || game.is_over() on:click=resign>
                <span inner_html=icons::RESIGN></span>
                {move || if is_confirming.get() { context.t(game::RESIGN_CONFIRM) } else { context.t(game::RESIGN) }}
            </button>
            <button type="button" class="labelled" data-do="analyze" disabled=move || !game.can_analyze() on:click=move |_| game.open_analysis()>
                <span inner_html=icons::LAST></span>{move || context.t(game::REVIEW)}
            </button>
            <Link to=Route::Rules(kind.name().into()) class="button labelled">
                <span inner_html=icons::RULES></span>{move || context.t(common::RULES)}
            </Link>
            <button type="button" class="labelled" data-do="new" class:accent=move || game.is_over() class:danger=move || game.is_confirming_new_game.get()
                on:click=move |_| game.new_game() on:blur=move |_| game.is_confirming_new_game.set(false)>
                <span inner_html=icons::PLAY></span>
                {move || if game.is_confirming_new_game.get() { context.t(game::NEW_GAME_CONFIRM) } else { context.t(game::NEW_GAME) }}
            </button>
        </div>
    }
}

/// The draw buttons: agreement between two players on this device, and claims by the rules.
#[component]
fn DrawButtons(game: LocalGameState) -> impl IntoView {
    let context = game.context;
    let is_confirming = RwSignal::new(false);
    let agree = move |_| {
        if is_confirming.get_untracked() {
            game.agree_draw();
        }
        is_confirming.update(|is_confirming| *is_confirming = !*is_confirming);
    };
    let can_agree_draw = Memo::new(move |_| game.local.with(LocalGame::can_agree_draw));
    let can_claim_draw = Memo::new(move |_| {
        game.board.view.with(|view| view.actions.iter().any(|action| action == CLAIM_DRAW_ACTION))
    });
    view! {
        <Show when=move || game.local.with_untracked(LocalGame::is_hot_seat)>
            <button type="button" class="labelled" data-do="agree" class:danger=move || is_confirming.get() disabled=move || !can_agree_draw.get() on:click=agree
                on:blur=move |_| is_confirming.set(false)>
                <span inner_html=icons::DRAW></span>
                {move || if is_confirming.get() { context.t(game::AGREE_DRAW_CONFIRM) } else { context.t(game::AGREE_DRAW) }}
            </button>
        </Show>
        <Show when=move || can_claim_draw.get()>
            <button type="button" class="labelled accent" data-do="claim" on:click=move |_| game.submit_action(CLAIM_DRAW_ACTION.to_owned())>
                <span inner_html=icons::DRAW></span>{move || context.t(game::CLAIM_DRAW)}
            </button>
        </Show>
    }
}

/// Hides the board while two players with hidden pieces swap places.
#[component]
fn HandoverScreen(game: LocalGameState, side: Side) -> impl IntoView {
    let (context, kind) = (game.context, game.board.grid.kind());
    let name = move || kind.side_name(side, context.language.get()).to_owned();
    let sit = move |_| game.switch_viewer(side);
    let dialog = NodeRef::<leptos::html::Div>::new();
    trap_focus_while_shown(dialog);
    view! {
        <div class="handover" node_ref=dialog role="dialog" aria-modal="true" aria-label=move || context.t_args(game::HAND_OVER_SCREEN, &[&name()])>
            <p>{move || context.t_args(game::HAND_OVER_SCREEN, &[&name()])}</p>
            <button type="button" class="accent" data-do="continue-as-side" on:click=sit>{move || context.t_args(game::HAND_OVER_READY, &[&name()])}</button>
        </div>
    }
}
