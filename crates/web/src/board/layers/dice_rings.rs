use leptos::prelude::*;
use yipan_board_svg::cell_center;
use yipan_client::{Orientation, cells_of_die, rolled_cells};
use yipan_core::Cell;

use crate::board_view::BoardView;

/// Rings around the pieces that a live die allows to move. A chosen or pointed die shows only its own pieces, brighter.
#[component]
pub(crate) fn DiceRings(board: BoardView, orientation: Signal<Orientation>) -> impl IntoView {
    let grid = board.grid;
    let ring = move |cell: Cell, class: &'static str| {
        let (x, y) = cell_center(grid, orientation.get(), cell);
        view! { <circle class=class data-die-ring=grid.name(cell) cx=x cy=y r="44"/> }
    };
    let rings = move || {
        // During an animation the view is that of the position before it.
        if board.step.with(Option::is_some) {
            return Vec::new();
        }
        let die = board.pointed_die.get().or_else(|| board.chosen_die.get());
        board.view.with(|view| match die {
            Some(index) => {
                cells_of_die(grid, view, index).into_iter().map(|cell| ring(cell, "die-ring lit")).collect()
            }
            None => rolled_cells(grid, view).into_iter().map(|cell| ring(cell, "die-ring")).collect(),
        })
    };
    view! { <g class="die-rings">{rings}</g> }
}
