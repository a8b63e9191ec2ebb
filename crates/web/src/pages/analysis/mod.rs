//! A line of play, looked at again: step by step, from whose eyes one likes, with what the computer thinks of it.

mod controls;
mod desk;
mod editor;
mod exchange;
mod hall;
mod judge;

use leptos::prelude::*;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlElement;
use yipan_board::text::{Text, common, editor as draft, game, replay as text};
use yipan_board::{Chair, Draft, Opening, Outlook, Replay, Route, Said, capital, share, shared, worth};
use yipan_games::GameKind;
use yipan_rules::Seat;

pub(crate) use self::desk::kept_line;
pub(crate) use self::hall::HallReplay;

use self::controls::Controls;
use self::desk::Desk;
use self::editor::Editor;
use self::exchange::Exchange;
use self::judge::Judge;
use super::play::is_heavy;
use crate::app::Go;
use crate::board::Board;
use crate::clipboard::put_on_clipboard;
use crate::page::page;
use crate::panel::{DicePanel, MoveList, PlayerBar, RollsPanel, Row, Stuck, Typed};
use crate::{art, store};

/// A board to look things up on: the line of the address, else the one that was last looked at.
#[component]
pub(crate) fn Analysis(kind: GameKind) -> impl IntoView {
    let query = window().location().search().unwrap_or_default();
    let kept = || store::read(&kept_line(kind)).and_then(|text| Replay::restore(&text));
    let usual = || Replay::start(Opening::usual(kind, [Chair::Person; 2], 0)).ok();
    let replay = shared(kind, &query).or_else(kept).filter(|replay| replay.grid().kind() == kind);
    let replay = replay.or_else(usual).expect("the usual start of a game");
    let place = replay.len();
    view! { <Bench desk=Desk::new(replay, place)/> }
}

/// The line on the board, or the board to put a position together on.
#[component]
fn Bench(desk: Desk) -> impl IntoView {
    let editing = RwSignal::new(false);
    move || {
        if editing.get() {
            let (place, kind) = (desk.place.get_untracked(), desk.stage.grid.kind());
            let first = desk.replay.with_untracked(|replay| Draft::of(replay.game(place)));
            let close = Callback::new(move |()| editing.set(false));
            view! { <Editor kind first on_close=close/> }.into_any()
        } else {
            view! { <Line desk editing/> }.into_any()
        }
    }
}

#[component]
fn Line(desk: Desk, editing: RwSignal<bool>) -> impl IntoView {
    let (page, stage, kind) = (desk.page, desk.stage, desk.stage.grid.kind());
    let quarter = Memo::new(move |_| desk.replay.with(|replay| is_heavy(replay.game(0))));
    let below = Memo::new(move |_| if desk.flipped.get() { Seat::Second } else { Seat::First });
    let outlook = Signal::derive(move || Outlook { below: below.get(), quarter: quarter.get() });
    let act = Callback::new(move |action: String| desk.act(&action));
    let name = move |seat: Seat| capital(kind.seat_words(seat, page.language.get()));
    let (top, bottom) = (Signal::derive(move || below.get().other()), Signal::derive(move || below.get()));
    let line = move || {
        let (place, eye, language) = (desk.place.get(), desk.eye.get(), page.language.get());
        desk.replay.with(|replay| replay.line(place, eye, language))
    };
    let rows = Signal::derive(move || rows(desk));
    let rolls = Memo::new(move |_| desk.replay.with(|replay| replay.rolls(desk.place.get(), desk.eye.get())));
    let pick = Callback::new(move |index: usize| {
        desk.running.set(false);
        desk.go(index + 1);
    });
    let keys = window_event_listener(leptos::ev::keydown, move |event| key(desk, &event));
    on_cleanup(move || keys.remove());
    view! {
        <div class=format!("table bench {}", kind.name())>
            <div class="table-board">
                <PlayerBar stage seat=top name=Signal::derive(move || name(top.get()))/>
                <div class="board-frame"><Board stage outlook own=Signal::derive(|| None) on_act=act on_word=Callback::new(move |said| desk.say(said))/></div>
                <PlayerBar stage seat=bottom name=Signal::derive(move || name(bottom.get()))/>
                <Controls desk/>
            </div>
            <aside class="panel">
                <h1 class="panel-title">{move || page.say(common::ANALYSIS)}</h1>
                <Games kind/>
                <p class="line" data-line="">{line}</p>
                <p class="note" role="alert">{move || page.read(desk.note)}</p>
                <Stuck failed=desk.failed on_again=Callback::new(move |()| desk.try_again())/>
                <DicePanel stage on_act=act/>
                <RollsPanel rolls/>
                <Judge desk/>
                <MoveList rows current=Signal::derive(move || desk.place.get()) on_pick=pick/>
                <Typed on_act=act/>
                <Buttons desk editing/>
                <Exchange desk/>
            </aside>
        </div>
    }
}

