//! The labels of files and ranks.

use yipan_core::{Cell, Language, Side};
use yipan_games::{GameKind, Grid};

use crate::Orientation;
use crate::board_colors::BoardColors;
use crate::geometry::{CELL_SIZE, margin};

/// The distance of a label from the edges of its square.
const INSET: f64 = 5.0;

/// Returns the labels of files and ranks: inside the squares in chess, in the frame of the other boards.
#[must_use]
pub fn coordinates(grid: Grid, orientation: Orientation, language: Language) -> String {
    match grid.kind() {
        GameKind::Chess => square_labels(grid, orientation),
        GameKind::Xiangqi => file_numbers(grid, orientation, language),
        GameKind::Liuzichong => frame_labels(grid, orientation),
    }
}

/// Returns the files at the lower right and the ranks at the upper left of the squares at the edge, in the color of the other
/// squares.
fn square_labels(grid: Grid, orientation: Orientation) -> String {
    const LOWER: [&str; 2] = ["lower", r#"text-anchor="end" dominant-baseline="auto""#];
    const UPPER: [&str; 2] = ["upper", r#"text-anchor="start" dominant-baseline="hanging""#];
    let (columns, rows) = orientation.size(grid);
    let label = |x: f64, y: f64, [class, style]: [&str; 2], cell: Cell, text: &str| {
        let (shade, fill) = if (cell.file + cell.rank).is_multiple_of(2) {
            ("on-dark", "var(--coordinate-on-dark, #efddba)")
        } else {
            ("on-light", "var(--coordinate-on-light, #8c623b)")
        };
        format!(
            r#"<text class="coordinate {class} {shade}" x="{x}" y="{y}" fill="{fill}" font-size="17" font-weight="600" {style}>{text}</text>"#
        )
    };
    let below = (0..columns).filter_map(|column| {
        let cell = orientation.cell_at(grid, column, rows - 1)?;
        let (x, y) = (CELL_SIZE * f64::from(column + 1) - INSET, CELL_SIZE * f64::from(rows) - INSET);
        Some(label(x, y, LOWER, cell, &column_label(grid, orientation, cell)))
    });
    let beside = (0..rows).filter_map(|row| {
        let cell = orientation.cell_at(grid, 0, row)?;
        let y = CELL_SIZE * f64::from(row) + INSET;
        Some(label(INSET, y, UPPER, cell, &row_label(grid, orientation, cell)))
    });
    below.chain(beside).collect()
}

/// Returns the numbers of the xiangqi files, which each player counts from the right.
fn file_numbers(grid: Grid, orientation: Orientation, language: Language) -> String {
    const CHINESE: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    const DIGITS: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    // The English move list counts the files of both sides with digits.
    let numbers = if language == Language::English { DIGITS } else { CHINESE };
    let (columns, rows) = orientation.size(grid);
    let bottom = margin(grid) * 1.5 + CELL_SIZE * f64::from(rows);
    let label = |x: f64, y: f64, text: &str| frame_label(grid, x, y, text);
    let number = |column: u8| {
        let from_right = usize::from(8 - column);
        // Red uses Chinese numerals, Black Arabic ones, whichever side is at the bottom.
        let (below, above) = match orientation.bottom {
            Side::First => (numbers[from_right].to_owned(), (column + 1).to_string()),
            Side::Second => ((from_right + 1).to_string(), numbers[usize::from(column)].to_owned()),
        };
        let x = margin(grid) + CELL_SIZE * (f64::from(column) + 0.5);
        label(x, bottom, &below) + &label(x, margin(grid) / 2.0, &above)
    };
    (0..columns).map(number).collect()
}

/// Returns the files below and the ranks at the left, in the frame.
fn frame_labels(grid: Grid, orientation: Orientation) -> String {
    let (columns, rows) = orientation.size(grid);
    let along = |index: u8| margin(grid) + CELL_SIZE * (f64::from(index) + 0.5);
    let bottom = margin(grid) * 1.5 + CELL_SIZE * f64::from(rows);
    let below = (0..columns).filter_map(|column| {
        let cell = orientation.cell_at(grid, column, rows - 1)?;
        Some(frame_label(grid, along(column), bottom, &column_label(grid, orientation, cell)))
    });
    let beside = (0..rows).filter_map(|row| {
        let cell = orientation.cell_at(grid, 0, row)?;
        let text = row_label(grid, orientation, cell);
        Some(frame_label(grid, margin(grid) / 2.0, along(row), &text))
    });
    below.chain(beside).collect()
}

fn frame_label(grid: Grid, x: f64, y: f64, text: &str) -> String {
    let font_size = if grid.kind() == GameKind::Xiangqi { 22 } else { 13 };
    let color = BoardColors::of(grid.kind()).coordinate;
    format!(
        r#"<text class="coordinate" x="{x}" y="{y}" fill="{color}" font-size="{font_size}" text-anchor="middle" dominant-baseline="central">{text}</text>"#
    )
}

/// Returns the label of a cell's column: its file, or its rank on a rotated board.
fn column_label(grid: Grid, orientation: Orientation, cell: Cell) -> String {
    let name = grid.name(cell);
    let label = if orientation.rotated { name.get(1..) } else { name.get(..1) };
    label.unwrap_or_default().to_owned()
}

/// Returns the label of a cell's row: its rank, or its file on a rotated board.
fn row_label(grid: Grid, orientation: Orientation, cell: Cell) -> String {
    column_label(grid, Orientation { rotated: !orientation.rotated, ..orientation }, cell)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the texts of all labels, in their order.
    fn labels(kind: GameKind, orientation: Orientation, language: Language) -> String {
        let svg = coordinates(Grid::new(kind), orientation, language);
        svg.split("</text>").filter_map(|label| label.rsplit_once('>')).map(|(_, text)| text).collect()
    }

    #[test]
    fn labels_follow_the_orientation() {
        let [white, black] = Side::BOTH.map(|bottom| Orientation { bottom, rotated: false });
        let fallen = Orientation { bottom: Side::First, rotated: true };
        let chess = |orientation| labels(GameKind::Chess, orientation, Language::English);
        assert_eq!(chess(white), "abcdefgh87654321");
        assert_eq!(chess(black), "hgfedcba12345678");
        assert_eq!(chess(fallen), "12345678abcdefgh");
        assert_eq!(labels(GameKind::Liuzichong, white, Language::English), "abcd4321");
        let xiangqi = |language| labels(GameKind::Xiangqi, white, language);
        assert_eq!(xiangqi(Language::English), "918273645546372819");
        assert_eq!(xiangqi(Language::Simplified), "九1八2七3六4五5四6三7二8一9");
    }
}
