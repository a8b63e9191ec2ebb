use yipan_clock::{ParseTimeControlError, TimeControl};
use yipan_games::{AnyGame, AnyGameError, GameKind, GameOptions};
use yipan_ratings::{Category, UnratedReason};
use yipan_wire::{RoomConfig, SidePreference, SpectatorPolicy};

/// A room configuration that was parsed and can be played.
#[derive(Clone, Debug)]
pub struct ValidatedConfig {
    /// The game.
    pub game_kind: GameKind,
    /// The position, the rules and the modes.
    pub options: GameOptions,
    /// The time control.
    pub time_control: TimeControl,
    /// The game before its first step.
    pub initial_game: AnyGame,
    /// The category of a rated game; `None` if it is not rated, or was by a rule that has changed since.
    pub category: Option<Category>,
}

/// The reason why a room configuration is invalid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomConfigError {
    /// There is no such game.
    UnknownGame {
        /// The name that was given.
        text: String,
    },
    /// The position, the rules or the modes are invalid.
    InvalidOptions(Box<AnyGameError>),
    /// The clock is invalid.
    InvalidClock(ParseTimeControlError),
    /// The delay of spectators is too long.
    DelayTooLong {
        /// The delay that was given.
        plies: u16,
        /// The limit.
        max: u16,
    },
    /// The game is to be rated and cannot be.
    Unrated(UnratedReason),
    /// The room is to belong to a tournament, which only the tournament itself can decide.
    InTournament,
    /// A text is too long, or there are too many.
    TooLong,
}

/// The limit for the delay of spectators.
const MAX_DELAY_PLIES: u16 = 100;

/// The limit for all texts of a new configuration together.
const MAX_CONFIG_BYTES: usize = 1024;

/// The limit for the clock of a new configuration.
const MAX_CLOCK_BYTES: usize = 64;

/// The limit for all texts of a configuration in a log, which earlier versions may have written.
const MAX_LOGGED_CONFIG_BYTES: usize = 4096;

/// The limit for rules, and for modes.
const MAX_RULES_OR_MODES: usize = 24;

impl ValidatedConfig {
    /// Parses a configuration.
    ///
    /// # Errors
    /// Returns [`RoomConfigError`] if it cannot be played.
    pub fn validate(config: &RoomConfig) -> Result<ValidatedConfig, RoomConfigError> {
        let texts = config.position.iter().chain(&config.rules).chain(&config.modes);
        let length: usize = texts.map(String::len).sum();
        if length > MAX_LOGGED_CONFIG_BYTES
            || config.rules.len() > MAX_RULES_OR_MODES
            || config.modes.len() > MAX_RULES_OR_MODES
        {
            return Err(RoomConfigError::TooLong);
        }
        if let SpectatorPolicy::Delay(plies) = config.spectators
            && plies > MAX_DELAY_PLIES
        {
            return Err(RoomConfigError::DelayTooLong { plies, max: MAX_DELAY_PLIES });
        }
        let unknown = |_| RoomConfigError::UnknownGame { text: config.game.chars().take(40).collect() };
        let kind: GameKind = config.game.parse().map_err(unknown)?;
        let options = GameOptions::from(config);
        let start = AnyGame::start(kind, &options)
            .map_err(|error| RoomConfigError::InvalidOptions(Box::new(error)))?;
        let clock = config.clock.parse().map_err(RoomConfigError::InvalidClock)?;
        let category = if config.rated { Category::of(kind, &options, &clock).ok() } else { None };
        Ok(ValidatedConfig { game_kind: kind, options, time_control: clock, initial_game: start, category })
    }

    /// Validates a new configuration and returns its canonical form, so that equal configurations are equal texts.
    ///
    /// # Errors
    /// Returns [`RoomConfigError`] if it cannot be played.
    pub fn normalize(config: RoomConfig) -> Result<RoomConfig, RoomConfigError> {
        let texts = config.position.iter().chain(&config.rules).chain(&config.modes);
        let length: usize = texts.chain([&config.game, &config.clock]).map(String::len).sum();
        if length > MAX_CONFIG_BYTES || config.clock.len() > MAX_CLOCK_BYTES {
            return Err(RoomConfigError::TooLong);
        }
        if config.tournament.is_some() || config.berserk {
            return Err(RoomConfigError::InTournament);
        }
        let validated = ValidatedConfig::validate(&config)?;
        if config.rated {
            validated.check_rated(config.host_side).map_err(RoomConfigError::Unrated)?;
        }
        // The players of a correspondence game are rarely there at the same time.
        let auto_start = config.auto_start || validated.time_control.is_correspondence();
        let trimmed = |text: String| text.trim().to_owned();
        Ok(RoomConfig {
            game: validated.game_kind.name().to_owned(),
            clock: validated.time_control.to_string(),
            position: config.position.map(trimmed),
            rules: config.rules.into_iter().map(trimmed).collect(),
            modes: config.modes.into_iter().map(trimmed).collect(),
            auto_start,
            ..config
        })
    }

    fn check_rated(&self, host_side: SidePreference) -> Result<(), UnratedReason> {
        Category::of(self.game_kind, &self.options, &self.time_control)?;
        if host_side == SidePreference::Random { Ok(()) } else { Err(UnratedReason::ChosenSide) }
    }

    /// Whether moves may be taken back: only in games without hidden or random elements that are not rated.
    #[must_use]
    pub fn allows_takeback(&self) -> bool {
        self.category.is_none() && self.initial_game.supports_takeback()
    }
}
