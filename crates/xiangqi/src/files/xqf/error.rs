use std::{error::Error, fmt};

use yipan_core::{Language, Localize};

use crate::{IllegalMoveError, SetupError};

/// Why an XQF file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XqfError {
    /// The file does not begin with `XQ`.
    NotXqf,
    /// A version that is newer than any whose keys are known.
    UnsupportedVersion {
        /// Which one.
        version: u8,
    },
    /// The keys of the header do not add up, so the moves cannot be deciphered.
    InvalidKeys,
    /// The file is too long.
    TooLong {
        /// How many bytes it may have.
        limit: usize,
    },
    /// The file ends too early.
    UnexpectedEnd {
        /// Where more was expected.
        offset: usize,
    },
    /// The position cannot be played.
    Position(SetupError),
    /// A move that leaves the board.
    OffBoard {
        /// Where it stands in the file.
        offset: usize,
    },
    /// A move that cannot be played.
    IllegalMove {
        /// Where it stands in the file.
        offset: usize,
        /// The move, like `h2e2`.
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

impl fmt::Display for XqfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl Error for XqfError {}
