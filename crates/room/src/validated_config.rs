use yipan_games::{AnyGame, AnyGameError, GameKind, GameOptions};
use yipan_record::{ParseTimeControlError, TimeControl};
use yipan_wire::{RoomConfig, SpectatorPolicy};

/// Terms that have been read and can be played.
#[derive(Clone, Debug)]
pub struct ValidatedConfig {
    /// Which game.
    pub game_kind: GameKind,
    /// From where, by which rules, with which modes.
    pub options: GameOptions,
    /// The clocks.
    pub time_control: TimeControl,
    /// The game before its first step.
    pub initial_game: AnyGame,
}

/// Why terms cannot be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RoomConfigError {
    /// There is no such game.
    UnknownGame {
        /// What was asked for.
        text: String,
    },
    /// The position, the rules or the modes are wrong.
    InvalidOptions(Box<AnyGameError>),
    /// The clock is wrong.
    InvalidClock(ParseTimeControlError),
    /// Spectators would wait too long.
    DelayTooLong {
        /// What was asked for.
        plies: u16,
    },
    /// Something is longer than anybody needs.
    TooLong,
}

const MAX_DELAY_PLIES: u16 = 100;

/// The most bytes of all texts of new terms together, and of the clock. Logs may hold longer ones of earlier versions.
const MAX_CONFIG_BYTES: usize = 1024;
const MAX_CLOCK_BYTES: usize = 64;
const MAX_LOGGED_CONFIG_BYTES: usize = 4096;
const MAX_RULES_OR_MODES: usize = 24;

impl ValidatedConfig {
    /// Reads terms.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn validate(terms: &RoomConfig) -> Result<ValidatedConfig, RoomConfigError> {
        let texts = terms.position.iter().chain(&terms.rules).chain(&terms.modes);
        let length: usize = texts.map(String::len).sum();
        if length > MAX_LOGGED_CONFIG_BYTES
            || terms.rules.len() > MAX_RULES_OR_MODES
            || terms.modes.len() > MAX_RULES_OR_MODES
        {
            return Err(RoomConfigError::TooLong);
        }
        if let SpectatorPolicy::Delay(plies) = terms.spectators
            && plies > MAX_DELAY_PLIES
        {
            return Err(RoomConfigError::DelayTooLong { plies });
        }
        let unknown = |_| RoomConfigError::UnknownGame { text: terms.game.chars().take(40).collect() };
        let kind: GameKind = terms.game.parse().map_err(unknown)?;
        let (position, rules, modes) = (terms.position.clone(), terms.rules.clone(), terms.modes.clone());
        let options = GameOptions { position, rules, modes };
        let start = AnyGame::start(kind, &options)
            .map_err(|error| RoomConfigError::InvalidOptions(Box::new(error)))?;
        let clock = terms.clock.parse().map_err(RoomConfigError::InvalidClock)?;
        Ok(ValidatedConfig { game_kind: kind, options, time_control: clock, initial_game: start })
    }

    /// Checks new terms and writes them in one way, so that equal terms are equal texts and none is longer than it must be.
    ///
    /// # Errors
    /// What is wrong with them.
    pub fn normalize(terms: RoomConfig) -> Result<RoomConfig, RoomConfigError> {
        let texts = terms.position.iter().chain(&terms.rules).chain(&terms.modes);
        let length: usize = texts.chain([&terms.game, &terms.clock]).map(String::len).sum();
        if length > MAX_CONFIG_BYTES || terms.clock.len() > MAX_CLOCK_BYTES {
            return Err(RoomConfigError::TooLong);
        }
        let validated = ValidatedConfig::validate(&terms)?;
        let trimmed = |text: String| text.trim().to_owned();
        Ok(RoomConfig {
            game: validated.game_kind.name().to_owned(),
            clock: validated.time_control.to_string(),
            position: terms.position.map(trimmed),
            rules: terms.rules.into_iter().map(trimmed).collect(),
            modes: terms.modes.into_iter().map(trimmed).collect(),
            ..terms
        })
    }

    /// Whether moves may be taken back: only where nothing secret or random would be drawn anew.
    #[must_use]
    pub fn allows_takeback(&self) -> bool {
        self.initial_game.supports_takeback()
    }
}
