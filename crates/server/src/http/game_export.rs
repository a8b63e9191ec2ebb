//! Export of finished games as text and PGN.

use std::fmt::Write;

use yipan_core::{Effect, EndReason, Language, NullSink, Side};
use yipan_games::{AnyGame, Notation};
use yipan_room::Room;

/// The longest line of moves in PGN, whose import format ends lines before column 80.
const MAX_LINE_BYTES: usize = 78;

/// Returns the moves of a game with their numbers, the dice rolls and the outcome, one per line.
pub(crate) fn text(room: &Room, language: Language) -> String {
    let mut text = String::new();
    let names = Side::BOTH.map(|side| room.player(side).map_or("?", |player| player.name.as_str()));
    let _ = writeln!(text, "{} – {}", names[0], names[1]);
    let mut game = room.validated_config().initial_game.clone();
    for (action, chance_events) in room.steps() {
        let mut effects = Vec::new();
        if let Some(action) = action {
            let _ = writeln!(text, "{}", game.numbered_move(action, language));
            let _ = game.apply_action(action, &mut effects);
        }
        for event in chance_events {
            let _ = game.apply_chance(event, &mut effects);
        }
        for side in Side::BOTH {
            let dice: Vec<String> =
                effects.iter().filter_map(|effect| die_text(&game, effect, side)).collect();
            if !dice.is_empty() {
                let (name, dice) = (capitalize(game.side_name(side, language)), dice.join(" "));
                let _ = match language {
                    Language::English => writeln!(text, "{name} rolls {dice}"),
                    Language::Simplified => writeln!(text, "{name}掷骰：{dice}"),
                    Language::Traditional => writeln!(text, "{name}擲骰：{dice}"),
                };
            }
        }
    }
    if let Some(outcome) = room.end_message(language) {
        let _ = writeln!(text, "{}", capitalize(&outcome));
    }
    text
}

/// Capitalizes the first letter, if the script has case.
fn capitalize(text: &str) -> String {
    let mut characters = text.chars();
    characters.next().map(|first| first.to_uppercase().chain(characters).collect()).unwrap_or_default()
}

/// Returns the face of a die that a side rolled: the letter of a piece kind, and the cell if it means a single piece.
fn die_text(game: &AnyGame, effect: &Effect, side: Side) -> Option<String> {
    match effect {
        Effect::Rolled { side: roller, face } if *roller == side => {
            let cell = face.at.map(|cell| game.cell_name(cell)).unwrap_or_default();
            Some(format!("{}{cell}", face.letter.to_ascii_uppercase()))
        }
        _ => None,
    }
}

/// Returns the game as PGN; `None` for liuzichong and for modes other than fog, which PGN cannot represent.
pub(crate) fn pgn(room: &Room) -> Option<String> {
    let notation = match room.game() {
        AnyGame::Chess(game) => {
            let mut modes = game.modes();
            modes.fog = false;
            modes.is_none().then_some(Notation::San)?
        }
        AnyGame::Xiangqi(_) => Notation::Iccs,
        AnyGame::Liuzichong(_) => return None,
    };
    let is_chess = notation == Notation::San;
    let (winner, reason) = room.result()?;
    let result = match winner {
        Some(Side::First) => "1-0",
        Some(Side::Second) => "0-1",
        None if reason == EndReason::Aborted => "*",
        None => "1/2-1/2",
    };
    let name = |side| escape_tag(room.player(side).map_or("?", |player| player.name.as_str()));
    let mut text = String::new();
    let mut tag = |key: &str, value: &str| {
        let _ = writeln!(text, "[{key} \"{value}\"]");
    };
    tag("Event", "?");
    tag("Site", "?");
    tag("Date", &pgn_date(room.started_at().map_or(0, |started| started.0)));
    tag("Round", "?");
    tag(if is_chess { "White" } else { "Red" }, &name(Side::First));
    tag("Black", &name(Side::Second));
    tag("Result", result);
    tag("Termination", reason.key());
    match is_chess {
        true if matches!(room.game(), AnyGame::Chess(game) if game.modes().fog) => {
            tag("Variant", "Fog of War");
        }
        true => {}
        false => tag("Game", "Chinese Chess"),
    }
    if room.config().position.is_some() {
        tag("SetUp", "1");
        tag("FEN", &room.validated_config().initial_game.position());
    }
    text.push('\n');
    let moves = numbered_moves(room, |game, action| {
        let numbered_move = game.numbered_move(action, Language::English);
        let number = numbered_move.split_whitespace().next().unwrap_or_default().to_owned();
        (number, game.translate(action, notation).unwrap_or_else(|_| action.to_owned()))
    });
    let mut line = String::new();
    for (index, (number, written)) in moves.into_iter().enumerate() {
        let word =
            if index == 0 || !number.ends_with("...") { format!("{number} {written}") } else { written };
        if line.len() + word.len() > MAX_LINE_BYTES {
            let _ = writeln!(text, "{}", line.trim_end());
            line.clear();
        }
        line += &word;
        line.push(' ');
    }
    let _ = writeln!(text, "{line}{result}");
    Some(text)
}

/// Describes every move, given the game before it.
fn numbered_moves<T>(room: &Room, describe: impl Fn(&AnyGame, &str) -> T) -> Vec<T> {
    let mut game = room.validated_config().initial_game.clone();
    let mut moves = Vec::new();
    for (action, chance_events) in room.steps() {
        if let Some(action) = action {
            moves.push(describe(&game, action));
            let _ = game.apply_action(action, &mut NullSink);
        }
        for event in chance_events {
            let _ = game.apply_chance(event, &mut NullSink);
        }
    }
    moves
}

/// Formats a Unix time in milliseconds as a date of PGN, in UTC.
fn pgn_date(millis: u64) -> String {
    let days = millis / (24 * 3600 * 1000);
    // Years start in March, so that the leap day is the last day. 1970-01-01 is day 719,468 of that calendar.
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
