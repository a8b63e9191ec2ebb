use leptos::prelude::*;
use yipan_client::GamePreferences;
use yipan_client::online::RoomClient;
use yipan_client::text::{home, online};
use yipan_wire::Command;

use super::super::game::OnlineGame;
use crate::icons;

/// The state of a waiting room for this user.
#[derive(Clone, Copy, PartialEq, Eq)]
enum WaitingState {
    HostAlone,
    HostAwaitsReserved,
    HostReady,
    HostNotSeated,
    Seated,
    CanSit,
    Taken,
}

/// The buttons for the current state of the waiting room.
#[component]
pub(crate) fn WaitingActions(game: OnlineGame) -> impl IntoView {
    let context = game.context;
    let waiting_state = Memo::new(move |_| {
        game.room_client.with(|room_client| {
            let guest = room_client.state().is_some_and(|state| state.contributions[1].is_some());
            // The guest seat of a rematch is reserved for the opponent.
            let is_reserved =
                !room_client.is_guest() && room_client.state().is_some_and(|state| state.guest.is_some());
            match (room_client.is_host(), room_client.is_seated(), guest) {
                (true, true, true) => WaitingState::HostReady,
                (true, true, false) if is_reserved => WaitingState::HostAwaitsReserved,
                (true, true, false) => WaitingState::HostAlone,
                (true, false, _) => WaitingState::HostNotSeated,
                (false, true, _) => WaitingState::Seated,
                (false, false, _) if is_reserved => WaitingState::Taken,
                (false, false, _) => WaitingState::CanSit,
            }
        })
    });
    let kind = game.room_client.with_untracked(RoomClient::kind);
    let max_level = kind.map_or(0, GamePreferences::max_level);
    let level = RwSignal::new(3_u8);
    let choose = move |event| level.set(event_target_value(&event).parse().unwrap_or(3));
    let leave = move |_| game.send_command(Command::Leave);
    let shown = move || {
        match waiting_state.get() {
        WaitingState::HostAlone => view! {
            <p class="status">{move || context.t(online::WAIT_GUEST)}</p>
            <div class="actions">
                <label class="level">
                    <span>{move || context.t(home::LEVEL)}</span>
                    <select name="computer-level" on:change=choose>
                        {(1..=max_level).map(|value| view! { <option value=value selected=move || level.get() == value>{value}</option> }).collect_view()}
                    </select>
                </label>
                <button type="button" data-do="seat-computer" on:click=move |_| game.send_command(Command::SeatComputer { level: level.get_untracked() })>
                    <span inner_html=icons::COMPUTER></span>{move || context.t(online::SEAT_COMPUTER)}
                </button>
                <button type="button" data-do="leave" on:click=leave>{move || context.t(online::CLOSE_ROOM)}</button>
            </div>
        }
        .into_any(),
        WaitingState::HostAwaitsReserved => view! {
            <p class="status">{move || context.t(online::WAIT_GUEST)}</p>
            <div class="actions"><button type="button" data-do="leave" on:click=leave>{move || context.t(online::CLOSE_ROOM)}</button></div>
        }
        .into_any(),
        WaitingState::HostReady => view! {
            <p class="status">{move || context.t(online::READY)}</p>
            <div class="actions">
                <button type="button" class="accent" data-do="start" on:click=move |_| game.send_command(Command::Start)>
                    <span inner_html=icons::PLAY></span>{move || context.t(online::START)}
                </button>
                <button type="button" data-do="leave" on:click=leave>{move || context.t(online::CLOSE_ROOM)}</button>
            </div>
        }
        .into_any(),
        WaitingState::HostNotSeated | WaitingState::CanSit => view! {
            <div class="actions">
                <button type="button" class="accent" data-do="sit" on:click=move |_| game.take_seat()>{move || context.t(online::SIT)}</button>
            </div>
        }
        .into_any(),
        WaitingState::Seated => view! {
            <p class="status">{move || context.t(online::WAIT_HOST)}</p>
            <div class="actions"><button type="button" data-do="leave" on:click=leave>{move || context.t(online::LEAVE_SEAT)}</button></div>
        }
        .into_any(),
        WaitingState::Taken => view! { <p class="status">{move || context.t(online::SEATS_TAKEN)}</p> }.into_any(),
    }
    };
    view! { <div class="waiting-state" aria-live="polite">{shown}</div> }
}
