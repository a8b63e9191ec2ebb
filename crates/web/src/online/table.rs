use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_board::online::{clock_face, game_name, titles};
use yipan_board::text::{game as words, online};
use yipan_board::{Grid, Moved, Outlook, Scene};
use yipan_games::GameKind;
use yipan_liuzichong::flow::pace;
use yipan_rules::Seat;
use yipan_wire::{Claim, Command, Side};

use super::OnlineGame;
use super::chat::Chat;
use super::controls::{Controls, Offers};
use super::over::After;
use super::rolls::OnlineRolls;
use super::stones::{Stones, StonesOver};
use super::watching::Watching;
use crate::board::Board;
use crate::panel::{Confirm, DicePanel, MoveList, PlayerBar, Row, Typed};
use crate::past::{LookingBack, Past};
use crate::sound;
use crate::stage::{Stage, pace as pace_of};

/// A game of the hall, played or watched.
#[component]
pub(crate) fn OnlineTable(game: OnlineGame, kind: GameKind) -> impl IntoView {
    let (page, grid) = (game.page, Grid::of(kind));
    page.settings.with_untracked(sound::prepare);
    let view = game.session.with_untracked(yipan_board::online::Session::view);
    let view = view.unwrap_or_else(|| crate::pages::first_look(kind));
    let is_stones = kind == GameKind::Liuzichong;
    let stage = if is_stones { Stage::by_flow(grid, view) } else { Stage::new(grid, view) };
    let stones = is_stones.then(|| Stones::new(game, stage));
    stage.last.set(game.session.with_untracked(|session| session.touched(usize::MAX)));
    game.show_on(stage);
    let seat = Memo::new(move |_| game.seat());
    let below = Memo::new(move |_| {
        let own = seat.get().unwrap_or(Seat::First);
        if game.flipped.get() { own.other() } else { own }
    });
    let quarter = game.session.with_untracked(|session| {
        session.state().is_some_and(|state| state.terms.modes.iter().any(|mode| mode == "gravity"))
    });
    let outlook = Signal::derive(move || Outlook { below: below.get(), quarter });
    let own = Signal::derive(move || seat.get().filter(|_| game.is_playing()));
    let act = Callback::new(move |act| game.act(act));
    let moved = Memo::new(move |_| {
        let told = |session: &yipan_board::online::Session| {
            session.state().map(|state| titles(&state.terms, &state.moves, page.script()))
        };
        game.session.with(told).unwrap_or_default()
    });
    let rows = Signal::derive(move || {
        let row = |moved: Moved| Row {
            seat: moved.seat,
            title: moved.title.unwrap_or_else(|| "…".to_owned()),
            note: String::new(),
        };
        moved.get().into_iter().map(row).collect::<Vec<_>>()
    });
    let made = Memo::new(move |_| moved.with(Vec::len));
    let past = Past::new(stage, made, move |moves| {
        game.session.with_untracked(|session| Some((session.looked_back(moves)?, session.touched(moves))))
    });
    let key = window_event_listener(leptos::ev::keydown, move |event| {
        let typing =
            event.target().is_some_and(|target| target.dyn_ref::<web_sys::HtmlInputElement>().is_some());
        match event.key().as_str() {
            "f" if !typing => game.flipped.update(|flipped| *flipped = !*flipped),
            "?" if !typing => game.tell(words::KEYS.into()),
            _ => {}
        }
    });
    on_cleanup(move || key.remove());
    let top = Memo::new(move |_| below.get().other());
    let millis = move |length: std::time::Duration| {
        format!("{}ms", page.settings.with(|settings| Scene::millis(length, pace_of(settings))))
    };
    let glide = move || millis(if stage.rewinding.get() { pace::TAKING_BACK } else { pace::MOVING });
    let plays = move || seat.get().is_some() && game.is_playing();
    view! {
        <div class=format!("table online {}{}", kind.name(), if is_stones { " flow" } else { "" }) data-flow=move || stones.map(Stones::state)
            style=("--glide", move || is_stones.then(glide)) style=("--blink", move || millis(pace::BLINK)) style=("--blinks", pace::BLINKS.to_string())
            style=("--fading", move || millis(pace::FADING)) data-room=game.session.with_untracked(|session| session.room().to_owned())>
            <h1 class="unseen">{move || game_name(kind.name(), page.language.get())}</h1>
            <div class="table-board">
                <Bar game stage seat=top/>
                <div class="board-frame">
                    <Board stage outlook own on_act=act on_word=Callback::new(move |said| game.tell(said)) reins=stones.map(Stones::reins)/>
                </div>
                <Bar game stage seat=below/>
            </div>
            <aside class="panel">
                <p class="line" data-line="">{move || game.line()}{is_stones.then(|| view! { <span class="turning" aria-hidden="true"></span> })}</p>
                <p class="note" role="alert">{move || page.read(game.note)}</p>
                <FirstMove game/>
                <Confirm asked=game.asked on_yes=Callback::new(move |act| game.play(act))/>
                <Offers game/>
                <Deserted game/>
                <DicePanel stage on_act=act/>
                <OnlineRolls game/>
                <MoveList rows current=past.current() on_pick=past.pick()/>
                <LookingBack past/>
                <Show when=plays><Typed on_act=act/></Show>
                <Controls game stage on_act=act/>
                <Show when=move || game.is_over()><After game kind/></Show>
                <Watching game/>
                <Chat game/>
            </aside>
            {is_stones.then(|| view! { <StonesOver game stage/> })}
        </div>
    }
}

