use leptos::html::Details;
use leptos::prelude::*;
use yipan_client::ActionValue;
use yipan_client::text::replay as text;

use super::explorer_panel::written_move;
use super::state::AnalysisState;

/// Every action of a game with modes with its expected value and its values after a bad and a good roll, best first. A click
/// plays the action.
#[component]
pub(super) fn ActionValues(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let (details, is_open) = (NodeRef::<Details>::new(), RwSignal::new(false));
    let values = Memo::new(move |_| if is_open.get() { shown_values(analysis) } else { Vec::new() });
    let has_spread = Memo::new(move |_| values.with(|values| values.iter().any(|one| one.spread.is_some())));
    let is_empty = Memo::new(move |_| values.with(Vec::is_empty));
    let row = move |value: ActionValue| {
        let (played, action) = (value.action.clone(), value.action);
        // The row stays while its values change, so that the focus is not lost.
        let current = Memo::new(move |_| {
            values.with(|values| values.iter().find(|one| one.action == action).cloned()).unwrap_or_default()
        });
        let score = move || current.with(|value| with_minus(&value.score));
        let roll = move |index: usize| {
            current.with(|value| value.spread.as_ref().map(|spread| with_minus(&spread[index])))
        };
        let notation = written_move(analysis, &played);
        view! {
            <tr>
                <th scope="row"><button type="button" data-action=played.clone() on:click=move |_| analysis.play_action(&played)>{notation}</button></th>
                <td>{score}</td>
                <Show when=move || has_spread.get()><td>{move || roll(0)}</td><td>{move || roll(1)}</td></Show>
            </tr>
        }
    };
    // The notation of a move depends on the position and on the language.
    let rows = move || {
        let _ = (analysis.node(), context.notation_style());
        view! { <For each=move || values.get() key=|value| value.action.clone() children=row/> }
    };
    let toggle = move |_| is_open.set(details.get_untracked().is_some_and(|details| details.open()));
    view! {
        <details class="action-values" node_ref=details aria-label=move || context.t(text::ACTION_VALUES) on:toggle=toggle>
            <summary>{move || context.t(text::ACTION_VALUES)}</summary>
            <Show when=move || !is_empty.get()
                fallback=move || view! { <p class="secondary">{move || context.t(text::NO_VALUES)}</p> }>
                <div class="table-scroll">
                    <table class="review-table">
                        <thead><tr>
                            <th scope="col">{move || context.t(text::MOVE)}</th>
                            <th scope="col">{move || context.t(text::EXPECTED)}</th>
                            <Show when=move || has_spread.get()>
                                <th scope="col">{move || context.t(text::LOW)}</th>
                                <th scope="col">{move || context.t(text::HIGH)}</th>
                            </Show>
                        </tr></thead>
                        <tbody>{rows}</tbody>
                    </table>
                </div>
                <Show when=move || has_spread.get()>
                    <p class="secondary">{move || context.t(text::SPREAD_HELP)}</p>
                </Show>
            </Show>
        </details>
    }
}

/// Returns the values of the displayed position, unless they would show the viewer hidden information; reactive.
fn shown_values(analysis: AnalysisState) -> Vec<ActionValue> {
    let is_hidden = analysis.hides_evaluation(analysis.ply.get());
    let response = analysis.response().filter(|_| !is_hidden);
    response.map(|response| response.action_values).unwrap_or_default()
}

/// Returns a score with the minus sign of typography, as wide as the plus sign.
fn with_minus(score: &str) -> String {
    score.replace('-', "−")
}
