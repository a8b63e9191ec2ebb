use alloc::{borrow::ToOwned, string::String};
use core::{error::Error, fmt};

use yipan_core::{Language, Localize};

use crate::{IllegalMoveError, Piece, PointSet};

/// The reasons why a text does not denote a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// The text is not a move.
    Syntax {
        /// The rejected text, truncated to 32 characters.
        text: String,
    },
    /// There is no such piece, or it never moves that way.
    Impossible {
        /// The rejected text.
        text: String,
        /// The piece that the text names.
        piece: Piece,
    },
    /// Several pieces can make the move.
    Ambiguous {
        /// The rejected text.
        text: String,
        /// The points of these pieces.
        from: PointSet,
    },
    /// The move is illegal.
    IllegalMove {
        /// The rejected text.
        text: String,
        /// The reason.
        reason: IllegalMoveError,
    },
}

/// The maximum length of a text that is shown in full.
const MAX_SHOWN_CHARS: usize = 32;

impl NotationError {
    /// Creates the error for malformed text, which may be arbitrarily long and is truncated.
    pub(crate) fn syntax(text: &str) -> NotationError {
        let end = text.char_indices().nth(MAX_SHOWN_CHARS).map_or(text.len(), |(end, _)| end);
        NotationError::Syntax { text: text[..end].to_owned() }
    }
}

impl fmt::Display for NotationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl Error for NotationError {}
