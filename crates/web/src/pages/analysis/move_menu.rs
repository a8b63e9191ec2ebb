use leptos::ev::{KeyboardEvent, PointerEvent};
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::{HtmlElement, Node};
use yipan_client::text::{Text, tree as text};
use yipan_client::{Drawings, GLYPHS, chance_notation, glyph_symbol};

use super::state::AnalysisState;
use crate::browser::focus::trap_focus_while_shown;

/// The menu of the displayed move, at the place where it was opened.
#[component]
pub(super) fn MoveMenu(analysis: AnalysisState) -> impl IntoView {
    move || analysis.menu.get().map(|place| view! { <OpenMenu analysis place/> })
}

#[component]
fn OpenMenu(analysis: AnalysisState, place: (f64, f64)) -> impl IntoView {
    let (context, menu) = (analysis.context, NodeRef::<Div>::new());
    trap_focus_while_shown(menu);
    let close = move || analysis.menu.set(None);
    let outside = window_event_listener(leptos::ev::pointerdown, move |event: PointerEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<Node>().ok());
        let is_inside = menu.get_untracked().is_some_and(|menu| menu.contains(target.as_ref()));
        if !is_inside {
            close();
        }
    });
    on_cleanup(move || outside.remove());
    let on_key = move |event: KeyboardEvent| {
        let target = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
        let is_select = target.is_some_and(|target| target.tag_name() == "SELECT");
        match event.key().as_str() {
            "Escape" | "Tab" => close(),
            // A list of outcomes has the arrow keys.
            _ if is_select => return,
            "ArrowDown" | "ArrowRight" => focus_item(menu, 1),
            "ArrowUp" | "ArrowLeft" => focus_item(menu, -1),
            _ => return,
        }
        event.prevent_default();
        event.stop_propagation();
    };
    let node = untrack(|| analysis.node());
    let (is_in_variation, is_root) =
        analysis.tree.with_untracked(|tree| (tree.is_in_variation(node), node == tree.root()));
    let item = move |key: &'static str, name: Text, is_disabled: bool, act: fn(AnalysisState)| {
        let press = move |_| {
            close();
            act(analysis);
        };
        view! {
            <button type="button" role="menuitem" data-do=key disabled=is_disabled on:click=press>{move || context.t(name)}</button>
        }
    };
    let has_drawings = analysis.drawings.with_untracked(|drawings| *drawings != Drawings::default());
    let label = move || context.t(text::OPEN_MENU);
    view! {
        <div class="move-menu" class:armed=move || analysis.is_menu_armed.get() role="menu" aria-label=label node_ref=menu on:keydown=on_key
            style=("--menu-x", format!("{}px", place.0)) style=("--menu-y", format!("{}px", place.1))>
            {item("comment", text::COMMENT, false, AnalysisState::write_comment)}
            {item("promote", text::PROMOTE, !is_in_variation, AnalysisState::promote)}
            {item("make-main-line", text::MAKE_MAIN_LINE, !is_in_variation, AnalysisState::make_main_line)}
            {item("delete-move", text::DELETE, is_root, AnalysisState::delete)}
            {item("clear-drawings", text::CLEAR_DRAWINGS, !has_drawings, AnalysisState::clear_drawings)}
            {(!is_root).then(|| view! { <Glyphs analysis/> })}
            <OtherOutcomes analysis/>
        </div>
    }
}

/// The glyphs of the displayed move.
#[component]
fn Glyphs(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let glyph = move |(nag, name): (u8, Text)| {
        let is_set = move || {
            let node = analysis.node();
            analysis.tree.with(|tree| tree.node(node).nags().contains(&nag))
        };
        view! {
            <button type="button" role="menuitemcheckbox" data-glyph=nag aria-checked=move || is_set().to_string()
                aria-label=move || context.t(name) title=move || context.t(name) on:click=move |_| analysis.toggle_glyph(nag)>
                {glyph_symbol(nag)}
            </button>
        }
    };
    view! { <div class="glyph-choices" role="group" aria-label=move || context.t(text::GLYPH_GROUP)>{GLYPHS.map(glyph).into_iter().collect_view()}</div> }
}

/// The other outcomes of the chance event that led to the displayed node.
#[component]
fn OtherOutcomes(analysis: AnalysisState) -> impl IntoView {
    let context = analysis.context;
    let node = untrack(|| analysis.node());
    let outcomes = analysis.tree.with_untracked(|tree| {
        let before = tree.node(node).parent().filter(|_| tree.node(node).is_chance()).map(|id| tree.game(id));
        before.map(|before| {
            let text = |(outcome, _): (String, u32)| {
                let shown = chance_notation(before, &outcome, context.language.get_untracked());
                (outcome, shown)
            };
            before.chance_outcomes().into_iter().map(text).collect::<Vec<_>>()
        })
    });
    let choose = move |event| {
        let outcome = event_target_value(&event);
        analysis.menu.set(None);
        if !outcome.is_empty() {
            analysis.choose_outcome(node, &outcome);
        }
    };
    outcomes.map(|outcomes| {
        let option = |(outcome, shown): (String, String)| view! { <option value=outcome>{shown}</option> };
        view! {
            <label class="other-outcome"><span>{move || context.t(text::OTHER_ROLL)}</span>
                <select name="outcome" on:change=choose><option value="">"–"</option>{outcomes.into_iter().map(option).collect_view()}</select></label>
        }
    })
}

/// Moves the focus to the next item that is not disabled, or to the one before.
fn focus_item(menu: NodeRef<Div>, offset: isize) {
    let Some(menu) = menu.get_untracked() else { return };
    let Ok(found) = menu.query_selector_all("button:not(:disabled), select") else { return };
    let items: Vec<HtmlElement> =
        (0..found.length()).filter_map(|index| found.get(index)?.dyn_into().ok()).collect();
    let focused = document().active_element();
    let is_focused =
        |item: &HtmlElement| focused.as_ref().is_some_and(|focused| focused.is_same_node(Some(item)));
    let index = items.iter().position(is_focused);
    let count = isize::try_from(items.len()).unwrap_or(0);
    if count > 0 {
        let index = index.and_then(|index| isize::try_from(index).ok()).map_or(0, |index| index + offset);
        let next = usize::try_from(index.rem_euclid(count)).unwrap_or(0);
        let _ = items[next].focus();
    }
}
