use yipan_core::{EndReason, Side};
use yipan_ratings::RuleFamily;
use yipan_room::{LogEntry, Room, RoomEvent, ValidatedConfig};
use yipan_wire::{RoomConfig, SpectatorPolicy};

use super::game_moves::{MIN_PLIES, game_moves};
use crate::storage::explorer_rows::ExplorerGame;

/// The game of a room, and whether the lists of the explorer may name it.
#[derive(Debug)]
pub(super) struct RoomGame {
    pub(super) game: ExplorerGame,
    pub(super) is_listed: bool,
}

/// Returns the game of a log if it counts: played to its end by two users, from the standard position and with the
/// standard rules. Computer players would fill the openings with the moves of a few levels.
///
/// # Errors
/// Returns a message if the log cannot be read.
pub(super) fn room_game(log: &[String]) -> Result<Option<RoomGame>, String> {
    let parse = |line: &String| serde_json::from_str::<LogEntry>(line).map_err(|error| error.to_string());
    // The first entry says without the rules whether the game may count.
    match log.first().map(parse).transpose()? {
        Some(LogEntry { event: RoomEvent::Opened { config, .. }, .. }) if is_standard(&config) => {}
        _ => return Ok(None),
    }
    let entries: Vec<LogEntry> = log.iter().map(parse).collect::<Result<_, _>>()?;
    finished_game(&Room::replay(entries).map_err(|error| error.to_string())?)
}

fn is_standard(config: &RoomConfig) -> bool {
    let Ok(config) = ValidatedConfig::validate(config) else { return false };
    let family = RuleFamily::of(config.game_kind, &config.options);
    matches!(family, Ok(RuleFamily::Chess | RuleFamily::Xiangqi | RuleFamily::Liuzichong))
}

fn finished_game(room: &Room) -> Result<Option<RoomGame>, String> {
    let players = Side::BOTH.map(|side| room.player(side));
    let ([Some(first), Some(second)], Some((winner, reason))) = (players, room.result()) else {
        return Ok(None);
    };
    let has_computer = [first, second].iter().any(|player| player.level.is_some());
    if reason == EndReason::Aborted || has_computer || room.plies() < MIN_PLIES {
        return Ok(None);
    }
    let config = room.config();
    // In a rare line the statistics would show the whole game.
    if config.spectators == SpectatorPolicy::No {
        return Ok(None);
    }
    let actions = room.steps().filter_map(|(action, _)| action);
    let moves =
        game_moves(&room.validated_config().initial_game, actions).map_err(|error| error.to_string())?;
    let ratings = first.rating.as_ref().zip(second.rating.as_ref());
    let rating = ratings.map(|(first, second)| (first.points + second.points) / 2);
    Ok(Some(RoomGame {
        game: ExplorerGame { moves, winner, rating: rating.and_then(|rating| u32::try_from(rating).ok()) },
        // As in the lists of a profile.
        is_listed: config.public || config.rated,
    }))
}
