use leptos::ev::{FocusEvent, MouseEvent, PointerEvent};
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{Element, EventTarget};
use yipan_client::text::replay as text;
use yipan_client::{Drawing, DrawingColor, EngineLine, MAX_ENGINE_LINES, MoveOption};

use super::state::AnalysisState;

/// The greatest number of moves of a line.
const MAX_MOVES: usize = 10;

/// A line of the engine as it is shown.
#[derive(Clone, Default, PartialEq)]
struct ShownLine {
    score: String,
    spread: Option<[String; 2]>,
    /// The moves in the chosen notation.
    moves: Vec<String>,
}

/// The lines of the engine, best first. A click on a move plays the line up to it, and the pointer or the focus shows the
/// position after it.
///
/// The elements stay while the lines change, so that the focus is not lost.
#[component]
pub(super) fn EngineLines(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let lines = Memo::new(move |_| shown_lines(analysis));
    let row_count = move || if analysis.is_solved() { 1 } else { analysis.line_count.get() };
    let row = move |row: usize| {
        let line = move || lines.with(|lines| lines.get(row).cloned()).unwrap_or_default();
        let score = move || line().score.replace('-', "−");
        let spread = move || {
            let [low, high] = line().spread?;
            Some(context.t_args(text::SPREAD, &[&low, &high]).replace('-', "−"))
        };
        let button = move |index: usize| {
            let notation =
                move || lines.with(|lines| lines.get(row).and_then(|line| line.moves.get(index)).cloned());
            view! {
                <button type="button" class="line-move" data-row=row data-index=index hidden=move || notation().is_none()>{notation}</button>
            }
        };
        view! {
            <li hidden=move || { row >= row_count() }>
                <b class="line-score">{score}</b>
                <small class="line-spread" hidden=move || line().spread.is_none()>{spread}</small>
                {(0..MAX_MOVES).map(button).collect_view()}
            </li>
        }
    };
    let press = move |event: MouseEvent| {
        let Some((actions, _)) = actions_up_to(analysis, event.target()) else { return };
        if analysis.threat.with_untracked(Option::is_some) {
            analysis.show_preview(&actions);
        } else {
            analysis.play_actions(&actions);
        }
    };
    let point = move |event: PointerEvent| {
        if event.pointer_type() == "mouse" {
            match actions_up_to(analysis, event.target()) {
                Some((actions, _)) => analysis.show_preview(&actions),
                None => analysis.end_preview(),
            }
        }
    };
    let focus = move |event: FocusEvent| {
        let focused = actions_up_to(analysis, event.target());
        let is_visible = |button: &Element| button.matches(":focus-visible").unwrap_or(false);
        if let Some((actions, _)) = focused.filter(|(_, button)| is_visible(button)) {
            analysis.show_preview(&actions);
        }
    };
    view! {
        <ol class="engine-lines" class:single=move || row_count() == 1 data-best-line="" aria-label=move || context.t(text::LINES) on:click=press
            on:pointerover=point on:pointerleave=move |_| analysis.end_preview() on:focusin=focus on:focusout=move |_| analysis.end_preview()>
            {(0..usize::from(MAX_ENGINE_LINES)).map(row).collect_view()}
        </ol>
    }
}

/// Returns the arrows of the best moves; reactive.
pub(super) fn engine_arrows(analysis: AnalysisState) -> Vec<Drawing> {
    if !analysis.is_live.get() || analysis.is_previewing.get() || analysis.lesson.with(Option::is_some) {
        return Vec::new();
    }
    let is_threat = analysis.threat.with(Option::is_some);
    let color = if is_threat { DrawingColor::Red } else { DrawingColor::Blue };
    let arrow = |line: EngineLine| {
        let option = MoveOption::parse(analysis.board.grid, line.actions.first()?)?;
        Some(Drawing { from: option.from, to: option.to, color })
    };
    let lines = analysis.engine_lines();
    lines.into_iter().take(analysis.line_count.get()).filter_map(arrow).collect()
}

/// Writes the lines in the chosen notation; reactive.
fn shown_lines(analysis: AnalysisState) -> Vec<ShownLine> {
    let style = analysis.context.notation_style();
    let write = |line: EngineLine| {
        let moves = analysis.threat.with(|threat| match threat {
            Some(threat) => threat.replay.write_moves(0, &line.actions, style),
            None => {
                analysis.replay.with(|replay| replay.write_moves(analysis.ply.get(), &line.actions, style))
            }
        });
        ShownLine { score: line.score, spread: line.spread, moves }
    };
    analysis.engine_lines().into_iter().map(write).collect()
}

/// Returns the actions of a line up to the move that an event belongs to, and its button.
fn actions_up_to(analysis: AnalysisState, target: Option<EventTarget>) -> Option<(Vec<String>, Element)> {
    let button = target?.dyn_into::<Element>().ok()?.closest("[data-row]").ok()??;
    let number = |name: &str| button.get_attribute(name)?.parse::<usize>().ok();
    let (row, index) = (number("data-row")?, number("data-index")?);
    let line = untrack(|| analysis.engine_lines()).into_iter().nth(row)?;
    Some((line.actions.into_iter().take(index + 1).collect(), button))
}
