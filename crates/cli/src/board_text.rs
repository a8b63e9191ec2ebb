//! A board drawn for a terminal; colours are dropped where nobody would see them.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use yipan_core::{AnyPiece, Cell, Mark, Side};
use yipan_games::{AnyGame, AnyView};

const FAINT: Style = Style::new().dimmed();
const FIRST: Style = Style::new().bold();
const SECOND: Style = AnsiColor::Cyan.on_default().bold();

/// Something that stands in a row of a drawn board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct BoardCell {
    /// A man of the first seat is in upper case. `?` is a cell the viewer does not see, `o` a portal, `x` a crater, `!` a
    /// mine that is known.
    pub(crate) glyph: char,
    /// Whose man it is, if it is one.
    pub(crate) side: Option<Side>,
    pub(crate) cell: Cell,
}

/// The board with its coordinates as a viewer sees it, the first seat below.
pub(crate) fn board_text(game: &AnyGame, view: &AnyView) -> String {
    board_text_from(game, view, Side::First)
}

/// The same with this seat below.
pub(crate) fn board_text_from(game: &AnyGame, view: &AnyView, bottom_side: Side) -> String {
    let mut text = String::new();
    for (label, tiles) in rows(game, view, bottom_side) {
        let _ = write!(text, "  {FAINT}{label}{FAINT:#} ");
        for BoardCell { glyph: sign, side: seat, .. } in tiles {
            let style = match seat {
                Some(Side::First) => FIRST,
                Some(Side::Second) => SECOND,
                None => FAINT,
            };
            let _ = write!(text, " {style}{sign}{style:#}");
        }
        text.push('\n');
    }
    let _ = writeln!(text, "    {FAINT}{}{FAINT:#}", file_letters(game, bottom_side));
    text
}

/// The ranks from above to below, each with its name and its tiles from left to right.
pub(crate) fn rows(game: &AnyGame, view: &AnyView, bottom_side: Side) -> Vec<(String, Vec<BoardCell>)> {
    let (files, ranks) = game.board_size();
    let tile = |cell: Cell| match piece_on(view, cell) {
        Some(man) if man.seat == Side::First => BoardCell { glyph: man.letter, side: Some(man.seat), cell },
        Some(man) => BoardCell { glyph: man.letter.to_ascii_lowercase(), side: Some(man.seat), cell },
        None => BoardCell { glyph: empty_cell_glyph(view, cell), side: None, cell },
    };
    let row = |rank: u8| {
        let label = game.cell_name(Cell { file: 0, rank })[1..].to_owned();
        let mut tiles: Vec<BoardCell> = (0..files).map(|file| tile(Cell { file, rank })).collect();
        if bottom_side == Side::Second {
            tiles.reverse();
        }
        (label, tiles)
    };
    let mut rows: Vec<(String, Vec<BoardCell>)> = (0..ranks).rev().map(row).collect();
    if bottom_side == Side::Second {
        rows.reverse();
    }
    rows
}

/// The letters of the files below the board, each after a blank.
pub(crate) fn file_letters(game: &AnyGame, bottom_side: Side) -> String {
    let mut files: Vec<char> = (0..game.board_size().0).map(|file| char::from(b'a' + file)).collect();
    if bottom_side == Side::Second {
        files.reverse();
    }
    files.iter().map(|file| format!(" {file}")).collect()
}

/// The men as the first field of a FEN has them, `?` for each cell the viewer does not see.
pub(crate) fn placement(game: &AnyGame, view: &AnyView) -> String {
    let (files, ranks) = game.board_size();
    let letter = |cell: Cell| match piece_on(view, cell) {
        Some(man) if man.seat == Side::First => man.letter,
        Some(man) => man.letter.to_ascii_lowercase(),
        None if view.hidden.contains(&cell) => '?',
        None => '1',
    };
    let rank = |rank: u8| (0..files).map(|file| letter(Cell { file, rank })).collect::<String>();
    let ranks: Vec<String> = (0..ranks).rev().map(rank).collect();
    // Runs of empty cells are written as their number.
    let mut text = ranks.join("/");
    for run in (2..=usize::from(files)).rev() {
        text = text.replace(&"1".repeat(run), &run.to_string());
    }
    text
}

fn piece_on(view: &AnyView, cell: Cell) -> Option<AnyPiece> {
    view.pieces.iter().find(|(at, _)| *at == cell).map(|(_, man)| *man)
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
