//! The description of a tournament: what is allowed, and what the pairing makes of it.

use std::ops::RangeInclusive;

use unicode_properties::{GeneralCategory, UnicodeGeneralCategory};
use yipan_ratings::{Category, Speed};
use yipan_room::{RoomConfigError, ValidatedConfig};
use yipan_tournament::Format;
use yipan_wire::{RoomConfig, SidePreference, TournamentConfig, TournamentFormat};

/// The most characters in the name of a tournament.
pub(crate) const MAX_NAME_CHARACTERS: usize = 60;

/// The number of rounds of a Swiss tournament.
pub(crate) const ROUNDS: RangeInclusive<u32> = 1..=15;

/// The duration of an arena.
pub(crate) const ARENA_SECONDS: RangeInclusive<u32> = 10..=6 * 3_600;

/// The latest start, after the creation.
pub(crate) const MAX_DAYS_AHEAD: u64 = 90;

/// The most that a start may have passed when the request arrives, because clocks differ.
const MAX_PAST_MILLIS: u64 = 60_000;

const DAY_MILLIS: u64 = 86_400_000;

/// The reason why a tournament cannot be played as it is described.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum TournamentConfigError {
    Room(RoomConfigError),
    /// Bots play no rated games.
    RatedWithBots,
    /// Only a main time with an increment can be halved.
    BerserkClock,
    /// A bot has joined already.
    BotsJoined,
    /// Players other than the creator have joined for another game.
    PlayersJoined,
    /// Without a clock a round might never end.
    NoClock,
    /// A round of a correspondence tournament would take months.
    Correspondence,
    BadName,
    BadRounds,
    BadDuration,
    BadPlayers {
        max: u32,
    },
    /// The start has passed or is too far away.
    BadStart,
    /// There is neither a time nor a number of players that starts it.
    NoStart,
}

/// Checks a description and returns it in the form in which it is stored.
pub(crate) fn validate(
    config: TournamentConfig,
    now: u64,
) -> Result<TournamentConfig, TournamentConfigError> {
    let name = config.name.trim();
    let is_hidden =
        |character: char| character.is_control() || character.general_category() == GeneralCategory::Format;
    if name.is_empty() || name.chars().count() > MAX_NAME_CHARACTERS || name.contains(is_hidden) {
        return Err(TournamentConfigError::BadName);
    }
    match config.format {
        TournamentFormat::Swiss { rounds } if !ROUNDS.contains(&rounds) => {
            return Err(TournamentConfigError::BadRounds);
        }
        TournamentFormat::Arena { seconds, .. } if !ARENA_SECONDS.contains(&seconds) => {
            return Err(TournamentConfigError::BadDuration);
        }
        TournamentFormat::Swiss { .. }
        | TournamentFormat::RoundRobin { .. }
        | TournamentFormat::Arena { .. } => {}
    }
    let max = max_players(config.format);
    if config.min_players.is_some_and(|players| !(2..=max).contains(&players)) {
        return Err(TournamentConfigError::BadPlayers { max });
    }
    if config.allows_bots && config.room.rated {
        return Err(TournamentConfigError::RatedWithBots);
    }
    match config.starts_at {
        Some(start)
            if start.saturating_add(MAX_PAST_MILLIS) < now || start > now + MAX_DAYS_AHEAD * DAY_MILLIS =>
        {
            return Err(TournamentConfigError::BadStart);
        }
        None if config.min_players.is_none() => return Err(TournamentConfigError::NoStart),
        Some(_) | None => {}
    }
    // The games are listed like any other; `spectators` decides who may watch them.
    let room = RoomConfig { host_side: SidePreference::Random, public: true, ..config.room };
    let room = ValidatedConfig::normalize(room).map_err(TournamentConfigError::Room)?;
    let validated = ValidatedConfig::validate(&room).map_err(TournamentConfigError::Room)?;
    if Speed::of(validated.game_kind, &validated.time_control).is_none() {
        return Err(TournamentConfigError::NoClock);
    }
    let is_berserk = matches!(config.format, TournamentFormat::Arena { berserk: true, .. });
    if is_berserk && validated.time_control.0.iter().any(|control| control.berserk().is_none()) {
        return Err(TournamentConfigError::BerserkClock);
    }
    if validated.time_control.is_correspondence() {
        return Err(TournamentConfigError::Correspondence);
    }
    Ok(TournamentConfig { name: name.to_owned(), room, ..config })
}

