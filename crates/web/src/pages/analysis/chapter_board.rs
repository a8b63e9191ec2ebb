use leptos::children::ViewFn;
use leptos::prelude::*;
use yipan_client::GameTree;
use yipan_core::Side;

use super::chapter_storage::ChapterStorage;
use super::state::AnalysisState;
use super::view::AnalysisBoard;

/// The analysis of a chapter of a study.
#[component]
pub(crate) fn ChapterBoard(
    tree: GameTree,
    /// The side at the bottom at first.
    bottom: Side,
    storage: ChapterStorage,
    /// Called with the side at the bottom after the board was flipped.
    on_flip: Callback<Side>,
    /// The list of chapters.
    #[prop(into)]
    chapters: ViewFn,
) -> impl IntoView {
    let analysis = AnalysisState::with_storage(tree, 0, Some(storage));
    analysis.flipped.set(bottom == Side::Second);
    Effect::new(move |before: Option<bool>| {
        let flipped = analysis.flipped.get();
        if before.is_some_and(|before| before != flipped) {
            on_flip.run(if flipped { Side::Second } else { Side::First });
        }
        flipped
    });
    view! { <AnalysisBoard analysis chapters/> }
}
