use leptos::prelude::*;
use yipan_board_svg::cell_center;
use yipan_client::{Drawing, Grid, Orientation};
use yipan_core::Cell;

use crate::board::interaction::BoardInput;

/// The arrows and circles that the user has drawn with the right mouse button.
#[component]
pub(crate) fn Arrows(grid: Grid, orientation: Signal<Orientation>, board_input: BoardInput) -> impl IntoView {
    let state = board_input.drawing;
    let center = move |cell: Cell| cell_center(grid, orientation.get(), cell);
    let circle = move |drawing: Drawing| {
        let (x, y) = center(drawing.from);
        let name = grid.name(drawing.from);
        view! { <circle class=format!("circle {}", drawing.color.name()) data-drawing=name cx=x cy=y r="44"/> }
    };
    let arrow = move |drawing: Drawing| {
        let name = grid.name(drawing.from) + &grid.name(drawing.to);
        view! {
            <g class=format!("arrow {}", drawing.color.name()) data-drawing=name>{arrow_shape(center(drawing.from), center(drawing.to))}</g>
        }
    };
    let draw = move |drawing: Drawing| match drawing.is_circle() {
        true => circle(drawing).into_any(),
        false => arrow(drawing).into_any(),
    };
    let all = move || state.drawings.with(|drawings| drawings.iter().copied().map(draw).collect_view());
    view! { <g class="arrows">{all}<g class="drawing-preview">{move || state.preview.get().map(draw)}</g></g> }
}

/// The arrows of the moves that the engine found best, fainter by rank.
#[component]
pub(crate) fn EngineArrows(
    grid: Grid,
    orientation: Signal<Orientation>,
    engine_arrows: Signal<Vec<Drawing>>,
) -> impl IntoView {
    let center = move |cell: Cell| cell_center(grid, orientation.get(), cell);
    let arrow = move |(rank, drawing): (usize, Drawing)| {
        let name = grid.name(drawing.from) + &grid.name(drawing.to);
        view! {
            <g class=format!("arrow {}", drawing.color.name()) data-engine-arrow=name style=("--rank", rank.to_string())>
                {arrow_shape(center(drawing.from), center(drawing.to))}
            </g>
        }
    };
    // The best move is drawn last, over the others.
    let all = move || engine_arrows.get().into_iter().enumerate().rev().map(arrow).collect_view();
    view! { <g class="arrows engine-arrows">{all}</g> }
}

/// Draws the shaft and the head of an arrow between two centers of cells.
fn arrow_shape(from: (f64, f64), to: (f64, f64)) -> impl IntoView {
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
    view! { <line x1=from.0 y1=from.1 x2=neck.0 y2=neck.1/><polygon points=head/> }
}
