use leptos::ev::{MouseEvent, PointerEvent};
use leptos::html::Ol;
use leptos::prelude::*;
use leptos::reactive::computed::Selector;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::spawn_local;
use web_sys::{Element, EventTarget};
use yipan_client::text::{game, replay, tree as text};
use yipan_client::{NodeId, TreeMove, TreePart, TreeRow, tablebase_text};
use yipan_core::Side;
use yipan_games::GameKind;

use super::state::AnalysisState;
use crate::browser::timer;
use crate::panel::scroll_to_current;

/// The time after which a touch opens the menu of a move, in milliseconds.
const LONG_PRESS_MS: u32 = 500;

/// The time after the release of a finger in which a click may still follow, in milliseconds.
const RELEASE_MS: u32 = 60;

/// The distance by which a finger may move during a long press, in pixels.
const LONG_PRESS_DISTANCE: f64 = 12.0;

/// The moves of the tree: the main line in rows, with comments and variations between them.
#[component]
pub(super) fn TreePanel(analysis: AnalysisState) -> impl IntoView {
    let (context, list) = (analysis.context, NodeRef::<Ol>::new());
    let rows = Memo::new(move |_| {
        let (viewer, style) = (analysis.viewer.get(), context.notation_style());
        analysis.tree.with(|tree| tree.rows(viewer, style))
    });
    Effect::new(move |_| {
        let at_start = analysis.ply.get() == 0;
        rows.track();
        if let Some(list) = list.get() {
            // Scroll after the new rows have been rendered.
            request_animation_frame(move || scroll_to_current(&list, at_start));
        }
    });
    let selector = Selector::new(move || analysis.node());
    let press = StoredValue::new(None::<(i32, f64, f64)>);
    let node_of = move |target: Option<EventTarget>| {
        let button = move_button(target)?;
        let number = button.get_attribute("data-node")?.parse().ok()?;
        Some((analysis.tree.with_untracked(|tree| tree.node_with_number(number))?, button))
    };
    let pick = move |event: MouseEvent| {
        if let Some((node, _)) = node_of(event.target()) {
            analysis.go_to_node(node);
        }
    };
    let open_menu = move |event: MouseEvent| {
        let Some((node, button)) = node_of(event.target()) else { return };
        event.prevent_default();
        analysis.go_to_node(node);
        // The menu key has no place of its own.
        let is_from_key = event.client_x() <= 0 && event.client_y() <= 0;
        let rect = button.get_bounding_client_rect();
        let place = (f64::from(event.client_x()), f64::from(event.client_y()));
        analysis.is_menu_armed.set(press.with_value(Option::is_none));
        analysis.menu.set(Some(if is_from_key { (rect.left(), rect.bottom()) } else { place }));
    };
    let begin_press = move |event: PointerEvent| {
        let Some((node, _)) = node_of(event.target()).filter(|_| event.pointer_type() == "touch") else {
            return;
        };
        let place = (f64::from(event.client_x()), f64::from(event.client_y()));
        let this_press = Some((event.pointer_id(), place.0, place.1));
        press.set_value(this_press);
        spawn_local(async move {
            timer::sleep(LONG_PRESS_MS).await;
            if press.try_get_value().is_some_and(|press| press == this_press) {
                analysis.go_to_node(node);
                analysis.is_menu_armed.set(false);
                analysis.menu.set(Some(place));
            }
        });
    };
    let move_press = move |event: PointerEvent| {
        let is_far = press.get_value().is_some_and(|(_, x, y)| {
            let (dx, dy) = (f64::from(event.client_x()) - x, f64::from(event.client_y()) - y);
            dx.hypot(dy) > LONG_PRESS_DISTANCE
        });
        if is_far {
            press.set_value(None);
        }
    };
    let end_press = move |_: PointerEvent| {
        press.set_value(None);
        spawn_local(async move {
            timer::sleep(RELEASE_MS).await;
            let _ = analysis.is_menu_armed.try_set(true);
        });
    };
    let shown = move || {
        let row = |row: TreeRow| tree_row(analysis, &selector, row);
        rows.get().into_iter().map(row).collect_view()
    };
    view! {
        <section class="moves tree" aria-label=move || context.t(game::MOVES)>
            <ol node_ref=list on:click=pick on:contextmenu=open_menu on:pointerdown=begin_press on:pointermove=move_press
                on:pointerup=end_press on:pointercancel=end_press>{shown}</ol>
        </section>
    }
}

