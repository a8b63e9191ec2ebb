use alloc::{boxed::Box, string::String};
use core::{error::Error, fmt};

use yipan_core::{Language, Localize};

use crate::{FenError, IllegalMoveError, SetupError};

/// The reasons why a DhtmlXQ text is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DhtmlXqError {
    /// The text has neither a position nor a move.
    NoGame,
    /// The text is too long.
    TooLong {
        /// The maximum size in bytes.
        limit: usize,
    },
    /// A tag is not closed.
    UnclosedTag {
        /// The name of the tag.
        tag: String,
    },
    /// A tag has digits that are not points of the board.
    InvalidDigits {
        /// The name of the tag.
        tag: String,
    },
    /// The tag `fen` is invalid.
    Fen(FenError),
    /// The position is not playable.
    Position(SetupError),
    /// A variation branches from an unknown line or move.
    DanglingVariation {
        /// The name of the tag.
        tag: String,
    },
    /// A move is illegal.
    IllegalMove {
        /// The name of the tag.
        tag: String,
        /// The number of the move, counted from 1 at the start of the game.
        ply: usize,
        /// The move in the form `h2e2`.
        text: String,
        /// The reason.
        reason: Box<IllegalMoveError>,
    },
    /// Variations are nested too deeply.
    TooDeep {
        /// The maximum depth.
        limit: usize,
    },
}

impl fmt::Display for DhtmlXqError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl Error for DhtmlXqError {}
