//! What is agreed before a game, and what a player may do in it, both as text.

use std::{fmt, str::FromStr};

use crate::{Chess960Error, FenError, Position, Uci, UciError};

/// How repetition and quiet moves end a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Draws {
    /// The third repetition and the fiftieth quiet move end the game by themselves, as in all our modes.
    #[default]
    Automatic,
    /// As FIDE has it: those may be claimed, the fifth and the seventy-fifth end the game by themselves.
    Claimed,
}

/// What is agreed before a game of chess.
///
/// On one line: a FEN, `startpos` or `chess960:N`, then options as `key=value`.
///
/// ```
/// use yipan_chess::{ChessSetup, Draws};
///
/// let setup: ChessSetup = "startpos draws=claimed".parse()?;
/// assert_eq!(setup.draws, Draws::Claimed);
/// assert_eq!(setup.to_string().parse(), Ok(setup));
/// # Ok::<(), yipan_chess::ChessSetupError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChessSetup {
    /// Where the game begins.
    pub position: Position,
    /// How it may be drawn.
    pub draws: Draws,
}

impl Default for ChessSetup {
    fn default() -> ChessSetup {
        ChessSetup { position: Position::start(), draws: Draws::Automatic }
    }
}

/// Why a setup cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChessSetupError {
    /// The position cannot be read.
    Position(FenError),
    /// There is no such Chess960 position.
    Chess960(Chess960Error),
    /// An option nobody knows.
    Option {
        /// What was read.
        text: String,
    },
}

impl ChessSetup {
    /// The setup with this position (a FEN, `startpos` or `chess960:N`) and these options.
    ///
    /// # Errors
    /// What is wrong with the position or with an option.
    pub fn read<'a>(
        position: &str,
        options: impl IntoIterator<Item = &'a str>,
    ) -> Result<ChessSetup, ChessSetupError> {
        let mut setup = ChessSetup { position: read_position(position)?, draws: Draws::Automatic };
        for option in options {
            match option {
                "draws=automatic" => setup.draws = Draws::Automatic,
                "draws=claimed" => setup.draws = Draws::Claimed,
                "chess960=yes" => setup.position = setup.position.as_chess960(),
                _ => return Err(ChessSetupError::Option { text: option.to_owned() }),
            }
        }
        Ok(setup)
    }
}

fn read_position(text: &str) -> Result<Position, ChessSetupError> {
    if text == "startpos" {
        return Ok(Position::start());
    }
    match text.strip_prefix("chess960:") {
        Some(text) => {
            let read = text.parse().map_err(|_| Chess960Error { text: text.to_owned() });
            read.and_then(Position::chess960).map_err(ChessSetupError::Chess960)
        }
        None => text.parse().map_err(ChessSetupError::Position),
    }
}

impl FromStr for ChessSetup {
    type Err = ChessSetupError;

    fn from_str(text: &str) -> Result<ChessSetup, ChessSetupError> {
        let is_option = |word: &&str| word.contains('=');
        let position: Vec<&str> = text.split_whitespace().take_while(|word| !is_option(word)).collect();
        ChessSetup::read(&position.join(" "), text.split_whitespace().skip(position.len()))
    }
}

impl fmt::Display for ChessSetup {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.position)?;
        match self.draws {
            Draws::Automatic => Ok(()),
            Draws::Claimed => write!(f, " draws=claimed"),
        }
    }
}

/// What a player may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Action {
    /// Move a man.
    Move(Uci),
    /// Claim the draw that the rules offer.
    ClaimDraw,
}

/// A text that is neither a move nor a claim.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionError(pub(crate) UciError);

impl FromStr for Action {
    type Err = ActionError;

    fn from_str(text: &str) -> Result<Action, ActionError> {
        match text {
            "draw" => Ok(Action::ClaimDraw),
            _ => text.parse().map(Action::Move).map_err(ActionError),
        }
    }
}

impl fmt::Display for Action {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Action::Move(uci) => uci.fmt(f),
            Action::ClaimDraw => f.write_str("draw"),
        }
    }
}
