//! What is agreed before a game, and what a player may do in it, both as text.

use std::{fmt, str::FromStr};

use crate::modes::after_gravity;
use crate::{Bitboard, Chess960Error, FenError, Modes, ModesError, Position, UciError, UciMove};

/// How repetition and quiet moves end a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum DrawRule {
    /// The third repetition and the fiftieth quiet move end the game by themselves, as in all our modes.
    #[default]
    Automatic,
    /// As FIDE has it: those may be claimed, the fifth and the seventy-fifth end the game by themselves.
    Claimable,
}

/// What is agreed before a game of chess.
///
/// On one line: a FEN, `startpos` or `chess960:N`, then options as `key=value`.
///
/// ```
/// use yipan_chess::{ChessSetup, Draws};
///
/// let setup: ChessSetup = "startpos draws=claimed".parse()?;
/// assert_eq!(setup.draws(), Draws::Claimed);
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

/// Why a setup cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChessSetupError {
    /// The position cannot be read.
    InvalidPosition(FenError),
    /// There is no such Chess960 position.
    Chess960(Chess960Error),
    /// An option nobody knows.
    UnknownOption {
        /// What was read.
        text: String,
    },
    /// The modes cannot be played so.
    Modes(ModesError),
    /// With modes draws are automatic.
    ClaimsWithModes,
    /// When everything has fallen, the side to move could take the king.
    KingCapturableAfterGravity {
        /// The attackers, where they come to rest.
        attackers: Bitboard,
    },
}

impl ChessSetup {
    /// Standard chess from this position.
    #[must_use]
    pub const fn standard(position: Position, draws: DrawRule) -> ChessSetup {
        ChessSetup { position, draw_rule: draws, modes: Modes::NONE }
    }

    /// Chess with modes from this position; with gravity, from where everything has fallen to.
    ///
    /// # Errors
    /// A position that can no longer be played once everything has fallen.
    pub fn with_modes(position: Position, modes: Modes) -> Result<ChessSetup, ChessSetupError> {
        let position = if modes.gravity { after_gravity(position) } else { position };
        let us = position.side_to_move();
        let by = position.attacks_to(position.king(us.other()), us, position.occupied());
        if by.any() {
            return Err(ChessSetupError::KingCapturableAfterGravity { attackers: by });
        }
        Ok(ChessSetup { position, draw_rule: DrawRule::Automatic, modes })
    }

    /// Where the game begins.
    #[must_use]
    pub const fn position(&self) -> &Position {
        &self.position
    }

    /// How it may be drawn.
    #[must_use]
    pub const fn draw_rule(&self) -> DrawRule {
        self.draw_rule
    }

    /// With which modes it is played.
    #[must_use]
    pub const fn modes(&self) -> Modes {
        self.modes
    }

    /// The setup with this position (a FEN, `startpos` or `chess960:N`) and these options.
    ///
    /// # Errors
    /// What is wrong with the position or with an option.
    pub fn parse<'a>(
        position: &str,
        options: impl IntoIterator<Item = &'a str>,
    ) -> Result<ChessSetup, ChessSetupError> {
        let (mut position, mut draws) = (parse_position(position)?, DrawRule::Automatic);
        let options: Vec<&str> = options.into_iter().collect();
        for &option in &options {
            match option {
                "draws=automatic" => draws = DrawRule::Automatic,
                "draws=claimed" => draws = DrawRule::Claimable,
                "chess960=yes" => position = position.with_chess960_castling(),
                _ if option.split_once('=').is_some_and(|(key, _)| Modes::OPTION_KEYS.contains(&key)) => {}
                _ => return Err(ChessSetupError::UnknownOption { text: option.to_owned() }),
            }
        }
        let modes = Modes::parse(&options).map_err(ChessSetupError::Modes)?;
        if modes.is_none() {
            return Ok(ChessSetup::standard(position, draws));
        }
        match draws {
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

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Move a man.
    Move(UciMove),
    /// Move a man by the wild die, though an ordinary one would do; written `e2e4*`.
    MoveByWildDie(UciMove),
    /// Claim the draw that the rules offer.
    ClaimDraw,
    /// Throw the dice again.
    Reroll,
}

/// A text that is neither a move nor a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParseActionError(pub(crate) UciError);

/// The text of [`Action::Reroll`].
pub const REROLL: &str = "reroll";

impl FromStr for Action {
    type Err = ParseActionError;

    fn from_str(text: &str) -> Result<Action, ParseActionError> {
        match text {
            "draw" => Ok(Action::ClaimDraw),
            REROLL => Ok(Action::Reroll),
            _ if text.ends_with('*') => {
                text[..text.len() - 1].parse().map(Action::MoveByWildDie).map_err(ParseActionError)
            }
            _ => text.parse().map(Action::Move).map_err(ParseActionError),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(uci) => uci.fmt(f),
            Action::MoveByWildDie(uci) => write!(f, "{uci}*"),
            Action::ClaimDraw => f.write_str("draw"),
            Action::Reroll => f.write_str(REROLL),
        }
    }
}
