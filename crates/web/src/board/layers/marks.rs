use leptos::prelude::*;
use yipan_client::Orientation;
use yipan_core::{Mark, Side};

use crate::board::geometry::{CELL_SIZE, cell_center};
use crate::board_view::BoardView;
use crate::icons;

/// Fog, portals, craters, mines and mine counts.
#[component]
pub(crate) fn Marks(board: BoardView, orientation: Signal<Orientation>) -> impl IntoView {
    let grid = board.grid;
    let at = move |cell| {
        let (x, y) = cell_center(grid, orientation.get(), cell);
        (x - CELL_SIZE / 2.0, y - CELL_SIZE / 2.0)
    };
    let fog = move || {
        board
            .sprites
            .with(|sprites| sprites.hidden().to_vec())
            .into_iter()
            .map(|cell| {
                let (x, y) = at(cell);
                view! { <rect class="fog" x=x - 0.5 y=y - 0.5 width="101" height="101"/> }
            })
            .collect_view()
    };
    let marks = move || {
        board.sprites.with(|sprites| sprites.marks().to_vec()).into_iter().map(|(cell, mark)| {
            let (x, y) = at(cell);
            let transform = format!("translate({x} {y})");
            let (drawing, owner) = match mark {
                Mark::Crater => (icons::MARK_CRATER, None),
                Mark::Portal { owner } => (icons::MARK_PORTAL, owner),
                Mark::Mine => (icons::MARK_MINE, None),
                Mark::MineCount { mines, .. } => {
                    return view! { <text class="mine-count" x=x + 86.0 y=y + 28.0>{mines}</text> }.into_any();
                }
            };
            let class = match owner {
                None => "mark",
                Some(Side::First) => "mark of-first",
                Some(Side::Second) => "mark of-second",
            };
            view! { <g class=class data-mark=mark.to_string() data-at=grid.name(cell) transform=transform inner_html=drawing></g> }.into_any()
        }).collect_view()
    };
    let explosions = move || {
        board
            .explosions
            .get()
            .into_iter()
            .map(|cell| {
                let (x, y) = cell_center(grid, orientation.get(), cell);
                view! { <circle class="explosion" cx=x cy=y r="60"/> }
            })
            .collect_view()
    };
    view! { <g class="marks">{fog}{marks}{explosions}</g> }
}
