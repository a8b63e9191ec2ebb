//! The marks of the last move.

use yipan_core::Cell;
use yipan_games::{GameKind, Grid};

use super::highlights::{cell_path, circle_path};
use crate::Orientation;
use crate::geometry::cell_center;

/// The part of the last move that a cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LastMovePart {
    /// The piece started here.
    Origin,
    /// The piece landed here and was carried on.
    Landing,
    /// The piece came to rest here.
    Resting,
    /// The cell changed, and the viewer does not see why.
    Changed,
}

impl LastMovePart {
    /// Returns the name in classes and attributes.
    const fn name(self) -> &'static str {
        match self {
            LastMovePart::Origin => "origin",
            LastMovePart::Landing => "landing",
            LastMovePart::Resting => "resting",
            LastMovePart::Changed => "changed",
        }
    }
}

/// Returns the mark of a cell of the last move.
///
/// Chess tints the square. On the points of the other games a piece leaves a small ring and gets a frame of four corners.
#[must_use]
pub fn last_move_mark(grid: Grid, orientation: Orientation, cell: Cell, part: LastMovePart) -> String {
    let center = cell_center(grid, orientation, cell);
    let (path, style) = match (grid.kind(), part) {
        (GameKind::Chess, _) => {
            (cell_path(grid.kind(), center), r#"fill="var(--last-move, rgba(255,170,0,.46))""#)
        }
        (GameKind::Xiangqi | GameKind::Liuzichong, LastMovePart::Origin) => (
            circle_path(center, 14.0),
            r##"fill="none" stroke="#c2291b" stroke-width="5" stroke-linecap="round" opacity=".8""##,
        ),
        (GameKind::Xiangqi | GameKind::Liuzichong, LastMovePart::Resting) => {
            (corners(center), r##"fill="none" stroke="#c2291b" stroke-width="4" stroke-linecap="round""##)
        }
        (GameKind::Xiangqi | GameKind::Liuzichong, LastMovePart::Landing | LastMovePart::Changed) => (
            corners(center),
            r##"fill="none" stroke="#c2291b" stroke-width="4" stroke-linecap="round" stroke-dasharray="8 6""##,
        ),
    };
    let (part, name) = (part.name(), grid.name(cell));
    format!(r#"<path class="last-move {part}" data-last-move="{part}" data-at="{name}" {style} d="{path}"/>"#)
}

/// Returns the line through the cells of a move that did not end where it landed. A plain move is clear from its two cells.
#[must_use]
pub fn last_move_line(grid: Grid, orientation: Orientation, cells: &[Cell]) -> String {
    if cells.len() <= 2 {
        return String::new();
    }
    let point = |cell: &Cell| {
        let (x, y) = cell_center(grid, orientation, *cell);
        format!("{x},{y}")
    };
    let points: Vec<String> = cells.iter().map(point).collect();
    format!(
        r#"<polyline class="trail" fill="none" stroke="var(--last-move, rgba(255,170,0,.46))" stroke-width="5" stroke-linejoin="round" stroke-linecap="round" stroke-dasharray="2 11" opacity=".8" points="{}"/>"#,
        points.join(" ")
    )
}

/// Returns four corners around a point.
fn corners((x, y): (f64, f64)) -> String {
    const HALF: f64 = 48.0;
    const LENGTH: f64 = 18.0;
    let corner = |(right, down): (f64, f64)| {
        let (x, y) = (x + HALF * right, y + HALF * down);
        format!("M{x} {}V{y}H{}", y - LENGTH * down, x - LENGTH * right)
    };
    [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)].map(corner).concat()
}
