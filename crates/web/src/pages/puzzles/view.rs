use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yipan_client::text::puzzles as text;
use yipan_client::{AttemptState, Orientation, PuzzleAttempt, capitalize, puzzle_set_name, theme_name};

use super::choices::Choices;
use super::controls::Controls;
use super::puzzle_mode::PuzzleMode;
use super::state::PuzzleState;
use crate::board::Board;
use crate::game_layout::GameLayout;
use crate::panel::{DiceArea, MoveInput, MoveList, MoveRow, PlayerBar};

/// A puzzle on the board, with its task, its moves and its buttons.
#[component]
pub(super) fn PuzzleView(state: PuzzleState) -> impl IntoView {
    let (context, board, kind) = (state.context, state.board, state.set.game());
    let bottom_side = Memo::new(move |_| {
        let solver = state.attempt.with(PuzzleAttempt::solver);
        if state.flipped.get() { solver.other() } else { solver }
    });
    let orientation = Signal::derive(move || Orientation { bottom: bottom_side.get(), rotated: false });
    let (top, bottom) =
        (Signal::derive(move || bottom_side.get().other()), Signal::derive(move || bottom_side.get()));
    let name = move |side: yipan_core::Side| capitalize(kind.side_name(side, context.language.get()));
    let on_action = Callback::new(move |action: String| state.play_action(&action));
    let on_message = Callback::new(move |message| state.message.set(message));
    let on_pick = Callback::new(move |index: usize| state.go_to_ply(index + 1));
    let is_solving =
        Signal::derive(move || state.attempt.with(|attempt| attempt.state() == AttemptState::Solving));
    let title = Signal::derive(move || {
        format!("{}: {}", context.t(text::TITLE), context.t(puzzle_set_name(state.set)))
    });
    let keys = window_event_listener(leptos::ev::keydown, move |event| handle_key(state, &event));
    on_cleanup(move || keys.remove());
    let state_key = move || match state.attempt.with(PuzzleAttempt::state) {
        AttemptState::Solving => "solving",
        AttemptState::Solved => "solved",
        AttemptState::Shown => "shown",
    };
    view! {
        <GameLayout kind class="puzzle" title
            top_bar=move || view! { <PlayerBar board side=top name=Signal::derive(move || name(top.get()))/> }
            bottom_bar=move || view! { <PlayerBar board side=bottom name=Signal::derive(move || name(bottom.get()))/> }
            top_dice=move || view! { <DiceArea board side=top on_action/> }
            bottom_dice=move || view! { <DiceArea board side=bottom on_action/> }
            board=move || view! {
                <Board board orientation own_side=Signal::derive(|| None) hint_cells=state.hint_cells on_action on_message/>
            }
            status=move || view! {
                <p class="status" data-status="">{move || state.status_text()}</p>
                <p class="message" role="alert">{move || context.localized(state.message)}</p>
            }
            info=move || view! { <Choices state/><Facts state/> }
            moves=move || view! {
                <MoveList rows=Signal::derive(move || move_rows(state)) current=state.shown_ply on_pick disabled=is_solving/>
            }
            actions=move || view! { <Controls state/> }
            more=move || view! { <MoveInput on_action move_count=state.shown_ply disabled=Signal::derive(move || !is_solving.get())/> }
            {..} data-puzzle=move || state.attempt.with(|attempt| attempt.puzzle().id()) data-puzzle-state=state_key
            data-ply=move || state.shown_ply.get().to_string()/>
    }
}

/// The progress, the difficulty, and, once the puzzle is over, its explanation and its themes.
#[component]
fn Facts(state: PuzzleState) -> impl IntoView {
    let (context, set) = (state.context, state.set);
    let progress = move || match state.mode {
        PuzzleMode::Streak => {
            let best = state.progress.with(|progress| progress.best_streak(set)).to_string();
            context.t_args(text::STREAK_LENGTH, &[&state.streak.get().to_string(), &best])
        }
        PuzzleMode::Daily | PuzzleMode::Practice => {
            let solved = state.progress.with(|progress| progress.solved_count(set)).to_string();
            let total = state.file.with_value(|file| file.puzzles.len()).to_string();
            context.t_args(text::SOLVED_COUNT, &[&solved, &total])
        }
    };
    let difficulty = move || {
        let difficulty = state.attempt.with(|attempt| attempt.puzzle().difficulty).to_string();
        context.t_args(text::DIFFICULTY, &[&difficulty])
    };
    // During the attempt the themes would be a hint.
    let themes = move || {
        let is_over = state.attempt.with(|attempt| attempt.state() != AttemptState::Solving);
        is_over.then(|| {
            let themes = state.attempt.with(|attempt| attempt.puzzle().themes.clone());
            let name = |theme| view! { <li>{context.t(theme_name(theme))}</li> };
            view! {
                <ul class="puzzle-themes" data-themes="" aria-label=context.t(text::THEME)>{themes.into_iter().map(name).collect_view()}</ul>
            }
        })
    };
    view! {
        <p class="secondary puzzle-facts"><span data-difficulty="">{difficulty}</span>" · "<span data-progress="">{progress}</span></p>
        <p class="secondary puzzle-facts" data-rating="">{move || state.solver_rating.text()}</p>
        <p class="puzzle-explanation" role="status" data-explanation="">{move || state.explanation.text()}</p>
        {themes}
    }
}

/// Returns the moves played so far, and all of them once the puzzle is over.
fn move_rows(state: PuzzleState) -> Vec<MoveRow> {
    let style = state.context.notation_style();
    let row = |(side, text)| MoveRow { side, text, annotation: String::new() };
    state.attempt.with(|attempt| attempt.written_steps(style).into_iter().map(row).collect())
}

/// Handles keys that no form field has consumed.
fn handle_key(state: PuzzleState, event: &leptos::ev::KeyboardEvent) {
    let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    let is_typing =
        target.is_some_and(|target| matches!(target.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
    if is_typing || event.ctrl_key() || event.meta_key() || event.alt_key() {
        return;
    }
    let ply = state.shown_ply.get_untracked();
    let is_solving = state.attempt.with_untracked(|attempt| attempt.state() == AttemptState::Solving);
    match event.key().as_str() {
        "ArrowLeft" => state.go_to_ply(ply.saturating_sub(1)),
        "ArrowRight" => state.go_to_ply(ply + 1),
        "ArrowUp" => state.go_to_ply(0),
        "ArrowDown" => state.go_to_ply(usize::MAX),
        "h" if state.mode != PuzzleMode::Streak => state.hint(),
        "n" if !is_solving || state.mode != PuzzleMode::Streak => state.next_puzzle(),
        "f" => state.flipped.update(|flipped| *flipped = !*flipped),
        "?" => state.message.set(text::KEYS.into()),
        _ => return,
    }
    event.prevent_default();
}
