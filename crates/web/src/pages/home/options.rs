use leptos::prelude::*;
use yipan_client::online::game_name;
use yipan_client::text::{game_options, home};
use yipan_client::{GamePreferences, LocalizedText, capitalize, level_text};
use yipan_core::Side;

use super::rule_options::RuleOptions;
use super::start_position::StartPosition;
use crate::context::use_app_context;
use crate::option_fields::OptionSelect;
use crate::preferences::PreferenceSignals;

/// The level of the computer and the side of the user.
#[component]
pub(super) fn PlayerOptions(preferences: PreferenceSignals) -> impl IntoView {
    let (context, kind) = (use_app_context(), preferences.kind);
    let level = Memo::new(move |_| preferences.with(|all| all.level));
    let text = move || {
        let is_standard = preferences.with(GamePreferences::is_standard_game);
        level_text(kind, level.get(), is_standard, context.language.get())
    };
    let choose_level = move |event| {
        let level = event_target_value(&event).parse().unwrap_or(3);
        preferences.update(|all| all.level = level);
    };
    view! {
        <div class="options player-options">
            <label class="level">
                <span>{text}</span>
                <input type="range" name="level" min="1" max=GamePreferences::max_level(kind) aria-label=move || context.t(home::LEVEL)
                    aria-valuetext=text prop:value=move || level.get().to_string() on:input=choose_level/>
            </label>
            <SideOption preferences/>
        </div>
    }
}

/// The side of the user.
#[component]
pub(crate) fn SideOption(preferences: PreferenceSignals) -> impl IntoView {
    let kind = preferences.kind;
    let side = |side: Side| LocalizedText::new(|language| capitalize(kind.side_name(side, language)));
    let sides = GamePreferences::SIDES.map(str::to_owned);
    let names = [side(Side::First), side(Side::Second), home::RANDOM_SIDE.into()];
    view! {
        <OptionSelect preferences name="side" label=home::YOUR_SIDE choices=sides.into_iter().zip(names).collect()
                read=|all| all.side.clone() write=|all, value| all.side = value/>
    }
}

/// The options that most games leave as they are. They are open if the last game changed one.
#[component]
pub(crate) fn MoreOptions(preferences: PreferenceSignals) -> impl IntoView {
    let context = use_app_context();
    let is_open = untrack(|| preferences.with(has_special_options));
    let name = move || {
        let game = game_name(preferences.kind.name(), context.language.get());
        format!("{game}: {}", context.t(game_options::MORE_OPTIONS))
    };
    view! {
        <details class="more-options" open=is_open aria-label=name>
            <summary>{move || context.t(game_options::MORE_OPTIONS)}</summary>
            <div class="options">
                <StartPosition preferences/>
                <RuleOptions preferences/>
            </div>
        </details>
    }
}

fn has_special_options(all: &GamePreferences) -> bool {
    let defaults = GamePreferences::default();
    all.start != defaults.start
        || all.claimed_draws
        || all.repetition != defaults.repetition
        || all.folk_facing
        || all.no_capture != defaults.no_capture
        || all.any_fourth_point
        || all.lone_piece_captures_nothing
        || all.lone_piece_loses
        || all.no_repetition_draw
}