/// Returns the button of a move that an event belongs to.
fn move_button(target: Option<EventTarget>) -> Option<Element> {
    target?.dyn_into::<Element>().ok()?.closest("[data-node]").ok()?
}

fn tree_row(analysis: AnalysisState, selector: &Selector<NodeId>, row: TreeRow) -> AnyView {
    match row {
        TreeRow::Turn { number, moves, is_continued } => {
            let turn = |moves: Vec<TreeMove>| {
                let buttons = moves.into_iter().map(|item| move_view(analysis, selector, item));
                view! { <span class="turn-moves">{buttons.collect_view()}</span> }
            };
            let mark = if is_continued { "…" } else { "." };
            view! { <li class="turn"><span class="turn-number">{number}{mark}</span>{moves.map(turn).into_iter().collect_view()}</li> }
                .into_any()
        }
        TreeRow::Comment(comment) => view! { <li class="comment">{comment}</li> }.into_any(),
        TreeRow::Variation(parts) => {
            let label = move || analysis.context.t(text::VARIATION);
            view! { <li class="variation" aria-label=label>{variation_view(analysis, selector, parts)}</li> }
                .into_any()
        }
    }
}

/// Shows the parts of a variation, with nested variations in brackets.
fn variation_view(analysis: AnalysisState, selector: &Selector<NodeId>, parts: Vec<TreePart>) -> AnyView {
    let part = |part: TreePart| match part {
        TreePart::Move(item) => move_view(analysis, selector, item),
        TreePart::Comment(comment) => view! { <span class="comment">{comment}</span> }.into_any(),
        TreePart::Variation(inner) => {
            view! { <span class="bracket">"("{variation_view(analysis, selector, inner)}")"</span> }
                .into_any()
        }
    };
    parts.into_iter().map(part).collect_view().into_any()
}

fn move_view(analysis: AnalysisState, selector: &Selector<NodeId>, item: TreeMove) -> AnyView {
    let (node, selector) = (item.node, selector.clone());
    let other = selector.clone();
    let class = if item.side == Side::First { "move" } else { "move second" };
    let notation =
        item.notation.unwrap_or_else(|| untrack(|| analysis.context.t(replay::HIDDEN_MOVE).to_owned()));
    let remark = [item.note, item.clock.as_str()].into_iter().filter(|text| !text.is_empty());
    let remark = remark.collect::<Vec<_>>().join(" ");
    let value = move || tablebase_value(analysis, node);
    view! {
        <button type="button" class=class class:current=move || selector.selected(&node)
            aria-current=move || other.selected(&node).then_some("step") data-node=node.number() aria-haspopup="menu">
            {(!item.number.is_empty()).then(|| view! { <span class="move-number">{item.number}</span> })}
            {notation}
            {(!item.glyphs.is_empty()).then(|| view! { <span class="glyphs">{item.glyphs}</span> })}
            {(!remark.is_empty()).then(|| view! { <small>{remark}</small> })}
            {move || value().map(|value| view! { <small>{value}</small> })}
        </button>
    }
    .into_any()
}

/// Returns the tablebase value of a move, if it is known.
fn tablebase_value(analysis: AnalysisState, node: NodeId) -> Option<String> {
    if analysis.board.grid.kind() != GameKind::Liuzichong {
        return None;
    }
    let language = analysis.context.language.get();
    let (parent, action) = analysis.tree.with_untracked(|tree| {
        Some((tree.node(node).parent()?, tree.played_step(node)?.action()?.to_owned()))
    })?;
    analysis.evaluations.with(|evaluations| tablebase_text(evaluations.get(&parent)?, &action, language))
}
