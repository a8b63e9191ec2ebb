use leptos::prelude::*;
use serde::Serialize;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::{clock_text, config_summary, game_name};
use yipan_client::text::{home, online};
use yipan_client::{LocalizedText, Route};
use yipan_core::Language;
use yipan_wire::{ClientMessage, LiveGame, OpenRoom, RoomConfig, ServerMessage};

use super::auto_join::set_auto_join;
use super::connection::{Connection, ConnectionStatus};
use crate::context::{AppContext, use_app_context};
use crate::fetch;

/// What goes on at the hall: who waits, what may be watched, and a way into any room.
#[component]
pub(crate) fn Lobby() -> impl IntoView {
    let page = use_app_context();
    let (link, own_id) = (RwSignal::new(ConnectionStatus::Connecting), RwSignal::new(None::<String>));
    let (waiting, playing) = (RwSignal::new(Vec::<OpenRoom>::new()), RwSignal::new(Vec::<LiveGame>::new()));
    let name = RwSignal::new(String::new());
    let line = Connection::open(page, link, move |line: &Connection, answer| match answer {
        ServerMessage::Welcome { you: user, .. } => {
            // A name that is being typed is not overwritten when the line comes back.
            if own_id.get_untracked().is_none() {
                name.set(user.name);
            }
            own_id.set(Some(user.id));
            line.send(&ClientMessage::Lobby { watch: true });
        }
        ServerMessage::Lobby { open_rooms: rooms, live_games: games } => {
            waiting.set(rooms);
            playing.set(games);
        }
        ServerMessage::ShuttingDown => line.reconnect_later(),
        _ => {}
    });
    let line = StoredValue::new_local(line);
    let renamed = Callback::new(move |()| line.with_value(Connection::restart));
    let rooms = move || {
        let you = own_id.get();
        let row =
            |room: OpenRoom| view! { <WaitingRow page is_own=you.as_ref() == Some(&room.host.id) room/> };
        waiting.get().into_iter().map(row).collect_view()
    };
    let games =
        move || playing.get().into_iter().map(|game| view! { <PlayingRow page game/> }).collect_view();
    view! {
        <section class="lobby" data-link=move || format!("{:?}", link.get()).to_lowercase()>
            <Show when=move || link.get() == ConnectionStatus::Lost>
                <p class="notice" role="status">{move || page.t(online::SERVER_UNREACHABLE)}</p>
            </Show>
            <div class="lobby-top">
                <NameField page name renamed/>
                <CodeField page/>
            </div>
            <div class="lobby-lists">
                <section>
                    <h2>{move || page.t(online::LOBBY)}</h2>
                    <ul class="rooms" data-list="waiting">{rooms}</ul>
                    <Show when=move || waiting.with(Vec::is_empty)><p class="quiet">{move || page.t(online::LOBBY_EMPTY)}</p></Show>
                </section>
                <section>
                    <h2>{move || page.t(online::WATCH)}</h2>
                    <ul class="rooms" data-list="playing">{games}</ul>
                    <Show when=move || playing.with(Vec::is_empty)><p class="quiet">{move || page.t(online::WATCH_EMPTY)}</p></Show>
                </section>
            </div>
        </section>
    }
}

/// A table in one line: the game, its modes and its clock.
fn room_summary(terms: &RoomConfig, language: Language) -> String {
    let mut parts = vec![game_name(&terms.game, language)];
    let modes = config_summary(terms, language).into_iter().find(|(about, _)| *about == home::MODES);
    parts.extend(modes.map(|(_, modes)| modes));
    parts.push(clock_text(&terms.clock, language));
    parts.join(" · ")
}

