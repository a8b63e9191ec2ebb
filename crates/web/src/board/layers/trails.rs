use leptos::prelude::*;
use yipan_board_svg::{LastMovePart, last_move_line, last_move_mark};
use yipan_client::{MoveTrail, Orientation};
use yipan_core::Cell;

use crate::board_view::BoardView;

/// The marks of the last move: where each piece started, landed and came to rest, with thin lines between.
#[component]
pub(crate) fn Trails(board: BoardView, orientation: Signal<Orientation>) -> impl IntoView {
    let grid = board.grid;
    let drawing = move || {
        let orientation = orientation.get();
        let mark = |cell: &Cell, part| last_move_mark(grid, orientation, *cell, part);
        let trail = |trail: &MoveTrail| {
            let origin = trail.origin().map(|cell| mark(&cell, LastMovePart::Origin));
            let between = trail.between().iter().map(|cell| mark(cell, LastMovePart::Landing));
            let resting = trail.resting().map(|cell| mark(&cell, LastMovePart::Resting));
            let marks: String = origin.into_iter().chain(between).chain(resting).collect();
            marks + &last_move_line(grid, orientation, trail.cells())
        };
        board.last_move.with(|marks| {
            let changed = marks.changed().iter().map(|cell| mark(cell, LastMovePart::Changed));
            marks.trails().iter().map(trail).chain(changed).collect::<String>()
        })
    };
    view! { <g class="trails" inner_html=drawing></g> }
}
