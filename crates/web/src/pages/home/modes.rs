use leptos::prelude::*;
use yipan_client::text::{Text, game_options, home};
use yipan_client::{GamePreferences, ModePreset};

use super::dice_options::DiceOptions;
use crate::context::use_app_context;
use crate::icons;
use crate::local_setup::random_seed;
use crate::option_fields::OptionCheckbox;
use crate::preferences::PreferenceSignals;

/// The five modes: key, name, description and icon.
const MODES: [(&str, Text, Text, &str); 5] = [
    ("fog", home::FOG, home::FOG_HINT, icons::MODE_FOG),
    ("gravity", home::GRAVITY, home::GRAVITY_HINT, icons::MODE_GRAVITY),
    ("portals", home::PORTALS, home::PORTALS_HINT, icons::MODE_PORTALS),
    ("dice", home::DICE, home::DICE_HINT, icons::MODE_DICE),
    ("mines", home::MINES, home::MINES_HINT, icons::MODE_MINES),
];

/// The modes of chess as switches, mixes of them, and the options of those that are on.
#[component]
pub(crate) fn Modes(preferences: PreferenceSignals) -> impl IntoView {
    let context = use_app_context();
    let toggle = move |mode: &'static str| {
        preferences.update(|preferences| match preferences.modes.iter().position(|other| other == mode) {
            Some(index) => {
                preferences.modes.remove(index);
            }
            None => preferences.modes.push(mode.to_owned()),
        });
    };
    let switch = move |(key, name, description, icon): (&'static str, Text, Text, &'static str)| {
        view! {
            <label class="mode" class:on=move || preferences.has_mode(key) title=move || context.t(description)>
                <input type="checkbox" name=key prop:checked=move || preferences.has_mode(key) on:change=move |_| toggle(key)/>
                <span class="mode-icon" inner_html=icon aria-hidden="true"></span>
                <span class="mode-name">{move || context.t(name)}</span>
            </label>
        }
    };
    let panel = move |(key, name, description, _): (&'static str, Text, Text, &'static str)| {
        view! {
            <Show when=move || preferences.has_mode(key)>
                <div class="mode-options" role="group" data-mode=key aria-label=move || context.t(name)>
                    <p><b>{move || context.t(name)}</b> " " <small>{move || context.t(description)}</small></p>
                    <ModeOptions preferences mode=key/>
                </div>
            </Show>
        }
    };
    view! {
        <fieldset class="modes">
            <legend class="visually-hidden">{move || context.t(home::MODES)} " · " {move || context.t(home::MODES_HINT)}</legend>
            <div class="modes-head"><span aria-hidden="true">{move || context.t(home::MODES)}</span><Presets preferences/></div>
            <div class="mode-switches">{MODES.into_iter().map(switch).collect_view()}</div>
            {MODES.into_iter().map(panel).collect_view()}
        </fieldset>
    }
}

/// The options of one mode; fog and gravity have none.
#[component]
fn ModeOptions(preferences: PreferenceSignals, mode: &'static str) -> impl IntoView {
    match mode {
        "portals" => Some(
            view! {
                <OptionCheckbox preferences name="private-portals" label=home::PRIVATE_PORTALS hint=game_options::PRIVATE_PORTALS_HINT
                    read=|all| all.private_portals write=|all, value| all.private_portals = value/>
            }
            .into_any(),
        ),
        "mines" => Some(
            view! {
                <OptionCheckbox preferences name="mine-hints" label=home::MINE_HINTS hint=game_options::MINE_HINTS_HINT
                    read=|all| all.mine_hints write=|all, value| all.mine_hints = value/>
            }
            .into_any(),
        ),
        "dice" => Some(view! { <DiceOptions preferences/> }.into_any()),
        _ => None,
    }
}

/// Mixes of modes that are chosen with one press.
#[component]
fn Presets(preferences: PreferenceSignals) -> impl IntoView {
    let context = use_app_context();
    let button = move |key: &'static str, text: Text, preset: fn() -> ModePreset| {
        view! {
            <button type="button" data-preset=key on:click=move |_| preferences.update(|all| preset().apply(all))>{move || context.t(text)}</button>
        }
    };
    let has_modes = move || preferences.with(|all: &GamePreferences| !all.modes.is_empty());
    view! {
        <div class="presets" role="group" aria-label=move || context.t(game_options::PRESETS)>
            {button("blind-dice", game_options::BLIND_DICE, || ModePreset::BlindDice)}
            {button("chaos", game_options::CHAOS, || ModePreset::Chaos)}
            {button("surprise", game_options::SURPRISE, || ModePreset::Surprise { seed: random_seed() })}
            // Always there, so that the switches below do not move.
            <button type="button" class="icon" data-preset="none" disabled=move || !has_modes() on:click=move |_| preferences.update(|all| ModePreset::None.apply(all))
                title=move || context.t(game_options::PRESET_NONE) aria-label=move || context.t(game_options::PRESET_NONE) inner_html=icons::CLOSE></button>
        </div>
    }
}
