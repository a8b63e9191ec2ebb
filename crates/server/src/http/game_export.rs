//! Export of finished games as text and PGN.

use std::fmt::Write;

use yipan_core::{Effect, EndReason, Language, Side, capitalize};
use yipan_games::{AnyGame, GameResult, PgnHeader};
use yipan_room::Room;

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

/// Writes a finished game as PGN; `None` if PGN cannot express it.
pub(crate) fn pgn(room: &Room) -> Option<String> {
    let (winner, reason) = room.result()?;
    let result = match winner {
        Some(side) => GameResult::Win(side),
        None if reason == EndReason::Aborted => GameResult::Unknown,
        None => GameResult::Draw,
    };
    let start = &room.validated_config().initial_game;
    let mut header = PgnHeader { result, ..PgnHeader::default() };
    header.add_tag("Date", pgn_date(room.started_at().map_or(0, |started| started.0)));
    for side in Side::BOTH {
        header.add_tag(start.player_tag(side), room.player(side).map_or("?", |player| player.name.as_str()));
    }
    header.add_tag("Termination", reason.key());
    start.to_pgn(room.steps().filter_map(|(action, _)| action), &header)
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
