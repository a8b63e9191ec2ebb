use leptos::prelude::*;
use yipan_client::{Grid, Orientation};
use yipan_core::{Cell, Language, Side};
use yipan_games::GameKind;

use super::coordinates::coordinates;
use crate::board::geometry::{CELL_SIZE, cell_center, drawing_size, margin};
use crate::context::use_app_context;

/// The empty board with its coordinates.
#[component]
pub(crate) fn Background(grid: Grid, orientation: Signal<Orientation>) -> impl IntoView {
    let context = use_app_context();
    let surface = move || match grid.kind() {
        GameKind::Chess => squares(grid, orientation.get()).into_any(),
        GameKind::Xiangqi => xiangqi(grid, orientation.get(), context.language.get()).into_any(),
        GameKind::Liuzichong => lines(grid, orientation.get()).into_any(),
    };
    let labels = move || {
        let shown = context.settings.with(|settings| settings.coordinates);
        shown.then(|| coordinates(grid, orientation.get(), context.language.get()))
    };
    view! { <g class="background">{surface}</g><g class="coordinates">{labels}</g> }
}

fn squares(grid: Grid, orientation: Orientation) -> impl IntoView {
    grid.cells()
        .map(|cell| {
            let (x, y) = cell_center(grid, orientation, cell);
            let class = if (cell.file + cell.rank) % 2 == 0 { "dark" } else { "light" };
            view! { <rect class=class x=x - CELL_SIZE / 2.0 y=y - CELL_SIZE / 2.0 width=CELL_SIZE height=CELL_SIZE/> }
        })
        .collect_view()
}

/// Returns the lines of the board.
fn board_lines(grid: Grid, orientation: Orientation) -> impl IntoView {
    let line = |(from, to)| {
        let at = |cell| cell_center(grid, orientation, cell);
        let ((x1, y1), (x2, y2)) = (at(from), at(to));
        view! { <line x1=x1 y1=y1 x2=x2 y2=y2/> }
    };
    grid.lines().into_iter().map(line).collect_view()
}

/// Returns the wooden frame, and inside it the plate with the cells.
fn framed_plate(grid: Grid, orientation: Orientation) -> impl IntoView {
    let (width, height) = drawing_size(grid, orientation);
    let frame = margin(grid);
    view! {
        <rect class="board-wood" width=width height=height rx=frame / 3.0/>
        <rect class="board-background" x=frame y=frame width=width - 2.0 * frame height=height - 2.0 * frame rx="4"/>
    }
}

/// Returns the second, thicker line around the points of the outer lines.
fn outer_line(grid: Grid, orientation: Orientation) -> impl IntoView {
    const DISTANCE: f64 = 10.0;
    let (width, height) = drawing_size(grid, orientation);
    let start = margin(grid) + CELL_SIZE / 2.0 - DISTANCE;
    view! { <rect class="outer-line" x=start y=start width=width - 2.0 * start height=height - 2.0 * start/> }
}

fn lines(grid: Grid, orientation: Orientation) -> impl IntoView {
    view! { {framed_plate(grid, orientation)}<g class="lines">{board_lines(grid, orientation)}</g> }
}

/// Returns the xiangqi board with the names of the river.
fn xiangqi(grid: Grid, orientation: Orientation, language: Language) -> impl IntoView {
    let position_mark = |cell: Cell| {
        let (x, y) = cell_center(grid, orientation, cell);
        let corner = |right: f64, down: f64| {
            let (x, y) = (x + 7.0 * right, y + 7.0 * down);
            format!("M{} {y} H{x} V{}", x + 14.0 * right, y + 14.0 * down)
        };
        let (column, _) = orientation.column_and_row(grid, cell);
        let mut path = String::new();
        if column > 0 {
            path += &(corner(-1.0, -1.0) + &corner(-1.0, 1.0));
        }
        if column < 8 {
            path += &(corner(1.0, -1.0) + &corner(1.0, 1.0));
        }
        view! { <path class="position-mark" d=path/> }
    };
    let middle_row = margin(grid) + CELL_SIZE * 5.0;
    let [near, far] =
        if language == Language::Traditional { ["楚 河", "漢 界"] } else { ["楚 河", "汉 界"] };
    let (left, right) = if orientation.bottom == Side::First { (near, far) } else { (far, near) };
    view! {
        {framed_plate(grid, orientation)}
        <g class="lines">{outer_line(grid, orientation)}{board_lines(grid, orientation)}{grid.position_marks().into_iter().map(position_mark).collect_view()}</g>
        <text class="river" x=margin(grid) + CELL_SIZE * 2.5 y=middle_row>{left}</text>
        <text class="river" x=margin(grid) + CELL_SIZE * 6.5 y=middle_row>{right}</text>
    }
}
