use leptos::prelude::*;
use yipan_client::online::game_name;
use yipan_client::text::{common, game, modes as mode_texts, result};
use yipan_client::{
    DiceHistory, GameMode, LocalGame, LocalGameExt, Orientation, Route, XiangqiNotice, last_move_marks,
    rules_topic,
};
use yipan_core::Side;

use super::handover::{Handover, HandoverView};
use super::labels::{move_rows, player_label};
use super::level_field::LevelField;
use super::local::LocalGameState;
use super::local_result::LocalResult;
use crate::board::{Board, RuleMarks};
use crate::game_layout::GameLayout;
use crate::icons;
use crate::link::Link;
use crate::move_navigation::{HistoryBanner, MoveNavigator};
use crate::panel::{
    BoardSides, ConfirmButton, ConfirmMove, DiceArea, DiceHistoryPanel, EngineError, ModeChips, ModeIntro,
    MoveInput, MoveList, PlayerBar, ResultButton, ResultCardState, TwoPlayerViewSelect, XiangqiBanner,
    ZenButton,
};

/// The action that claims a draw in chess.
const CLAIM_DRAW_ACTION: &str = "draw";

/// The board with its panel.
#[component]
pub(super) fn GameView(game: LocalGameState) -> impl IntoView {
    let (context, board, grid) = (game.context, game.board, game.board.grid);
    // With hidden information the players take turns at the screen instead of sharing it.
    let is_shared =
        game.local.with_untracked(|local| local.is_hot_seat() && !local.game().has_hidden_information());
    let viewing_side = Signal::derive(move || game.local.with(LocalGame::viewing_side));
    let sides = BoardSides::new(board, Signal::derive(move || is_shared), viewing_side, game.flipped);
    let bottom_side = sides.bottom;
    let rotated = game.local.with_untracked(|local| local.game().has_gravity());
    let orientation = Signal::derive(move || Orientation { bottom: bottom_side.get(), rotated });
    let own_side =
        Signal::derive(move || game.local.with(|local| (!local.is_hot_seat()).then(|| local.viewing_side())));
    let on_action = Callback::new(move |action: String| game.submit_action(&action));
    let name = move |side: Side| {
        let language = context.language.get();
        game.local.with(|local| player_label(local.setup(), side, language))
    };
    let rows = Signal::derive(move || game.local.with(|local| move_rows(local, context.notation_style())));
    let move_count = Memo::new(move |_| rows.with(Vec::len));
    let navigator = MoveNavigator::new(board, move_count, move |moves| {
        Some(game.local.with_untracked(|local| (local.view_at_ply(moves), last_move_marks(local, moves))))
    });
    let handover = Handover::new(game);
    let modes = GameMode::from_keys(&game.local.with_untracked(|local| local.setup().modes.clone()));
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
    let on_message = Callback::new(move |message| game.show_message(message));
    let on_confirm = Callback::new(move |action: String| game.play_action(&action));
    let on_cancel = Callback::new(move |_: String| game.cancel_action());
    let notation = Callback::new(move |action: String| {
        game.local.with_untracked(|local| context.notation_style().write_move(local.game(), &action))
    });
    context.tab_notice.show_when(game::YOUR_MOVE, move || game.is_own_turn());
    let card = ResultCardState::new(board, move || game.result());
    let on_retry = Callback::new(move |()| game.retry_engine());
    let on_change = Callback::new(move |level| game.local.update(|local| local.set_level(level)));
    RuleMarks::provide(Memo::new(move |_| game.local.with(|local| XiangqiNotice::of_game(local.game()))));
    let rolls = Memo::new(move |_| game.local.with(DiceHistory::from_local_game));
    let total_name = Signal::derive(move || Some(game.local.with(|local| local.setup().seed.to_string())));
    view! {
        <GameLayout kind=grid.kind() title=Signal::derive(move || game_name(grid.kind().name(), context.language.get()).to_owned()) rotated=Signal::derive(move || rotated)
            top_bar=move || view! { <PlayerBar board side=top name=Signal::derive(move || name(top.get()))/> }
            bottom_bar=move || view! { <PlayerBar board side=bottom name=Signal::derive(move || name(bottom.get()))/> }
            top_dice=move || view! { <DiceArea board side=top on_action/> }
            bottom_dice=move || view! { <DiceArea board side=bottom on_action/> }
            board=move || view! {
                <div inert=move || handover.is_pending()><Board board orientation own_side hint_cells=game.hint_cells on_action on_message/></div>
                <HandoverView handover/>
            }
            overlay={
                let modes = modes.clone();
                move || view! { <ModeIntro board modes/><XiangqiBanner own_side/><LocalResult game card/> }
            }
            status=move || view! {
                <p class="status"><span data-status="">{move || game.status_text()}</span><ResultButton state=card/></p>
                <p class="message" role="alert">{move || context.localized(game.message)}</p>
            }
            notices=move || view! {
                <EngineError failed=game.engine_failed on_retry/>
                <ConfirmMove pending=game.pending_action on_confirm on_cancel notation/>
                <HistoryBanner navigator/>
            }
            moves=move || view! { <MoveList rows current=navigator.current_ply() on_pick=navigator.on_pick()/> }
            actions={
                let topic = rules_topic(grid.kind().name(), &modes);
                move || view! { <Buttons game handover topic/> }
            }
            more=move || view! { <MoveInput on_action move_count disabled=Signal::derive(move || game.is_over() || handover.is_pending())/><DiceHistoryPanel rolls game_name=total_name/> }
            left=move || view! {
                <ModeChips board modes/>
                {is_shared.then(|| view! { <TwoPlayerViewSelect/> })}
                <LevelField setup=game.local.with_untracked(|local| local.setup().clone()) level=Signal::derive(move || game.local.with(|local| local.setup().level())) on_change/>
            }
            {..} data-reply=move || game.reply_state() data-facing=move || sides.facing.get()/>
    }
}

