//! The options of a game, chosen before it starts.

use alloc::{borrow::ToOwned, string::String, vec::Vec};
use core::{fmt, str::FromStr};

use crate::modes::after_gravity;
use crate::{Bitboard, Chess960Error, FenError, Modes, ModesError, Position};

/// The rule by which repetition and quiet moves end a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// Threefold repetition and fifty quiet moves end the game automatically, as in all modes.
    #[default]
    Automatic,
    /// FIDE rules: threefold repetition and fifty moves may be claimed; fivefold repetition and seventy-five
    /// moves end the game.
    Claimable,
}

/// The options of a game of chess.
///
/// As text on one line: a FEN, `startpos` or `chess960:N`, followed by options as `key=value`.
///
/// ```
/// use yipan_chess::{ChessSetup, DrawRule};
///
/// let setup: ChessSetup = "startpos draws=claimed".parse()?;
/// assert_eq!(setup.draw_rule(), DrawRule::Claimable);
/// assert_eq!(setup.to_string().parse(), Ok(setup));
///
/// let setup: ChessSetup = "startpos modes=dice-a,fog dice=4 rerolls=1".parse()?;
/// assert_eq!(setup.modes().dice.map(|dice| dice.count), Some(4));
/// # Ok::<(), yipan_chess::ChessSetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessSetup {
    position: Position,
    draw_rule: DrawRule,
    modes: Modes,
}

impl Default for ChessSetup {
    fn default() -> ChessSetup {
        ChessSetup::standard(Position::start(), DrawRule::Automatic)
    }
}

/// The error of invalid options.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChessSetupError {
    /// The position is invalid.
    InvalidPosition(FenError),
    /// There is no such Chess960 position.
    Chess960(Chess960Error),
    /// The option is unknown.
    UnknownOption {
        /// The rejected text.
        text: String,
    },
    /// The modes are invalid.
    Modes(ModesError),
    /// Claimable draws together with modes, in which draws are automatic.
    ClaimsWithModes,
    /// After gravity the side to move could capture the king.
    KingCapturableAfterGravity {
        /// The attackers, on their squares after gravity.
        attackers: Bitboard,
    },
}

impl ChessSetup {
    /// Creates the options of standard chess from a position.
    #[must_use]
    pub const fn standard(position: Position, draw_rule: DrawRule) -> ChessSetup {
        ChessSetup { position, draw_rule, modes: Modes::NONE }
    }

    /// Creates the options of a game with modes. With gravity, the position is the one after everything has
    /// fallen.
    ///
    /// # Errors
    /// Returns `ChessSetupError` if the side to move could capture the king after gravity.
    pub fn with_modes(position: Position, modes: Modes) -> Result<ChessSetup, ChessSetupError> {
        let position = if modes.gravity { after_gravity(position) } else { position };
        let us = position.side_to_move();
        let by = position.attacks_to(position.king(us.other()), us);
        if by.any() {
            return Err(ChessSetupError::KingCapturableAfterGravity { attackers: by });
        }
        Ok(ChessSetup { position, draw_rule: DrawRule::Automatic, modes })
    }

    /// Returns the starting position.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// Returns the draw rule.
    #[must_use]
    pub const fn draw_rule(&self) -> DrawRule {
        self.draw_rule
    }

    /// Returns the modes.
    #[must_use]
    pub const fn modes(&self) -> Modes {
        self.modes
    }

    /// Parses a position (a FEN, `startpos` or `chess960:N`) and options.
    ///
    /// # Errors
    /// Returns `ChessSetupError` if the position or an option is invalid.
    pub fn parse<'a>(
        position: &str,
        options: impl IntoIterator<Item = &'a str>,
    ) -> Result<ChessSetup, ChessSetupError> {
        let (mut position, mut draw_rule) = (parse_position(position)?, DrawRule::Automatic);
        let options: Vec<&str> = options.into_iter().collect();
        for &option in &options {
            match option {
                "draws=automatic" => draw_rule = DrawRule::Automatic,
                "draws=claimed" => draw_rule = DrawRule::Claimable,
                "chess960=yes" => position = position.with_chess960_castling(),
                _ if option.split_once('=').is_some_and(|(key, _)| Modes::OPTION_KEYS.contains(&key)) => {}
                _ => return Err(ChessSetupError::UnknownOption { text: option.to_owned() }),
            }
        }
        let modes = Modes::parse(&options).map_err(ChessSetupError::Modes)?;
        if modes.is_none() {
            return Ok(ChessSetup::standard(position, draw_rule));
        }
        match draw_rule {
            DrawRule::Automatic => ChessSetup::with_modes(position, modes),
            DrawRule::Claimable => Err(ChessSetupError::ClaimsWithModes),
        }
    }
}

fn parse_position(text: &str) -> Result<Position, ChessSetupError> {
    if text == "startpos" {
        return Ok(Position::start());
    }
    match text.strip_prefix("chess960:") {
        Some(text) => {
            let read = text.parse().map_err(|_| Chess960Error { text: text.to_owned() });
            read.and_then(Position::chess960).map_err(ChessSetupError::Chess960)
        }
        None => text.parse().map_err(ChessSetupError::InvalidPosition),
    }
}

impl FromStr for ChessSetup {
    type Err = ChessSetupError;

    fn from_str(text: &str) -> Result<ChessSetup, ChessSetupError> {
        let is_option = |word: &&str| word.contains('=');
        let position: Vec<&str> = text.split_whitespace().take_while(|word| !is_option(word)).collect();
        ChessSetup::parse(&position.join(" "), text.split_whitespace().skip(position.len()))
    }
}

impl fmt::Display for ChessSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        if self.draw_rule == DrawRule::Claimable {
            f.write_str(" draws=claimed")?;
        }
        if self.modes.is_none() { Ok(()) } else { write!(f, " {}", self.modes) }
    }
}
