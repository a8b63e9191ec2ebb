use leptos::prelude::*;
use yipan_client::{MoveTrail, Orientation};
use yipan_core::Cell;

use super::last_move_shape::last_move_path;
use crate::board::geometry::cell_center;
use crate::board_view::BoardView;

/// The marks of the last move: where each piece started, landed and came to rest, with thin lines between.
#[component]
pub(crate) fn Trails(board: BoardView, orientation: Signal<Orientation>) -> impl IntoView {
    let grid = board.grid;
    let at = move |cell: Cell| cell_center(grid, orientation.get(), cell);
    let mark = move |cell: Cell, class: &'static str, part: &'static str| {
        view! { <path class=class data-last-move=part data-at=grid.name(cell) d=last_move_path(grid.kind(), part == "origin", at(cell))/> }
    };
    let line = move |trail: &MoveTrail| {
        // A plain move is clear from its two cells.
        (trail.cells().len() > 2).then(|| {
            let points: Vec<String> = trail
                .cells()
                .iter()
                .map(|cell| {
                    let (x, y) = at(*cell);
                    format!("{x},{y}")
                })
                .collect();
            view! { <polyline class="trail" points=points.join(" ")/> }
        })
    };
    let trail = move |trail: MoveTrail| {
        let between: Vec<Cell> = trail.between().to_vec();
        view! {
            {trail.origin().map(|cell| mark(cell, "last-move origin", "origin"))}
            {between.into_iter().map(|cell| mark(cell, "last-move landing", "landing")).collect_view()}
            {trail.resting().map(|cell| mark(cell, "last-move resting", "resting"))}
            {line(&trail)}
        }
    };
    view! {
        <g class="trails">
            {move || board.last_move.with(|marks| marks.trails().to_vec()).into_iter().map(trail).collect_view()}
            {move || board.last_move.with(|marks| marks.changed().to_vec()).into_iter().map(|cell| mark(cell, "last-move changed", "changed")).collect_view()}
        </g>
    }
}
