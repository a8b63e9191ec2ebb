use std::{error::Error, fmt};

use yipan_rules::{Language, Words};

use crate::{Refusal, SetupError};

/// Why an XQF file cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XqfError {
    /// The file does not begin with `XQ`.
    NotXqf,
    /// A version that is newer than any whose keys are known.
    Version {
        /// Which one.
        version: u8,
    },
    /// The keys of the header do not add up, so the moves cannot be deciphered.
    Keys,
    /// The file is too long.
    TooLong {
        /// How many bytes it may have.
        limit: usize,
    },
    /// The file ends too early.
    Short {
        /// Where more was expected.
        at: usize,
    },
    /// The position cannot be played.
    Position(SetupError),
    /// A move that leaves the board.
    OffBoard {
        /// Where it stands in the file.
        at: usize,
    },
    /// A move that cannot be played.
    Move {
        /// Where it stands in the file.
        at: usize,
        /// The move, like `h2e2`.
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

impl fmt::Display for XqfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Language::English))
    }
}

impl Error for XqfError {}
