//! Export of finished games as text and PGN.

use std::fmt::Write;
use std::time::Duration;

use yipan_core::{Effect, EndReason, Language, Side, capitalize};
use yipan_games::{AnyGame, GameResult, PgnHeader, PgnMove};
use yipan_room::{Room, utc_date};

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
    pgn_with_tags(room, [])
}

/// Writes a finished game as PGN with more tags; `None` if PGN cannot express it.
pub(crate) fn pgn_with_tags<const N: usize>(room: &Room, tags: [(&str, &str); N]) -> Option<String> {
    let (winner, reason) = room.result()?;
    let result = match winner {
        Some(side) => GameResult::Win(side),
        None if reason == EndReason::Aborted => GameResult::Unknown,
        None => GameResult::Draw,
    };
    let start = &room.validated_config().initial_game;
    let mut header = PgnHeader { result, ..PgnHeader::default() };
    tags.into_iter().for_each(|(name, value)| header.add_tag(name, value));
    header.add_tag("Date", utc_date(room.started_at().map_or(0, |started| started.0)));
    for side in Side::BOTH {
        header.add_tag(start.player_tag(side), room.player(side).map_or("?", |player| player.name.as_str()));
    }
    header.add_tag("Termination", reason.key());
    let moves = room.timed_actions().map(|(action, left)| PgnMove {
        action,
        // Many programs read whole seconds only.
        clock: left.map(|left| Duration::from_secs(left.0 / 1_000)),
    });
    start.to_pgn(moves, &header)
}
