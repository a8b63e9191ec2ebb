use std::sync::atomic::{AtomicU32, Ordering};

use leptos::prelude::*;
use yipan_client::Orientation;

use crate::board::geometry::{CELL_SIZE, cell_center, drawing_size, margin};
use crate::board_view::BoardView;

/// The distance by which the fog reaches over the edge of the board, so that its soft edge lies outside.
const OVERHANG: f64 = 24.0;

/// The number of fogged boards so far. A page of rules has several, and each needs its own clip path.
static BOARD_COUNT: AtomicU32 = AtomicU32::new(0);

/// The fog over hidden cells: opaque shapes in one translucent layer, so that there are no seams between the cells.
#[component]
pub(crate) fn Fog(board: BoardView, orientation: Signal<Orientation>) -> impl IntoView {
    let grid = board.grid;
    let id = StoredValue::new(format!("fog-area-{}", BOARD_COUNT.fetch_add(1, Ordering::Relaxed)));
    let shape = move |cell| {
        let orientation = orientation.get();
        let (x, y) = cell_center(grid, orientation, cell);
        let (columns, rows) = orientation.size(grid);
        let (column, row) = orientation.column_and_row(grid, cell);
        let reach = |is_edge: bool| CELL_SIZE / 2.0 + if is_edge { OVERHANG } else { 1.0 };
        let (left, right) = (x - reach(column == 0), x + reach(column + 1 == columns));
        let (top, bottom) = (y - reach(row == 0), y + reach(row + 1 == rows));
        view! { <rect class="fog" data-fog=grid.name(cell) x=left y=top width=right - left height=bottom - top/> }
    };
    let layer = move |is_seen: bool| {
        let cells = board.sprites.with(|sprites| {
            let hidden = sprites.hidden().iter().copied();
            hidden.filter(|cell| sprites.was_seen(*cell) == is_seen).collect::<Vec<_>>()
        });
        cells.into_iter().map(shape).collect_view()
    };
    let area = move || {
        let (width, height) = drawing_size(grid, orientation.get());
        let margin = margin(grid);
        view! { <rect x=margin y=margin width=width - 2.0 * margin height=height - 2.0 * margin/> }
    };
    let has_fog = Memo::new(move |_| board.sprites.with(|sprites| !sprites.hidden().is_empty()));
    view! {
        <Show when=move || has_fog.get()>
            <clipPath id=id.get_value()>{area}</clipPath>
            <g clip-path=format!("url(#{})", id.get_value())>
                <g class="fog-veil">{move || layer(false)}</g>
                <g class="fog-veil seen">{move || layer(true)}</g>
            </g>
            <g class="fog-border">{area}</g>
        </Show>
    }
}
