//! A board drawn for a terminal; colours are dropped where nobody would see them.

use std::fmt::Write;

use anstyle::{AnsiColor, Style};
use yipan_games::AnyGame;
use yipan_rules::{Cell, Seat};

const FAINT: Style = Style::new().dimmed();
const FIRST: Style = Style::new().bold();
const SECOND: Style = AnsiColor::Cyan.on_default().bold();

/// The board with its coordinates, the first seat below, its men in upper case.
pub(crate) fn draw(game: &AnyGame) -> String {
    let (files, ranks) = game.size();
    let men = game.men();
    let mut text = String::new();
    for rank in (0..ranks).rev() {
        let label = game.cell_name(Cell { file: 0, rank });
        let _ = write!(text, "  {FAINT}{}{FAINT:#} ", &label[1..]);
        for file in 0..files {
            let man = men.iter().find(|(cell, _)| *cell == Cell { file, rank }).map(|(_, man)| man);
            let _ = match man {
                None => write!(text, " {FAINT}.{FAINT:#}"),
                Some(man) if man.seat == Seat::First => write!(text, " {FIRST}{}{FIRST:#}", man.letter),
                Some(man) => write!(text, " {SECOND}{}{SECOND:#}", man.letter.to_ascii_lowercase()),
            };
        }
        text.push('\n');
    }
    let letters: String = (0..files).map(|file| format!(" {}", char::from(b'a' + file))).collect();
    let _ = writeln!(text, "    {FAINT}{letters}{FAINT:#}");
    text
}
