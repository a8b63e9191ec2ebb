use leptos::ev::KeyboardEvent;
use leptos::html::Div;
use leptos::prelude::*;
use wasm_bindgen::JsCast;
use web_sys::HtmlElement;
use yipan_board_svg::{drawing_size, margin};
use yipan_client::text::game;
use yipan_client::{Grid, Orientation};
use yipan_core::Cell;

use super::cell_label::cell_label;
use super::hit_test::HitTest;
use super::interaction::BoardInput;
use super::pointer_input::PointerInput;
use crate::board_view::BoardView;
use crate::context::use_app_context;

/// An overlay of focusable cells for pointer, keyboard and screen reader.
#[component]
pub(super) fn Cells(
    board: BoardView,
    orientation: Signal<Orientation>,
    board_input: BoardInput,
) -> impl IntoView {
    let (context, grid) = (use_app_context(), board.grid);
    let overlay = NodeRef::<Div>::new();
    let focus = RwSignal::new(Cell { file: 0, rank: 0 });
    let hit_test = HitTest { grid, orientation, overlay };
    if let Some(external_input) = board_input.external_input {
        external_input.listen(context, hit_test);
    }
    let pointer = PointerInput::new(context, board_input, hit_test, focus);
    let on_key_down = move |event: KeyboardEvent| match event.key().as_str() {
        "Enter" | " " => {
            event.prevent_default();
            board_input.press_cell(focus.get_untracked());
        }
        "Escape" => {
            // Zen mode ends only if the key has canceled nothing else.
            if board_input.selected.get_untracked().is_some() || board_input.prompt.get_untracked().is_some()
            {
                event.prevent_default();
            }
            board_input.deselect();
        }
        key => {
            if let Some(cell) = neighbor(grid, orientation.get_untracked(), focus.get_untracked(), key) {
                event.prevent_default();
                event.stop_propagation();
                focus.set(cell);
                focus_cell(overlay, &grid.name(cell));
            }
        }
    };
    let gridcell = move |cell: Cell| {
        let tab_index = move || if focus.get() == cell { "0" } else { "-1" };
        let is_selected = move || (board_input.selected.get() == Some(cell)).to_string();
        let label = move || cell_label(board, board_input, cell, context.language.get());
        view! {
            <div role="gridcell" class="cell" data-cell=grid.name(cell) aria-label=label aria-selected=is_selected tabindex=tab_index
                on:focus=move |_| focus.set(cell)></div>
        }
    };
    // New elements would end a drag, so they are created only if the board has been turned.
    let turned = Memo::new(move |_| orientation.get());
    let rows = move || {
        let orientation = turned.get();
        // A turned board has new elements; the focus follows its cell.
        if contains_focus(overlay) {
            request_animation_frame(move || focus_cell(overlay, &grid.name(focus.get_untracked())));
        }
        let (columns, rows) = orientation.size(grid);
        let row = |row: u8| {
            let cells = (0..columns).filter_map(|column| orientation.cell_at(grid, column, row));
            view! { <div role="row" class="row">{cells.map(gridcell).collect_view()}</div> }
        };
        (0..rows).map(row).collect_view()
    };
    let inset = move || {
        let (width, height) = drawing_size(grid, orientation.get());
        format!("{}% {}%", 100.0 * margin(grid) / height, 100.0 * margin(grid) / width)
    };
    view! {
        <div class="cells" node_ref=overlay role="grid" aria-label=move || context.t(game::BOARD) style:inset=inset
            class:dragging=move || board_input.drag_position.get().is_some()
            on:pointerdown=move |event| pointer.on_down(&event)
            on:pointermove=move |event| pointer.on_move(&event)
            on:pointerup=move |event| pointer.on_up(&event)
            on:pointercancel=move |_| pointer.on_cancel()
            on:contextmenu=move |event| event.prevent_default()
            on:keydown=on_key_down>
            {rows}
        </div>
    }
}

/// Returns the cell that an arrow key leads to, or `None` for other keys. At the edge it is the same cell.
fn neighbor(grid: Grid, orientation: Orientation, cell: Cell, key: &str) -> Option<Cell> {
    let (column, row) = orientation.column_and_row(grid, cell);
    let (columns, rows) = orientation.size(grid);
    let (column, row) = match key {
        "ArrowLeft" => (column.saturating_sub(1), row),
        "ArrowRight" => ((column + 1).min(columns - 1), row),
        "ArrowUp" => (column, row.saturating_sub(1)),
        "ArrowDown" => (column, (row + 1).min(rows - 1)),
        _ => return None,
    };
    orientation.cell_at(grid, column, row)
}

/// Whether one of the cells has the keyboard focus.
fn contains_focus(overlay: NodeRef<Div>) -> bool {
    let active = document().active_element();
    overlay.get_untracked().is_some_and(|overlay| overlay.contains(active.as_deref()))
}

fn focus_cell(overlay: NodeRef<Div>, name: &str) {
    let selector = format!("[data-cell={name}]");
    let found = overlay.get_untracked().and_then(|overlay| overlay.query_selector(&selector).ok().flatten());
    if let Some(element) = found.and_then(|found| found.dyn_into::<HtmlElement>().ok()) {
        let _ = element.focus();
    }
}
