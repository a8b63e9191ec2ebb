use leptos::prelude::*;
use wasm_bindgen::JsCast;
use yipan_board::text::replay as text;
use yipan_board::{share_of_bar, worth};

use super::desk::Desk;
use crate::art;

/// What the computer thinks: a bar, words, the best line, a curve of the whole game, the worth of every move.
#[component]
pub(super) fn Judge(desk: Desk) -> impl IntoView {
    let page = desk.page;
    let known = move || desk.judged.with(|judged| judged.get(desk.place.get()).cloned().flatten());
    let words = move || known().map(|answer| answer.standing.say(page.language.get()).to_owned());
    let best = move || {
        let answer = known()?;
        let line = desk.replay.with(|replay| replay.written(desk.place.get(), &answer.line, page.script()));
        (!line.is_empty()).then(|| page.fill(text::BEST, &[&line]))
    };
    let progress = move || {
        desk.whole
            .get()
            .map(|place| page.fill(text::WHOLE_AT, &[&place.to_string(), &desk.len().to_string()]))
    };
    let whole = move |_| match desk.whole.get_untracked() {
        Some(_) => desk.halt(),
        None => desk.judge_from(0),
    };
    view! {
        <section class="judge" aria-label=move || page.say(text::ENGINE)>
            <Bar desk/>
            <p class="judged">{words}</p>
            <p class="best" data-best="">{move || best().unwrap_or_default()}</p>
            <Graph desk/>
            <div class="judge-buttons">
                <label class="tick">
                    <input type="checkbox" name="along" prop:checked=move || desk.along.get()
                        on:change=move |event| desk.along.set(event_target_checked(&event))/>
                    {move || page.say(text::ENGINE_ON)}
                </label>
                <button type="button" data-do="whole" disabled=move || desk.len() == 0 on:click=whole>
                    <span inner_html=art::COMPUTER></span>
                    {move || progress().unwrap_or_else(|| page.say(text::WHOLE).to_owned())}
                </button>
            </div>
            <Worths desk/>
        </section>
    }
}

/// How it stands: the first seat's part of the bar, and the number.
#[component]
fn Bar(desk: Desk) -> impl IntoView {
    let page = desk.page;
    let pawns = move || desk.balance(desk.place.get());
    let part = move || pawns().map_or(0.5, share_of_bar) * 100.0;
    let number = move || match pawns() {
        None => "–".to_owned(),
        Some(pawns) if pawns.abs() < 0.05 => "0.0".to_owned(),
        Some(pawns) if pawns.abs() >= 99.0 => (if pawns > 0.0 { "+#" } else { "−#" }).to_owned(),
        Some(pawns) => format!("{pawns:+.1}").replace('-', "−"),
    };
    view! {
        <div class=format!("bar {}", desk.stage.grid.kind().name()) role="img" aria-label=move || page.fill(text::BALANCE, &[&number()])>
            <span class="bar-first" style:width=move || format!("{:.1}%", part())></span>
            <b class="bar-number">{number}</b>
        </div>
    }
}

/// How the whole game stood. A click goes there.
#[component]
fn Graph(desk: Desk) -> impl IntoView {
    let page = desk.page;
    let points = Memo::new(move |_| {
        let heights: Vec<(usize, f64)> = (0..=desk.len())
            .filter_map(|place| Some((place, 100.0 - 100.0 * share_of_bar(desk.balance(place)?))))
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
        desk.running.set(false);
        desk.go((part * width() as f64).round().max(0.0) as usize);
    };
    view! {
        <Show when=move || points.with(Vec::len).gt(&1)>
            <svg class="graph" viewBox=move || format!("0 0 {} 100", width()) preserveAspectRatio="none" role="img"
                aria-label=move || page.say(text::GRAPH) on:click=pick>
                <line class="middle" x1="0" x2=width y1="50" y2="50"/>
                <line class="here" x1=move || desk.place.get() x2=move || desk.place.get() y1="0" y2="100"/>
                <polyline points=line/>
            </svg>
        </Show>
    }
}

/// In a solved game: every move with its worth, the best first; a click plays it.
#[component]
fn Worths(desk: Desk) -> impl IntoView {
    let page = desk.page;
    let moves = move || {
        let known = desk.judged.with(|judged| judged.get(desk.place.get()).cloned().flatten());
        let Some(answer) = known.filter(|answer| !answer.table.is_empty()) else { return Vec::new() };
        let mut table = answer.table.clone();
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
            let (played, words) = (action.clone(), worth(&answer, &action, language).unwrap_or_default());
            view! {
                <li><button type="button" class=class on:click=move |_| desk.act(&played)>
                    <b>{action}</b><span>{words}</span>
                </button></li>
            }
        };
        table.into_iter().map(row).collect()
    };
    view! { <ul class="worths" aria-label=move || page.say(text::EVERY_MOVE)>{moves}</ul> }
}
