use leptos::html::Input;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_board::text::{common, exchange, game as words};
use yipan_board::{Bout, Outlook, state_key};
use yipan_liuzichong::flow::{Node, pace};
use yipan_rules::Seat;

use super::bout::BoutGame;
use super::buttons::Buttons;
use super::over::Over;
use crate::board::Board;
use crate::files;
use crate::pages::play::{rows, seated};
use crate::panel::{Confirm, MoveList, PlayerBar, Stuck, Typed};
use crate::past::{LookingBack, Past};

/// The board by the flow, with everything around it.
#[component]
pub(super) fn FlowTable(game: BoutGame) -> impl IntoView {
    let (page, stage) = (game.page, game.stage);
    let below = Memo::new(move |_| {
        let eye = game.bout.with(Bout::eye);
        if game.flipped.get() { eye.other() } else { eye }
    });
    let outlook = Signal::derive(move || Outlook { below: below.get(), quarter: false });
    let name = move |seat: Seat| {
        let language = page.language.get();
        game.bout.with(|bout| seated(bout.opening(), seat, language))
    };
    let acts = Memo::new(move |_| game.bout.with(Bout::acts));
    let rows = Signal::derive(move || {
        acts.track();
        game.bout.with_untracked(|bout| rows(&bout.local(), page.script()))
    });
    let made = Memo::new(move |_| acts.with(Vec::len));
    let past = Past::new(stage, made, move |moves| game.looked_back(moves));
    let file = NodeRef::<Input>::new();
    let choose = move || {
        if let Some(file) = file.get_untracked().filter(|_| untrack(|| game.is_open())) {
            file.click();
        }
    };
    let key = window_event_listener(leptos::ev::keydown, move |event| {
        let is_typing = event.target().is_some_and(|target| {
            target.dyn_ref::<web_sys::HtmlInputElement>().is_some_and(|input| input.type_() == "text")
        });
        let is_plain = !(event.ctrl_key() || event.alt_key() || event.meta_key() || event.shift_key());
        let act: Option<&dyn Fn()> = match event.key().as_str() {
            "F2" if is_plain => Some(&|| game.again()),
            "F3" if is_plain => Some(&choose),
            "F4" if is_plain => Some(&|| game.save()),
            "z" if (event.ctrl_key() || event.meta_key()) && !is_typing => Some(&|| game.take_back()),
            "f" if is_plain && !is_typing && untrack(|| game.is_open()) => {
                Some(&|| game.flipped.update(|flipped| *flipped = !*flipped))
            }
            "?" if !is_typing => Some(&|| game.say(words::KEYS_FLOW.into())),
            _ => None,
        };
        if let Some(act) = act {
            event.prevent_default();
            act();
        }
    });
    on_cleanup(move || key.remove());
    let opened = move |_| {
        if let Some(file) = file.get_untracked().and_then(|input| files::chosen(&input)) {
            game.open(file);
        }
    };
    let glide = move || match game.node.get() {
        Node::TakingBack => game.millis(pace::TAKING_BACK),
        _ => game.millis(pace::MOVING),
    };
    let top = Signal::derive(move || below.get().other());
    let bottom = Signal::derive(move || below.get());
    let no_act = Callback::new(|_: String| ());
    view! {
        <div class="table liuzichong flow" data-flow=move || state_key(game.node.get()) style=("--glide", move || format!("{}ms", glide()))
            style=("--blink", move || format!("{}ms", game.millis(pace::BLINK))) style=("--blinks", pace::BLINKS.to_string())
            style=("--fading", move || format!("{}ms", game.millis(pace::FADING)))>
            <h1 class="unseen">{move || page.say(common::LIUZICHONG)}</h1>
            <div class="table-board">
                <PlayerBar stage seat=top name=Signal::derive(move || name(top.get()))/>
                <div class="board-frame">
                    <Board stage outlook own=Signal::derive(|| None) pointed=game.pointed on_act=no_act reins=game.reins()/>
                </div>
                <PlayerBar stage seat=bottom name=Signal::derive(move || name(bottom.get()))/>
            </div>
            <aside class="panel">
                <p class="line" data-line="">{move || game.line()}<span class="turning" aria-hidden="true"></span></p>
                <p class="note" role="alert">{move || page.read(game.note)}</p>
                <Stuck failed=game.failed on_again=Callback::new(move |()| game.try_again())/>
                <Confirm asked=game.asked on_yes=Callback::new(move |act: String| game.confirm(&act)) on_no=Callback::new(move |act: String| game.refuse(&act))/>
                <MoveList rows current=past.current() on_pick=past.pick() shut=Signal::derive(move || !game.is_open())/>
                <LookingBack past/>
                <Typed on_act=Callback::new(move |text: String| game.typed(&text)) shut=Signal::derive(move || game.node.get() != Node::Waiting)/>
                <Buttons game on_open=Callback::new(move |()| choose())/>
                <input class="aloud" type="file" name="file" accept=".6zc" tabindex="-1" aria-label=move || page.say(exchange::FILE)
                    node_ref=file on:change=opened/>
            </aside>
            <Over game/>
        </div>
    }
}
