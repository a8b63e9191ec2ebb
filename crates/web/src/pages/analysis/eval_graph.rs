use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_client::text::{replay, review as text};
use yipan_client::{Judgment, bar_fraction};
use yipan_core::Viewer;

use super::review_panel::mark_text;
use super::state::AnalysisState;

/// A mistake on the graph.
#[derive(Clone, PartialEq)]
struct GraphMark {
    /// The number of steps before the mistake.
    ply: usize,
    action: String,
    judgment: Judgment,
    /// The place on the graph, in percent from the left and the top.
    place: (f64, f64),
}

/// The evaluation of the whole game with the mistakes of its review. A click opens the position.
#[component]
pub(super) fn EvalGraph(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let points = Memo::new(move |_| {
        let heights: Vec<(usize, f64)> = (0..=analysis.len())
            .filter_map(|ply| Some((ply, 100.0 - 100.0 * bar_fraction(analysis.evaluation(ply)?))))
            .collect();
        heights
    });
    let line = move || {
        let points: Vec<String> =
            points.get().iter().map(|(ply, height)| format!("{ply},{height:.1}")).collect();
        points.join(" ")
    };
    let width = move || analysis.len().max(1);
    let pick = move |event: leptos::ev::MouseEvent| {
        let target = event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(rect) = target.map(|target| target.get_bounding_client_rect()) else { return };
        let part = (f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0);
        analysis.is_autoplaying.set(false);
        analysis.go_to_ply((part * width() as f64).round().max(0.0) as usize);
    };
    let marks = Memo::new(move |_| graph_marks(analysis, &points.get()));
    let mark = move |mark: GraphMark| {
        let (ply, judgment, (left, top)) = (mark.ply, mark.judgment, mark.place);
        let label = move || {
            let played = mark_text(analysis, mark.ply, &mark.action);
            context.t_args(text::MARK, &[&format!("{played}{}", judgment.symbol())])
        };
        view! {
            <button type="button" class=format!("graph-mark {}", judgment.name()) data-mark-ply=ply aria-label=label.clone() title=label
                style=("left", format!("{left:.2}%")) style=("top", format!("{top:.2}%")) on:click=move |_| analysis.go_to_ply(ply + 1)></button>
        }
    };
    view! {
        <Show when=move || points.with(Vec::len).gt(&1)>
            <div class="graph-frame">
                <svg class="eval-graph" viewBox=move || format!("0 0 {} 100", width()) preserveAspectRatio="none" role="img"
                    aria-label=move || context.t(replay::EVALUATION_GRAPH) on:click=pick>
                    <line class="middle" x1="0" x2=width y1="50" y2="50"/>
                    <line class="current" x1=move || analysis.ply.get() x2=move || analysis.ply.get() y1="0" y2="100"/>
                    <polyline points=line/>
                </svg>
                {move || marks.get().into_iter().map(mark).collect_view()}
            </div>
        </Show>
    }
}

/// Returns the mistakes of the review that are on the displayed line; reactive.
///
/// A viewer from whom something is hidden gets none, because their labels name the moves.
fn graph_marks(analysis: AnalysisState, points: &[(usize, f64)]) -> Vec<GraphMark> {
    if analysis.viewer.get() != Viewer::Arbiter {
        return Vec::new();
    }
    let line = analysis.line.get();
    let mark = |node, ply: usize, action: &str, judgment| {
        // The line may have branched off before.
        let is_displayed = line.get(ply) == Some(&node);
        let height = points.iter().find(|(at, _)| *at == ply + 1).map_or(50.0, |(_, height)| *height);
        let left = 100.0 * (ply + 1) as f64 / line.len().max(1) as f64;
        is_displayed.then(|| GraphMark { ply, action: action.to_owned(), judgment, place: (left, height) })
    };
    analysis.review.with(|review| {
        let Some(review) = review else { return Vec::new() };
        let moves = review.review.moves.iter();
        moves
            .filter_map(|one| mark(review.node_at(one.ply + 1)?, one.ply, &one.action, one.judgment?))
            .collect()
    })
}
