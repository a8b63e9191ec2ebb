//! The setup of a game and its text form.

use std::{fmt, str::FromStr};

use crate::sixzc::{ParseSixzcError, SixzcFile};
use crate::{ParsePositionError, Position};

/// The start position and the rules of a game.
///
/// The text form is one line: a position, `startpos` or a saved game `{..}`, then options as `key=value`.
///
/// ```
/// use yipan_liuzichong::LiuzichongSetup;
///
/// let setup: LiuzichongSetup = "startpos outer=any no_capture=60".parse()?;
/// assert_eq!(setup.no_capture_limit, Some(60));
/// assert_eq!(setup.to_string().parse(), Ok(setup));
/// # Ok::<(), yipan_liuzichong::LiuzichongSetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiuzichongSetup {
    /// The start position, including its [`HouseRules`](crate::HouseRules).
    pub position: Position,
    /// Whether the third occurrence of a position is a draw.
    pub draw_on_repetition: bool,
    /// The number of plies without a capture after which the game is drawn, or `None` for no limit.
    pub no_capture_limit: Option<u16>,
}

impl Default for LiuzichongSetup {
    fn default() -> LiuzichongSetup {
        LiuzichongSetup { position: Position::start(), draw_on_repetition: true, no_capture_limit: Some(100) }
    }
}

/// The reasons why a setup is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LiuzichongSetupError {
    /// The position is invalid.
    InvalidPosition(ParsePositionError),
    /// The saved game is invalid.
    Sixzc(ParseSixzcError),
    /// The option or its value is unknown.
    UnknownOption {
        /// The rejected text.
        text: String,
    },
}

impl LiuzichongSetup {
    /// The options and their values, for help texts.
    pub const OPTIONS: &'static str =
        "outer=empty|any, carry=lone|off, lone_is_loss=true|false, repetition=on|off, no_capture=PLIES|off";

    /// Parses a position (its text, `startpos` or a saved game) and options.
    ///
    /// # Errors
    /// Returns [`LiuzichongSetupError`] if the position is invalid or an option is unknown.
    pub fn parse<'a>(
        position: &str,
        options: impl IntoIterator<Item = &'a str>,
    ) -> Result<LiuzichongSetup, LiuzichongSetupError> {
        let position = match position.trim() {
            "startpos" => Position::start(),
            saved if saved.starts_with('{') => {
                saved.parse::<SixzcFile>().map_err(LiuzichongSetupError::Sixzc)?.position
            }
            text => text.parse().map_err(LiuzichongSetupError::InvalidPosition)?,
        };
        let mut setup = LiuzichongSetup { position, ..LiuzichongSetup::default() };
        for option in options {
            setup
                .set_option(option)
                .ok_or_else(|| LiuzichongSetupError::UnknownOption { text: option.to_owned() })?;
        }
        Ok(setup)
    }

    fn set_option(&mut self, option: &str) -> Option<()> {
        let (key, value) = option.split_once('=')?;
        // Other games spell their keys with hyphens, so both are accepted.
        match (key.replace('-', "_").as_str(), value) {
            ("repetition", "on") => self.draw_on_repetition = true,
            ("repetition", "off") => self.draw_on_repetition = false,
            ("no_capture", "off") => self.no_capture_limit = None,
            ("no_capture", plies) => {
                let digits = plies.bytes().all(|byte| byte.is_ascii_digit());
                self.no_capture_limit = Some(plies.parse().ok().filter(|&plies| digits && plies > 0)?);
            }
            (key, value) => {
                let mut rules = self.position.rules();
                rules.set_option(key, value)?;
                self.position = self.position.with_rules(rules);
            }
        }
        Some(())
    }
}

impl FromStr for LiuzichongSetup {
    type Err = LiuzichongSetupError;

    fn from_str(text: &str) -> Result<LiuzichongSetup, LiuzichongSetupError> {
        let is_option = |word: &&str| word.contains('=');
        let position: Vec<&str> = text.split_whitespace().take_while(|word| !is_option(word)).collect();
        LiuzichongSetup::parse(&position.join(" "), text.split_whitespace().skip(position.len()))
    }
}

/// Writes the position and all options that differ from the defaults.
impl fmt::Display for LiuzichongSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let defaults = LiuzichongSetup::default();
        write!(f, "{}", self.position)?;
        let rules = [self.position.rules().to_string(), defaults.position.rules().to_string()];
        for (option, default) in rules[0].split(' ').zip(rules[1].split(' ')) {
            if option != default {
                write!(f, " {option}")?;
            }
        }
        if !self.draw_on_repetition {
            write!(f, " repetition=off")?;
        }
        match self.no_capture_limit {
            None => write!(f, " no_capture=off"),
            Some(plies) if self.no_capture_limit != defaults.no_capture_limit => {
                write!(f, " no_capture={plies}")
            }
            Some(_) => Ok(()),
        }
    }
}
