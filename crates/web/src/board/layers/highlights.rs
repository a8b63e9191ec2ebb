use leptos::prelude::*;
use yipan_client::{Grid, MoveTrail, Orientation, checked_king};
use yipan_core::{AnyPiece, Cell};

use super::last_move_shape::cell_path;
use crate::board::geometry::cell_center;
use crate::board::interaction::BoardInput;
use crate::board_view::BoardView;

/// The highlighted cells: hints, a check, the selected piece, its destinations and the premove.
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
    let target = move |cell: Cell| destination_mark(board, grid, cell, at(cell));
    view! {
        <g class="highlights">
            {move || hint_cells.get().into_iter().map(|cell| frame(cell, "hint")).collect_view()}
            {move || king_in_check(board).map(|cell| view! { <polygon class="check" points=STAR_POINTS transform=translate_to(at(cell))/> })}
            {move || board.proposal.get().map(|(from, to)| view! { {frame(from, "proposal")} {frame(to, "proposal")} })}
            {move || board_input.selected.get().map(|cell| view! { <path class="selected-cell" d=cell_path(grid.kind(), at(cell))/> })}
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

/// A badge with the sign of checkmate on the king that was mated, above the pieces.
#[component]
pub(crate) fn MateBadge(board: BoardView, orientation: Signal<Orientation>) -> impl IntoView {
    let badge = move || {
        // While the user browses earlier moves the king is not mated yet.
        let is_over = board.view.with(|view| view.turn.is_none());
        let cell = board.mated_side.get().filter(|_| is_over).and_then(|_| king_in_check(board))?;
        let (x, y) = cell_center(board.grid, orientation.get(), cell);
        let (x, y) = (x + 32.0, y - 32.0);
        Some(view! {
            <g class="mate-badge" data-mated=board.grid.name(cell)>
                <circle cx=x cy=y r="17"/>
                <path d=format!("M{} {}l-3 20M{} {}l-3 20M{} {}h20M{} {}h20", x - 2.5, y - 10.0, x + 5.5, y - 10.0, x - 10.0, y - 3.5, x - 10.0, y + 3.5)/>
            </g>
        })
    };
    view! { {badge} }
}

/// Returns the cell of the king in check, or of the mated king; reactive.
fn king_in_check(board: BoardView) -> Option<Cell> {
    // The final view of an online game does not say that a king is in check.
    if let Some(side) = board.mated_side.get().filter(|_| !board.frozen.get()) {
        return board.sprites.with(|sprites| {
            let is_king = |piece: AnyPiece| piece.letter == 'K' && piece.side == side;
            sprites.sprites().find(|sprite| is_king(sprite.piece)).map(|sprite| sprite.cell)
        });
    }
    let last = board.last_move.with(|marks| marks.trails().last().and_then(MoveTrail::resting));
    board.view.with(|view| board.sprites.with(|sprites| checked_king(view, sprites, last)))
}

fn translate_to((x, y): (f64, f64)) -> String {
    format!("translate({x} {y})")
}

/// A star with eight points around the origin, so that a check is recognizable without color.
const STAR_POINTS: &str = "49,0 37,15.3 34.6,34.6 15.3,37 0,49 -15.3,37 -34.6,34.6 -37,15.3 -49,0 -37,-15.3 -34.6,-34.6 -15.3,-37 0,-49 15.3,-37 34.6,-34.6 37,-15.3";
