use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_client::online::{clock_display, game_name, move_list};
use yipan_client::text::{game as words, online};
use yipan_client::{Grid, MoveListItem, Orientation, Scene};
use yipan_core::Side;
use yipan_games::GameKind;
use yipan_liuzichong::ui_flow::timings;
use yipan_wire::{Claim, Command, WireSide};

use super::OnlineGame;
use super::chat::Chat;
use super::controls::{Controls, Offers};
use super::dice_history::OnlineRolls;
use super::game_over::After;
use super::liuzichong::{LiuzichongInput, StonesOver};
use super::spectator_count::Watching;
use crate::board::Board;
use crate::board_view::{BoardView, animation_ms as pace_of};
use crate::move_navigation::{LookingBack, MoveNavigator};
use crate::panel::{Confirm, DicePanel, MoveList, MoveRow, PlayerBar, Typed};
use crate::sound;

/// A game of the hall, played or watched.
#[component]
pub(crate) fn OnlineTable(game: OnlineGame, kind: GameKind) -> impl IntoView {
    let (page, grid) = (game.page, Grid::new(kind));
    page.settings.with_untracked(sound::create_audio_context);
    let view = game.session.with_untracked(yipan_client::online::RoomClient::view);
    let view = view.unwrap_or_else(|| crate::pages::initial_view(kind));
    let is_liuzichong = kind == GameKind::Liuzichong;
    let stage =
        if is_liuzichong { BoardView::new_liuzichong(grid, view) } else { BoardView::new(grid, view) };
    let stones = is_liuzichong.then(|| LiuzichongInput::new(game, stage));
    stage.last_move.set(game.session.with_untracked(|session| session.last_move_cells(usize::MAX)));
    game.attach_board(stage);
    let seat = Memo::new(move |_| game.own_side());
    let below = Memo::new(move |_| {
        let own = seat.get().unwrap_or(Side::First);
        if game.flipped.get() { own.other() } else { own }
    });
    let rotated = game.session.with_untracked(|session| {
        session.state().is_some_and(|state| state.config.modes.iter().any(|mode| mode == "gravity"))
    });
    let outlook = Signal::derive(move || Orientation { bottom: below.get(), rotated });
    let own = Signal::derive(move || seat.get().filter(|_| game.is_playing()));
    let act = Callback::new(move |act| game.submit_action(act));
    let moved = Memo::new(move |_| {
        let told = |session: &yipan_client::online::RoomClient| {
            session.state().map(|state| move_list(&state.config, &state.moves, page.notation_style()))
        };
        game.session.with(told).unwrap_or_default()
    });
    let rows = Signal::derive(move || {
        let row = |moved: MoveListItem| MoveRow {
            side: moved.side,
            text: moved.notation.unwrap_or_else(|| "…".to_owned()),
            annotation: String::new(),
        };
        moved.get().into_iter().map(row).collect::<Vec<_>>()
    });
    let move_count = Memo::new(move |_| moved.with(Vec::len));
    let past = MoveNavigator::new(stage, move_count, move |moves| {
        game.session
            .with_untracked(|session| Some((session.view_at_ply(moves)?, session.last_move_cells(moves))))
    });
    let key = window_event_listener(leptos::ev::keydown, move |event| {
        let typing =
            event.target().is_some_and(|target| target.dyn_ref::<web_sys::HtmlInputElement>().is_some());
        match event.key().as_str() {
            "f" if !typing => game.flipped.update(|flipped| *flipped = !*flipped),
            "?" if !typing => game.notify(words::KEYS.into()),
            _ => {}
        }
    });
    on_cleanup(move || key.remove());
    let top = Memo::new(move |_| below.get().other());
    let millis = move |length: std::time::Duration| {
        format!("{}ms", page.settings.with(|settings| Scene::scaled_millis(length, pace_of(settings))))
    };
    let move_duration = move || {
        millis(if stage.is_rewinding.get() { timings::TAKE_BACK_DURATION } else { timings::MOVE_DURATION })
    };
    let is_playing = move || seat.get().is_some() && game.is_playing();
    view! {
        <div class=format!("table online {}{}", kind.name(), if is_liuzichong { " flow" } else { "" }) data-flow=move || stones.map(LiuzichongInput::phase_name)
            style=("--glide", move || is_liuzichong.then(move_duration)) style=("--blink", move || millis(timings::BLINK_DURATION)) style=("--blinks", timings::BLINK_COUNT.to_string())
            style=("--fading", move || millis(timings::FADE_DURATION)) data-room=game.session.with_untracked(|session| session.room().to_owned())>
            <h1 class="unseen">{move || game_name(kind.name(), page.language.get())}</h1>
            <div class="table-board">
                <Bar game stage seat=top/>
                <div class="board-frame">
                    <Board stage outlook own on_act=act on_word=Callback::new(move |said| game.notify(said)) reins=stones.map(LiuzichongInput::reins)/>
                </div>
                <Bar game stage seat=below/>
            </div>
            <aside class="panel">
                <p class="line" data-line="">{move || game.status_text()}{is_liuzichong.then(|| view! { <span class="turning" aria-hidden="true"></span> })}</p>
                <p class="note" role="alert">{move || page.localized(game.message)}</p>
                <FirstMove game/>
                <Confirm asked=game.pending_action on_yes=Callback::new(move |act| game.send_action(act))/>
                <Offers game/>
                <Deserted game/>
                <DicePanel stage on_act=act/>
                <OnlineRolls game/>
                <MoveList rows current=past.current_ply() on_pick=past.on_pick()/>
                <LookingBack past/>
                <Show when=is_playing><Typed on_act=act/></Show>
                <Controls game stage on_act=act/>
                <Show when=move || game.is_over()><After game kind/></Show>
                <Watching game/>
                <Chat game/>
            </aside>
            {is_liuzichong.then(|| view! { <StonesOver game stage/> })}
        </div>
    }
}

