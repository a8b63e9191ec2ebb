use leptos::prelude::*;
use yipan_client::text::tournaments as text;

use super::draft::{StartChoice, TournamentDraft};
use crate::browser::local_time;
use crate::context::use_app_context;

/// The starts that the form offers, in minutes from now.
const START_MINUTES: [u32; 6] = [1, 5, 15, 60, 240, 1_440];

/// The keys of the other starts in the list.
const WITH_PLAYERS: &str = "0";
const AT_TIME: &str = "at";

/// The time that the field for a date and time begins with, from now.
const DEFAULT_DELAY_MILLIS: f64 = 3_600_000.0;

/// The start: with the last needed player, after some minutes, or at a date and time of the user's time zone.
#[component]
pub(super) fn StartField(draft: RwSignal<TournamentDraft>) -> impl IntoView {
    let context = use_app_context();
    let choose = move |event| {
        let start = match event_target_value(&event).as_str() {
            WITH_PLAYERS => StartChoice::WithPlayers,
            AT_TIME => {
                StartChoice::At(local_time::field_text((js_sys::Date::now() + DEFAULT_DELAY_MILLIS) as u64))
            }
            minutes => match minutes.parse() {
                Ok(minutes) => StartChoice::Minutes(minutes),
                Err(_) => return,
            },
        };
        draft.update(|draft| draft.start = start);
    };
    let is_chosen = move |start: StartChoice| draft.with(|draft| draft.start == start);
    let is_at_time = Memo::new(move |_| draft.with(|draft| matches!(draft.start, StartChoice::At(_))));
    let option = move |minutes: u32| {
        let label = move || context.t_args(text::START_IN, &[&minutes.to_string()]);
        view! { <option value=minutes.to_string() selected=move || is_chosen(StartChoice::Minutes(minutes))>{label}</option> }
    };
    let time = move || {
        draft.with(|draft| match &draft.start {
            StartChoice::At(time) => time.clone(),
            StartChoice::WithPlayers | StartChoice::Minutes(_) => String::new(),
        })
    };
    let set_time =
        move |event| draft.update(|draft| draft.start = StartChoice::At(event_target_value(&event)));
    view! {
        <label>
            <span>{move || context.t(text::START)}</span>
            <select name="start" on:change=choose>
                <option value=WITH_PLAYERS selected=move || is_chosen(StartChoice::WithPlayers)>{move || context.t(text::START_WITH_PLAYERS)}</option>
                {START_MINUTES.map(option).collect_view()}
                <option value=AT_TIME selected=move || is_at_time.get()>{move || context.t(text::START_AT)}</option>
            </select>
        </label>
        <Show when=move || is_at_time.get()>
            <label>
                <span>{move || context.t(text::START_TIME)}</span>
                <input type="datetime-local" name="start-time" required aria-describedby="start-time-zone"
                    min=local_time::field_text(js_sys::Date::now() as u64)
                    prop:value=time on:input=set_time/>
            </label>
            <p class="secondary" id="start-time-zone">{move || context.t_args(text::TIME_ZONE, &[&local_time::time_zone()])}</p>
        </Show>
    }
}