#[component]
fn Buttons(game: LocalGameState, handover: Handover, topic: String) -> impl IntoView {
    let context = game.context;
    let is_over = Signal::derive(move || game.is_over());
    let take_back_title = move || {
        game.local.with(LocalGame::is_takeback_blocked_by_mine).then(|| context.t(mode_texts::NO_TAKE_BACK))
    };
    view! {
        <div class="buttons">
            <button type="button" class="labelled" data-do="take-back" disabled=move || !game.can_take_back() title=take_back_title on:click=move |_| game.take_back()>
                <span inner_html=icons::UNDO></span>{move || context.t(game::TAKE_BACK)}
            </button>
            <button type="button" class="labelled" data-do="hint" disabled=move || game.is_over() || game.is_thinking.get() || handover.is_pending() on:click=move |_| game.hint()>
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
            <ZenButton/>
            <ConfirmButton key="resign" icon=icons::RESIGN label=game::RESIGN question=result::RESIGN_QUESTION disabled=is_over
                on_confirm=Callback::new(move |()| game.resign())/>
            <button type="button" class="labelled" data-do="analyze" disabled=move || !game.can_analyze() on:click=move |_| game.open_analysis()>
                <span inner_html=icons::LAST></span>{move || context.t(if game.is_over() { game::REVIEW } else { game::ANALYZE })}
            </button>
            <Link to=Route::Rules(topic) class="button labelled">
                <span inner_html=icons::RULES></span>{move || context.t(common::RULES)}
            </Link>
            <button type="button" class="labelled" data-do="new" class:accent=move || game.is_over() on:click=move |_| game.new_game()>
                <span inner_html=icons::PLAY></span>{move || context.t(game::NEW_GAME)}
            </button>
        </div>
    }
}

/// The draw buttons: agreement between two players on this device, and claims by the rules.
#[component]
fn DrawButtons(game: LocalGameState) -> impl IntoView {
    let context = game.context;
    let can_agree_draw = Memo::new(move |_| game.local.with(LocalGame::can_agree_draw));
    let can_claim_draw = Memo::new(move |_| {
        game.board.view.with(|view| view.actions.iter().any(|action| action == CLAIM_DRAW_ACTION))
    });
    view! {
        <Show when=move || game.local.with_untracked(LocalGame::is_hot_seat)>
            <ConfirmButton key="agree" icon=icons::DRAW label=game::AGREE_DRAW question=game::AGREE_DRAW_CONFIRM
                disabled=Signal::derive(move || !can_agree_draw.get()) on_confirm=Callback::new(move |()| game.agree_draw())/>
        </Show>
        <Show when=move || can_claim_draw.get()>
            <button type="button" class="labelled accent" data-do="claim" on:click=move |_| game.submit_action(CLAIM_DRAW_ACTION)>
                <span inner_html=icons::DRAW></span>{move || context.t(game::CLAIM_DRAW)}
            </button>
        </Show>
    }
}