/// The games that can be looked at.
#[component]
fn Games(kind: GameKind) -> impl IntoView {
    let page = page();
    let one = move |(other, name): (GameKind, Text)| {
        let current = (other == kind).then_some("page");
        view! { <li aria-current=current><Go to=Route::Analysis(other)>{move || page.say(name)}</Go></li> }
    };
    let games = [
        (GameKind::Xiangqi, common::XIANGQI),
        (GameKind::Chess, common::CHESS),
        (GameKind::Liuzichong, common::LIUZICHONG),
    ];
    view! { <nav class="kinds" aria-label=move || page.say(text::GAMES)><ul>{games.map(one).into_iter().collect_view()}</ul></nav> }
}

/// The steps with what is said of them.
fn rows(desk: Desk) -> Vec<Row> {
    let language = desk.page.language.get();
    let noted = desk.replay.with(|replay| replay.noted(desk.eye.get(), desk.page.script()));
    let label = |place: usize| {
        let act = desk.replay.with(|replay| replay.next_act(place).map(str::to_owned))?;
        desk.judged.with(|judged| worth(judged.get(place)?.as_ref()?, &act, language))
    };
    let row = |(place, noted): (usize, yipan_board::Noted)| Row {
        seat: noted.seat,
        title: noted.title.unwrap_or_else(|| text::UNSEEN.say(language).to_owned()),
        note: label(place).unwrap_or_else(|| noted.note.to_owned()),
    };
    noted.into_iter().enumerate().map(row).collect()
}

/// Keys that nothing else has taken.
fn key(desk: Desk, event: &leptos::ev::KeyboardEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    let types =
        target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
    if types || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    match event.key().as_str() {
        "ArrowLeft" => desk.back(),
        "ArrowRight" => desk.on(),
        "ArrowUp" => desk.go(0),
        "ArrowDown" => desk.go(usize::MAX),
        "?" => desk.say(text::KEYS.into()),
        "f" => desk.flipped.update(|flipped| *flipped = !*flipped),
        _ => return,
    }
    event.prevent_default();
}

#[component]
fn Buttons(desk: Desk, editing: RwSignal<bool>) -> impl IntoView {
    let (page, kind) = (desk.page, desk.stage.grid.kind());
    let link = move |_| {
        let origin = window().location().origin().unwrap_or_default();
        let query = desk.replay.with_untracked(share);
        copy(desk, format!("{origin}{}?{query}", Route::Analysis(kind).path()));
    };
    view! {
        <div class="buttons">
            <button type="button" class="labelled" data-do="share" on:click=link>
                <span inner_html=art::LINK></span>{move || page.say(text::SHARE)}
            </button>
            <button type="button" class="labelled" data-do="restore" disabled=move || !desk.branched.get() on:click=move |_| desk.restore()>
                <span inner_html=art::UNDO></span>{move || page.say(text::RETURN)}
            </button>
            <button type="button" class="labelled" data-do="edit" on:click=move |_| editing.set(true)>
                <span inner_html=art::EDIT></span>{move || page.say(draft::OPEN)}
            </button>
            <button type="button" class="labelled" data-do="game" on:click=move |_| page.go(Route::Play(kind))>
                <span inner_html=art::PLAY></span>{move || page.say(game::TO_GAME)}
            </button>
        </div>
    }
}

/// Which game a line is of.
const fn kind_of(replay: &Replay) -> GameKind {
    replay.grid().kind()
}

/// Puts a text where the person can paste it from, or shows it to be copied by hand.
fn copy(desk: Desk, text_to_copy: String) {
    spawn_local(async move {
        let done = put_on_clipboard(&text_to_copy).await;
        let said = if done {
            common::COPIED.into()
        } else {
            Said::new(|language| format!("{} {text_to_copy}", text::NO_CLIPBOARD.say(language)))
        };
        let _ = desk.note.try_set(said);
    });
}
