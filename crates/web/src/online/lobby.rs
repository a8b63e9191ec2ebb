use leptos::prelude::*;
use serde::Serialize;
use wasm_bindgen_futures::spawn_local;
use yipan_board::online::{agreed, clock_words, game_name};
use yipan_board::text::{home, online};
use yipan_board::{Route, Said};
use yipan_rules::Language;
use yipan_wire::{Answer, Playing, Request, Terms, Waiting};

use super::intent::intend;
use super::line::{Line, Link};
use crate::fetch;
use crate::page::{Page, page};

/// What goes on at the hall: who waits, what may be watched, and a way into any room.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let page = page();
    let (link, you) = (RwSignal::new(Link::New), RwSignal::new(None::<String>));
    let (waiting, playing) = (RwSignal::new(Vec::<Waiting>::new()), RwSignal::new(Vec::<Playing>::new()));
    let name = RwSignal::new(String::new());
    let line = Line::open(page, link, move |line: &Line, answer| match answer {
        Answer::Welcome { you: told, .. } => {
            // A name that is being typed is not overwritten when the line comes back.
            if you.get_untracked().is_none() {
                name.set(told.name);
            }
            you.set(Some(told.id));
            line.say(&Request::Lobby { watch: true });
        }
        Answer::Lobby { waiting: rooms, playing: games } => {
            waiting.set(rooms);
            playing.set(games);
        }
        Answer::Bye => line.lose(),
        _ => {}
    });
    let line = StoredValue::new_local(line);
    let renamed = Callback::new(move |()| line.with_value(Line::restart));
    let rooms = move || {
        let you = you.get();
        let row =
            |room: Waiting| view! { <WaitingRow page is_own=you.as_ref() == Some(&room.host.id) room/> };
        waiting.get().into_iter().map(row).collect_view()
    };
    let games =
        move || playing.get().into_iter().map(|game| view! { <PlayingRow page game/> }).collect_view();
    view! {
        <section class="lobby" data-link=move || format!("{:?}", link.get()).to_lowercase()>
            <Show when=move || link.get() == Link::Lost>
                <p class="notice" role="status">{move || page.say(online::OFFLINE)}</p>
            </Show>
            <div class="lobby-top">
                <NameField page name renamed/>
                <CodeField page/>
            </div>
            <div class="lobby-lists">
                <section>
                    <h2>{move || page.say(online::LOBBY)}</h2>
                    <ul class="rooms" data-list="waiting">{rooms}</ul>
                    <Show when=move || waiting.with(Vec::is_empty)><p class="quiet">{move || page.say(online::LOBBY_EMPTY)}</p></Show>
                </section>
                <section>
                    <h2>{move || page.say(online::WATCH)}</h2>
                    <ul class="rooms" data-list="playing">{games}</ul>
                    <Show when=move || playing.with(Vec::is_empty)><p class="quiet">{move || page.say(online::WATCH_EMPTY)}</p></Show>
                </section>
            </div>
        </section>
    }
}

/// A table in one line: the game, its modes and its clock.
fn short(terms: &Terms, language: Language) -> String {
    let mut parts = vec![game_name(&terms.game, language)];
    let modes = agreed(terms, language).into_iter().find(|(about, _)| *about == home::MODES);
    parts.extend(modes.map(|(_, modes)| modes));
    parts.push(clock_words(&terms.clock, language));
    parts.join(" · ")
}

#[component]
fn WaitingRow(page: Page, room: Waiting, is_own: bool) -> impl IntoView {
    let Waiting { room, host, terms } = room;
    let code = room.clone();
    let sit = move |_| {
        if !is_own {
            intend(&room, false);
        }
        page.go(Route::Room(room.clone()));
    };
    let everything = {
        let terms = terms.clone();
        move || {
            let language = page.language.get();
            let told = agreed(&terms, language).into_iter();
            told.map(|(about, what)| format!("{}: {what}", about.say(language)))
                .collect::<Vec<_>>()
                .join("\n")
        }
    };
    let name = host.name.clone();
    let label = move || {
        if is_own { page.say(online::ENTER).to_owned() } else { page.fill(online::SIT_WITH, &[&name]) }
    };
    view! {
        <li data-room=code title=everything>
            <span class="room-host">{host.name}</span>
            <span class="room-terms">{move || short(&terms, page.language.get())}</span>
            <button type="button" class="accent" on:click=sit>{label}</button>
        </li>
    }
}

#[component]
fn PlayingRow(page: Page, game: Playing) -> impl IntoView {
    let Playing { room, players: [first, second], terms, plies } = game;
    let code = room.clone();
    view! {
        <li data-room=code>
            <span class="room-host">{move || page.fill(online::VERSUS, &[&first.name, &second.name])}</span>
            <span class="room-terms">
                {move || format!("{} · {}", short(&terms, page.language.get()), page.fill(online::PLIES, &[&plies.to_string()]))}
            </span>
            <button type="button" on:click=move |_| page.go(Route::Room(room.clone()))>{move || page.say(online::WATCH_THIS)}</button>
        </li>
    }
}

/// A way into a room by its code.
#[component]
fn CodeField(page: Page) -> impl IntoView {
    let (text, is_bad) = (RwSignal::new(String::new()), RwSignal::new(false));
    let enter = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let code = text.get_untracked().trim().to_ascii_uppercase();
        let is_code = code.len() == 6 && code.bytes().all(|sign| sign.is_ascii_alphanumeric());
        is_bad.set(!is_code);
        if is_code {
            page.go(Route::Room(code));
        }
    };
    view! {
        <form class="field" on:submit=enter>
            <label>
                <span>{move || page.say(online::CODE)}</span>
                <input type="text" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="12"
                    prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))/>
            </label>
            <button type="submit">{move || page.say(online::ENTER)}</button>
            <Show when=move || is_bad.get()><p class="fault" role="alert">{move || page.say(online::BAD_CODE)}</p></Show>
        </form>
    }
}

#[derive(Serialize)]
struct Named {
    name: String,
}

/// What others know the person by.
#[component]
fn NameField(page: Page, name: RwSignal<String>, renamed: Callback<()>) -> impl IntoView {
    let said = RwSignal::new(Said::default());
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let asked = Named { name: name.get_untracked().trim().to_owned() };
        let language = page.language.get_untracked();
        spawn_local(async move {
            let answer = fetch::send("PUT", "/api/me", &asked, language).await;
            // The person may have gone elsewhere meanwhile.
            if said.try_set(Said::default()).is_some() {
                return;
            }
            said.set(match answer {
                Ok(_) => {
                    renamed.run(());
                    online::SAVED.into()
                }
                Err(fault) => fetch::said(fault, language),
            });
        });
    };
    view! {
        <form class="field" on:submit=save>
            <label>
                <span>{move || page.say(online::YOUR_NAME)}</span>
                <input type="text" name="name" autocomplete="nickname" maxlength="24" prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <button type="submit">{move || page.say(online::SAVE)}</button>
            <p class="quiet" role="status">{move || page.read(said)}</p>
        </form>
    }
}
