//! The fog over hidden cells.

use yipan_core::Cell;
use yipan_games::Grid;

use crate::Orientation;
use crate::geometry::{CELL_SIZE, cell_center, drawing_size, margin};

/// The distance by which the fog reaches over the edge of the board, so that its soft edge lies outside.
const OVERHANG: f64 = 24.0;

/// Returns the fog over hidden cells: opaque shapes in translucent layers, so that there are no seams between the cells.
///
/// It is thinner over the cells in `seen`, which the viewer has seen before. `id` names the clip path and is unique in the
/// document.
#[must_use]
pub fn fog(grid: Grid, orientation: Orientation, unseen: &[Cell], seen: &[Cell], id: &str) -> String {
    if unseen.is_empty() && seen.is_empty() {
        return String::new();
    }
    let (width, height) = drawing_size(grid, orientation);
    let margin = margin(grid);
    let area = format!(
        r#"<rect x="{margin}" y="{margin}" width="{}" height="{}"/>"#,
        width - 2.0 * margin,
        height - 2.0 * margin
    );
    let veil = |cells: &[Cell], class: &str, opacity: &str, fill: &str| {
        let shapes: String = cells.iter().map(|cell| shape(grid, orientation, *cell)).collect();
        format!(r#"<g class="{class}" opacity="{opacity}" filter="blur(6px)" fill="{fill}">{shapes}</g>"#)
    };
    format!(
        r##"<clipPath id="{id}">{area}</clipPath><g clip-path="url(#{id})">{}{}</g><g class="fog-border" fill="none" stroke="#8796ab" stroke-width="2">{area}</g>"##,
        veil(unseen, "fog-veil", ".84", "#3b4656"),
        veil(seen, "fog-veil seen", ".66", "#57657a")
    )
}

fn shape(grid: Grid, orientation: Orientation, cell: Cell) -> String {
    let (x, y) = cell_center(grid, orientation, cell);
    let (columns, rows) = orientation.size(grid);
    let (column, row) = orientation.column_and_row(grid, cell);
    let reach = |is_edge: bool| CELL_SIZE / 2.0 + if is_edge { OVERHANG } else { 1.0 };
    let (left, right) = (x - reach(column == 0), x + reach(column + 1 == columns));
    let (top, bottom) = (y - reach(row == 0), y + reach(row + 1 == rows));
    format!(
        r#"<rect class="fog" data-fog="{}" x="{left}" y="{top}" width="{}" height="{}"/>"#,
        grid.name(cell),
        right - left,
        bottom - top
    )
}
