use leptos::prelude::*;
use yipan_client::{Grid, Orientation};
use yipan_core::Cell;

use crate::board::geometry::cell_center;
use crate::board::interaction::BoardInput;

/// The arrows that the user has drawn with the right mouse button.
#[component]
pub(crate) fn Arrows(grid: Grid, orientation: Signal<Orientation>, board_input: BoardInput) -> impl IntoView {
    let arrow = move |(from, to): (Cell, Cell)| {
        let (from, to) =
            (cell_center(grid, orientation.get(), from), cell_center(grid, orientation.get(), to));
        let (dx, dy) = (to.0 - from.0, to.1 - from.1);
        let length = dx.hypot(dy).max(1.0);
        let (ux, uy) = (dx / length, dy / length);
        let tip = (to.0 - ux * 12.0, to.1 - uy * 12.0);
        let neck = (tip.0 - ux * 34.0, tip.1 - uy * 34.0);
        let head = format!(
            "{},{} {},{} {},{}",
            tip.0,
            tip.1,
            neck.0 - uy * 20.0,
            neck.1 + ux * 20.0,
            neck.0 + uy * 20.0,
            neck.1 - ux * 20.0
        );
        view! { <g class="arrow"><line x1=from.0 y1=from.1 x2=neck.0 y2=neck.1/><polygon points=head/></g> }
    };
    view! { <g class="arrows">{move || board_input.arrows.get().into_iter().map(arrow).collect_view()}</g> }
}
