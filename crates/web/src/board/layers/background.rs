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

/// Returns a line between the centers of two cells.
fn line(grid: Grid, orientation: Orientation, from: (u8, u8), to: (u8, u8)) -> impl IntoView + use<> {
    let at = |(file, rank)| cell_center(grid, orientation, Cell { file, rank });
    let ((x1, y1), (x2, y2)) = (at(from), at(to));
    view! { <line x1=x1 y1=y1 x2=x2 y2=y2/> }
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
    let (last_file, last_rank) = (grid.files() - 1, grid.ranks() - 1);
    let along =
        (0..=last_rank).map(|rank| line(grid, orientation, (0, rank), (last_file, rank))).collect_view();
    let across =
        (0..=last_file).map(|file| line(grid, orientation, (file, 0), (file, last_rank))).collect_view();
    view! { {framed_plate(grid, orientation)}<g class="lines">{along}{across}</g> }
}

/// Returns the xiangqi board: the river interrupts the inner files, and the palaces have diagonals.
fn xiangqi(grid: Grid, orientation: Orientation, language: Language) -> impl IntoView {
    let segment = |from, to| line(grid, orientation, from, to);
    let along = (0..10).map(|rank| segment((0, rank), (8, rank))).collect_view();
    let across = (0..9)
        .map(|file| match file {
            0 | 8 => vec![segment((file, 0), (file, 9))],
            _ => vec![segment((file, 0), (file, 4)), segment((file, 5), (file, 9))],
        })
        .collect_view();
    let palaces = [0, 7]
        .into_iter()
        .flat_map(|rank| [segment((3, rank), (5, rank + 2)), segment((3, rank + 2), (5, rank))])
        .collect_view();
    let position_marks: Vec<Cell> = [(1, 2), (7, 2), (1, 7), (7, 7)]
        .into_iter()
        .chain([0, 2, 4, 6, 8].into_iter().flat_map(|file| [(file, 3), (file, 6)]))
        .map(|(file, rank)| Cell { file, rank })
        .collect();
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
        <g class="lines">{outer_line(grid, orientation)}{along}{across}{palaces}{position_marks.into_iter().map(position_mark).collect_view()}</g>
        <text class="river" x=margin(grid) + CELL_SIZE * 2.5 y=middle_row>{left}</text>
        <text class="river" x=margin(grid) + CELL_SIZE * 6.5 y=middle_row>{right}</text>
    }
}
