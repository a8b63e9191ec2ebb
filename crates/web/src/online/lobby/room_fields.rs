use leptos::prelude::*;
use yipan_client::online::{clock_description, clock_label};
use yipan_client::text::{Text, online, ratings};
use yipan_core::Localize;
use yipan_wire::SpectatorPolicy;

use crate::context::use_app_context;
use crate::preferences::PreferenceSignals;

/// The preset clocks. Any other clock is entered as text.
const COMMON_CLOCKS: [&str; 7] = ["inf", "1+0", "3+2", "5+3", "10+0", "10/30x3", "3d"];

/// The clock that the text field starts with.
const CUSTOM_CLOCK_DEFAULT: &str = "15+10";

/// The delay of a delayed broadcast, in moves.
const SPECTATOR_DELAY_MOVES: u16 = 4;

/// The options of a room beyond those of its game.
#[component]
pub(crate) fn RoomFields(
    preferences: PreferenceSignals,
    /// Whether the clock cannot be used, which the form sets.
    has_bad_clock: RwSignal<bool>,
) -> impl IntoView {
    let context = use_app_context();
    let clock_error = Memo::new(move |_| {
        let language = context.language.get();
        preferences.with(|all| clock_description(&all.clock, language).err())
    });
    Effect::new(move |_| has_bad_clock.set(clock_error.with(Option::is_some)));
    view! {
            <ClockField preferences/>
            {move || clock_error.get().map(|message| view! { <p class="error" role="alert">{message}</p> })}
            <label>
                <span>{move || context.t(online::ROOM)}</span>
                <select name="public" on:change=move |event| preferences.update(|all| all.public = event_target_value(&event) == "yes")>
                    <option value="no" selected=move || !preferences.with(|all| all.public)>{move || context.t(online::PRIVATE)}</option>
                    <option value="yes" selected=move || preferences.with(|all| all.public)>{move || context.t(online::PUBLIC)}</option>
                </select>
            </label>
            <SpectatorField preferences/>
            <RatedField preferences/>
            <label class="checkbox">
                <input type="checkbox" name="chat" prop:checked=move || preferences.with(|all| all.chat) on:change=move |event| preferences.update(|all| all.chat = event_target_checked(&event))/>
                {move || context.t(online::CHAT)}
            </label>
    }
}

/// A list of preset clocks, with a text field for any other clock.
#[component]
pub(crate) fn ClockField(preferences: PreferenceSignals) -> impl IntoView {
    let context = use_app_context();
    let clock = move || preferences.with(|all| all.clock.clone());
    let set_clock = move |value: String| preferences.update(|all| all.clock = value);
    let is_custom = RwSignal::new(!COMMON_CLOCKS.contains(&untrack(clock).as_str()));
    let choose = move |event| {
        let value = event_target_value(&event);
        is_custom.set(value.is_empty());
        set_clock(if value.is_empty() { CUSTOM_CLOCK_DEFAULT.to_owned() } else { value });
    };
    let preset = move |value: &'static str| {
        let is_selected = move || !is_custom.get() && preferences.with(|all| all.clock == value);
        view! { <option value=value selected=is_selected>{move || clock_label(value, context.language.get())}</option> }
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
                    prop:value=clock on:input=move |event| set_clock(event_target_value(&event))/>
            </label>
            <p class="secondary" role="status">{move || clock_description(&clock(), context.language.get()).unwrap_or_default()}</p>
            <p class="secondary">{move || context.t(online::CUSTOM_CLOCK_HINT)}</p>
        </Show>
    }
}

/// A switch for rated games. Where the game cannot be rated, it is disabled and says why.
#[component]
pub(crate) fn RatedField(preferences: PreferenceSignals) -> impl IntoView {
    let context = use_app_context();
    let reason = Memo::new(move |_| {
        let has_account = context.account.has_account();
        preferences.with(|all| all.unrated_reason(preferences.kind, has_account))
    });
    // The home page may show a form for each game.
    let hint_id = format!("rated-hint-{}", preferences.kind);
    let is_chosen = move || reason.get().is_none() && preferences.with(|all| all.rated);
    let hint = move || match reason.get() {
        Some(reason) => reason.localize(context.language.get()),
        None if is_chosen() => context.t(ratings::RATED_HINT).to_owned(),
        None => String::new(),
    };
    view! {
        <label class="checkbox">
            <input type="checkbox" name="rated" aria-describedby=hint_id.clone() disabled=move || reason.get().is_some() prop:checked=is_chosen
                on:change=move |event| preferences.update(|all| all.rated = event_target_checked(&event))/>
            {move || context.t(ratings::RATED_GAME)}
        </label>
        <p class="secondary" id=hint_id>{hint}</p>
    }
}

/// A choice of who may watch, and when.
#[component]
pub(crate) fn SpectatorField(preferences: PreferenceSignals) -> impl IntoView {
    let context = use_app_context();
    let choose = move |event| {
        let policy = match event_target_value(&event).as_str() {
            "no" => SpectatorPolicy::No,
            "delay" => SpectatorPolicy::Delay(SPECTATOR_DELAY_MOVES),
            _ => SpectatorPolicy::Yes,
        };
        preferences.update(|all| all.spectators = policy);
    };
    let option = move |key: &'static str, value: SpectatorPolicy, text: Text| {
        let label = move || context.t_args(text, &[&SPECTATOR_DELAY_MOVES.to_string()]);
        view! { <option value=key selected=move || preferences.with(|all| all.spectators == value)>{label}</option> }
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
