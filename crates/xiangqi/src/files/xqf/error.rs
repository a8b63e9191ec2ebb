use alloc::string::String;
use core::{error::Error, fmt};

use yipan_core::{Language, Localize};

use crate::{IllegalMoveError, SetupError};

/// The reasons why an XQF file is rejected.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum XqfError {
    /// The file does not begin with `XQ`.
    NotXqf,
    /// The version is newer than the supported ones.
    UnsupportedVersion {
        /// The version of the file.
        version: u8,
    },
    /// The checksum of the keys in the header is wrong, so the moves cannot be decrypted.
    InvalidKeys,
    /// The file is too long.
    TooLong {
        /// The maximum size in bytes.
        limit: usize,
    },
    /// The file is truncated.
    UnexpectedEnd {
        /// The offset at which data is missing.
        offset: usize,
    },
    /// The position is not playable.
    Position(SetupError),
    /// A move leaves the board.
    OffBoard {
        /// The offset of the move.
        offset: usize,
    },
    /// A move is illegal.
    IllegalMove {
        /// The offset of the move.
        offset: usize,
        /// The move in the form `h2e2`.
        text: String,
        /// The reason.
        reason: IllegalMoveError,
    },
    /// Variations are nested too deeply.
    TooDeep {
        /// The maximum depth.
        limit: usize,
    },
}

impl fmt::Display for XqfError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl Error for XqfError {}
