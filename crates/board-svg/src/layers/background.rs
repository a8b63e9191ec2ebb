//! The empty board.

use std::fmt::Write;

use yipan_core::{Cell, Language, Side};
use yipan_games::{GameKind, Grid};

use crate::Orientation;
use crate::board_colors::BoardColors;
use crate::geometry::{CELL_SIZE, cell_center, cell_corner, drawing_size, margin};

/// Returns the SVG elements of the empty board.
#[must_use]
pub fn background(grid: Grid, orientation: Orientation, language: Language) -> String {
    match grid.kind() {
        GameKind::Chess => squares(grid, orientation),
        GameKind::Xiangqi => xiangqi(grid, orientation, language),
        GameKind::Liuzichong => {
            framed_plate(grid, orientation) + &line_group(grid, &board_lines(grid, orientation))
        }
    }
}

fn squares(grid: Grid, orientation: Orientation) -> String {
    let mut svg = String::new();
    for cell in grid.cells() {
        let (x, y) = cell_corner(grid, orientation, cell);
        let (class, fill) = if (cell.file + cell.rank).is_multiple_of(2) {
            ("dark", "var(--dark-square, #ab7748)")
        } else {
            ("light", "var(--light-square, #ecd5ab)")
        };
        let _ = write!(
            svg,
            r#"<rect class="{class}" fill="{fill}" x="{x}" y="{y}" width="{CELL_SIZE}" height="{CELL_SIZE}"/>"#
        );
    }
    svg
}

/// Returns the wooden frame, and inside it the plate with the cells.
fn framed_plate(grid: Grid, orientation: Orientation) -> String {
    let ((width, height), frame) = (drawing_size(grid, orientation), margin(grid));
    let (inner_width, inner_height) = (width - 2.0 * frame, height - 2.0 * frame);
    let radius = frame / 3.0;
    let BoardColors { frame: wood, background, .. } = BoardColors::of(grid.kind());
    format!(
        r#"<rect class="board-wood" fill="{wood}" width="{width}" height="{height}" rx="{radius}"/><rect class="board-background" fill="{background}" x="{frame}" y="{frame}" width="{inner_width}" height="{inner_height}" rx="4"/>"#
    )
}

fn line_group(grid: Grid, lines: &str) -> String {
    let color = BoardColors::of(grid.kind()).line;
    format!(
        r#"<g class="lines" fill="none" stroke="{color}" stroke-width="2.4" stroke-linecap="round">{lines}</g>"#
    )
}

fn board_lines(grid: Grid, orientation: Orientation) -> String {
    let mut svg = String::new();
    for (from, to) in grid.lines() {
        let [(x1, y1), (x2, y2)] = [from, to].map(|cell| cell_center(grid, orientation, cell));
        let _ = write!(svg, r#"<line x1="{x1}" y1="{y1}" x2="{x2}" y2="{y2}"/>"#);
    }
    svg
}

/// Returns the second, thicker line around the points of the outer lines.
fn outer_line(grid: Grid, orientation: Orientation) -> String {
    const DISTANCE: f64 = 10.0;
    let (width, height) = drawing_size(grid, orientation);
    let start = margin(grid) + CELL_SIZE / 2.0 - DISTANCE;
    let (width, height) = (width - 2.0 * start, height - 2.0 * start);
    format!(
        r#"<rect class="outer-line" stroke-width="5" x="{start}" y="{start}" width="{width}" height="{height}"/>"#
    )
}

/// Returns the small corners around a marked point, without those beyond the edge of the board.
fn position_mark(grid: Grid, orientation: Orientation, cell: Cell) -> String {
    let (x, y) = cell_center(grid, orientation, cell);
    let corner = |right: f64, down: f64| {
        let (x, y) = (x + 7.0 * right, y + 7.0 * down);
        format!("M{} {y} H{x} V{}", x + 14.0 * right, y + 14.0 * down)
    };
    let (column, _) = orientation.column_and_row(grid, cell);
    let (columns, _) = orientation.size(grid);
    let sides = [(column > 0, -1.0), (column + 1 < columns, 1.0)];
    let path: String = sides
        .into_iter()
        .filter(|(is_on_board, _)| *is_on_board)
        .map(|(_, right)| corner(right, -1.0) + &corner(right, 1.0))
        .collect();
    format!(r#"<path class="position-mark" d="{path}"/>"#)
}

/// Returns the xiangqi board with the names of the river.
fn xiangqi(grid: Grid, orientation: Orientation, language: Language) -> String {
    let [near, far] =
        if language == Language::Traditional { ["楚 河", "漢 界"] } else { ["楚 河", "汉 界"] };
    let (left, right) = if orientation.bottom == Side::First { (near, far) } else { (far, near) };
    let color = BoardColors::of(grid.kind()).line;
    let name = |column: f64, text: &str| {
        let (x, y) = (margin(grid) + CELL_SIZE * column, margin(grid) + CELL_SIZE * 5.0);
        format!(
            r#"<text class="river" x="{x}" y="{y}" fill="{color}" opacity=".75" font-size="46" font-family="'LXGW WenKai', KaiTi, STKaiti, 'Noto Serif CJK SC', serif" text-anchor="middle" dominant-baseline="central">{text}</text>"#
        )
    };
    let marks: String =
        grid.position_marks().into_iter().map(|cell| position_mark(grid, orientation, cell)).collect();
    let lines = outer_line(grid, orientation) + &board_lines(grid, orientation) + &marks;
    [framed_plate(grid, orientation), line_group(grid, &lines), name(2.5, left), name(6.5, right)].concat()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn board(kind: GameKind, bottom: Side) -> String {
        background(Grid::new(kind), Orientation { bottom, rotated: false }, Language::Traditional)
    }

    #[test]
    fn every_chess_square_is_drawn_and_a1_is_dark() {
        let svg = board(GameKind::Chess, Side::First);
        assert_eq!(svg.matches("<rect").count(), 64);
        assert_eq!(svg.matches("--dark-square").count(), 32);
        assert!(svg.contains(r#"class="dark" fill="var(--dark-square, #ab7748)" x="0" y="700""#), "{svg}");
    }

    #[test]
    fn the_river_is_read_from_the_side_of_red() {
        let [red, black] = Side::BOTH.map(|bottom| board(GameKind::Xiangqi, bottom));
        assert!(red.find("楚 河") < red.find("漢 界") && black.find("漢 界") < black.find("楚 河"));
    }

    #[test]
    fn position_marks_have_no_corners_beyond_the_edge() {
        let svg = board(GameKind::Xiangqi, Side::First);
        let corners: Vec<usize> = svg
            .split(r#"class="position-mark" d=""#)
            .skip(1)
            .map(|rest| rest.split('"').next().unwrap_or_default().matches('M').count())
            .collect();
        assert_eq!((corners.len(), corners.iter().filter(|count| **count == 2).count()), (14, 4));
        assert!(corners.iter().all(|count| [2, 4].contains(count)), "{corners:?}");
    }
}
