use leptos::prelude::*;
use yipan_client::tablebase_text;
use yipan_client::text::replay as text;

use super::state::AnalysisState;

/// The moves of a solved position, best first. A click plays the move.
#[component]
pub(super) fn TablebaseMoves(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let moves = move || {
        let Some(response) = analysis.response().filter(|response| !response.tablebase_moves.is_empty())
        else {
            return Vec::new();
        };
        let mut table = response.tablebase_moves.clone();
        // The shortest win and the longest loss come first.
        table.sort_by_key(|(_, value, plies)| {
            let plies = i64::from(plies.unwrap_or(0));
            (-i64::from(*value), if *value > 0 { plies } else { -plies })
        });
        let language = context.language.get();
        let row = |(action, value, _): (String, i8, Option<u32>)| {
            let class = match value {
                1 => "tablebase-move wins",
                0 => "tablebase-move draws",
                _ => "tablebase-move loses",
            };
            let (played, value_text) =
                (action.clone(), tablebase_text(&response, &action, language).unwrap_or_default());
            view! {
                <li><button type="button" class=class on:click=move |_| analysis.play_action(&played)>
                    <b>{action}</b><span>{value_text}</span>
                </button></li>
            }
        };
        table.into_iter().map(row).collect()
    };
    view! { <ul class="tablebase-moves" aria-label=move || context.t(text::MOVE_VALUES)>{moves}</ul> }
}
