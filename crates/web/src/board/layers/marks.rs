use leptos::prelude::*;
use yipan_board_svg::{cell_center, cell_corner, mark_class, mark_elements};
use yipan_client::Orientation;
use yipan_core::{Cell, Mark, Side};

use crate::board_view::BoardView;

/// Portals, craters, mines, mine counts and explosions.
#[component]
pub(crate) fn Marks(board: BoardView, orientation: Signal<Orientation>) -> impl IntoView {
    let grid = board.grid;
    let center = move |cell| cell_center(grid, orientation.get(), cell);
    let all = Memo::new(move |_| {
        board.sprites.with(|sprites| {
            let leaving = sprites.leaving_portals().iter().map(|(cell, mark)| (*cell, *mark, true));
            let staying = sprites.marks().iter().map(|(cell, mark)| (*cell, *mark, false));
            leaving.chain(staying).collect::<Vec<_>>()
        })
    });
    let mark = move |(cell, mark, leaving): (Cell, Mark, bool)| {
        let transform = move || {
            let (x, y) = cell_corner(grid, orientation.get(), cell);
            format!("translate({x} {y})")
        };
        let is_stale = move || {
            let is_count = matches!(mark, Mark::MineCount { .. });
            is_count && board.sprites.with(|sprites| sprites.is_stale_count(cell))
        };
        let on_fog = Memo::new(move |_| board.sprites.with(|sprites| sprites.hidden().contains(&cell)));
        let drawing = move || mark_elements(mark, on_fog.get());
        view! {
            <g class=mark_class(mark) class:stale=is_stale class:leaving=leaving data-mark=mark.to_string() data-at=grid.name(cell)
                transform=transform inner_html=drawing></g>
        }
    };
    let explosion = move |cell: Cell| {
        let (x, y) = center(cell);
        let spark = |index: u8| {
            let rotation = format!("rotate({} {x} {y})", f64::from(index) * 45.0);
            view! { <path class="spark" transform=rotation d=format!("M{x} {}v-26", y - 30.0)/> }
        };
        view! {
            <g data-explosion=grid.name(cell)>
                <circle class="smoke" cx=x cy=y r="62"/><circle class="explosion" cx=x cy=y r="60"/>
                {(0..8).map(spark).collect_view()}
            </g>
        }
    };
    view! {
        <g class="marks">
            <PortalArcs board orientation/>
            <For each=move || all.get() key=|mark| *mark children=mark/>
            {move || board.explosions.get().into_iter().map(explosion).collect_view()}
        </g>
    }
}

/// Dotted arcs between the two ends of each pair of portals, shown while the pointer is over the board.
#[component]
fn PortalArcs(board: BoardView, orientation: Signal<Orientation>) -> impl IntoView {
    let arcs = move || {
        let marks = board.sprites.with(|sprites| sprites.marks().to_vec());
        [None, Some(Side::First), Some(Side::Second)]
            .into_iter()
            .filter_map(|owner| {
                let mut ends =
                    marks.iter().filter(|(_, mark)| *mark == Mark::Portal { owner }).map(|(cell, _)| *cell);
                let (from, to) = (ends.next()?, ends.next()?);
                let at = |cell| cell_center(board.grid, orientation.get(), cell);
                let ((x1, y1), (x2, y2)) = (at(from), at(to));
                // The arc bends to one side by a quarter of its length.
                let (bend_x, bend_y) = ((x1 + x2) / 2.0 + (y2 - y1) / 4.0, (y1 + y2) / 2.0 - (x2 - x1) / 4.0);
                let path = format!("M{x1} {y1}Q{bend_x} {bend_y} {x2} {y2}");
                Some(view! { <path class="portal-arc" d=path/> })
            })
            .collect_view()
    };
    view! { <g class="portal-arcs">{arcs}</g> }
}
