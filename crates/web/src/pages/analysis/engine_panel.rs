use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_client::text::replay as text;
use yipan_client::{bar_fraction, eval_number, tablebase_text};

use super::state::AnalysisState;
use crate::icons;

/// The evaluation: bar, text, best line, graph and tablebase moves.
#[component]
pub(super) fn EnginePanel(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let evaluation_text = move || {
        analysis
            .response()
            .map(|response| response.evaluation_text.localize(context.language.get()).to_owned())
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
            <BestLine analysis/>
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

/// The best line of the engine. A click on a move plays the line up to it.
#[component]
fn BestLine(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let line = move || {
        let response = analysis.response()?;
        let actions = response.principal_variation;
        let notations = analysis
            .replay
            .with(|replay| replay.write_moves(analysis.ply.get(), &actions, context.notation_style()));
        let button = |(index, notation): (usize, String)| {
            let actions = actions.iter().take(index + 1).cloned().collect::<Vec<_>>();
            view! { <button type="button" class="line-move" on:click=move |_| analysis.play_actions(&actions)>{notation}</button> }
        };
        let is_empty = notations.is_empty();
        let moves = notations.into_iter().enumerate().map(button).collect_view();
        (!is_empty).then(|| view! { {context.t(text::BEST)} {moves} })
    };
    view! { <p class="best-line" data-best-line="">{line}</p> }
}

/// The evaluation bar, filled for the first side, with the number. It keeps the last value while the next one is computed.
#[component]
pub(super) fn EvalBar(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let shown = Memo::new(move |last: Option<&Option<(f64, String)>>| {
        let pawns = analysis.evaluation(analysis.ply.get());
        let score = analysis.response().and_then(|response| response.score);
        let value = pawns.map(|pawns| (pawns, eval_number(pawns, score.as_deref())));
        value.or_else(|| last.cloned().flatten())
    });
    let part =
        move || shown.with(|shown| shown.as_ref().map_or(0.5, |(pawns, _)| bar_fraction(*pawns))) * 100.0;
    let number =
        move || shown.with(|shown| shown.as_ref().map_or("–".to_owned(), |(_, number)| number.clone()));
    let is_flipped = move || analysis.flipped.get();
    view! {
        <div class=format!("eval-bar {}", analysis.board.grid.kind().name()) class:flipped=is_flipped role="img"
            aria-label=move || context.t_args(text::EVALUATION, &[&number()])>
            <span class="eval-bar-first" style=("--part", move || format!("{:.1}%", part()))></span>
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
