use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{Text, online};
use yipan_client::{LocalizedText, Route};
use yipan_core::Localize;
use yipan_games::GameKind;
use yipan_record::TimeControl;
use yipan_wire::{CreatedRoom, RoomConfig, SpectatorPolicy};

use super::auto_join::set_auto_join;
use crate::context::{AppContext, use_app_context};
use crate::fetch;
use crate::pages::PreferenceSignals;

/// The clocks that most people choose; nothing stands for another one.
const COMMON_CLOCKS: [&str; 6] = ["inf", "1+0", "3+2", "5+3", "10+0", "10/30x3"];

/// How many moves later spectators see a game, where they see it later.
const SPECTATOR_DELAY_MOVES: u16 = 4;

/// Opens a room, for a friend or for anybody.
#[component]
pub(crate) fn Invite(kind: GameKind, wishes: PreferenceSignals) -> impl IntoView {
    let (page, room) = (use_app_context(), wishes);
    let is_custom_clock =
        RwSignal::new(room.clock.with_untracked(|clock| !COMMON_CLOCKS.contains(&clock.as_str())));
    let (fault, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let clock_error = move || {
        let language = page.language.get();
        let read: Result<TimeControl, _> = room.clock.with(|clock| clock.trim().parse());
        read.err().map(|error| error.localize(language))
    };
    let submit = move |pair: bool| {
        if is_busy.get_untracked() || untrack(clock_error).is_some() {
            return;
        }
        is_busy.set(true);
        fault.set(LocalizedText::default());
        let mut terms = wishes.room_config(kind);
        terms.public |= pair;
        spawn_local(async move {
            let created = create_room(page, if pair { "/api/pair" } else { "/api/rooms" }, &terms).await;
            // The person may have gone elsewhere meanwhile.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match created {
                Ok(CreatedRoom { room, is_new }) => {
                    if !is_new {
                        set_auto_join(&room, false);
                    }
                    page.navigate(Route::Room(room));
                }
                Err(said) => fault.set(said),
            }
        });
    };
    let choose_clock = move |event| {
        let value = event_target_value(&event);
        is_custom_clock.set(value.is_empty());
        room.clock.set(if value.is_empty() { "15+10".to_owned() } else { value });
    };
    let is_clock =
        move |clock: &'static str| !is_custom_clock.get() && room.clock.with(|chosen| chosen == clock);
    let clock_name = move |clock: &'static str| yipan_client::online::clock_text(clock, page.language.get());
    let choose_spectators = move |event| {
        room.spectators.set(match event_target_value(&event).as_str() {
            "no" => SpectatorPolicy::No,
            "delay" => SpectatorPolicy::Delay(SPECTATOR_DELAY_MOVES),
            _ => SpectatorPolicy::Yes,
        });
    };
    let spectator_option = move |key: &'static str, value: SpectatorPolicy, words: Text| {
        view! {
            <option value=key selected=move || room.spectators.get() == value>{move || page.t_args(words, &[&SPECTATOR_DELAY_MOVES.to_string()])}</option>
        }
    };
    view! {
        <form class="invite" on:submit=move |event| { event.prevent_default(); submit(false); }>
            <label>
                <span>{move || page.t(online::CLOCK)}</span>
                <select name="clock" on:change=choose_clock>
                    {COMMON_CLOCKS.into_iter().map(|clock| view! { <option value=clock selected=move || is_clock(clock)>{move || clock_name(clock)}</option> }).collect_view()}
                    <option value="" selected=move || is_custom_clock.get()>{move || page.t(online::CUSTOM_CLOCK)}</option>
                </select>
            </label>
            <Show when=move || is_custom_clock.get()>
                <label>
                    <span></span>
                    <input type="text" name="own-clock" autocomplete="off" spellcheck="false" maxlength="40" aria-label=move || page.t(online::CLOCK)
                        prop:value=move || room.clock.get() on:input=move |event| room.clock.set(event_target_value(&event))/>
                </label>
                <p class="quiet">{move || page.t(online::CUSTOM_CLOCK_HINT)}</p>
            </Show>
            {move || clock_error().map(|words| view! { <p class="fault" role="alert">{words}</p> })}
            <label>
                <span>{move || page.t(online::ROOM)}</span>
                <select name="public" on:change=move |event| room.public.set(event_target_value(&event) == "yes")>
                    <option value="no" selected=move || !room.public.get()>{move || page.t(online::PRIVATE)}</option>
                    <option value="yes" selected=move || room.public.get()>{move || page.t(online::PUBLIC)}</option>
                </select>
            </label>
            <label>
                <span>{move || page.t(online::SPECTATORS)}</span>
                <select name="spectators" on:change=choose_spectators>
                    {spectator_option("yes", SpectatorPolicy::Yes, online::SPECTATORS_YES)}
                    {spectator_option("delay", SpectatorPolicy::Delay(SPECTATOR_DELAY_MOVES), online::SPECTATORS_DELAY)}
                    {spectator_option("no", SpectatorPolicy::No, online::SPECTATORS_NO)}
                </select>
            </label>
            <label class="tick">
                <input type="checkbox" name="chat" prop:checked=move || room.chat.get() on:change=move |event| room.chat.set(event_target_checked(&event))/>
                {move || page.t(online::CHAT)}
            </label>
            <button type="submit" class="accent" data-do="open-room" disabled=move || is_busy.get() || clock_error().is_some()>
                {move || if is_busy.get() { page.t(online::CREATING_ROOM) } else { page.t(online::CREATE_ROOM) }}
            </button>
            <button type="button" data-do="pair" disabled=move || is_busy.get() || clock_error().is_some() on:click=move |_| submit(true)>
                {move || page.t(online::FIND)}
            </button>
            <p class="fault" role="alert">{move || page.localized(fault)}</p>
        </form>
    }
}

async fn create_room(page: AppContext, path: &str, terms: &RoomConfig) -> Result<CreatedRoom, LocalizedText> {
    let language = page.language.get_untracked();
    let answer = fetch::send("POST", path, terms, language).await;
    answer
        .and_then(|text| fetch::parse_json(&text, language))
        .map_err(|fault| fetch::error_text(fault, language))
}
