use leptos::prelude::*;
use yipan_client::{Grid, Orientation};
use yipan_core::Cell;

use crate::board::geometry::cell_center;
use crate::board::interaction::BoardInput;
use crate::board_view::BoardView;

/// The highlighted cells: the last move, hints, a check, the selected piece, its destinations and the premove.
#[component]
pub(crate) fn Highlights(
    board: BoardView,
    orientation: Signal<Orientation>,
    board_input: BoardInput,
    hint_cells: Signal<Vec<Cell>>,
) -> impl IntoView {
    let grid = board.grid;
    let at = move |cell: Cell| cell_center(grid, orientation.get(), cell);
    let frame = move |cell: Cell, class: &'static str| {
        let (x, y) = at(cell);
        view! { <rect class=class x=x - 46.0 y=y - 46.0 width="92" height="92" rx="8"/> }
    };
    let corners = move |cell: Cell| view! { <path class="last-move" d=corner_path(at(cell))/> };
    let target = move |cell: Cell| destination_mark(board, grid, cell, at(cell));
    view! {
        <g class="highlights">
            {move || board.last_move.get().into_iter().map(corners).collect_view()}
            {move || hint_cells.get().into_iter().map(|cell| frame(cell, "hint")).collect_view()}
            {move || checked_king(board).map(|cell| view! { <polygon class="check" points=star_points(at(cell))/> })}
            {move || board_input.selected.get().map(|cell| frame(cell, "selected-cell"))}
            {move || board_input.premove.get().map(|(from, to)| view! { {frame(from, "premove")} {frame(to, "premove")} })}
            {move || board_input.targets().into_iter().map(target).collect_view()}
        </g>
    }
}

/// A ring around a piece that can be captured, or a dot on a free cell.
fn destination_mark(board: BoardView, grid: Grid, cell: Cell, (x, y): (f64, f64)) -> AnyView {
    if board.sprites.with(|sprites| sprites.piece_at(cell).is_some()) {
        view! { <circle class="ring-target" data-target=grid.name(cell) cx=x cy=y r="43"/> }.into_any()
    } else {
        view! { <circle class="dot-target" data-target=grid.name(cell) cx=x cy=y r="13"/> }.into_any()
    }
}

/// Returns the cell of the king in check; reactive.
fn checked_king(board: BoardView) -> Option<Cell> {
    let view = board.view.get();
    let side = view.turn.filter(|_| view.check)?;
    board.sprites.with(|sprites| {
        let king = sprites.sprites().find(|sprite| sprite.piece.letter == 'K' && sprite.piece.side == side);
        king.map(|sprite| sprite.cell)
    })
}

/// The four corners of a cell, as an SVG path.
fn corner_path((x, y): (f64, f64)) -> String {
    let (left, right, top, bottom) = (x - 44.0, x + 44.0, y - 44.0, y + 44.0);
    format!(
        "M{left} {} V{top} H{} M{} {top} H{right} V{} M{right} {} V{bottom} H{} M{} {bottom} H{left} V{}",
        top + 22.0,
        left + 22.0,
        right - 22.0,
        top + 22.0,
        bottom - 22.0,
        right - 22.0,
        left + 22.0,
        bottom - 22.0
    )
}

/// A star with eight points, so that a check is recognizable without color.
fn star_points((x, y): (f64, f64)) -> String {
    let point = |corner: u8| {
        let angle = f64::from(corner) * std::f64::consts::PI / 8.0;
        let radius = if corner.is_multiple_of(2) { 49.0 } else { 40.0 };
        format!("{},{}", x + radius * angle.cos(), y + radius * angle.sin())
    };
    (0..16).map(point).collect::<Vec<_>>().join(" ")
}
