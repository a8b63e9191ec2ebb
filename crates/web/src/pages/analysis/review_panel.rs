use leptos::prelude::*;
use yipan_client::text::{review as text, terms};
use yipan_client::{Judgment, Lesson, LessonState, Replay, ReviewedMove, SideReview, capitalize};
use yipan_core::{Side, Viewer};

use super::state::AnalysisState;
use crate::icons;
use crate::text_runs::Term;

/// The button that starts a review, its progress, or its result.
#[component]
pub(super) fn ReviewPanel(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let is_running = Memo::new(move |_| analysis.whole_game_ply.get().is_some());
    let progress = move || {
        let (ply, len) = (analysis.whole_game_ply.get().unwrap_or(0), analysis.len());
        context.t_args(text::PROGRESS, &[&ply.to_string(), &len.to_string()])
    };
    view! {
        <section class="review" aria-label=move || context.t(text::TITLE)>
            <Show when=move || is_running.get()
                fallback=move || view! {
                    <button type="button" data-do="review" disabled=move || analysis.len() == 0 on:click=move |_| analysis.start_review()>
                        <span inner_html=icons::COMPUTER></span>{move || context.t(text::START)}
                    </button>
                }>
                <div class="review-progress" role="status">
                    <progress max=move || analysis.len().to_string() prop:value=move || analysis.whole_game_ply.get().unwrap_or(0) as f64></progress>
                    <span>{progress}</span>
                    <button type="button" data-do="cancel-review" on:click=move |_| analysis.stop_engine()>{move || context.t(text::CANCEL)}</button>
                </div>
            </Show>
            {move || analysis.review.with(Option::is_some).then(|| view! { <ReviewSummary analysis/> })}
        </section>
    }
}

/// The accuracy and the mistakes of both sides, and the lessons from them.
#[component]
fn ReviewSummary(analysis: AnalysisState) -> impl IntoView {
    let (context, kind) = (analysis.context, analysis.board.grid.kind());
    let side_review = move |side: Side| {
        analysis
            .review
            .with(|review| review.as_ref().map(|one| one.review.sides[side.index()]).unwrap_or_default())
    };
    let side_name = move |side: Side| capitalize(kind.side_name(side, context.language.get()));
    let has_luck = move || side_review(Side::First).luck.is_some();
    let has_secrets = move || analysis.replay.with(Replay::depends_on_viewer);
    let row = move |side: Side| {
        // Each number leads to its moves, one after the other.
        let count = move |(index, judgment): (usize, Judgment)| {
            let count = move || side_review(side).counts[index];
            let label = move || {
                let (side, count) = (side_name(side), count().to_string());
                context.t_args(text::SHOW_JUDGED, &[&side, context.t(judgment.plural()), &count])
            };
            let show = move |_| analysis.go_to_judged(|one, other| one.side == side && other == judgment);
            view! {
                <td><button type="button" class="judged" data-judged=judgment.name() disabled=move || count() == 0 aria-label=label title=label on:click=show>{count}</button></td>
            }
        };
        view! {
            <tr data-side=side.index()>
                <th scope="row">{move || side_name(side)}</th>
                <td data-accuracy="">{move || accuracy_text(&side_review(side))}</td>
                {Judgment::ALL.into_iter().enumerate().map(count).collect_view()}
                <Show when=has_luck><td>{move || luck_text(&side_review(side))}</td></Show>
            </tr>
        }
    };
    let has_mistakes = move || {
        let is_mistake = |_: &ReviewedMove, judgment: Judgment| judgment != Judgment::Inaccuracy;
        analysis.review.with(|review| {
            review.as_ref().is_some_and(|one| one.review.next_judged_ply(0, is_mistake).is_some())
        })
    };
    let lesson = move |side: Side| {
        let count = move || {
            analysis.review.with(|review| review.as_ref().map_or(0, |one| one.review.mistakes(side).len()))
        };
        view! {
            <button type="button" data-do="learn" data-side=side.index() hidden=move || count() == 0
                on:click=move |_| analysis.start_lesson(side)>{move || context.t_args(text::LEARN, &[&side_name(side)])}</button>
        }
    };
    // The symbols of the tree; the names would not fit.
    let heading = move |judgment: Judgment| {
        let name = Signal::derive(move || context.t(judgment.plural()).to_owned());
        view! { <th scope="col" class=judgment.name() title=name><Term text=judgment.symbol() explanation=judgment.explanation() label=name/></th> }
    };
    view! {
        <table class="review-table">
            <thead><tr>
                <th scope="col"><span class="visually-hidden">{move || context.t(text::SIDE)}</span></th>
                <th scope="col"><Term text=Signal::derive(move || context.t(text::ACCURACY).to_owned()) explanation=terms::ACCURACY/></th>
                {Judgment::ALL.map(heading).into_iter().collect_view()}
                <Show when=has_luck><th scope="col">{move || context.t(text::LUCK)}</th></Show>
            </tr></thead>
            <tbody>{Side::BOTH.map(row).into_iter().collect_view()}</tbody>
        </table>
        <Show when=has_luck><p class="hint">{move || context.t(text::LUCK_HELP)}</p></Show>
        <Show when=has_secrets>
            <p class="hint">{move || context.t(text::HIDDEN_HELP)}</p>
            <p class="hint" data-hindsight="">{move || hindsight_text(analysis)}</p>
        </Show>
        <div class="button-row">
            <button type="button" data-do="to-mistake" hidden=move || !has_mistakes() on:click=move |_| analysis.go_to_judged(|_, judgment| judgment != Judgment::Inaccuracy)>{move || context.t(text::NEXT)}</button>
            {Side::BOTH.map(lesson).into_iter().collect_view()}
        </div>
    }
}

