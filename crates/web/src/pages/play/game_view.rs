use leptos::prelude::*;
use yipan_client::online::game_name;
use yipan_client::text::{common, game};
use yipan_client::{LocalGame, Orientation, Route, WaitingFor};
use yipan_core::Side;

use super::local::LocalGameState;
use super::{has_gravity, move_rows, player_label};
use crate::app::Go;
use crate::board::Board;
use crate::focus::trap_focus_while_shown;
use crate::icons;
use crate::move_navigation::{LookingBack, MoveNavigator};
use crate::panel::{Confirm, DicePanel, MoveList, PlayerBar, RollsPanel, Stuck, Typed};

/// How a player of chess claims a draw.
const CLAIM_DRAW_ACTION: &str = "draw";

/// The board with everything around it.
#[component]
pub(super) fn Table(game: LocalGameState) -> impl IntoView {
    let (page, stage, grid) = (game.page, game.stage, game.stage.grid);
    let below = Memo::new(move |_| {
        let bottom = game.local.with(LocalGame::viewing_side);
        if game.flipped.get() { bottom.other() } else { bottom }
    });
    let rotated = game.local.with_untracked(|local| has_gravity(local.game()));
    let outlook = Signal::derive(move || Orientation { bottom: below.get(), rotated });
    let own =
        Signal::derive(move || game.local.with(|local| (!local.is_hot_seat()).then(|| local.viewing_side())));
    let act = Callback::new(move |action| game.submit_action(action));
    let name = move |seat: Side| {
        let language = page.language.get();
        game.local.with(|local| player_label(local.setup(), seat, language))
    };
    let rows = Signal::derive(move || game.local.with(|local| move_rows(local, page.notation_style())));
    let move_count = Memo::new(move |_| rows.with(Vec::len));
    let past = MoveNavigator::new(stage, move_count, move |moves| {
        Some(game.local.with_untracked(|local| (local.view_at_ply(moves), local.last_move_cells(moves))))
    });
    let waiting_side = Memo::new(move |_| match game.local.with(LocalGame::waiting_for) {
        WaitingFor::ScreenHandover(seat) if !stage.is_animating.get() => Some(seat),
        _ => None,
    });
    let curtain = move || waiting_side.get().map(|seat| view! { <Curtain game seat/> });
    let key = window_event_listener(leptos::ev::keydown, move |event| {
        let typing = event.target().is_some_and(|target| {
            use wasm_bindgen::JsCast;
            target.dyn_ref::<web_sys::HtmlInputElement>().is_some()
        });
        match event.key().as_str() {
            "f" if !typing => game.flipped.update(|flipped| *flipped = !*flipped),
            "?" if !typing => game.show_message(game::KEYS.into()),
            "F2" => {
                event.prevent_default();
                game.new_game();
            }
            "z" if event.ctrl_key() && !typing => {
                event.prevent_default();
                game.take_back();
            }
            _ => {}
        }
    });
    on_cleanup(move || key.remove());
    let top = Signal::derive(move || below.get().other());
    let bottom = Signal::derive(move || below.get());
    view! {
        <div class=format!("table {}", grid.kind().name())>
            <h1 class="unseen">{move || game_name(grid.kind().name(), page.language.get())}</h1>
            <div class="table-board">
                <PlayerBar stage seat=top name=Signal::derive(move || name(top.get()))/>
                <div class="board-frame">
                    <div inert=move || waiting_side.get().is_some()><Board stage outlook own pointed=game.hint_cells on_act=act on_word=Callback::new(move |said| game.show_message(said))/></div>
                    {curtain}
                </div>
                <PlayerBar stage seat=bottom name=Signal::derive(move || name(bottom.get()))/>
            </div>
            <aside class="panel">
                <p class="line" data-line="">{move || game.status_text()}</p>
                <p class="note" role="alert">{move || page.localized(game.message)}</p>
                <Stuck failed=game.engine_failed on_again=Callback::new(move |()| game.retry_engine())/>
                <Confirm asked=game.pending_action on_yes=Callback::new(move |action: String| game.play_action(&action))/>
                <DicePanel stage on_act=act/>
                <RollsPanel rolls=Memo::new(move |_| game.local.with(LocalGame::rolls))/>
                <MoveList rows current=past.current_ply() on_pick=past.on_pick()/>
                <LookingBack past/>
                <Typed on_act=act/>
                <Buttons game/>
            </aside>
        </div>
    }
}