/// One player with the clock.
#[component]
fn Bar(game: OnlineGame, stage: Stage, seat: Memo<Seat>) -> impl IntoView {
    let face = Memo::new(move |_| {
        let seat = seat.get();
        game.session.with(|session| {
            let state = session.state()?;
            let clocks = state.clocks?;
            // Before the hall's time is known, and when nothing runs, the clocks stand as they were told.
            let now = if game.is_playing() { game.now.get().max(clocks.at) } else { clocks.at };
            clock_face(&clocks, &state.terms.clock, seat, now)
        })
    });
    let clock = Memo::new(move |_| face.get().map(|face| face.text));
    let low = Memo::new(move |_| face.get().is_some_and(|face| face.is_low && game.is_playing()));
    let away = Memo::new(move |_| is_away(game, seat.get()));
    let name = Memo::new(move |_| game.name(seat.get()));
    view! { <PlayerBar stage seat name clock low away/> }
}

fn is_away(game: OnlineGame, seat: Seat) -> bool {
    game.session.with(|session| session.state().is_some_and(|state| state.away.contains(&Side::from(seat))))
}

/// Who has yet to move for the first time is told how long that may take.
#[component]
fn FirstMove(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let is_due = Memo::new(move |_| {
        let seat = game.seat();
        game.is_playing()
            && game.session.with(|session| {
                session.state().is_some_and(|state| {
                    let turn = state.view.as_ref().and_then(|view| view.turn);
                    let has_moved = state.moves.iter().any(|played| Some(Seat::from(played.seat)) == seat);
                    turn.is_some_and(|turn| Some(Seat::from(turn)) == seat) && !has_moved
                })
            })
    });
    view! { <Show when=move || is_due.get()><p class="quiet">{move || page.say(online::FIRST_MOVE)}</p></Show> }
}

/// What can be done when the other side has lost the connection.
#[component]
fn Deserted(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let gone = Memo::new(move |_| {
        let other = game.seat().filter(|_| game.is_playing())?.other();
        is_away(game, other).then_some(other)
    });
    let claim = move |claim: Claim| game.command(Command::Claim { claim });
    let shown = move || {
        gone.get().map(|other| {
            view! {
                <div class="offer" role="group">
                    <p>{move || page.fill(online::AWAY, &[&game.name(other)])}</p>
                    <button type="button" data-do="claim-win" on:click=move |_| claim(Claim::Win)>{move || page.say(online::CLAIM_WIN)}</button>
                    <button type="button" data-do="claim-draw" on:click=move |_| claim(Claim::Draw)>{move || page.say(online::CLAIM_DRAW)}</button>
                </div>
            }
        })
    };
    view! { {shown} }
}