fn accuracy_text(side: &SideReview) -> String {
    side.accuracy.map_or_else(|| "–".to_owned(), |accuracy| format!("{accuracy:.0} %"))
}

fn luck_text(side: &SideReview) -> String {
    side.luck.map_or_else(String::new, |luck| format!("{:+.0} %", 100.0 * luck).replace('-', "−"))
}

/// Compares what the displayed move lost by what its player could see with what it lost in hindsight; reactive.
///
/// A viewer from whom something is hidden gets no text, because it names the move.
fn hindsight_text(analysis: AnalysisState) -> Option<String> {
    let ply = analysis.ply.get().checked_sub(1)?;
    if analysis.viewer.get() != Viewer::Arbiter {
        return None;
    }
    let node = analysis.node();
    let (action, loss, hindsight_loss) = analysis.review.with(|review| {
        let review = review.as_ref().filter(|review| review.node_at(ply + 1) == Some(node))?;
        let reviewed = review.review.moves.iter().find(|one| one.ply == ply)?;
        Some((reviewed.action.clone(), reviewed.loss, reviewed.hindsight_loss?))
    })?;
    let percent = |loss: f64| format!("{:.0}", 100.0 * loss);
    let played = mark_text(analysis, ply, &action);
    Some(analysis.context.t_args(text::HINDSIGHT, &[&played, &percent(loss), &percent(hindsight_loss)]))
}

/// The displayed mistake as a puzzle.
#[component]
pub(super) fn LessonPanel(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let lesson = move || analysis.lesson.get();
    let written = move |lesson: &Lesson, action: &str| {
        let (ply, style) = (lesson.mistake().ply, context.notation_style());
        let replay = analysis.review.with(|review| {
            review.as_ref().map(|review| analysis.tree.with_untracked(|tree| tree.replay(&review.line)))
        });
        let moves = replay.map(|replay| replay.write_moves(ply, &[action.to_owned()], style));
        moves.and_then(|moves| moves.into_iter().next()).unwrap_or_default()
    };
    let task = move || {
        lesson().map(|lesson| {
            let (number, count) = lesson.progress();
            let played = written(&lesson, &lesson.mistake().action);
            context.t_args(text::FIND_BETTER, &[&number.to_string(), &count.to_string(), &played])
        })
    };
    let answer = move || {
        lesson().map(|lesson| match lesson.state() {
            LessonState::Asking => String::new(),
            LessonState::Comparing => context.t(text::COMPARING).to_owned(),
            LessonState::Wrong => context.t(text::WRONG).to_owned(),
            LessonState::Solved => context.t(text::SOLVED).to_owned(),
            LessonState::Shown => {
                context.t_args(text::BEST_MOVE, &[&written(&lesson, &lesson.mistake().best)])
            }
        })
    };
    let is_open = move || lesson().is_some_and(|lesson| lesson.is_open());
    view! {
        <section class="lesson" aria-label=move || context.t(text::TITLE)>
            <p data-lesson="">{task}</p>
            <p class="lesson-answer" role="status">{answer}</p>
            <div class="button-row">
                <button type="button" data-do="show-best" disabled=move || !is_open() on:click=move |_| analysis.show_best_move()>{move || context.t(text::SHOW)}</button>
                <button type="button" class="accent" data-do="next-mistake" on:click=move |_| analysis.next_mistake()>{move || context.t(text::NEXT)}</button>
                <button type="button" data-do="end-lesson" on:click=move |_| analysis.lesson.set(None)>{move || context.t(text::END)}</button>
            </div>
        </section>
    }
}

/// Returns the notation of a move with its number, for a mark of the graph.
pub(super) fn mark_text(analysis: AnalysisState, ply: usize, action: &str) -> String {
    let style = analysis.context.notation_style();
    let moves = analysis.replay.with(|replay| replay.write_moves(ply, &[action.to_owned()], style));
    moves.into_iter().next().unwrap_or_default()
}