/// One player with the clock.
#[component]
fn Bar(game: OnlineGame, stage: BoardView, seat: Memo<Side>) -> impl IntoView {
    let face = Memo::new(move |_| {
        let seat = seat.get();
        game.session.with(|session| {
            let state = session.state()?;
            let clocks = state.clocks?;
            // Before the hall's time is known, and when nothing runs, the clocks stand as they were told.
            let now = if game.is_playing() { game.server_now.get().max(clocks.at) } else { clocks.at };
            clock_display(&clocks, &state.config.clock, seat, now)
        })
    });
    let clock = Memo::new(move |_| face.get().map(|face| face.text));
    let low = Memo::new(move |_| face.get().is_some_and(|face| face.is_low && game.is_playing()));
    let away = Memo::new(move |_| is_away(game, seat.get()));
    let name = Memo::new(move |_| game.player_name(seat.get()));
    view! { <PlayerBar stage seat name clock low away/> }
}

fn is_away(game: OnlineGame, seat: Side) -> bool {
    game.session.with(|session| {
        session.state().is_some_and(|state| state.disconnected.contains(&WireSide::from(seat)))
    })
}

/// Who has yet to move for the first time is told how long that may take.
#[component]
fn FirstMove(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let is_due = Memo::new(move |_| {
        let seat = game.own_side();
        game.is_playing()
            && game.session.with(|session| {
                session.state().is_some_and(|state| {
                    let turn = state.view.as_ref().and_then(|view| view.turn);
                    let has_moved = state.moves.iter().any(|played| Some(Side::from(played.side)) == seat);
                    turn.is_some_and(|turn| Some(Side::from(turn)) == seat) && !has_moved
                })
            })
    });
    view! { <Show when=move || is_due.get()><p class="quiet">{move || page.t(online::FIRST_MOVE)}</p></Show> }
}

/// What can be done when the other side has lost the connection.
#[component]
fn Deserted(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let disconnected_side = Memo::new(move |_| {
        let other = game.own_side().filter(|_| game.is_playing())?.other();
        is_away(game, other).then_some(other)
    });
    let claim = move |claim: Claim| game.send_command(Command::Claim { claim });
    let shown = move || {
        disconnected_side.get().map(|other| {
            view! {
                <div class="offer" role="group">
                    <p>{move || page.t_args(online::DISCONNECTED, &[&game.player_name(other)])}</p>
                    <button type="button" data-do="claim-win" on:click=move |_| claim(Claim::Win)>{move || page.t(online::CLAIM_WIN)}</button>
                    <button type="button" data-do="claim-draw" on:click=move |_| claim(Claim::Draw)>{move || page.t(online::CLAIM_DRAW)}</button>
                </div>
            }
        })
    };
    view! { {shown} }
}
