use leptos::prelude::*;
use yipan_client::{Grid, Orientation};
use yipan_core::{Cell, Language, Side};
use yipan_games::GameKind;

use crate::board::geometry::{CELL_SIZE, margin};

/// The distance of a label from the edges of its square.
const INSET: f64 = 5.0;

/// Returns the labels of files and ranks: inside the squares in chess, in the frame of the other boards.
pub(super) fn coordinates(grid: Grid, orientation: Orientation, language: Language) -> Vec<AnyView> {
    match grid.kind() {
        GameKind::Chess => square_labels(grid, orientation),
        GameKind::Xiangqi => file_numbers(grid, orientation, language),
        GameKind::Liuzichong => frame_labels(grid, orientation),
    }
}

/// Returns the files at the lower right and the ranks at the upper left of the squares at the edge, in the color of the other
/// squares.
fn square_labels(grid: Grid, orientation: Orientation) -> Vec<AnyView> {
    let (columns, rows) = orientation.size(grid);
    let label = |x: f64, y: f64, class: &str, cell: Cell, text: String| {
        let shade = if (cell.file + cell.rank).is_multiple_of(2) { "on-dark" } else { "on-light" };
        view! { <text class=format!("coordinate {class} {shade}") x=x y=y>{text}</text> }.into_any()
    };
    let below = (0..columns).filter_map(|column| {
        let cell = orientation.cell_at(grid, column, rows - 1)?;
        let (x, y) = (CELL_SIZE * f64::from(column + 1) - INSET, CELL_SIZE * f64::from(rows) - INSET);
        Some(label(x, y, "lower", cell, column_label(grid, orientation, cell)))
    });
    let beside = (0..rows).filter_map(|row| {
        let cell = orientation.cell_at(grid, 0, row)?;
        Some(label(
            INSET,
            CELL_SIZE * f64::from(row) + INSET,
            "upper",
            cell,
            row_label(grid, orientation, cell),
        ))
    });
    below.chain(beside).collect()
}

/// Returns the numbers of the xiangqi files, which each player counts from the right.
fn file_numbers(grid: Grid, orientation: Orientation, language: Language) -> Vec<AnyView> {
    const CHINESE: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
    const DIGITS: [&str; 9] = ["1", "2", "3", "4", "5", "6", "7", "8", "9"];
    // The English move list counts the files of both sides with digits.
    let numbers = if language == Language::English { DIGITS } else { CHINESE };
    let (columns, rows) = orientation.size(grid);
    let bottom = margin(grid) * 1.5 + CELL_SIZE * f64::from(rows);
    let number = |column: u8| {
        let from_right = usize::from(8 - column);
        // Red uses Chinese numerals, Black Arabic ones, whichever side is at the bottom.
        let (below, above) = match orientation.bottom {
            Side::First => (numbers[from_right].to_owned(), (column + 1).to_string()),
            Side::Second => ((from_right + 1).to_string(), numbers[usize::from(column)].to_owned()),
        };
        let x = margin(grid) + CELL_SIZE * (f64::from(column) + 0.5);
        [frame_label(x, bottom, below), frame_label(x, margin(grid) / 2.0, above)]
    };
    (0..columns).flat_map(number).collect()
}

/// Returns the files below and the ranks at the left, in the frame.
fn frame_labels(grid: Grid, orientation: Orientation) -> Vec<AnyView> {
    let (columns, rows) = orientation.size(grid);
    let along = |index: u8| margin(grid) + CELL_SIZE * (f64::from(index) + 0.5);
    let bottom = margin(grid) * 1.5 + CELL_SIZE * f64::from(rows);
    let below = (0..columns).filter_map(|column| {
        let cell = orientation.cell_at(grid, column, rows - 1)?;
        Some(frame_label(along(column), bottom, column_label(grid, orientation, cell)))
    });
    let beside = (0..rows).filter_map(|row| {
        let cell = orientation.cell_at(grid, 0, row)?;
        Some(frame_label(margin(grid) / 2.0, along(row), row_label(grid, orientation, cell)))
    });
    below.chain(beside).collect()
}

fn frame_label(x: f64, y: f64, text: String) -> AnyView {
    view! { <text class="coordinate" x=x y=y>{text}</text> }.into_any()
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
