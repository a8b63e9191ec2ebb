//! The coordinates of the board drawing, in SVG user units.

use yipan_client::{Grid, Orientation};
use yipan_core::Cell;

/// The edge length of a cell.
pub(super) const CELL_SIZE: f64 = 100.0;

/// The margin around the cells, where the coordinates are drawn.
pub(super) const MARGIN: f64 = 34.0;

/// Returns the center of a cell.
pub(super) fn cell_center(grid: Grid, orientation: Orientation, cell: Cell) -> (f64, f64) {
    let (column, row) = orientation.column_and_row(grid, cell);
    (MARGIN + CELL_SIZE * (f64::from(column) + 0.5), MARGIN + CELL_SIZE * (f64::from(row) + 0.5))
}

/// Returns the width and height of the drawing, margins included.
pub(super) fn drawing_size(grid: Grid, orientation: Orientation) -> (f64, f64) {
    let (columns, rows) = orientation.size(grid);
    (2.0 * MARGIN + CELL_SIZE * f64::from(columns), 2.0 * MARGIN + CELL_SIZE * f64::from(rows))
}
