use leptos::prelude::*;
use yipan_client::text::game;
use yipan_core::Side;

use crate::context::use_app_context;

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct MoveRow {
    pub(crate) side: Side,
    /// The notation, or `…` for a hidden move.
    pub(crate) text: String,
    /// A remark, such as the tablebase value.
    pub(crate) annotation: String,
}

/// The move list, two moves a row if the sides alternate. `on_pick` receives the index of a clicked move.
#[component]
pub(crate) fn MoveList(
    #[prop(into)] rows: Signal<Vec<MoveRow>>,
    /// The number of moves played in the displayed position.
    #[prop(into)]
    current: Signal<usize>,
    #[prop(optional)] on_pick: Option<Callback<usize>>,
    /// Whether moves cannot be picked at the moment.
    #[prop(optional, into)]
    disabled: Signal<bool>,
) -> impl IntoView {
    let context = use_app_context();
    let list = NodeRef::<leptos::html::Ol>::new();
    Effect::new(move |_| {
        let at_start = current.get() == 0;
        rows.track();
        if let Some(list) = list.get() {
            // Scroll after the new rows have been rendered.
            request_animation_frame(move || scroll_to_current(&list, at_start));
        }
    });
    // A row starts with the first side, or when a side moves twice.
    let lines = move || {
        let mut lines: Vec<Vec<(usize, MoveRow)>> = Vec::new();
        for (index, row) in rows.get().into_iter().enumerate() {
            let joins = lines.last().is_some_and(|line: &Vec<(usize, MoveRow)>| {
                row.side == Side::Second && line.len() == 1 && line[0].1.side == Side::First
            });
            match lines.last_mut() {
                Some(line) if joins => line.push((index, row)),
                _ => lines.push(vec![(index, row)]),
            }
        }
        lines
    };
    let cell = move |(index, row): (usize, MoveRow)| {
        let is_current = move || current.get() == index + 1;
        let class = if row.side == Side::First { "move" } else { "move second" };
        view! {
            <button type="button" class=class class:current=is_current aria-current=move || is_current().then_some("step")
                disabled=move || on_pick.is_none() || disabled.get() on:click=move |_| if let Some(pick) = on_pick { pick.run(index) }>
                {row.text}
                {(!row.annotation.is_empty()).then(|| view! { <small>{row.annotation}</small> })}
            </button>
        }
    };
    let shown = move || {
        lines()
            .into_iter()
            .map(|line| {
                let first = line.first().is_some_and(|(_, row)| row.side == Side::Second);
                view! { <li class:second-only=first>{line.into_iter().map(cell).collect_view()}</li> }
            })
            .collect_view()
    };
    view! {
        <section class="moves" aria-label=move || context.t(game::MOVES)>
            <ol node_ref=list>{shown}</ol>
        </section>
    }
}

/// Scrolls the list, not the page, to the current move.
fn scroll_to_current(list: &web_sys::HtmlElement, at_start: bool) {
    let Some(item) = list.query_selector(".current").ok().flatten() else {
        return list.set_scroll_top(if at_start { 0 } else { list.scroll_height() });
    };
    let (item_rect, list_rect) = (item.get_bounding_client_rect(), list.get_bounding_client_rect());
    let (above, below) = (item_rect.top() - list_rect.top(), item_rect.bottom() - list_rect.bottom());
    if above < 0.0 || below > 0.0 {
        let offset = if above < 0.0 { above } else { below };
        list.set_scroll_top(list.scroll_top() + offset.round() as i32);
    }
}
