//! The highlighted cells: hints, a check, the selected piece and its destinations.

use yipan_core::Cell;
use yipan_games::{GameKind, Grid};

use crate::Orientation;
use crate::geometry::{CELL_SIZE, cell_center};

/// The reason for the frame around a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CellFrame {
    /// The cell is part of a hint, or the caller marks it.
    Hint,
    /// The cell is part of a proposed move.
    Proposal,
    /// The cell is part of a premove.
    Premove,
}

/// Returns the frame around a cell.
#[must_use]
pub fn cell_frame(grid: Grid, orientation: Orientation, cell: Cell, frame: CellFrame) -> String {
    let (x, y) = cell_center(grid, orientation, cell);
    let (class, style) = match frame {
        CellFrame::Hint => (
            "hint",
            r##"fill="rgba(47,107,58,.22)" stroke="#2f6b3a" stroke-width="6" stroke-dasharray="4 8""##,
        ),
        CellFrame::Proposal => {
            ("proposal", r#"fill="rgba(47,107,58,.3)" stroke="var(--good, #2f6b3a)" stroke-width="5""#)
        }
        CellFrame::Premove => (
            "premove",
            r#"fill="rgba(140,70,170,.28)" stroke="var(--premove, #7d3aa0)" stroke-width="5" stroke-dasharray="14 9""#,
        ),
    };
    // On points a round mark fits.
    let radius = if grid.kind() == GameKind::Chess || frame == CellFrame::Proposal { "8" } else { "50" };
    let (left, top) = (x - 46.0, y - 46.0);
    format!(r#"<rect class="{class}" x="{left}" y="{top}" width="92" height="92" rx="{radius}" {style}/>"#)
}

/// Returns the mark of the selected cell.
#[must_use]
pub fn selected_cell(grid: Grid, orientation: Orientation, cell: Cell) -> String {
    let path = cell_path(grid.kind(), cell_center(grid, orientation, cell));
    format!(r#"<path class="selected-cell" fill="var(--selected, rgba(255,200,40,.5))" d="{path}"/>"#)
}

/// Returns the mark of a destination: a ring around a piece that can be captured, or a dot on a free cell.
#[must_use]
pub fn destination_mark(grid: Grid, orientation: Orientation, cell: Cell, is_capture: bool) -> String {
    let (x, y) = cell_center(grid, orientation, cell);
    let (class, radius, style) = match (is_capture, grid.kind()) {
        (true, GameKind::Chess) => {
            ("ring-target", 43, r#"fill="none" stroke="var(--ring, rgba(20,40,20,.5))" stroke-width="8""#)
        }
        (true, GameKind::Xiangqi | GameKind::Liuzichong) => {
            ("ring-target", 43, r#"fill="none" stroke="rgba(30,110,50,.85)" stroke-width="6""#)
        }
        (false, GameKind::Chess) => ("dot-target", 13, r#"fill="var(--target, rgba(20,40,20,.28))""#),
        (false, GameKind::Xiangqi | GameKind::Liuzichong) => {
            ("dot-target", 13, r#"fill="rgba(20,60,30,.62)" stroke="rgba(255,250,235,.7)" stroke-width="2""#)
        }
    };
    let name = grid.name(cell);
    format!(r#"<circle class="{class}" data-target="{name}" cx="{x}" cy="{y}" r="{radius}" {style}/>"#)
}

/// Returns the mark of a king in check: a star with eight points, recognizable without color.
#[must_use]
pub fn check_mark(grid: Grid, orientation: Orientation, cell: Cell) -> String {
    const STAR_POINTS: &str = "49,0 37,15.3 34.6,34.6 15.3,37 0,49 -15.3,37 -34.6,34.6 -37,15.3 -49,0 -37,-15.3 -34.6,-34.6 -15.3,-37 0,-49 15.3,-37 34.6,-34.6 37,-15.3";
    let (x, y) = cell_center(grid, orientation, cell);
    format!(
        r##"<polygon class="check" fill="rgba(200,25,15,.55)" stroke="#a8170d" stroke-width="4" points="{STAR_POINTS}" transform="translate({x} {y})"/>"##
    )
}

/// Returns the outline of a cell as an SVG path: a square in chess, a circle around a point.
pub(super) fn cell_path(kind: GameKind, (x, y): (f64, f64)) -> String {
    let half = CELL_SIZE / 2.0;
    match kind {
        GameKind::Chess => format!("M{} {}h{CELL_SIZE}v{CELL_SIZE}h-{CELL_SIZE}z", x - half, y - half),
        GameKind::Xiangqi | GameKind::Liuzichong => circle_path((x, y), half),
    }
}

/// Returns a circle as an SVG path.
pub(super) fn circle_path((x, y): (f64, f64), radius: f64) -> String {
    let across = 2.0 * radius;
    format!("M{} {y}a{radius} {radius} 0 1 0 {across} 0a{radius} {radius} 0 1 0 -{across} 0", x - radius)
}
