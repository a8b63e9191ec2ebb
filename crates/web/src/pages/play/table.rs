use leptos::prelude::*;
use yipan_board::online::game_name;
use yipan_board::text::{common, game};
use yipan_board::{Due, Local, Outlook, Route};
use yipan_rules::Seat;

use super::local::LocalGame;
use super::{is_heavy, rows, seated};
use crate::app::Go;
use crate::art;
use crate::board::Board;
use crate::focus::borrow_focus;
use crate::panel::{Confirm, DicePanel, MoveList, PlayerBar, RollsPanel, Stuck, Typed};
use crate::past::{LookingBack, Past};

/// How a player of chess claims a draw.
const CLAIM: &str = "draw";

/// The board with everything around it.
#[component]
pub(super) fn Table(game: LocalGame) -> impl IntoView {
    let (page, stage, grid) = (game.page, game.stage, game.stage.grid);
    let below = Memo::new(move |_| {
        let eye = game.local.with(Local::eye);
        if game.flipped.get() { eye.other() } else { eye }
    });
    let quarter = game.local.with_untracked(|local| is_heavy(local.game()));
    let outlook = Signal::derive(move || Outlook { below: below.get(), quarter });
    let own = Signal::derive(move || game.local.with(|local| (!local.is_shared()).then(|| local.eye())));
    let act = Callback::new(move |action| game.act(action));
    let name = move |seat: Seat| {
        let language = page.language.get();
        game.local.with(|local| seated(local.opening(), seat, language))
    };
    let rows = Signal::derive(move || game.local.with(|local| rows(local, page.script())));
    let made = Memo::new(move |_| rows.with(Vec::len));
    let past = Past::new(stage, made, move |moves| {
        Some(game.local.with_untracked(|local| (local.looked_back(moves), local.touched(moves))))
    });
    let closed = Memo::new(move |_| match game.local.with(Local::due) {
        Due::Change(seat) if !stage.busy.get() => Some(seat),
        _ => None,
    });
    let curtain = move || closed.get().map(|seat| view! { <Curtain game seat/> });
    let key = window_event_listener(leptos::ev::keydown, move |event| {
        let typing = event.target().is_some_and(|target| {
            use wasm_bindgen::JsCast;
            target.dyn_ref::<web_sys::HtmlInputElement>().is_some()
        });
        match event.key().as_str() {
            "f" if !typing => game.flipped.update(|flipped| *flipped = !*flipped),
            "?" if !typing => game.say(game::KEYS.into()),
            "F2" => {
                event.prevent_default();
                game.again();
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
                    <div inert=move || closed.get().is_some()><Board stage outlook own pointed=game.pointed on_act=act on_word=Callback::new(move |said| game.say(said))/></div>
                    {curtain}
                </div>
                <PlayerBar stage seat=bottom name=Signal::derive(move || name(bottom.get()))/>
            </div>
            <aside class="panel">
                <p class="line" data-line="">{move || game.line()}</p>
                <p class="note" role="alert">{move || page.read(game.note)}</p>
                <Stuck failed=game.failed on_again=Callback::new(move |()| game.try_again())/>
                <Confirm asked=game.asked on_yes=Callback::new(move |action: String| game.take(&action))/>
                <DicePanel stage on_act=act/>
                <RollsPanel rolls=Memo::new(move |_| game.local.with(Local::rolls))/>
                <MoveList rows current=past.current() on_pick=past.pick()/>
                <LookingBack past/>
                <Typed on_act=act/>
                <Buttons game/>
            </aside>
        </div>
    }
}

#[component]
fn Buttons(game: LocalGame) -> impl IntoView {
    let (page, kind) = (game.page, game.stage.grid.kind());
    let sure = RwSignal::new(false);
    let can_back = move || game.local.with(Local::can_take_back);
    let resign = move |_| {
        if sure.get_untracked() {
            game.resign();
        }
        sure.update(|sure| *sure = !*sure);
    };
    view! {
        <div class="buttons">
            <button type="button" class="labelled" data-do="back" disabled=move || !can_back() on:click=move |_| game.take_back()>
                <span inner_html=art::UNDO></span>{move || page.say(game::TAKE_BACK)}
            </button>
            <button type="button" class="labelled" data-do="hint" disabled=move || game.is_over() || game.thinking.get() on:click=move |_| game.hint()>
                <span inner_html=art::HINT></span>{move || page.say(game::HINT)}
            </button>
            <button type="button" class="labelled" data-do="flip" on:click=move |_| game.flipped.update(|flipped| *flipped = !*flipped)>
                <span inner_html=art::FLIP></span>{move || page.say(game::FLIP)}
            </button>
            <button type="button" class="labelled" data-do="sound" aria-pressed=move || page.settings.with(|settings| settings.sound).to_string()
                on:click=move |_| page.settings.update(|settings| settings.sound = !settings.sound)>
                <span inner_html=move || if page.settings.with(|settings| settings.sound) { art::SOUND_ON } else { art::SOUND_OFF }></span>
                {move || page.say(game::SOUND)}
            </button>
            <Draws game/>
            <button type="button" class="labelled" data-do="resign" class:danger=move || sure.get() disabled=move || game.is_over() on:click=resign>
                <span inner_html=art::RESIGN></span>
                {move || if sure.get() { page.say(game::RESIGN_SURE) } else { page.say(game::RESIGN) }}
            </button>
            <button type="button" class="labelled" data-do="look" disabled=move || !game.may_look() on:click=move |_| game.look()>
                <span inner_html=art::LAST></span>{move || page.say(game::ANALYSE)}
            </button>
            <Go to=Route::Rules(kind.name().into()) class="button labelled">
                <span inner_html=art::RULES></span>{move || page.say(common::RULES)}
            </Go>
            <button type="button" class="labelled" data-do="new" class:accent=move || game.is_over() class:danger=move || game.renewing.get()
                on:click=move |_| game.again() on:blur=move |_| game.renewing.set(false)>
                <span inner_html=art::PLAY></span>
                {move || if game.renewing.get() { page.say(game::NEW_SURE) } else { page.say(game::NEW_GAME) }}
            </button>
        </div>
    }
}

/// How a draw is made by players: two at one screen agree, and who may claim one claims it.
#[component]
fn Draws(game: LocalGame) -> impl IntoView {
    let page = game.page;
    let sure = RwSignal::new(false);
    let agree = move |_| {
        if sure.get_untracked() {
            game.agree();
        }
        sure.update(|sure| *sure = !*sure);
    };
    let may_agree = Memo::new(move |_| game.local.with(Local::may_agree));
    let may_claim =
        Memo::new(move |_| game.stage.view.with(|view| view.actions.iter().any(|action| action == CLAIM)));
    view! {
        <Show when=move || game.local.with_untracked(Local::is_shared)>
            <button type="button" class="labelled" data-do="agree" class:danger=move || sure.get() disabled=move || !may_agree.get() on:click=agree
                on:blur=move |_| sure.set(false)>
                <span inner_html=art::DRAW></span>
                {move || if sure.get() { page.say(game::AGREE_SURE) } else { page.say(game::AGREE_DRAW) }}
            </button>
        </Show>
        <Show when=move || may_claim.get()>
            <button type="button" class="labelled accent" data-do="claim" on:click=move |_| game.act(CLAIM.to_owned())>
                <span inner_html=art::DRAW></span>{move || page.say(game::CLAIM_DRAW)}
            </button>
        </Show>
    }
}

/// Between two people who may not see each other's men.
#[component]
fn Curtain(game: LocalGame, seat: Seat) -> impl IntoView {
    let (page, kind) = (game.page, game.stage.grid.kind());
    let name = move || kind.seat_words(seat, page.language.get()).to_owned();
    let sit = move |_| game.sit(seat);
    let here = NodeRef::<leptos::html::Div>::new();
    borrow_focus(here);
    view! {
        <div class="curtain" node_ref=here role="dialog" aria-modal="true" aria-label=move || page.fill(game::CURTAIN, &[&name()])>
            <p>{move || page.fill(game::CURTAIN, &[&name()])}</p>
            <button type="button" class="accent" data-do="sit-down" on:click=sit>{move || page.fill(game::CURTAIN_READY, &[&name()])}</button>
        </div>
    }
}
