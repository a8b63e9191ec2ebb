use std::{error::Error, fmt};

use yipan_core::{Language, Localize};

use crate::{FenError, IllegalMoveError, SetupError};

/// Why a DhtmlXQ text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DhtmlXqError {
    /// There is neither a position nor a move in it.
    NoGame,
    /// The text is too long.
    TooLong {
        /// How many bytes it may have.
        limit: usize,
    },
    /// A tag without end.
    UnclosedTag {
        /// The name of the tag.
        tag: String,
    },
    /// A tag whose digits make no sense.
    InvalidDigits {
        /// The name of the tag.
        tag: String,
    },
    /// The tag `fen` is not a position.
    Fen(FenError),
    /// The position cannot be played.
    Position(SetupError),
    /// A variation that leaves no line, or leaves it where there is no move.
    DanglingVariation {
        /// The name of the tag.
        tag: String,
    },
    /// A move that cannot be played.
    IllegalMove {
        /// The name of the tag.
        tag: String,
        /// The number of the move, counted from 1 at the start of the game.
        ply: usize,
        /// The move as it should have been, like `h2e2`.
        text: String,
        /// Why not.
        reason: IllegalMoveError,
    },
    /// Variations inside variations without end.
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
}

impl fmt::Display for DhtmlXqError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl Error for DhtmlXqError {}