#[component]
fn Buttons(game: LocalGameState) -> impl IntoView {
    let (page, kind) = (game.page, game.stage.grid.kind());
    let is_confirming = RwSignal::new(false);
    let can_take_back = move || game.local.with(LocalGame::can_take_back);
    let resign = move |_| {
        if is_confirming.get_untracked() {
            game.resign();
        }
        is_confirming.update(|sure| *sure = !*sure);
    };
    view! {
        <div class="buttons">
            <button type="button" class="labelled" data-do="back" disabled=move || !can_take_back() on:click=move |_| game.take_back()>
                <span inner_html=icons::UNDO></span>{move || page.t(game::TAKE_BACK)}
            </button>
            <button type="button" class="labelled" data-do="hint" disabled=move || game.is_over() || game.is_thinking.get() on:click=move |_| game.hint()>
                <span inner_html=icons::HINT></span>{move || page.t(game::HINT)}
            </button>
            <button type="button" class="labelled" data-do="flip" on:click=move |_| game.flipped.update(|flipped| *flipped = !*flipped)>
                <span inner_html=icons::FLIP></span>{move || page.t(game::FLIP)}
            </button>
            <button type="button" class="labelled" data-do="sound" aria-pressed=move || page.settings.with(|settings| settings.sound).to_string()
                on:click=move |_| page.settings.update(|settings| settings.sound = !settings.sound)>
                <span inner_html=move || if page.settings.with(|settings| settings.sound) { icons::SOUND_ON } else { icons::SOUND_OFF }></span>
                {move || page.t(game::SOUND)}
            </button>
            <Draws game/>
            <button type="button" class="labelled" data-do="resign" class:danger=move || is_confirming.get() disabled=move || game.is_over() on:click=resign>
                <span inner_html=icons::RESIGN></span>
                {move || if is_confirming.get() { page.t(game::RESIGN_CONFIRM) } else { page.t(game::RESIGN) }}
            </button>
            <button type="button" class="labelled" data-do="look" disabled=move || !game.can_analyze() on:click=move |_| game.open_analysis()>
                <span inner_html=icons::LAST></span>{move || page.t(game::REVIEW)}
            </button>
            <Go to=Route::Rules(kind.name().into()) class="button labelled">
                <span inner_html=icons::RULES></span>{move || page.t(common::RULES)}
            </Go>
            <button type="button" class="labelled" data-do="new" class:accent=move || game.is_over() class:danger=move || game.is_confirming_new_game.get()
                on:click=move |_| game.new_game() on:blur=move |_| game.is_confirming_new_game.set(false)>
                <span inner_html=icons::PLAY></span>
                {move || if game.is_confirming_new_game.get() { page.t(game::NEW_GAME_CONFIRM) } else { page.t(game::NEW_GAME) }}
            </button>
        </div>
    }
}

/// How a draw is made by players: two at one screen agree, and who may claim one claims it.
#[component]
fn Draws(game: LocalGameState) -> impl IntoView {
    let page = game.page;
    let is_confirming = RwSignal::new(false);
    let agree = move |_| {
        if is_confirming.get_untracked() {
            game.agree_draw();
        }
        is_confirming.update(|sure| *sure = !*sure);
    };
    let can_agree_draw = Memo::new(move |_| game.local.with(LocalGame::can_agree_draw));
    let can_claim_draw = Memo::new(move |_| {
        game.stage.view.with(|view| view.actions.iter().any(|action| action == CLAIM_DRAW_ACTION))
    });
    view! {
        <Show when=move || game.local.with_untracked(LocalGame::is_hot_seat)>
            <button type="button" class="labelled" data-do="agree" class:danger=move || is_confirming.get() disabled=move || !can_agree_draw.get() on:click=agree
                on:blur=move |_| is_confirming.set(false)>
                <span inner_html=icons::DRAW></span>
                {move || if is_confirming.get() { page.t(game::AGREE_DRAW_CONFIRM) } else { page.t(game::AGREE_DRAW) }}
            </button>
        </Show>
        <Show when=move || can_claim_draw.get()>
            <button type="button" class="labelled accent" data-do="claim" on:click=move |_| game.submit_action(CLAIM_DRAW_ACTION.to_owned())>
                <span inner_html=icons::DRAW></span>{move || page.t(game::CLAIM_DRAW)}
            </button>
        </Show>
    }
}

/// Between two people who may not see each other's men.
#[component]
fn Curtain(game: LocalGameState, seat: Side) -> impl IntoView {
    let (page, kind) = (game.page, game.stage.grid.kind());
    let name = move || kind.side_name(seat, page.language.get()).to_owned();
    let sit = move |_| game.switch_viewer(seat);
    let here = NodeRef::<leptos::html::Div>::new();
    trap_focus_while_shown(here);
    view! {
        <div class="curtain" node_ref=here role="dialog" aria-modal="true" aria-label=move || page.t_args(game::HAND_OVER_SCREEN, &[&name()])>
            <p>{move || page.t_args(game::HAND_OVER_SCREEN, &[&name()])}</p>
            <button type="button" class="accent" data-do="sit-down" on:click=sit>{move || page.t_args(game::HAND_OVER_READY, &[&name()])}</button>
        </div>
    }
}
