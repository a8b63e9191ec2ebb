use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::config_summary;
use yipan_client::text::{common, home, online};
use yipan_games::GameKind;
use yipan_wire::{Command, Player};

use super::OnlineGame;
use super::chat::Chat;
use super::spectator_count::Watching;
use crate::clipboard::copy_to_clipboard;
use crate::icons;

/// A room in which the game has not begun: everything that is agreed, who is there, and how to come in.
#[component]
pub(crate) fn WaitingRoom(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let room = game.session.with_untracked(|session| session.room().to_owned());
    let terms = move || {
        let language = page.language.get();
        let summary =
            game.session.with(|session| session.state().map(|state| config_summary(&state.config, language)));
        let row = |(about, what): (yipan_client::Text, String)| {
            view! { <div><dt>{about.localize(language)}</dt><dd>{what}</dd></div> }
        };
        summary.unwrap_or_default().into_iter().map(row).collect_view()
    };
    let commitment = move || {
        game.session.with(|session| session.state().map(|state| state.commitment.clone()).unwrap_or_default())
    };
    let title = room.clone();
    view! {
        <section class="waiting">
            <div class="waiting-main">
                <h1>{move || page.t_args(online::ROOM_TITLE, &[&title])}</h1>
                <Seats game/>
                <Ways game/>
                <p class="note" role="alert">{move || page.localized(game.message)}</p>
                <Share game room/>
            </div>
            <aside class="panel">
                <h2>{move || page.t(online::GAME_SETTINGS)}</h2>
                <dl class="terms">{terms}</dl>
                <details>
                    <summary>{move || page.t(online::SEED_COMMITMENT)}</summary>
                    <p class="quiet">{move || page.t(online::SEED_COMMITMENT_HINT)}</p>
                    <code class="hash">{commitment}</code>
                </details>
                <Watching game/>
                <Chat game/>
            </aside>
        </section>
    }
}

/// Who is there.
#[component]
fn Seats(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let seat = move |index: usize| {
        let language = page.language.get();
        game.session.with(|session| {
            let Some(state) = session.state() else { return String::new() };
            let player: Option<&Player> = if index == 0 { Some(&state.host) } else { state.guest.as_ref() };
            match player {
                Some(player) if state.contributions[index].is_some() => player.name.clone(),
                Some(player) => online::NOT_SEATED.localize_with(language, &[&player.name]),
                None => online::SEAT_EMPTY.localize(language).to_owned(),
            }
        })
    };
    view! {
        <ul class="seats">
            <li data-seat="host"><b>{move || page.t(online::HOST)}</b>" "{move || seat(0)}</li>
            <li data-seat="guest"><b>{move || page.t(online::GUEST)}</b>" "{move || seat(1)}</li>
        </ul>
    }
}

/// How the room is now, for the one who looks.
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

/// What can be done before the game.
#[component]
fn Ways(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let waiting_state = Memo::new(move |_| {
        game.session.with(|session| {
            let guest = session.state().is_some_and(|state| state.contributions[1].is_some());
            // The seat of a rematch is kept for the opponent before he sits down.
            let is_reserved =
                !session.is_guest() && session.state().is_some_and(|state| state.guest.is_some());
            match (session.is_host(), session.is_seated(), guest) {
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
    let kind = game.session.with_untracked(yipan_client::online::RoomClient::kind);
    let max_level = if kind == Some(GameKind::Liuzichong) { 5 } else { 10 };
    let level = RwSignal::new(3_u8);
    let choose = move |event| level.set(event_target_value(&event).parse().unwrap_or(3));
    let leave = move |_| game.send_command(Command::Leave);
    let shown = move || {
        match waiting_state.get() {
        WaitingState::HostAlone => view! {
            <p class="line">{move || page.t(online::WAIT_GUEST)}</p>
            <div class="ways">
                <label class="level">
                    <span>{move || page.t(home::LEVEL)}</span>
                    <select name="computer-level" on:change=choose>
                        {(1..=max_level).map(|value| view! { <option value=value selected=move || level.get() == value>{value}</option> }).collect_view()}
                    </select>
                </label>
                <button type="button" data-do="seat-computer" on:click=move |_| game.send_command(Command::SeatComputer { level: level.get_untracked() })>
                    <span inner_html=icons::COMPUTER></span>{move || page.t(online::SEAT_COMPUTER)}
                </button>
                <button type="button" data-do="leave" on:click=leave>{move || page.t(online::CLOSE_ROOM)}</button>
            </div>
        }
        .into_any(),
        WaitingState::HostAwaitsReserved => view! {
            <p class="line">{move || page.t(online::WAIT_GUEST)}</p>
            <div class="ways"><button type="button" data-do="leave" on:click=leave>{move || page.t(online::CLOSE_ROOM)}</button></div>
        }
        .into_any(),
        WaitingState::HostReady => view! {
            <p class="line">{move || page.t(online::READY)}</p>
            <div class="ways">
                <button type="button" class="accent" data-do="start" on:click=move |_| game.send_command(Command::Start)>
                    <span inner_html=icons::PLAY></span>{move || page.t(online::START)}
                </button>
                <button type="button" data-do="leave" on:click=leave>{move || page.t(online::CLOSE_ROOM)}</button>
            </div>
        }
        .into_any(),
        WaitingState::HostNotSeated | WaitingState::CanSit => view! {
            <div class="ways">
                <button type="button" class="accent" data-do="sit" on:click=move |_| game.take_seat()>{move || page.t(online::SIT)}</button>
            </div>
        }
        .into_any(),
        WaitingState::Seated => view! {
            <p class="line">{move || page.t(online::WAIT_HOST)}</p>
            <div class="ways"><button type="button" data-do="leave" on:click=leave>{move || page.t(online::LEAVE_SEAT)}</button></div>
        }
        .into_any(),
        WaitingState::Taken => view! { <p class="line">{move || page.t(online::SEATS_TAKEN)}</p> }.into_any(),
    }
    };
    view! { <div class="standing" aria-live="polite">{shown}</div> }
}

/// The link to the room: to copy, and as a picture.
#[component]
fn Share(game: OnlineGame, room: String) -> impl IntoView {
    let page = game.page;
    let is_copied = RwSignal::new(false);
    let field = NodeRef::<leptos::html::Input>::new();
    let link = format!("{}/room/{room}", window().location().origin().unwrap_or_default());
    let copied = link.clone();
    let copy = move |_| {
        if let Some(field) = field.get_untracked() {
            field.select();
        }
        let text = copied.clone();
        spawn_local(async move {
            let taken = copy_to_clipboard(&text).await;
            let _ = is_copied.try_set(taken);
        });
    };
    view! {
        <section class="share">
            <p>{move || page.t(online::INVITE_BY)}</p>
            <div class="typed">
                <input type="text" name="link" readonly=true node_ref=field value=link aria-label=move || page.t(online::LINK)/>
                <button type="button" data-do="copy" on:click=copy>
                    <span inner_html=move || if is_copied.get() { icons::CHECK } else { icons::COPY }></span>
                    {move || if is_copied.get() { page.t(common::COPIED) } else { page.t(common::COPY) }}
                </button>
            </div>
            <img class="qr" src=format!("/api/rooms/{room}/qr.svg") width="180" height="180" alt=move || page.t(online::QR)/>
        </section>
    }
}
