use leptos::prelude::*;
use yipan_client::text::game;
use yipan_client::turn_rows;
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

/// The move list, one row for a turn of each side. With dice a side may move several times in its turn. `on_pick` receives the index of a clicked move.
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
    // A row starts when the turn passes to the first side.
    let lines = move || {
        let rows = rows.get();
        let turns = turn_rows(&rows.iter().map(|row| row.side).collect::<Vec<_>>());
        let moves = |indices: Vec<usize>| -> Vec<(usize, MoveRow)> {
            indices.into_iter().map(|index| (index, rows[index].clone())).collect()
        };
        turns.into_iter().map(|turn| [moves(turn.first), moves(turn.second)]).collect::<Vec<_>>()
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
                let turn = |moves: Vec<(usize, MoveRow)>| {
                    view! { <span class="turn-moves">{moves.into_iter().map(cell).collect_view()}</span> }
                };
                view! { <li>{line.map(turn).into_iter().collect_view()}</li> }
            })
            .collect_view()
    };
    view! {
        <section class="moves" aria-label=move || context.t(game::MOVES)>
            <ol node_ref=list>{shown}</ol>
        </section>
    }
}

/// Scrolls the list, not the page, to the current move. The list is a column, or one line on a phone.
pub(crate) fn scroll_to_current(list: &web_sys::HtmlElement, at_start: bool) {
    /// The space between the current move and the edge of the list.
    const SPACE: f64 = 8.0;
    let Some(item) = list.query_selector(".current").ok().flatten() else {
        list.set_scroll_top(if at_start { 0 } else { list.scroll_height() });
        return list.set_scroll_left(if at_start { 0 } else { list.scroll_width() });
    };
    let (item, list_rect) = (item.get_bounding_client_rect(), list.get_bounding_client_rect());
    let offset = |before: f64, after: f64| match (before < SPACE, after > -SPACE) {
        (true, _) => before - SPACE,
        (false, true) => after + SPACE,
        (false, false) => 0.0,
    };
    let down = offset(item.top() - list_rect.top(), item.bottom() - list_rect.bottom());
    let right = offset(item.left() - list_rect.left(), item.right() - list_rect.right());
    list.set_scroll_top(list.scroll_top() + down.round() as i32);
    list.set_scroll_left(list.scroll_left() + right.round() as i32);
}
