use leptos::html::Input;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_client::text::{common, game as words, import_export};
use yipan_client::{LiuzichongGame, Orientation, state_key};
use yipan_core::Side;
use yipan_liuzichong::ui_flow::{FlowNode, timings};

use super::buttons::Buttons;
use super::game_over::Over;
use super::state::LiuzichongState;
use crate::board::Board;
use crate::files;
use crate::move_navigation::{LookingBack, MoveNavigator};
use crate::pages::play::{move_rows, player_label};
use crate::panel::{Confirm, MoveList, PlayerBar, Stuck, Typed};

/// The board by the flow, with everything around it.
#[component]
pub(super) fn FlowTable(game: LiuzichongState) -> impl IntoView {
    let (page, stage) = (game.page, game.stage);
    let below = Memo::new(move |_| {
        let bottom = game.liuzichong_game.with(LiuzichongGame::bottom_side);
        if game.flipped.get() { bottom.other() } else { bottom }
    });
    let outlook = Signal::derive(move || Orientation { bottom: below.get(), rotated: false });
    let name = move |seat: Side| {
        let language = page.language.get();
        game.liuzichong_game.with(|bout| player_label(bout.setup(), seat, language))
    };
    let acts = Memo::new(move |_| game.liuzichong_game.with(LiuzichongGame::actions));
    let rows = Signal::derive(move || {
        acts.track();
        game.liuzichong_game.with_untracked(|bout| move_rows(&bout.to_local_game(), page.notation_style()))
    });
    let move_count = Memo::new(move |_| acts.with(Vec::len));
    let past = MoveNavigator::new(stage, move_count, move |moves| game.view_at_ply(moves));
    let file = NodeRef::<Input>::new();
    let choose = move || {
        if let Some(file) = file.get_untracked().filter(|_| untrack(|| game.is_idle())) {
            file.click();
        }
    };
    let key = window_event_listener(leptos::ev::keydown, move |event| {
        let is_typing = event.target().is_some_and(|target| {
            target.dyn_ref::<web_sys::HtmlInputElement>().is_some_and(|input| input.type_() == "text")
        });
        let is_plain = !(event.ctrl_key() || event.alt_key() || event.meta_key() || event.shift_key());
        let act: Option<&dyn Fn()> = match event.key().as_str() {
            "F2" if is_plain => Some(&|| game.new_game()),
            "F3" if is_plain => Some(&choose),
            "F4" if is_plain => Some(&|| game.save()),
            "z" if (event.ctrl_key() || event.meta_key()) && !is_typing => Some(&|| game.take_back()),
            "f" if is_plain && !is_typing && untrack(|| game.is_idle()) => {
                Some(&|| game.flipped.update(|flipped| *flipped = !*flipped))
            }
            "?" if !is_typing => Some(&|| game.show_message(words::KEYS_LIUZICHONG.into())),
            _ => None,
        };
        if let Some(act) = act {
            event.prevent_default();
            act();
        }
    });
    on_cleanup(move || key.remove());
    let opened = move |_| {
        if let Some(file) = file.get_untracked().and_then(|input| files::take_selected_file(&input)) {
            game.open(file);
        }
    };
    let move_duration = move || match game.node.get() {
        FlowNode::TakingBack => game.millis(timings::TAKE_BACK_DURATION),
        _ => game.millis(timings::MOVE_DURATION),
    };
    let top = Signal::derive(move || below.get().other());
    let bottom = Signal::derive(move || below.get());
    let ignore_action = Callback::new(|_: String| ());
    view! {
        <div class="table liuzichong flow" data-flow=move || state_key(game.node.get()) style=("--glide", move || format!("{}ms", move_duration()))
            style=("--blink", move || format!("{}ms", game.millis(timings::BLINK_DURATION))) style=("--blinks", timings::BLINK_COUNT.to_string())
            style=("--fading", move || format!("{}ms", game.millis(timings::FADE_DURATION)))>
            <h1 class="unseen">{move || page.t(common::LIUZICHONG)}</h1>
            <div class="table-board">
                <PlayerBar stage seat=top name=Signal::derive(move || name(top.get()))/>
                <div class="board-frame">
                    <Board stage outlook own=Signal::derive(|| None) pointed=game.hint_cells on_act=ignore_action reins=game.reins()/>
                </div>
                <PlayerBar stage seat=bottom name=Signal::derive(move || name(bottom.get()))/>
            </div>
            <aside class="panel">
                <p class="line" data-line="">{move || game.status_text()}<span class="turning" aria-hidden="true"></span></p>
                <p class="note" role="alert">{move || page.localized(game.message)}</p>
                <Stuck failed=game.engine_failed on_again=Callback::new(move |()| game.retry_engine())/>
                <Confirm asked=game.pending_action on_yes=Callback::new(move |act: String| game.confirm(&act)) on_no=Callback::new(move |act: String| game.cancel_move(&act))/>
                <MoveList rows current=past.current_ply() on_pick=past.on_pick() shut=Signal::derive(move || !game.is_idle())/>
                <LookingBack past/>
                <Typed on_act=Callback::new(move |text: String| game.play_typed_move(&text)) shut=Signal::derive(move || game.node.get() != FlowNode::Waiting)/>
                <Buttons game on_open=Callback::new(move |()| choose())/>
                <input class="aloud" type="file" name="file" accept=".6zc" tabindex="-1" aria-label=move || page.t(import_export::FILE)
                    node_ref=file on:change=opened/>
            </aside>
            <Over game/>
        </div>
    }
}
