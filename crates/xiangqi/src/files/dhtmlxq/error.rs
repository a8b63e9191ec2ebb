use std::{error::Error, fmt};

use yipan_rules::{Language, Words};

use crate::{FenError, Refusal, SetupError};

/// Why a DhtmlXQ text cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DhtmlXqError {
    /// There is neither a position nor a move in it.
    Nothing,
    /// The text is too long.
    TooLong {
        /// How many bytes it may have.
        limit: usize,
    },
    /// A tag without end.
    Open {
        /// The name of the tag.
        tag: String,
    },
    /// A tag whose digits make no sense.
    Digits {
        /// The name of the tag.
        tag: String,
    },
    /// The tag `fen` is not a position.
    Fen(FenError),
    /// The position cannot be played.
    Position(SetupError),
    /// A variation that leaves no line, or leaves it where there is no move.
    Nowhere {
        /// The name of the tag.
        tag: String,
    },
    /// A move that cannot be played.
    Move {
        /// The name of the tag.
        tag: String,
        /// The number of the move, counted from 1 at the start of the game.
        ply: usize,
        /// The move as it should have been, like `h2e2`.
        text: String,
        /// Why not.
        refusal: Refusal,
    },
    /// Variations inside variations without end.
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
}

impl fmt::Display for DhtmlXqError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Language::English))
    }
}

impl Error for DhtmlXqError {}
