use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_board::text::{Text, online};
use yipan_board::{Route, Said};
use yipan_games::GameKind;
use yipan_record::TimeControl;
use yipan_rules::Words;
use yipan_wire::{Opened, Spectators, Terms};

use super::intent::intend;
use crate::fetch;
use crate::page::{Page, page};
use crate::pages::Wishes;

/// The clocks that most people choose; nothing stands for another one.
const CLOCKS: [&str; 6] = ["inf", "1+0", "3+2", "5+3", "10+0", "10/30x3"];

/// How many moves later spectators see a game, where they see it later.
const DELAY: u16 = 4;

/// Opens a room, for a friend or for anybody.
#[component]
pub(crate) fn Invite(kind: GameKind, wishes: Wishes) -> impl IntoView {
    let (page, room) = (page(), wishes);
    let is_own_clock = RwSignal::new(room.clock.with_untracked(|clock| !CLOCKS.contains(&clock.as_str())));
    let (fault, is_busy) = (RwSignal::new(Said::default()), RwSignal::new(false));
    let wrong_clock = move || {
        let language = page.language.get();
        let read: Result<TimeControl, _> = room.clock.with(|clock| clock.trim().parse());
        read.err().map(|error| error.words(language))
    };
    let go = move |pair: bool| {
        if is_busy.get_untracked() || untrack(wrong_clock).is_some() {
            return;
        }
        is_busy.set(true);
        fault.set(Said::default());
        let mut terms = wishes.terms(kind);
        terms.public |= pair;
        spawn_local(async move {
            let opened = open(page, if pair { "/api/pair" } else { "/api/rooms" }, &terms).await;
            // The person may have gone elsewhere meanwhile.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match opened {
                Ok(Opened { room, new }) => {
                    if !new {
                        intend(&room, false);
                    }
                    page.go(Route::Room(room));
                }
                Err(said) => fault.set(said),
            }
        });
    };
    let choose_clock = move |event| {
        let value = event_target_value(&event);
        is_own_clock.set(value.is_empty());
        room.clock.set(if value.is_empty() { "15+10".to_owned() } else { value });
    };
    let is_clock =
        move |clock: &'static str| !is_own_clock.get() && room.clock.with(|chosen| chosen == clock);
    let clock_name = move |clock: &'static str| yipan_board::online::clock_words(clock, page.language.get());
    let choose_spectators = move |event| {
        room.spectators.set(match event_target_value(&event).as_str() {
            "no" => Spectators::No,
            "delay" => Spectators::Delay(DELAY),
            _ => Spectators::Yes,
        });
    };
    let looking = move |key: &'static str, value: Spectators, words: Text| {
        view! {
            <option value=key selected=move || room.spectators.get() == value>{move || page.fill(words, &[&DELAY.to_string()])}</option>
        }
    };
    view! {
        <form class="invite" on:submit=move |event| { event.prevent_default(); go(false); }>
            <label>
                <span>{move || page.say(online::CLOCK)}</span>
                <select name="clock" on:change=choose_clock>
                    {CLOCKS.into_iter().map(|clock| view! { <option value=clock selected=move || is_clock(clock)>{move || clock_name(clock)}</option> }).collect_view()}
                    <option value="" selected=move || is_own_clock.get()>{move || page.say(online::OWN_CLOCK)}</option>
                </select>
            </label>
            <Show when=move || is_own_clock.get()>
                <label>
                    <span></span>
                    <input type="text" name="own-clock" autocomplete="off" spellcheck="false" maxlength="40" aria-label=move || page.say(online::CLOCK)
                        prop:value=move || room.clock.get() on:input=move |event| room.clock.set(event_target_value(&event))/>
                </label>
                <p class="quiet">{move || page.say(online::OWN_CLOCK_HINT)}</p>
            </Show>
            {move || wrong_clock().map(|words| view! { <p class="fault" role="alert">{words}</p> })}
            <label>
                <span>{move || page.say(online::ROOM)}</span>
                <select name="public" on:change=move |event| room.public.set(event_target_value(&event) == "yes")>
                    <option value="no" selected=move || !room.public.get()>{move || page.say(online::PRIVATE)}</option>
                    <option value="yes" selected=move || room.public.get()>{move || page.say(online::PUBLIC)}</option>
                </select>
            </label>
            <label>
                <span>{move || page.say(online::SPECTATORS)}</span>
                <select name="spectators" on:change=choose_spectators>
                    {looking("yes", Spectators::Yes, online::SPECTATORS_YES)}
                    {looking("delay", Spectators::Delay(DELAY), online::SPECTATORS_DELAY)}
                    {looking("no", Spectators::No, online::SPECTATORS_NO)}
                </select>
            </label>
            <label class="tick">
                <input type="checkbox" name="chat" prop:checked=move || room.chat.get() on:change=move |event| room.chat.set(event_target_checked(&event))/>
                {move || page.say(online::CHAT)}
            </label>
            <button type="submit" class="accent" data-do="open-room" disabled=move || is_busy.get() || wrong_clock().is_some()>
                {move || if is_busy.get() { page.say(online::OPENING) } else { page.say(online::OPEN_ROOM) }}
            </button>
            <button type="button" data-do="pair" disabled=move || is_busy.get() || wrong_clock().is_some() on:click=move |_| go(true)>
                {move || page.say(online::FIND)}
            </button>
            <p class="fault" role="alert">{move || page.read(fault)}</p>
        </form>
    }
}

async fn open(page: Page, path: &str, terms: &Terms) -> Result<Opened, Said> {
    let language = page.language.get_untracked();
    let answer = fetch::send("POST", path, terms, language).await;
    answer.and_then(|text| fetch::read(&text, language)).map_err(|fault| fetch::said(fault, language))
}