/// Returns the most players. A round robin of more would not end, and a Swiss round of more takes long to pair.
pub(crate) const fn max_players(format: TournamentFormat) -> u32 {
    match format {
        TournamentFormat::Swiss { .. } => 200,
        TournamentFormat::RoundRobin { .. } => 40,
        TournamentFormat::Arena { .. } => 1_000,
    }
}

/// Returns the way of pairing.
pub(crate) const fn pairing_format(format: TournamentFormat) -> Format {
    match format {
        TournamentFormat::Swiss { rounds } => Format::Swiss { rounds },
        TournamentFormat::RoundRobin { is_double } => Format::RoundRobin { is_double },
        TournamentFormat::Arena { berserk, .. } => Format::Arena { allows_berserk: berserk },
    }
}

/// Whether the games of two descriptions have the same rules, clock and spectators, for which players join. The server
/// starts the games in any case.
pub(crate) fn is_same_game(one: &RoomConfig, other: &RoomConfig) -> bool {
    let RoomConfig { auto_start, chat, .. } = *other;
    RoomConfig { auto_start, chat, ..one.clone() } == *other
}

/// Returns the category whose rating orders the players; `None` if such games are never rated.
pub(crate) fn category(room: &RoomConfig) -> Option<Category> {
    let validated = ValidatedConfig::validate(room).ok()?;
    Category::of(validated.game_kind, &validated.options, &validated.time_control).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn swiss() -> TournamentConfig {
        TournamentConfig {
            name: " Sunday cup ".to_owned(),
            room: RoomConfig { clock: "3+2".to_owned(), ..RoomConfig::default_for("chess") },
            format: TournamentFormat::Swiss { rounds: 5 },
            starts_at: Some(1_000_000),
            min_players: None,
            allows_bots: false,
        }
    }

    #[test]
    fn a_description_is_stored_in_one_form() {
        let room = RoomConfig { host_side: SidePreference::Second, ..swiss().room };
        let valid = validate(TournamentConfig { room, ..swiss() }, 1_000_000).expect("it is valid");
        assert_eq!((valid.name.as_str(), valid.room.host_side), ("Sunday cup", SidePreference::Random));
    }

    #[test]
    fn impossible_descriptions_are_rejected_with_their_reason() {
        use TournamentConfigError as E;
        let named = |name: &str| TournamentConfig { name: name.to_owned(), ..swiss() };
        let formatted = |format| TournamentConfig { format, ..swiss() };
        let in_room = |room| TournamentConfig { room, ..swiss() };
        let chess = RoomConfig::default_for("chess");
        let byoyomi = RoomConfig { clock: "10/20x3".to_owned(), ..swiss().room };
        let berserk = TournamentFormat::Arena { seconds: 60, berserk: true };
        let rated = RoomConfig { rated: true, ..swiss().room };
        for (config, expected) in [
            (named(" "), E::BadName),
            (named("a\u{202e}b"), E::BadName),
            (named(&"x".repeat(61)), E::BadName),
            (formatted(TournamentFormat::Swiss { rounds: 0 }), E::BadRounds),
            (formatted(TournamentFormat::Swiss { rounds: 16 }), E::BadRounds),
            (formatted(TournamentFormat::Arena { seconds: 9, berserk: false }), E::BadDuration),
            (TournamentConfig { min_players: Some(1), ..swiss() }, E::BadPlayers { max: 200 }),
            (TournamentConfig { starts_at: Some(5), ..swiss() }, E::BadStart),
            (TournamentConfig { starts_at: Some(u64::MAX), ..swiss() }, E::BadStart),
            (TournamentConfig { starts_at: None, ..swiss() }, E::NoStart),
            (in_room(chess.clone()), E::NoClock),
            (TournamentConfig { format: berserk, ..in_room(byoyomi) }, E::BerserkClock),
            (TournamentConfig { allows_bots: true, ..in_room(rated) }, E::RatedWithBots),
            (
                in_room(RoomConfig { tournament: Some("AAAAAA".to_owned()), ..swiss().room }),
                E::Room(RoomConfigError::InTournament),
            ),
        ] {
            assert_eq!(validate(config.clone(), 1_000_000), Err(expected), "{config:?}");
        }
    }
}
