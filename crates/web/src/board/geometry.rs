//! The coordinates of the board drawing, in SVG user units.

use yipan_client::{Grid, Orientation};
use yipan_core::Cell;
use yipan_games::GameKind;

/// The edge length of a cell.
pub(super) const CELL_SIZE: f64 = 100.0;

/// Returns the width of the frame around the cells, where coordinates are drawn. A chess board has its coordinates inside the
/// squares.
pub(super) const fn margin(grid: Grid) -> f64 {
    match grid.kind() {
        GameKind::Chess => 0.0,
        GameKind::Xiangqi => 40.0,
        GameKind::Liuzichong => 24.0,
    }
}

/// Returns the center of a cell.
pub(super) fn cell_center(grid: Grid, orientation: Orientation, cell: Cell) -> (f64, f64) {
    let (column, row) = orientation.column_and_row(grid, cell);
    let along = |index: u8| margin(grid) + CELL_SIZE * (f64::from(index) + 0.5);
    (along(column), along(row))
}

/// Returns the width and height of the drawing, margins included.
pub(super) fn drawing_size(grid: Grid, orientation: Orientation) -> (f64, f64) {
    let (columns, rows) = orientation.size(grid);
    let length = |cells: u8| 2.0 * margin(grid) + CELL_SIZE * f64::from(cells);
    (length(columns), length(rows))
}
