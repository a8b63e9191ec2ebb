//! Finished games as people and other programs read them.

use std::fmt::Write;

use yipan_core::{Effect, Language, NullSink, Side};
use yipan_games::{AnyGame, Notation};
use yipan_room::Room;

/// The moves of a game with their numbers and the dice that were thrown, a line each, and how it ended.
pub(crate) fn text(table: &Room, language: Language) -> String {
    let mut text = String::new();
    let names = Side::BOTH.map(|seat| table.player(seat).map_or("?", |player| player.name.as_str()));
    let _ = writeln!(text, "{} – {}", names[0], names[1]);
    let mut game = table.validated_config().initial_game.clone();
    for (act, draws) in table.steps() {
        let mut effects = Vec::new();
        if let Some(act) = act {
            let _ = writeln!(text, "{}", game.numbered_move(act, language));
            let _ = game.apply_action(act, &mut effects);
        }
        for draw in draws {
            let _ = game.apply_chance(draw, &mut effects);
        }
        for seat in Side::BOTH {
            let dice: Vec<String> =
                effects.iter().filter_map(|effect| die_text(&game, effect, seat)).collect();
            if !dice.is_empty() {
                let (side, dice) = (capitalize(game.side_name(seat, language)), dice.join(" "));
                let _ = match language {
                    Language::English => writeln!(text, "{side} rolls {dice}"),
                    Language::Simplified => writeln!(text, "{side}掷骰：{dice}"),
                    Language::Traditional => writeln!(text, "{side}擲骰：{dice}"),
                };
            }
        }
    }
    if let Some(words) = table.end_message(language) {
        let _ = writeln!(text, "{}", capitalize(&words));
    }
    text
}

/// The same with a great letter first, where there are such.
fn capitalize(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// What a die of a side shows: the letter of a man, with its cell where it names a single one.
fn die_text(game: &AnyGame, effect: &Effect, side: Side) -> Option<String> {
    match effect {
        Effect::Rolled { side: seat, face } if *seat == side => {
            let cell = face.at.map(|cell| game.cell_name(cell)).unwrap_or_default();
            Some(format!("{}{cell}", face.letter.to_ascii_uppercase()))
        }
        _ => None,
    }
}

/// The game in PGN; nothing where PGN has no way to write it: with modes other than fog, and for liuzichong.
pub(crate) fn pgn(table: &Room) -> Option<String> {
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
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None if reason == "aborted" => "*",
        None => "1/2-1/2",
    };
    let name = |seat| escape_tag(table.player(seat).map_or("?", |player| player.name.as_str()));
    let mut text = String::new();
    let mut tag = |key: &str, value: &str| {
        let _ = writeln!(text, "[{key} \"{value}\"]");
    };
    tag("Event", "?");
    tag("Site", "?");
    tag("Date", &pgn_date(table.started_at().map_or(0, |began| began.0)));
    tag("Round", "?");
    tag(if is_chess { "White" } else { "Red" }, &name(Side::First));
    tag("Black", &name(Side::Second));
    tag("Result", result);
    tag("Termination", &reason);
    match is_chess {
        true if matches!(table.game(), AnyGame::Chess(game) if game.modes().fog) => {
            tag("Variant", "Fog of War");
        }
        true => {}
        false => tag("Game", "Chinese Chess"),
    }
    if table.config().position.is_some() {
        tag("SetUp", "1");
        tag("FEN", &table.validated_config().initial_game.position());
    }
    text.push('\n');
    let moves = numbered_moves(table, |game, act| {
        let title = game.numbered_move(act, Language::English);
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
fn numbered_moves<T>(table: &Room, describe: impl Fn(&AnyGame, &str) -> T) -> Vec<T> {
    let mut game = table.validated_config().initial_game.clone();
    let mut moves = Vec::new();
    for (act, draws) in table.steps() {
        if let Some(act) = act {
            moves.push(describe(&game, act));
            let _ = game.apply_action(act, &mut NullSink);
        }
        for draw in draws {
            let _ = game.apply_chance(draw, &mut NullSink);
        }
    }
    moves
}

/// The day of a moment, in UTC and as PGN writes it, from the milliseconds since 1970 began.
fn pgn_date(millis: u64) -> String {
    let days = millis / (24 * 3600 * 1000);
    // Years that begin in March end with the day that may be missing; 719,468 days were over when 1970 began.
    let day = days + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1_460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, later) = if month < 10 { (month + 3, 0) } else { (month - 9, 1) };
    format!("{:04}.{month:02}.{day:02}", era * 400 + year + later)
}

fn escape_tag(name: &str) -> String {
    name.replace('\\', "\\\\").replace('"', "\\\"")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_timestamp_has_its_date() {
        for (seconds, day) in [
            (0, "1970.01.01"),
            (86_399, "1970.01.01"),
            (86_400, "1970.01.02"),
            (68_169_600, "1972.02.29"),
            (951_782_400, "2000.02.29"),
            (951_868_800, "2000.03.01"),
            (1_735_689_599, "2024.12.31"),
            (1_735_689_600, "2025.01.01"),
            (4_107_542_400, "2100.03.01"),
        ] {
            assert_eq!(pgn_date(seconds * 1_000), day);
        }
    }
}
