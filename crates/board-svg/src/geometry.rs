//! The coordinates of the board drawing, in SVG user units.

use yipan_core::Cell;
use yipan_games::{GameKind, Grid};

use crate::Orientation;

/// The edge length of a cell.
pub const CELL_SIZE: f64 = 100.0;

/// Returns the width of the frame around the cells, where coordinates are drawn. A chess board has its coordinates inside the
/// squares.
#[must_use]
pub const fn margin(grid: Grid) -> f64 {
    match grid.kind() {
        GameKind::Chess => 0.0,
        GameKind::Xiangqi => 40.0,
        GameKind::Liuzichong => 24.0,
    }
}

/// Returns the center of a cell.
#[must_use]
pub fn cell_center(grid: Grid, orientation: Orientation, cell: Cell) -> (f64, f64) {
    let (column, row) = orientation.column_and_row(grid, cell);
    let along = |index: u8| margin(grid) + CELL_SIZE * (f64::from(index) + 0.5);
    (along(column), along(row))
}

/// Returns the upper left corner of a cell.
#[must_use]
pub fn cell_corner(grid: Grid, orientation: Orientation, cell: Cell) -> (f64, f64) {
    let (x, y) = cell_center(grid, orientation, cell);
    (x - CELL_SIZE / 2.0, y - CELL_SIZE / 2.0)
}

/// Returns the cell at a point of the drawing; `None` in the frame and outside.
#[must_use]
pub fn cell_at_point(grid: Grid, orientation: Orientation, (x, y): (f64, f64)) -> Option<Cell> {
    let (columns, rows) = orientation.size(grid);
    let index = |along: f64, count: u8| {
        (0..count).find(|index| {
            let start = margin(grid) + CELL_SIZE * f64::from(*index);
            (start..start + CELL_SIZE).contains(&along)
        })
    };
    orientation.cell_at(grid, index(x, columns)?, index(y, rows)?)
}

/// Returns the width and height of the drawing, margins included.
#[must_use]
pub fn drawing_size(grid: Grid, orientation: Orientation) -> (f64, f64) {
    let (columns, rows) = orientation.size(grid);
    let length = |cells: u8| 2.0 * margin(grid) + CELL_SIZE * f64::from(cells);
    (length(columns), length(rows))
}

#[cfg(test)]
mod tests {
    use yipan_core::Side;

    use super::*;

    #[test]
    fn the_center_of_every_cell_is_in_that_cell() {
        for kind in GameKind::ALL {
            let grid = Grid::new(kind);
            for (bottom, rotated) in [(Side::First, false), (Side::Second, false), (Side::First, true)] {
                let orientation = Orientation { bottom, rotated };
                for cell in grid.cells() {
                    let center = cell_center(grid, orientation, cell);
                    assert_eq!(cell_at_point(grid, orientation, center), Some(cell));
                }
                let (width, height) = drawing_size(grid, orientation);
                assert_eq!(cell_at_point(grid, orientation, (width + 1.0, height / 2.0)), None);
                assert_eq!(cell_at_point(grid, orientation, (f64::NAN, height / 2.0)), None);
            }
        }
    }
}
