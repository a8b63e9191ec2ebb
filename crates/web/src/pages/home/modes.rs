use leptos::prelude::*;
use yipan_client::text::{Text, home};

use crate::context::use_app_context;
use crate::icons;
use crate::preferences::PreferenceSignals;

/// The five modes: key, name, description, icon and emoji.
const MODES: [(&str, Text, Text, &str, &str); 5] = [
    ("fog", home::FOG, home::FOG_HINT, icons::MODE_FOG, "🌫️"),
    ("gravity", home::GRAVITY, home::GRAVITY_HINT, icons::MODE_GRAVITY, "🌍"),
    ("portals", home::PORTALS, home::PORTALS_HINT, icons::MODE_PORTALS, "🔮"),
    ("dice", home::DICE, home::DICE_HINT, icons::MODE_DICE, "🎲"),
    ("mines", home::MINES, home::MINES_HINT, icons::MODE_MINES, "💣"),
];

#[component]
pub(super) fn Modes(preferences: PreferenceSignals) -> impl IntoView {
    let context = use_app_context();
    let has = move |mode: &'static str| preferences.modes.with(|modes| modes.contains(&mode));
    let toggle = move |mode: &'static str| {
        preferences.modes.update(|modes| match modes.iter().position(|other| *other == mode) {
            Some(index) => {
                modes.remove(index);
            }
            None => modes.push(mode),
        });
    };
    let checkbox = move |signal: RwSignal<bool>, label: Text, name: &'static str| {
        view! {
            <label class="checkbox">
                <input type="checkbox" name=name prop:checked=move || signal.get() on:change=move |event| signal.set(event_target_checked(&event))/>
                {move || context.t(label)}
            </label>
        }
    };
    let number = move |signal: RwSignal<u8>, label: Text, name: &'static str, from: u8, to: u8| {
        view! {
            <label>
                <span>{move || context.t(label)}</span>
                <select name=name on:change=move |event| signal.set(event_target_value(&event).parse().unwrap_or(from))>
                    {(from..=to).map(|value| view! { <option value=value selected=move || signal.get() == value>{value}</option> }).collect_view()}
                </select>
            </label>
        }
    };
    view! {
        <fieldset class="modes">
            <legend>{move || context.t(home::MODES)} " · " {move || context.t(home::MODES_HINT)}</legend>
            {MODES.into_iter().map(|(key, name, description, icon, emoji)| view! {
                <label class="mode" class:on=move || has(key) title=move || context.t(description)>
                    <input type="checkbox" name=key prop:checked=move || has(key) on:change=move |_| toggle(key)/>
                    <span class="mode-icon" inner_html=icon aria-hidden="true"></span>
                    <b><span aria-hidden="true">{emoji}" "</span>{move || context.t(name)}</b>
                    <small>{move || context.t(description)}</small>
                </label>
            }).collect_view()}
            <Show when=move || has("dice")>
                <div class="dice-options">
                    <label class="dice-rule">
                        <span>{move || context.t(home::DICE_RULE)}</span>
                        <select name="dice-rule" on:change=move |event| preferences.dice_b.set(event_target_value(&event) == "b")>
                            <option value="a" selected=move || !preferences.dice_b.get()>{move || context.t(home::DICE_A)}</option>
                            <option value="b" selected=move || preferences.dice_b.get()>{move || context.t(home::DICE_B)}</option>
                        </select>
                    </label>
                    {number(preferences.dice, home::DICE_COUNT, "dice-count", 2, 5)}
                    {number(preferences.rerolls, home::REROLLS, "rerolls", 0, 3)}
                    {checkbox(preferences.wild, home::WILD, "wild")}
                </div>
            </Show>
            <Show when=move || has("portals")>{checkbox(preferences.private, home::PRIVATE_PORTALS, "private-portals")}</Show>
            <Show when=move || has("mines")>{checkbox(preferences.hints, home::MINE_HINTS, "mine-hints")}</Show>
        </fieldset>
    }
}
