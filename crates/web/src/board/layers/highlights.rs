use leptos::prelude::*;
use yipan_board_svg::{CellFrame, cell_center, cell_frame, check_mark, destination_mark, selected_cell};
use yipan_client::{MoveTrail, Orientation, checked_king};
use yipan_core::{AnyPiece, Cell};

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
    let frames = move |cells: &[Cell], frame: CellFrame| -> String {
        cells.iter().map(|cell| cell_frame(grid, orientation.get(), *cell, frame)).collect()
    };
    let framed_move = move |cells: Option<(Cell, Cell)>, frame| {
        cells.map(|(from, to)| frames(&[from, to], frame)).unwrap_or_default()
    };
    let hints = move || frames(&hint_cells.get(), CellFrame::Hint);
    let check = move || {
        let king = king_in_check(board);
        king.map(|cell| check_mark(grid, orientation.get(), cell)).unwrap_or_default()
    };
    let proposal = move || framed_move(board.proposal.get(), CellFrame::Proposal);
    let selected = move || {
        let selected = board_input.selected.get();
        selected.map(|cell| selected_cell(grid, orientation.get(), cell)).unwrap_or_default()
    };
    let premove = move || framed_move(board_input.premove.get(), CellFrame::Premove);
    let destinations = move || {
        let mark = |cell: Cell| {
            let is_capture = board.sprites.with(|sprites| sprites.piece_at(cell).is_some());
            destination_mark(grid, orientation.get(), cell, is_capture)
        };
        board_input.targets().into_iter().map(mark).collect::<String>()
    };
    view! {
        <g class="highlights">
            <g inner_html=hints></g>
            <g inner_html=check></g>
            <g inner_html=proposal></g>
            <g inner_html=selected></g>
            <g inner_html=premove></g>
            <g inner_html=destinations></g>
        </g>
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
