use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_client::text::replay as text;
use yipan_client::{bar_fraction, tablebase_text};

use super::state::AnalysisState;
use crate::icons;

/// What the computer thinks: a bar, words, the best line, a curve of the whole game, the worth of every move.
#[component]
pub(super) fn Judge(desk: AnalysisState) -> impl IntoView {
    let page = desk.page;
    let evaluation = move || desk.evaluations.with(|judged| judged.get(desk.ply.get()).cloned().flatten());
    let words =
        move || evaluation().map(|answer| answer.evaluation_text.localize(page.language.get()).to_owned());
    let best_line = move || {
        let answer = evaluation()?;
        let line = desk.replay.with(|replay| {
            replay.write_moves(desk.ply.get(), &answer.principal_variation, page.notation_style())
        });
        (!line.is_empty()).then(|| page.t_args(text::BEST, &[&line]))
    };
    let progress = move || {
        desk.whole_game_ply
            .get()
            .map(|place| page.t_args(text::ANALYZE_PROGRESS, &[&place.to_string(), &desk.len().to_string()]))
    };
    let toggle_whole_game = move |_| match desk.whole_game_ply.get_untracked() {
        Some(_) => desk.stop_engine(),
        None => desk.evaluate_from(0),
    };
    view! {
        <section class="judge" aria-label=move || page.t(text::ENGINE)>
            <Bar desk/>
            <p class="judged">{words}</p>
            <p class="best" data-best="">{move || best_line().unwrap_or_default()}</p>
            <Graph desk/>
            <div class="judge-buttons">
                <label class="tick">
                    <input type="checkbox" name="along" prop:checked=move || desk.is_live.get()
                        on:change=move |event| desk.is_live.set(event_target_checked(&event))/>
                    {move || page.t(text::LIVE_ANALYSIS)}
                </label>
                <button type="button" data-do="whole" disabled=move || desk.len() == 0 on:click=toggle_whole_game>
                    <span inner_html=icons::COMPUTER></span>
                    {move || progress().unwrap_or_else(|| page.t(text::ANALYZE_GAME).to_owned())}
                </button>
            </div>
            <Worths desk/>
        </section>
    }
}

/// How it stands: the first seat's part of the bar, and the number.
#[component]
fn Bar(desk: AnalysisState) -> impl IntoView {
    let page = desk.page;
    let pawns = move || desk.evaluation(desk.ply.get());
    let part = move || pawns().map_or(0.5, bar_fraction) * 100.0;
    let number = move || match pawns() {
        None => "–".to_owned(),
        Some(pawns) if pawns.abs() < 0.05 => "0.0".to_owned(),
        Some(pawns) if pawns.abs() >= 99.0 => (if pawns > 0.0 { "+#" } else { "−#" }).to_owned(),
        Some(pawns) => format!("{pawns:+.1}").replace('-', "−"),
    };
    view! {
        <div class=format!("bar {}", desk.stage.grid.kind().name()) role="img" aria-label=move || page.t_args(text::EVALUATION, &[&number()])>
            <span class="bar-first" style:width=move || format!("{:.1}%", part())></span>
            <b class="bar-number">{number}</b>
        </div>
    }
}

/// How the whole game stood. A click goes there.
#[component]
fn Graph(desk: AnalysisState) -> impl IntoView {
    let page = desk.page;
    let points = Memo::new(move |_| {
        let heights: Vec<(usize, f64)> = (0..=desk.len())
            .filter_map(|place| Some((place, 100.0 - 100.0 * bar_fraction(desk.evaluation(place)?))))
            .collect();
        heights
    });
    let line = move || {
        let points: Vec<String> =
            points.get().iter().map(|(place, height)| format!("{place},{height:.1}")).collect();
        points.join(" ")
    };
    let width = move || desk.len().max(1);
    let pick = move |event: leptos::ev::MouseEvent| {
        let target = event.current_target().and_then(|target| target.dyn_into::<web_sys::Element>().ok());
        let Some(rect) = target.map(|target| target.get_bounding_client_rect()) else { return };
        let part = (f64::from(event.client_x()) - rect.left()) / rect.width().max(1.0);
        desk.is_autoplaying.set(false);
        desk.go_to_ply((part * width() as f64).round().max(0.0) as usize);
    };
    view! {
        <Show when=move || points.with(Vec::len).gt(&1)>
            <svg class="graph" viewBox=move || format!("0 0 {} 100", width()) preserveAspectRatio="none" role="img"
                aria-label=move || page.t(text::EVALUATION_GRAPH) on:click=pick>
                <line class="middle" x1="0" x2=width y1="50" y2="50"/>
                <line class="here" x1=move || desk.ply.get() x2=move || desk.ply.get() y1="0" y2="100"/>
                <polyline points=line/>
            </svg>
        </Show>
    }
}

/// In a solved game: every move with its worth, the best first; a click plays it.
#[component]
fn Worths(desk: AnalysisState) -> impl IntoView {
    let page = desk.page;
    let moves = move || {
        let known = desk.evaluations.with(|judged| judged.get(desk.ply.get()).cloned().flatten());
        let Some(answer) = known.filter(|answer| !answer.tablebase_moves.is_empty()) else {
            return Vec::new();
        };
        let mut table = answer.tablebase_moves.clone();
        // A win is best soon, a loss late.
        table.sort_by_key(|(_, value, plies)| {
            let plies = i64::from(plies.unwrap_or(0));
            (-i64::from(*value), if *value > 0 { plies } else { -plies })
        });
        let language = page.language.get();
        let row = |(action, value, _): (String, i8, Option<u32>)| {
            let class = match value {
                1 => "worth wins",
                0 => "worth draws",
                _ => "worth loses",
            };
            let (played, words) =
                (action.clone(), tablebase_text(&answer, &action, language).unwrap_or_default());
            view! {
                <li><button type="button" class=class on:click=move |_| desk.play_action(&played)>
                    <b>{action}</b><span>{words}</span>
                </button></li>
            }
        };
        table.into_iter().map(row).collect()
    };
    view! { <ul class="worths" aria-label=move || page.t(text::MOVE_VALUES)>{moves}</ul> }
}
