use leptos::prelude::*;
use yipan_client::text::home;
use yipan_client::{GamePreferences, level_text};
use yipan_games::GameKind;

use crate::context::use_app_context;

/// A list of the computer's levels with their names and ratings.
#[component]
pub(crate) fn LevelSelect(
    kind: GameKind,
    #[prop(default = "level")] name: &'static str,
    /// The current level.
    #[prop(into)]
    level: Signal<u8>,
    /// Whether the game has the standard start and no modes, so that the ratings apply.
    is_standard: bool,
    on_change: Callback<u8>,
) -> impl IntoView {
    let context = use_app_context();
    let choose = move |event| {
        if let Ok(level) = event_target_value(&event).parse() {
            on_change.run(level);
        }
    };
    let option = move |value: u8| {
        let text = move || level_text(kind, value, is_standard, context.language.get());
        view! { <option value=value selected=move || level.get() == value>{text}</option> }
    };
    view! {
        <select class="level-select" name=name aria-label=move || context.t(home::LEVEL) on:change=choose>
            {(1..=GamePreferences::max_level(kind)).map(option).collect_view()}
        </select>
    }
}
