use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::online::clock_text;
use yipan_client::text::{Text, online};
use yipan_client::{LocalizedText, Route};
use yipan_clock::TimeControl;
use yipan_core::Localize;
use yipan_games::GameKind;
use yipan_wire::{CreatedRoom, RoomConfig, SpectatorPolicy};

use crate::browser::fetch;
use crate::context::{AppContext, use_app_context};
use crate::online::auto_join::set_auto_join;
use crate::preferences::PreferenceSignals;

/// The preset clocks. Any other clock is entered as text.
const COMMON_CLOCKS: [&str; 6] = ["inf", "1+0", "3+2", "5+3", "10+0", "10/30x3"];

/// The clock that the text field starts with.
const CUSTOM_CLOCK_DEFAULT: &str = "15+10";

/// The delay of a delayed broadcast, in moves.
const SPECTATOR_DELAY_MOVES: u16 = 4;

/// A form that creates a private or public room, or pairs the user with an open one.
#[component]
pub(crate) fn CreateRoomForm(kind: GameKind, preferences: PreferenceSignals) -> impl IntoView {
    let context = use_app_context();
    let (error, is_busy) = (RwSignal::new(LocalizedText::default()), RwSignal::new(false));
    let clock_error = move || {
        let language = context.language.get();
        let parsed: Result<TimeControl, _> = preferences.clock.with(|clock| clock.trim().parse());
        parsed.err().map(|error| error.localize(language))
    };
    let submit = move |pair: bool| {
        if is_busy.get_untracked() || untrack(clock_error).is_some() {
            return;
        }
        is_busy.set(true);
        error.set(LocalizedText::default());
        let mut config = preferences.room_config(kind);
        config.public |= pair;
        spawn_local(async move {
            let created = create_room(context, if pair { "/api/pair" } else { "/api/rooms" }, &config).await;
            // The component may have been unmounted.
            if is_busy.try_set(false).is_some() {
                return;
            }
            match created {
                Ok(CreatedRoom { room, is_new }) => {
                    if !is_new {
                        set_auto_join(&room, false);
                    }
                    context.navigate(Route::Room(room));
                }
                Err(message) => error.set(message),
            }
        });
    };
    view! {
        <form class="invite" on:submit=move |event| { event.prevent_default(); submit(false); }>
            <ClockField preferences/>
            {move || clock_error().map(|message| view! { <p class="error" role="alert">{message}</p> })}
            <label>
                <span>{move || context.t(online::ROOM)}</span>
                <select name="public" on:change=move |event| preferences.public.set(event_target_value(&event) == "yes")>
                    <option value="no" selected=move || !preferences.public.get()>{move || context.t(online::PRIVATE)}</option>
                    <option value="yes" selected=move || preferences.public.get()>{move || context.t(online::PUBLIC)}</option>
                </select>
            </label>
            <SpectatorField preferences/>
            <label class="checkbox">
                <input type="checkbox" name="chat" prop:checked=move || preferences.chat.get() on:change=move |event| preferences.chat.set(event_target_checked(&event))/>
                {move || context.t(online::CHAT)}
            </label>
            <button type="submit" class="accent" data-do="open-room" disabled=move || is_busy.get() || clock_error().is_some()>
                {move || if is_busy.get() { context.t(online::CREATING_ROOM) } else { context.t(online::CREATE_ROOM) }}
            </button>
            <button type="button" data-do="pair" disabled=move || is_busy.get() || clock_error().is_some() on:click=move |_| submit(true)>
                {move || context.t(online::FIND)}
            </button>
            <p class="error" role="alert">{move || context.localized(error)}</p>
        </form>
    }
}

/// A list of preset clocks, with a text field for any other clock.
#[component]
fn ClockField(preferences: PreferenceSignals) -> impl IntoView {
    let (context, clock) = (use_app_context(), preferences.clock);
    let is_custom = RwSignal::new(clock.with_untracked(|clock| !COMMON_CLOCKS.contains(&clock.as_str())));
    let choose = move |event| {
        let value = event_target_value(&event);
        is_custom.set(value.is_empty());
        clock.set(if value.is_empty() { CUSTOM_CLOCK_DEFAULT.to_owned() } else { value });
    };
    let preset = move |value: &'static str| {
        let is_selected = move || !is_custom.get() && clock.with(|clock| clock == value);
        view! { <option value=value selected=is_selected>{move || clock_text(value, context.language.get())}</option> }
    };
    view! {
        <label>
            <span>{move || context.t(online::CLOCK)}</span>
            <select name="clock" on:change=choose>
                {COMMON_CLOCKS.into_iter().map(preset).collect_view()}
                <option value="" selected=move || is_custom.get()>{move || context.t(online::CUSTOM_CLOCK)}</option>
            </select>
        </label>
        <Show when=move || is_custom.get()>
            <label>
                <span></span>
                <input type="text" name="own-clock" autocomplete="off" spellcheck="false" maxlength="40" aria-label=move || context.t(online::CLOCK)
                    prop:value=move || clock.get() on:input=move |event| clock.set(event_target_value(&event))/>
            </label>
            <p class="secondary">{move || context.t(online::CUSTOM_CLOCK_HINT)}</p>
        </Show>
    }
}

#[component]
fn SpectatorField(preferences: PreferenceSignals) -> impl IntoView {
    let (context, spectators) = (use_app_context(), preferences.spectators);
    let choose = move |event| {
        spectators.set(match event_target_value(&event).as_str() {
            "no" => SpectatorPolicy::No,
            "delay" => SpectatorPolicy::Delay(SPECTATOR_DELAY_MOVES),
            _ => SpectatorPolicy::Yes,
        });
    };
    let option = move |key: &'static str, value: SpectatorPolicy, text: Text| {
        let label = move || context.t_args(text, &[&SPECTATOR_DELAY_MOVES.to_string()]);
        view! { <option value=key selected=move || spectators.get() == value>{label}</option> }
    };
    view! {
        <label>
            <span>{move || context.t(online::SPECTATORS)}</span>
            <select name="spectators" on:change=choose>
                {option("yes", SpectatorPolicy::Yes, online::SPECTATORS_YES)}
                {option("delay", SpectatorPolicy::Delay(SPECTATOR_DELAY_MOVES), online::SPECTATORS_DELAY)}
                {option("no", SpectatorPolicy::No, online::SPECTATORS_NO)}
            </select>
        </label>
    }
}

async fn create_room(
    context: AppContext,
    path: &str,
    config: &RoomConfig,
) -> Result<CreatedRoom, LocalizedText> {
    let language = context.language.get_untracked();
    let response = fetch::send("POST", path, config, language).await;
    response
        .and_then(|text| fetch::parse_json(&text, language))
        .map_err(|error| fetch::error_text(error, language))
}