#[component]
fn WaitingRow(page: AppContext, room: OpenRoom, is_own: bool) -> impl IntoView {
    let OpenRoom { room, host, config } = room;
    let code = room.clone();
    let sit = move |_| {
        if !is_own {
            set_auto_join(&room, false);
        }
        page.navigate(Route::Room(room.clone()));
    };
    let full_config = {
        let config = config.clone();
        move || {
            let language = page.language.get();
            let told = config_summary(&config, language).into_iter();
            told.map(|(about, what)| format!("{}: {what}", about.localize(language)))
                .collect::<Vec<_>>()
                .join("\n")
        }
    };
    let name = host.name.clone();
    let label = move || {
        if is_own { page.t(online::ENTER).to_owned() } else { page.t_args(online::SIT_WITH, &[&name]) }
    };
    view! {
        <li data-room=code title=full_config>
            <span class="room-host">{host.name}</span>
            <span class="room-terms">{move || room_summary(&config, page.language.get())}</span>
            <button type="button" class="accent" on:click=sit>{label}</button>
        </li>
    }
}

#[component]
fn PlayingRow(page: AppContext, game: LiveGame) -> impl IntoView {
    let LiveGame { room, players: [first, second], config, plies } = game;
    let code = room.clone();
    view! {
        <li data-room=code>
            <span class="room-host">{move || page.t_args(online::VERSUS, &[&first.name, &second.name])}</span>
            <span class="room-terms">
                {move || format!("{} · {}", room_summary(&config, page.language.get()), page.t_args(online::PLIES, &[&plies.to_string()]))}
            </span>
            <button type="button" on:click=move |_| page.navigate(Route::Room(room.clone()))>{move || page.t(online::WATCH_THIS)}</button>
        </li>
    }
}

/// A way into a room by its code.
#[component]
fn CodeField(page: AppContext) -> impl IntoView {
    let (text, is_invalid) = (RwSignal::new(String::new()), RwSignal::new(false));
    let enter = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let code = text.get_untracked().trim().to_ascii_uppercase();
        let is_code = code.len() == 6 && code.bytes().all(|sign| sign.is_ascii_alphanumeric());
        is_invalid.set(!is_code);
        if is_code {
            page.navigate(Route::Room(code));
        }
    };
    view! {
        <form class="field" on:submit=enter>
            <label>
                <span>{move || page.t(online::CODE)}</span>
                <input type="text" name="code" autocomplete="off" autocapitalize="characters" spellcheck="false" maxlength="12"
                    prop:value=move || text.get() on:input=move |event| text.set(event_target_value(&event))/>
            </label>
            <button type="submit">{move || page.t(online::ENTER)}</button>
            <Show when=move || is_invalid.get()><p class="fault" role="alert">{move || page.t(online::BAD_CODE)}</p></Show>
        </form>
    }
}

#[derive(Serialize)]
struct NameChange {
    name: String,
}

/// What others know the person by.
#[component]
fn NameField(page: AppContext, name: RwSignal<String>, renamed: Callback<()>) -> impl IntoView {
    let said = RwSignal::new(LocalizedText::default());
    let save = move |event: leptos::ev::SubmitEvent| {
        event.prevent_default();
        let request = NameChange { name: name.get_untracked().trim().to_owned() };
        let language = page.language.get_untracked();
        spawn_local(async move {
            let answer = fetch::send("PUT", "/api/me", &request, language).await;
            // The person may have gone elsewhere meanwhile.
            if said.try_set(LocalizedText::default()).is_some() {
                return;
            }
            said.set(match answer {
                Ok(_) => {
                    renamed.run(());
                    online::SAVED.into()
                }
                Err(fault) => fetch::error_text(fault, language),
            });
        });
    };
    view! {
        <form class="field" on:submit=save>
            <label>
                <span>{move || page.t(online::YOUR_NAME)}</span>
                <input type="text" name="name" autocomplete="nickname" maxlength="24" prop:value=move || name.get()
                    on:input=move |event| name.set(event_target_value(&event))/>
            </label>
            <button type="submit">{move || page.t(online::SAVE)}</button>
            <p class="quiet" role="status">{move || page.localized(said)}</p>
        </form>
    }
}
