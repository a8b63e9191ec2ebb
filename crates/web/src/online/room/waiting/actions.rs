use leptos::prelude::*;
use yipan_client::Route;
use yipan_client::online::{RoomClient, WaitingState};
use yipan_client::text::{Text, common, online};
use yipan_games::GameKind;
use yipan_wire::Command;

use super::super::game::OnlineGame;
use super::super::tournament_link::TournamentLink;
use crate::icons;
use crate::level_select::LevelSelect;

/// A sentence about the state of the waiting room, and the buttons for it.
#[component]
pub(crate) fn WaitingActions(
    game: OnlineGame,
    state: Memo<Option<WaitingState>>,
    opponent: Memo<String>,
) -> impl IntoView {
    let context = game.context;
    let status =
        move |text: Text| view! { <p class="status">{move || context.t_args(text, &[&opponent.get()])}</p> };
    // A player leaves a tournament, not one of its games.
    let is_in_tournament = game.room_client.with_untracked(|client| client.tournament().is_some());
    let leave = move |label: Text| {
        if is_in_tournament {
            return view! { <TournamentLink game/> }.into_any();
        }
        view! {
            <button type="button" data-do="leave" on:click=move |_| {
                game.send_command(Command::Leave);
                context.navigate(Route::Home);
            }>{move || context.t(label)}</button>
        }
        .into_any()
    };
    // A rated game is between two accounts.
    let is_rated = game.room_client.with_untracked(RoomClient::is_rated);
    let add_computer = move || (!is_rated).then(|| view! { <AddComputer game/> });
    let shown = move || {
        match state.get() {
        None => ().into_any(),
        Some(WaitingState::HostSeeks) => view! {
            {status(online::SEEKING_HINT)}
            <div class="actions">{leave(common::CANCEL)}{add_computer()}</div>
        }
        .into_any(),
        Some(WaitingState::HostInvites) => view! {
            {status(online::INVITING_HINT)}
            <div class="actions">{leave(online::CLOSE_ROOM)}{add_computer()}</div>
        }
        .into_any(),
        Some(WaitingState::HostStarts) => view! {
            {status(online::READY)}
            <div class="actions">
                <button type="button" class="accent" data-do="start" on:click=move |_| game.send_command(Command::Start)>
                    <span inner_html=icons::PLAY></span>{move || context.t(online::START)}
                </button>
                {leave(online::CLOSE_ROOM)}
            </div>
        }
        .into_any(),
        // The page takes the seat by itself, and the game starts in a moment.
        Some(WaitingState::MayJoin) if game.has_taken_seat.get_value() => status(online::CONNECTING).into_any(),
        Some(WaitingState::MayJoin) => view! {
            <div class="actions">
                <button type="button" class="accent join" data-do="sit" on:click=move |_| game.take_seat()>
                    <span inner_html=icons::PLAY></span>{move || context.t(online::PLAY)}
                </button>
            </div>
        }
        .into_any(),
        Some(WaitingState::OpponentAway) => view! {
            {status(online::OPPONENT_AWAY)}
            <div class="actions">{leave(online::LEAVE_SEAT)}</div>
        }
        .into_any(),
        Some(WaitingState::HostDecides) => view! {
            {status(online::WAIT_HOST)}
            <div class="actions">{leave(online::LEAVE_SEAT)}</div>
        }
        .into_any(),
        Some(WaitingState::Taken) => status(online::SEATS_TAKEN).into_any(),
    }
    };
    view! { <div class="waiting-state" aria-live="polite">{shown}</div> }
}

/// A level, and a button that seats the computer opposite the host.
#[component]
fn AddComputer(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let kind = game.room_client.with_untracked(RoomClient::kind).unwrap_or(GameKind::Chess);
    let is_standard = game.room_client.with_untracked(RoomClient::is_standard_game);
    let level = RwSignal::new(3_u8);
    let choose = Callback::new(move |new_level| level.set(new_level));
    view! {
        <span class="add-computer">
            <LevelSelect kind name="computer-level" level is_standard on_change=choose/>
            <button type="button" data-do="seat-computer" on:click=move |_| game.send_command(Command::SeatComputer { level: level.get_untracked() })>
                <span inner_html=icons::COMPUTER></span>{move || context.t(online::SEAT_COMPUTER)}
            </button>
        </span>
    }
}
