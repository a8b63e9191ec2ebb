//! The board as text for a terminal, with colors that `anstream` removes where they are not supported.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use yipan_core::{AnyPiece, Cell, Mark, Side};
use yipan_games::{AnyGame, AnyView};

const FAINT: Style = Style::new().dimmed();
const FIRST: Style = Style::new().bold();
const SECOND: Style = AnsiColor::Cyan.on_default().bold();

/// A cell of the board with its glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardCell {
    /// A piece letter, in upper case for the first side, or `?` for a hidden cell, `o` for a portal, `x` for a crater, `!`
    /// for a known mine, a digit for a mine count, `.` for an empty cell.
    pub(crate) glyph: char,
    /// The side of the piece, if there is one.
    pub(crate) side: Option<Side>,
    pub(crate) cell: Cell,
}

/// Returns the board with its coordinates, the first side at the bottom.
pub(crate) fn board_text(game: &AnyGame, view: &AnyView) -> String {
    board_text_from(game, view, Side::First)
}

/// Returns the board with its coordinates, this side at the bottom.
pub(crate) fn board_text_from(game: &AnyGame, view: &AnyView, bottom_side: Side) -> String {
    let mut text = String::new();
    for (label, cells) in rows(game, view, bottom_side) {
        let _ = write!(text, "  {FAINT}{label}{FAINT:#} ");
        for BoardCell { glyph, side, .. } in cells {
            let style = match side {
                Some(Side::First) => FIRST,
                Some(Side::Second) => SECOND,
                None => FAINT,
            };
            let _ = write!(text, " {style}{glyph}{style:#}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "    {FAINT}{}{FAINT:#}", file_letters(game, bottom_side));
    text
}

/// Returns the ranks from top to bottom, each with its name and its cells from left to right.
pub(crate) fn rows(game: &AnyGame, view: &AnyView, bottom_side: Side) -> Vec<(String, Vec<BoardCell>)> {
    let (files, ranks) = game.grid().size();
    let board_cell = |cell: Cell| match piece_on(view, cell) {
        Some(piece) if piece.side == Side::First => {
            BoardCell { glyph: piece.letter, side: Some(piece.side), cell }
        }
        Some(piece) => BoardCell { glyph: piece.letter.to_ascii_lowercase(), side: Some(piece.side), cell },
        None => BoardCell { glyph: empty_cell_glyph(view, cell), side: None, cell },
    };
    let row = |rank: u8| {
        let label = game.cell_name(Cell { file: 0, rank })[1..].to_owned();
        let mut cells: Vec<BoardCell> = (0..files).map(|file| board_cell(Cell { file, rank })).collect();
        if bottom_side == Side::Second {
            cells.reverse();
        }
        (label, cells)
    };
    let mut rows: Vec<(String, Vec<BoardCell>)> = (0..ranks).rev().map(row).collect();
    if bottom_side == Side::Second {
        rows.reverse();
    }
    rows
}

/// Returns the letters of the files, each after a space.
pub(crate) fn file_letters(game: &AnyGame, bottom_side: Side) -> String {
    let mut files: Vec<char> = (0..game.grid().files()).map(|file| char::from(b'a' + file)).collect();
    if bottom_side == Side::Second {
        files.reverse();
    }
    files.iter().map(|file| format!(" {file}")).collect()
}

/// Returns the piece placement of a FEN, with `?` for each hidden cell.
pub(crate) fn placement(game: &AnyGame, view: &AnyView) -> String {
    let (files, ranks) = game.grid().size();
    let letter = |cell: Cell| match piece_on(view, cell) {
        Some(piece) if piece.side == Side::First => piece.letter,
        Some(piece) => piece.letter.to_ascii_lowercase(),
        None if view.hidden.contains(&cell) => '?',
        None => '1',
    };
    let rank = |rank: u8| (0..files).map(|file| letter(Cell { file, rank })).collect::<String>();
    let ranks: Vec<String> = (0..ranks).rev().map(rank).collect();
    // Runs of empty cells become their length.
    let mut text = ranks.join("/");
    for run in (2..=usize::from(files)).rev() {
        text = text.replace(&"1".repeat(run), &run.to_string());
    }
    text
}

fn piece_on(view: &AnyView, cell: Cell) -> Option<AnyPiece> {
    view.pieces.iter().find(|(at, _)| *at == cell).map(|(_, piece)| *piece)
}

fn empty_cell_glyph(view: &AnyView, cell: Cell) -> char {
    if view.hidden.contains(&cell) {
        return '?';
    }
    let mark = view.marks.iter().find(|(at, _)| *at == cell).map(|(_, mark)| *mark);
    match mark {
        Some(Mark::Portal { .. }) => 'o',
        Some(Mark::Crater) => 'x',
        Some(Mark::Mine) => '!',
        Some(Mark::MineCount { mines, .. }) => char::from(b'0' + mines),
        None => '.',
    }
}
