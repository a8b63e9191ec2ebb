//! The setup of a game and its text form.

use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
    vec::Vec,
};
use core::num::{NonZeroU16, ParseIntError};
use core::{fmt, str::FromStr};

use crate::no_capture::NoCaptureLimit;
use crate::repetition::RepetitionRule;
use crate::{FacingRule, FenError, Position};

/// The start position and the rules of a game.
///
/// The text form is one line: a FEN or `startpos`, then options as `key=value`.
///
/// ```
/// use yipan_xiangqi::{XiangqiSetup, repetition::RepetitionRule};
///
/// let setup: XiangqiSetup = "startpos repetition=computer".parse()?;
/// assert_eq!(setup.repetition, RepetitionRule::Computer);
/// assert_eq!(setup.to_string().parse(), Ok(setup));
/// # Ok::<(), yipan_xiangqi::XiangqiSetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct XiangqiSetup {
    /// The start position, including its [`FacingRule`].
    pub position: Position,
    /// The rule by which repetitions are adjudicated.
    pub repetition: RepetitionRule,
    /// The draw by plies without a capture.
    pub no_capture_limit: NoCaptureLimit,
    /// Whether the game is drawn when neither side has a piece left that can attack.
    pub draw_on_insufficient_material: bool,
}

impl Default for XiangqiSetup {
    fn default() -> XiangqiSetup {
        XiangqiSetup {
            position: Position::start(),
            repetition: RepetitionRule::default(),
            no_capture_limit: NoCaptureLimit::default(),
            draw_on_insufficient_material: true,
        }
    }
}

/// The reasons why a setup is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XiangqiSetupError {
    /// The position is invalid.
    InvalidPosition(FenError),
    /// The option or its value is unknown.
    UnknownOption {
        /// The rejected text.
        text: String,
    },
}

impl XiangqiSetup {
    /// The options and their values, for help texts.
    pub const OPTIONS: &'static str = "repetition=wxf|computer|ucci-league|check-only|simple|cxa-advisory, \
         facing=standard|no-new-shared-file, no-capture=PLIES|off, free-checks=N|off, material=on|off";

    /// Parses a position (a FEN or `startpos`) and options.
    ///
    /// # Errors
    /// Returns [`XiangqiSetupError`] if the position is invalid or an option is unknown.
    pub fn parse<'a>(
        position: &str,
        options: impl IntoIterator<Item = &'a str>,
    ) -> Result<XiangqiSetup, XiangqiSetupError> {
        let position = match position {
            "startpos" => Position::start(),
            fen => fen.parse().map_err(XiangqiSetupError::InvalidPosition)?,
        };
        let mut setup = XiangqiSetup { position, ..XiangqiSetup::default() };
        for option in options {
            setup.set_option(option)?;
        }
        Ok(setup)
    }

    fn set_option(&mut self, option: &str) -> Result<(), XiangqiSetupError> {
        let unknown = || XiangqiSetupError::UnknownOption { text: option.to_owned() };
        let (key, value) = option.split_once('=').ok_or_else(unknown)?;
        match key {
            "facing" => {
                let rule: FacingRule = value.parse().map_err(|_| unknown())?;
                self.position = self.position.with_facing_rule(rule);
            }
            "no-capture" => {
                self.no_capture_limit.max_plies = parse_limit(value).map_err(|_| unknown())?;
            }
            "free-checks" => {
                self.no_capture_limit.max_counted_checks = parse_limit(value).map_err(|_| unknown())?;
            }
            "material" => {
                self.draw_on_insufficient_material = match value {
                    "on" => true,
                    "off" => false,
                    _ => return Err(unknown()),
                }
            }
            "repetition" => {
                self.repetition = value.parse().map_err(|_| unknown())?;
                // The league counts all checks toward fifty rounds. Later options may override this.
                if self.repetition == RepetitionRule::UcciLeague {
                    self.no_capture_limit = NoCaptureLimit { max_plies: Some(100), max_counted_checks: None };
                }
            }
            _ => return Err(unknown()),
        }
        Ok(())
    }
}

/// Parses a positive number, or `off` as `None`.
fn parse_limit(text: &str) -> Result<Option<u16>, ParseIntError> {
    match text {
        "off" => Ok(None),
        _ => text.parse::<NonZeroU16>().map(|number| Some(number.get())),
    }
}

impl FromStr for XiangqiSetup {
    type Err = XiangqiSetupError;

    fn from_str(text: &str) -> Result<XiangqiSetup, XiangqiSetupError> {
        let is_option = |word: &&str| word.contains('=');
        let position: Vec<&str> = text.split_whitespace().take_while(|word| !is_option(word)).collect();
        XiangqiSetup::parse(&position.join(" "), text.split_whitespace().skip(position.len()))
    }
}

/// Writes the position and all options that differ from the defaults.
impl fmt::Display for XiangqiSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let defaults = XiangqiSetup::default();
        let off = |number: Option<u16>| number.map_or("off".to_owned(), |number| number.to_string());
        write!(f, "{}", self.position)?;
        if self.repetition != defaults.repetition {
            write!(f, " repetition={}", self.repetition)?;
        }
        if self.position.facing_rule() != FacingRule::Standard {
            write!(f, " facing={}", self.position.facing_rule())?;
        }
        if self.no_capture_limit != defaults.no_capture_limit || self.repetition == RepetitionRule::UcciLeague
        {
            write!(
                f,
                " no-capture={} free-checks={}",
                off(self.no_capture_limit.max_plies),
                off(self.no_capture_limit.max_counted_checks)
            )?;
        }
        if !self.draw_on_insufficient_material {
            write!(f, " material=off")?;
        }
        Ok(())
    }
}
