use leptos::prelude::*;
use yipan_client::text::{replay as text, review, terms};
use yipan_client::{MAX_ENGINE_LINES, capitalize};
use yipan_core::Turn;

use super::action_values::ActionValues;
use super::engine_lines::EngineLines;
use super::eval_bar::EvalBar;
use super::eval_graph::EvalGraph;
use super::review_panel::{LessonPanel, ReviewPanel};
use super::state::AnalysisState;
use super::tablebase_moves::TablebaseMoves;
use crate::text_runs::Term;

/// The evaluation: bar, text, lines, graph and tablebase moves.
#[component]
pub(super) fn EnginePanel(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let evaluation_text = move || {
        let language = context.language.get();
        if analysis.threat.with(Option::is_some) {
            return Some(context.t(text::THREAT_SHOWN).to_owned());
        }
        let ply = analysis.ply.get();
        let response = analysis.response().filter(|_| !analysis.hides_evaluation(ply))?;
        let evaluation = capitalize(response.evaluation_text.localize(language));
        // The engine knows only what the side to move sees, and the value must not be taken for the truth.
        let seen_by = analysis.replay.with(|replay| match replay.game_at(ply).turn() {
            Turn::Player(side) if replay.depends_on_viewer() => Some(side),
            _ => None,
        });
        let kind = analysis.board.grid.kind();
        Some(match seen_by {
            Some(side) if !evaluation.is_empty() => {
                let side_name = capitalize(kind.side_name(side, language));
                context.t_args(review::SEEN_BY, &[&side_name, &evaluation])
            }
            _ => evaluation,
        })
    };
    let is_lesson = Memo::new(move |_| analysis.lesson.with(Option::is_some));
    let has_modes = analysis.has_modes();
    let is_threat = Memo::new(move |_| analysis.threat.with(Option::is_some));
    view! {
        <section class="engine-panel" aria-label=move || context.t(text::ENGINE)>
            <EvalBar analysis/>
            <Show when=move || !is_lesson.get() fallback=move || view! { <LessonPanel analysis/> }>
                <SearchControls analysis/>
                <p class="evaluation">{evaluation_text}</p>
                <EngineLines analysis/>
                {has_modes.then(|| view! { <Show when=move || !is_threat.get()><ActionValues analysis/></Show> })}
            </Show>
            <EvalGraph analysis/>
            <Show when=move || !is_lesson.get()>
                <ReviewPanel analysis/>
                <TablebaseMoves analysis/>
            </Show>
        </section>
    }
}

/// The switch of the engine, its depth and speed, the number of lines, the threat view, and a button that stops the search.
#[component]
fn SearchControls(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let info = move || {
        let response = analysis.response().filter(|_| !analysis.is_solved())?;
        let thousands = (response.nodes_per_second / 1_000).to_string();
        match response.depth {
            Some(depth) => Some(context.t_args(text::DEPTH, &[&depth.to_string(), &thousands])),
            // A search of samples has no depth.
            None if response.nodes > 0 => {
                let seconds = format!("{:.1}", f64::from(response.search_ms) / 1_000.0);
                Some(context.t_args(text::NODES, &[&response.nodes.to_string(), &thousands, &seconds]))
            }
            None => None,
        }
    };
    let choose = move |event| {
        let count = event_target_value(&event).parse::<u8>().unwrap_or(1);
        context.settings.update(|settings| settings.engine_lines = count);
    };
    let option = move |count: u8| {
        let is_chosen = move || analysis.line_count.get() == usize::from(count);
        view! { <option value=count selected=is_chosen>{count}</option> }
    };
    let is_threat = move || analysis.threat.with(Option::is_some);
    // A solved game is not searched, and a search that has found everything has ended.
    let can_toggle_search = move || {
        analysis.is_live.get()
            && !analysis.is_solved()
            && !is_threat()
            && (analysis.is_searching.get() || analysis.is_stopped.get())
    };
    let toggle_search = move || {
        if analysis.is_stopped.get_untracked() { analysis.search_deeper() } else { analysis.stop_deepening() }
    };
    let explanation = if analysis.has_modes() { terms::EXPECTED_VALUE } else { terms::ENGINE };
    // Only the switched on engine searches a threat. An open view can always be closed.
    let can_toggle_threat = move || is_threat() || analysis.is_live.get() && analysis.has_threat();
    view! {
        <div class="search-controls">
            <label class="checkbox">
                <input type="checkbox" name="live" prop:checked=move || analysis.is_live.get()
                    on:change=move |event| analysis.is_live.set(event_target_checked(&event))/>
                {move || context.t(text::LIVE_ANALYSIS)}
            </label>
            <Show when=move || !analysis.is_solved()>
                <label class="inline-label"><span>{move || context.t(text::LINES)}</span>
                    <select name="lines" on:change=choose>{(1..=MAX_ENGINE_LINES).map(option).collect_view()}</select></label>
            </Show>
            <button type="button" data-do="threat" aria-pressed=move || is_threat().to_string() title=move || context.t(text::THREAT_HELP)
                disabled=move || !can_toggle_threat() on:click=move |_| analysis.toggle_threat()>{move || context.t(text::THREAT)}</button>
            <Term text="?".to_owned() explanation label=Signal::derive(move || context.t(text::EXPLAIN_ENGINE).to_owned())/>
            <span class="search-info" data-depth=move || analysis.response().and_then(|response| response.depth).map(|depth| depth.to_string())>{info}</span>
            <button type="button" class="deeper" data-do=move || if analysis.is_stopped.get() { "deeper" } else { "stop-search" } class:shown=can_toggle_search
                on:click=move |_| toggle_search()>{move || context.t(if analysis.is_stopped.get() { text::GO_DEEPER } else { text::STOP_SEARCH })}</button>
        </div>
    }
}
