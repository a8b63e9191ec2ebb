use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_client::text::replay as text;
use yipan_client::{bar_fraction, tablebase_text};

use super::state::AnalysisState;
use crate::icons;

/// The evaluation: bar, text, best line, graph and tablebase moves.
#[component]
pub(super) fn EnginePanel(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let evaluation = move || {
        analysis.evaluations.with(|evaluations| evaluations.get(analysis.ply.get()).cloned().flatten())
    };
    let evaluation_text = move || {
        evaluation().map(|response| response.evaluation_text.localize(context.language.get()).to_owned())
    };
    let best_line = move || {
        let response = evaluation()?;
        let line = analysis.replay.with(|replay| {
            replay.write_moves(analysis.ply.get(), &response.principal_variation, context.notation_style())
        });
        (!line.is_empty()).then(|| context.t_args(text::BEST, &[&line]))
    };
    let progress = move || {
        analysis.whole_game_ply.get().map(|ply| {
            context.t_args(text::ANALYZE_PROGRESS, &[&ply.to_string(), &analysis.len().to_string()])
        })
    };
    let toggle_whole_game = move |_| match analysis.whole_game_ply.get_untracked() {
        Some(_) => analysis.stop_engine(),
        None => analysis.evaluate_from(0),
    };
    view! {
        <section class="engine-panel" aria-label=move || context.t(text::ENGINE)>
            <EvalBar analysis/>
            <p class="evaluation">{evaluation_text}</p>
            <p class="best-line" data-best-line="">{move || best_line().unwrap_or_default()}</p>
            <EvalGraph analysis/>
            <div class="button-row">
                <label class="checkbox">
                    <input type="checkbox" name="live" prop:checked=move || analysis.is_live.get()
                        on:change=move |event| analysis.is_live.set(event_target_checked(&event))/>
                    {move || context.t(text::LIVE_ANALYSIS)}
                </label>
                <button type="button" data-do="analyze-game" disabled=move || analysis.len() == 0 on:click=toggle_whole_game>
                    <span inner_html=icons::COMPUTER></span>
                    {move || progress().unwrap_or_else(|| context.t(text::ANALYZE_GAME).to_owned())}
                </button>
            </div>
            <TablebaseMoves analysis/>
        </section>
    }
}

/// The evaluation bar, filled for the first side, with the number.
#[component]
fn EvalBar(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let pawns = move || analysis.evaluation(analysis.ply.get());
    let part = move || pawns().map_or(0.5, bar_fraction) * 100.0;
    let number = move || match pawns() {
        None => "–".to_owned(),
        Some(pawns) if pawns.abs() < 0.05 => "0.0".to_owned(),
        Some(pawns) if pawns.abs() >= 99.0 => (if pawns > 0.0 { "+#" } else { "−#" }).to_owned(),
        Some(pawns) => format!("{pawns:+.1}").replace('-', "−"),
    };
    view! {
        <div class=format!("eval-bar {}", analysis.board.grid.kind().name()) role="img" aria-label=move || context.t_args(text::EVALUATION, &[&number()])>
            <span class="eval-bar-first" style:width=move || format!("{:.1}%", part())></span>
            <b class="eval-bar-number">{number}</b>
        </div>
    }
}

/// The evaluation of the whole game. A click opens the position.
#[component]
fn EvalGraph(analysis: AnalysisState) -> impl IntoView {
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
    view! {
        <Show when=move || points.with(Vec::len).gt(&1)>
            <svg class="eval-graph" viewBox=move || format!("0 0 {} 100", width()) preserveAspectRatio="none" role="img"
                aria-label=move || context.t(text::EVALUATION_GRAPH) on:click=pick>
                <line class="middle" x1="0" x2=width y1="50" y2="50"/>
                <line class="current" x1=move || analysis.ply.get() x2=move || analysis.ply.get() y1="0" y2="100"/>
                <polyline points=line/>
            </svg>
        </Show>
    }
}

/// The moves of a solved position, best first. A click plays the move.
#[component]
fn TablebaseMoves(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let moves = move || {
        let response =
            analysis.evaluations.with(|evaluations| evaluations.get(analysis.ply.get()).cloned().flatten());
        let Some(response) = response.filter(|response| !response.tablebase_moves.is_empty()) else {
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
