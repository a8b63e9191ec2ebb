use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_board::online::agreed;
use yipan_board::text::{common, home, online};
use yipan_games::GameKind;
use yipan_wire::{Command, Player};

use super::OnlineGame;
use super::chat::Chat;
use super::watching::Watching;
use crate::art;
use crate::clipboard::put_on_clipboard;

/// A room in which the game has not begun: everything that is agreed, who is there, and how to come in.
#[component]
pub(crate) fn WaitingRoom(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let room = game.session.with_untracked(|session| session.room().to_owned());
    let terms = move || {
        let language = page.language.get();
        let told = game.session.with(|session| session.state().map(|state| agreed(&state.terms, language)));
        let row = |(about, what): (yipan_board::Text, String)| {
            view! { <div><dt>{about.say(language)}</dt><dd>{what}</dd></div> }
        };
        told.unwrap_or_default().into_iter().map(row).collect_view()
    };
    let promise = move || {
        game.session.with(|session| session.state().map(|state| state.commitment.clone()).unwrap_or_default())
    };
    let title = room.clone();
    view! {
        <section class="waiting">
            <div class="waiting-main">
                <h1>{move || page.fill(online::ROOM_TITLE, &[&title])}</h1>
                <Seats game/>
                <Ways game/>
                <p class="note" role="alert">{move || page.read(game.note)}</p>
                <Share game room/>
            </div>
            <aside class="panel">
                <h2>{move || page.say(online::AGREED)}</h2>
                <dl class="terms">{terms}</dl>
                <details>
                    <summary>{move || page.say(online::PROMISE)}</summary>
                    <p class="quiet">{move || page.say(online::PROMISE_SAYS)}</p>
                    <code class="hash">{promise}</code>
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
    let seat = move |place: usize| {
        let language = page.language.get();
        game.session.with(|session| {
            let Some(state) = session.state() else { return String::new() };
            let who: Option<&Player> = if place == 0 { Some(&state.host) } else { state.guest.as_ref() };
            match who {
                Some(who) if state.contributions[place].is_some() => who.name.clone(),
                Some(who) => online::NOT_SEATED.fill(language, &[&who.name]),
                None => online::NOBODY.say(language).to_owned(),
            }
        })
    };
    view! {
        <ul class="seats">
            <li data-seat="host"><b>{move || page.say(online::HOST)}</b>" "{move || seat(0)}</li>
            <li data-seat="guest"><b>{move || page.say(online::GUEST)}</b>" "{move || seat(1)}</li>
        </ul>
    }
}

/// How the room is now, for the one who looks.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Standing {
    HostAlone,
    HostAwaited,
    HostReady,
    HostNotSeated,
    Seated,
    MaySit,
    Taken,
}

/// What can be done before the game.
#[component]
fn Ways(game: OnlineGame) -> impl IntoView {
    let page = game.page;
    let standing = Memo::new(move |_| {
        game.session.with(|session| {
            let guest = session.state().is_some_and(|state| state.contributions[1].is_some());
            // The seat of a rematch is kept for the opponent before he sits down.
            let is_kept = !session.is_guest() && session.state().is_some_and(|state| state.guest.is_some());
            match (session.is_host(), session.is_seated(), guest) {
                (true, true, true) => Standing::HostReady,
                (true, true, false) if is_kept => Standing::HostAwaited,
                (true, true, false) => Standing::HostAlone,
                (true, false, _) => Standing::HostNotSeated,
                (false, true, _) => Standing::Seated,
                (false, false, _) if is_kept => Standing::Taken,
                (false, false, _) => Standing::MaySit,
            }
        })
    });
    let kind = game.session.with_untracked(yipan_board::online::Session::kind);
    let most = if kind == Some(GameKind::Liuzichong) { 5 } else { 10 };
    let level = RwSignal::new(3_u8);
    let choose = move |event| level.set(event_target_value(&event).parse().unwrap_or(3));
    let leave = move |_| game.command(Command::Leave);
    let shown = move || {
        match standing.get() {
        Standing::HostAlone => view! {
            <p class="line">{move || page.say(online::WAIT_GUEST)}</p>
            <div class="ways">
                <label class="level">
                    <span>{move || page.say(home::LEVEL)}</span>
                    <select name="computer-level" on:change=choose>
                        {(1..=most).map(|value| view! { <option value=value selected=move || level.get() == value>{value}</option> }).collect_view()}
                    </select>
                </label>
                <button type="button" data-do="seat-computer" on:click=move |_| game.command(Command::SeatComputer { level: level.get_untracked() })>
                    <span inner_html=art::COMPUTER></span>{move || page.say(online::SEAT_COMPUTER)}
                </button>
                <button type="button" data-do="leave" on:click=leave>{move || page.say(online::CLOSE_ROOM)}</button>
            </div>
        }
        .into_any(),
        Standing::HostAwaited => view! {
            <p class="line">{move || page.say(online::WAIT_GUEST)}</p>
            <div class="ways"><button type="button" data-do="leave" on:click=leave>{move || page.say(online::CLOSE_ROOM)}</button></div>
        }
        .into_any(),
        Standing::HostReady => view! {
            <p class="line">{move || page.say(online::READY)}</p>
            <div class="ways">
                <button type="button" class="accent" data-do="start" on:click=move |_| game.command(Command::Start)>
                    <span inner_html=art::PLAY></span>{move || page.say(online::START)}
                </button>
                <button type="button" data-do="leave" on:click=leave>{move || page.say(online::CLOSE_ROOM)}</button>
            </div>
        }
        .into_any(),
        Standing::HostNotSeated | Standing::MaySit => view! {
            <div class="ways">
                <button type="button" class="accent" data-do="sit" on:click=move |_| game.sit()>{move || page.say(online::SIT)}</button>
            </div>
        }
        .into_any(),
        Standing::Seated => view! {
            <p class="line">{move || page.say(online::WAIT_HOST)}</p>
            <div class="ways"><button type="button" data-do="leave" on:click=leave>{move || page.say(online::GET_UP)}</button></div>
        }
        .into_any(),
        Standing::Taken => view! { <p class="line">{move || page.say(online::TAKEN)}</p> }.into_any(),
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
            let taken = put_on_clipboard(&text).await;
            let _ = is_copied.try_set(taken);
        });
    };
    view! {
        <section class="share">
            <p>{move || page.say(online::INVITE_BY)}</p>
            <div class="typed">
                <input type="text" name="link" readonly=true node_ref=field value=link aria-label=move || page.say(online::LINK)/>
                <button type="button" data-do="copy" on:click=copy>
                    <span inner_html=move || if is_copied.get() { art::CHECK } else { art::COPY }></span>
                    {move || if is_copied.get() { page.say(common::COPIED) } else { page.say(common::COPY) }}
                </button>
            </div>
            <img class="qr" src=format!("/api/rooms/{room}/qr.svg") width="180" height="180" alt=move || page.say(online::QR)/>
        </section>
    }
}
