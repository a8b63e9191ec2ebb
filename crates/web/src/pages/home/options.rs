use leptos::prelude::*;
use yipan_client::text::home;
use yipan_client::{GamePreferences, capitalize};
use yipan_core::Side;
use yipan_games::GameKind;

use super::modes::Modes;
use crate::context::use_app_context;
use crate::preferences::PreferenceSignals;

#[component]
pub(super) fn GameOptionsForm(kind: GameKind, preferences: PreferenceSignals) -> impl IntoView {
    let context = use_app_context();
    let last = GamePreferences::max_level(kind);
    let side_option = move |value: &'static str, label: Signal<String>| {
        view! { <option value=value selected=move || preferences.side.get() == value>{move || label.get()}</option> }
    };
    let side_label =
        move |side: Side| Signal::derive(move || capitalize(kind.side_name(side, context.language.get())));
    let choose_side = move |event| {
        let value = event_target_value(&event);
        preferences.side.set(["first", "second"].into_iter().find(|side| *side == value).unwrap_or("random"));
    };
    let choose_level = move |event| preferences.level.set(event_target_value(&event).parse().unwrap_or(3));
    view! {
        <div class="options">
            <label>
                <span>{move || context.t(home::LEVEL)} " " <b>{move || preferences.level.get()}</b></span>
                <input type="range" name="level" min="1" max=last prop:value=move || preferences.level.get().to_string() on:input=choose_level/>
            </label>
            <label>
                <span>{move || context.t(home::YOUR_SIDE)}</span>
                <select name="side" on:change=choose_side>
                    {side_option("first", side_label(Side::First))}
                    {side_option("second", side_label(Side::Second))}
                    {side_option("random", Signal::derive(move || context.t(home::RANDOM_SIDE).to_owned()))}
                </select>
            </label>
            {(kind == GameKind::Chess).then(|| view! { <Modes preferences/> })}
        </div>
    }
}
