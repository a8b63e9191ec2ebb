//! Finished games as people and other programs read them.

use std::fmt::Write;

use yipan_games::{AnyGame, Notation};
use yipan_rules::{Discard, Language, Seat};
use yipan_table::{Agreement, Table};

/// The moves of a game with their numbers, a line each, and the result.
pub(crate) fn text(table: &Table, language: Language) -> String {
    let mut text = String::new();
    let names = Seat::BOTH.map(|seat| table.player(seat).map_or("?", |player| player.name.as_str()));
    let _ = writeln!(text, "{} – {}", names[0], names[1]);
    for line in titles(table, |game, act| game.title(act, language)) {
        let _ = writeln!(text, "{line}");
    }
    if let Some((winner, reason)) = table.result() {
        let winner = winner.map_or("", |seat| table.game().seat_words(seat, language));
        let _ = writeln!(text, "{}", format!("{winner} {reason}").trim());
    }
    text
}

/// The game in PGN; nothing where PGN has no way to write it: with modes other than fog, and for liuzichong.
pub(crate) fn pgn(table: &Table) -> Option<String> {
    let notation = match table.game() {
        AnyGame::Chess(game) => {
            let mut modes = game.modes();
            modes.fog = false;
            modes.is_none().then_some(Notation::San)?
        }
        AnyGame::Xiangqi(_) => Notation::Iccs,
        AnyGame::Liuzichong(_) => return None,
    };
    let is_chess = notation == Notation::San;
    let (winner, reason) = table.result()?;
    let result = match winner {
        Some(Seat::First) => "1-0",
        Some(Seat::Second) => "0-1",
        None if reason == "aborted" => "*",
        None => "1/2-1/2",
    };
    let name = |seat| escaped(table.player(seat).map_or("?", |player| player.name.as_str()));
    let mut text = String::new();
    let mut tag = |key: &str, value: &str| {
        let _ = writeln!(text, "[{key} \"{value}\"]");
    };
    tag("Event", "?");
    tag("Site", "?");
    tag("Date", "????.??.??");
    tag("Round", "?");
    tag(if is_chess { "White" } else { "Red" }, &name(Seat::First));
    tag("Black", &name(Seat::Second));
    tag("Result", result);
    tag("Termination", &reason);
    match is_chess {
        true if matches!(table.game(), AnyGame::Chess(game) if game.modes().fog) => {
            tag("Variant", "Fog of War");
        }
        true => {}
        false => tag("Game", "Chinese Chess"),
    }
    let start = Agreement::read(table.terms()).ok()?.start;
    if table.terms().position.is_some() {
        tag("SetUp", "1");
        tag("FEN", &start.position());
    }
    text.push('\n');
    let moves = titles(table, |game, act| {
        let title = game.title(act, Language::English);
        let number = title.split_whitespace().next().unwrap_or_default().to_owned();
        (number, game.translate(act, notation).unwrap_or_else(|_| act.to_owned()))
    });
    let mut line = String::new();
    for (index, (number, written)) in moves.into_iter().enumerate() {
        let word =
            if index == 0 || !number.ends_with("...") { format!("{number} {written}") } else { written };
        if line.len() + word.len() > 78 {
            let _ = writeln!(text, "{}", line.trim_end());
            line.clear();
        }
        line += &word;
        line.push(' ');
    }
    let _ = writeln!(text, "{line}{result}");
    Some(text)
}

/// What is said of every move in the position before it.
fn titles<T>(table: &Table, say: impl Fn(&AnyGame, &str) -> T) -> Vec<T> {
    let Ok(agreed) = Agreement::read(table.terms()) else { return Vec::new() };
    let mut game = agreed.start;
    let mut said = Vec::new();
    for (act, draws) in table.steps() {
        if let Some(act) = act {
            said.push(say(&game, act));
            let _ = game.act(act, &mut Discard);
        }
        for draw in draws {
            let _ = game.draw(draw, &mut Discard);
        }
    }
    said
}

fn escaped(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"")
}
