//! A board drawn for a terminal; colours are dropped where nobody would see them.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use yipan_games::{AnyGame, AnyView};
use yipan_rules::{Cell, Man, Mark, Seat};

const FAINT: Style = Style::new().dimmed();
const FIRST: Style = Style::new().bold();
const SECOND: Style = AnsiColor::Cyan.on_default().bold();

/// The board with its coordinates as a viewer sees it, the first seat below, its men in upper case.
///
/// `?` is a cell the viewer does not see, `o` a portal, `x` a crater, `!` a mine that is known.
pub(crate) fn draw(game: &AnyGame, view: &AnyView) -> String {
    let (files, ranks) = game.size();
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        let label = game.cell_name(Cell { file: 0, rank });
        let _ = write!(text, "  {FAINT}{}{FAINT:#} ", &label[1..]);
        for file in 0..files {
            let cell = Cell { file, rank };
            let _ = match man_on(view, cell) {
                Some(man) if man.seat == Seat::First => write!(text, " {FIRST}{}{FIRST:#}", man.letter),
                Some(man) => write!(text, " {SECOND}{}{SECOND:#}", man.letter.to_ascii_lowercase()),
                None => write!(text, " {FAINT}{}{FAINT:#}", ground(view, cell)),
            };
        }
        text.push('\n');
    }
    let letters: String = (0..files).map(|file| format!(" {}", char::from(b'a' + file))).collect();
    let _ = writeln!(text, "    {FAINT}{letters}{FAINT:#}");
    text
}

/// The men as the first field of a FEN has them, `?` for each cell the viewer does not see.
pub(crate) fn placement(game: &AnyGame, view: &AnyView) -> String {
    let (files, ranks) = game.size();
    let letter = |cell: Cell| match man_on(view, cell) {
        Some(man) if man.seat == Seat::First => man.letter,
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

fn man_on(view: &AnyView, cell: Cell) -> Option<Man> {
    view.men.iter().find(|(at, _)| *at == cell).map(|(_, man)| *man)
}

fn ground(view: &AnyView, cell: Cell) -> char {
    if view.hidden.contains(&cell) {
        return '?';
    }
    let mark = view.marks.iter().find(|(at, _)| *at == cell).map(|(_, mark)| *mark);
    match mark {
        Some(Mark::Portal(_)) => 'o',
        Some(Mark::Crater) => 'x',
        Some(Mark::Mine) => '!',
        Some(Mark::Hint { mines, .. }) => char::from(b'0' + mines),
        None => '.',
    }
}
