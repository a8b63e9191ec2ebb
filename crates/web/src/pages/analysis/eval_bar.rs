use leptos::prelude::*;
use yipan_client::text::replay as text;
use yipan_client::{bar_fraction, eval_number};
use yipan_core::Viewer;

use super::state::AnalysisState;

/// An evaluation with the viewer that it was shown to.
#[derive(Clone, PartialEq)]
struct ShownEvaluation {
    viewer: Viewer,
    pawns: f64,
    number: String,
}

/// The evaluation bar, filled for the first side, with the number. It keeps the last value that its viewer may know while the
/// engine computes the next one.
#[component]
pub(super) fn EvalBar(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let shown = Memo::new(move |last: Option<&Option<ShownEvaluation>>| {
        let pawns = analysis.evaluation(analysis.ply.get());
        let score = analysis.response().and_then(|response| response.score);
        let viewer = analysis.viewer.get();
        let value = pawns.map(|pawns| {
            let number = eval_number(pawns, score.as_deref());
            ShownEvaluation { viewer, pawns, number }
        });
        let is_computed = analysis.is_live.get() && analysis.lesson.with(Option::is_none);
        // Another viewer may not know the last value.
        value.or_else(|| last.cloned().flatten().filter(|last| is_computed && last.viewer == viewer))
    });
    let part = move || shown.with(|shown| shown.as_ref().map_or(0.5, |one| bar_fraction(one.pawns))) * 100.0;
    let number =
        move || shown.with(|shown| shown.as_ref().map_or("–".to_owned(), |one| one.number.clone()));
    let is_flipped = move || analysis.flipped.get();
    view! {
        <div class=format!("eval-bar {}", analysis.board.grid.kind().name()) class:flipped=is_flipped role="img"
            aria-label=move || context.t_args(text::EVALUATION, &[&number()])>
            <span class="eval-bar-first" style=("--part", move || format!("{:.1}%", part()))></span>
            <b class="eval-bar-number">{number}</b>
        </div>
    }
}
