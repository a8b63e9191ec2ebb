use leptos::prelude::*;
use yipan_board_svg::{CELL_SIZE, cell_center};
use yipan_client::{Grid, Orientation};
use yipan_games::GameKind;

use crate::board::interaction::BoardInput;

/// The cell under the dragged piece.
#[component]
pub(crate) fn DropCell(
    grid: Grid,
    orientation: Signal<Orientation>,
    board_input: BoardInput,
) -> impl IntoView {
    let cell = Memo::new(move |_| {
        board_input.selected.get()?;
        let (x, y) = board_input.drag_position.get()?;
        let (columns, rows) = orientation.get().size(grid);
        let (column, row) = (x * f64::from(columns), y * f64::from(rows));
        let is_inside = (0.0..f64::from(columns)).contains(&column) && (0.0..f64::from(rows)).contains(&row);
        is_inside.then(|| orientation.get().cell_at(grid, column as u8, row as u8)).flatten()
    });
    let mark = move || {
        cell.get().map(|cell| {
            let (x, y) = cell_center(grid, orientation.get(), cell);
            if grid.kind() == GameKind::Chess {
                let half = CELL_SIZE / 2.0;
                view! { <rect class="drop-cell" data-drop=grid.name(cell) x=x - half + 2.0 y=y - half + 2.0 width=CELL_SIZE - 4.0 height=CELL_SIZE - 4.0/> }.into_any()
            } else {
                view! { <circle class="drop-cell" data-drop=grid.name(cell) cx=x cy=y r="46"/> }.into_any()
            }
        })
    };
    view! { <g class="drop">{mark}</g> }
}
