use leptos::prelude::*;
use yipan_client::text::{Text, puzzles as text, replay};
use yipan_client::{Route, puzzle_set_name, theme_counts, theme_name};
use yipan_puzzles::{PuzzleSet, PuzzleTheme};

use super::puzzle_mode::PuzzleMode;
use super::state::PuzzleState;
use crate::link::Link;

/// The games, the modes and, for practice, the themes to choose from.
#[component]
pub(super) fn Choices(state: PuzzleState) -> impl IntoView {
    let (context, mode) = (state.context, state.mode);
    let tab = move |is_current: bool, to: Route, name: Text| {
        view! { <li aria-current=is_current.then_some("page")><Link to>{move || context.t(name)}</Link></li> }
    };
    let sets = PuzzleSet::ALL
        .map(|set| tab(set == state.set, Route::Puzzle(set, mode.key().to_owned()), puzzle_set_name(set)));
    let modes = PuzzleMode::ALL
        .map(|other| tab(other == mode, Route::Puzzle(state.set, other.key().to_owned()), other.name()));
    view! {
        <nav class="game-tabs" aria-label=move || context.t(replay::GAMES)><ul>{sets.into_iter().collect_view()}</ul></nav>
        <nav class="game-tabs" data-modes="" aria-label=move || context.t(text::MODES)><ul>{modes.into_iter().collect_view()}</ul></nav>
        {(mode == PuzzleMode::Practice).then(|| view! { <ThemeSelect state/> })}
    }
}

/// The theme of the puzzles for practice.
#[component]
fn ThemeSelect(state: PuzzleState) -> impl IntoView {
    let context = state.context;
    let counts = state.file.with_value(theme_counts);
    let choose = move |event| {
        state.theme.set(event_target_value(&event).parse::<PuzzleTheme>().ok());
        state.next_puzzle();
    };
    let option = move |(theme, count): (PuzzleTheme, usize)| {
        let name =
            move || context.t_args(text::THEME_COUNT, &[context.t(theme_name(theme)), &count.to_string()]);
        view! { <option value=theme.key() selected=move || state.theme.get() == Some(theme)>{name}</option> }
    };
    view! {
        <label class="inline-label">
            <span>{move || context.t(text::THEME)}</span>
            <select name="theme" on:change=choose>
                <option value="">{move || context.t(text::ALL_THEMES)}</option>
                {counts.into_iter().map(option).collect_view()}
            </select>
        </label>
    }
}
