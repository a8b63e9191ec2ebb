use leptos::prelude::*;
use wasm_bindgen_futures::spawn_local;
use yipan_client::text::{common, game, puzzles as text, replay};
use yipan_client::{AttemptState, LocalizedText, PuzzleAttempt, Route};

use super::puzzle_mode::PuzzleMode;
use super::state::PuzzleState;
use crate::browser::clipboard::copy_to_clipboard;
use crate::icons;

/// The buttons of a puzzle.
#[component]
pub(super) fn Controls(state: PuzzleState) -> impl IntoView {
    let context = state.context;
    let is_solving = move || state.attempt.with(|attempt| attempt.state() == AttemptState::Solving);
    let can_hint = move || state.attempt.with(PuzzleAttempt::awaits_move) && state.mode != PuzzleMode::Streak;
    let next_text = move || if state.is_streak_over() { text::NEW_STREAK } else { text::NEXT };
    // A streak cannot be continued past a puzzle that is not solved.
    let can_go_on = move || state.mode != PuzzleMode::Streak || !is_solving();
    let share = move |_| {
        let origin = window().location().origin().unwrap_or_default();
        let id = state.attempt.with_untracked(|attempt| attempt.puzzle().id());
        let link = format!("{origin}{}", Route::Puzzle(state.set, id).path());
        spawn_local(async move {
            let message = match copy_to_clipboard(&link).await {
                true => common::COPIED.into(),
                false => LocalizedText::new(|language| {
                    format!("{} {link}", replay::NO_CLIPBOARD.localize(language))
                }),
            };
            let _ = state.message.try_set(message);
        });
    };
    view! {
        <div class="buttons">
            <button type="button" class="labelled" data-do="hint" disabled=move || !can_hint() on:click=move |_| state.hint()>
                <span inner_html=icons::HINT></span>{move || context.t(game::HINT)}
            </button>
            <button type="button" class="labelled" data-do="solution" disabled=move || !is_solving() on:click=move |_| state.show_solution()>
                <span inner_html=icons::CHECK></span>{move || context.t(text::SHOW_SOLUTION)}
            </button>
            <button type="button" class="labelled" data-do="start-over" disabled=move || state.mode == PuzzleMode::Streak || state.attempt.with(|attempt| attempt.ply() == attempt.first_ply())
                on:click=move |_| state.start_over()>
                <span inner_html=icons::UNDO></span>{move || context.t(text::START_OVER)}
            </button>
            <button type="button" class="labelled" data-do="analyze" disabled=is_solving on:click=move |_| state.play_on()>
                <span inner_html=icons::ANALYSIS></span>{move || context.t(text::PLAY_ON)}
            </button>
            <button type="button" class="labelled" data-do="flip" on:click=move |_| state.flipped.update(|flipped| *flipped = !*flipped)>
                <span inner_html=icons::FLIP></span>{move || context.t(game::FLIP)}
            </button>
            <button type="button" class="labelled" data-do="share" on:click=share>
                <span inner_html=icons::LINK></span>{move || context.t(replay::SHARE)}
            </button>
            <button type="button" class="labelled" data-do="next" class:accent=move || !is_solving() disabled=move || !can_go_on() on:click=move |_| state.next_puzzle()>
                <span inner_html=icons::NEXT></span>{move || context.t(next_text())}
            </button>
        </div>
    }
}
