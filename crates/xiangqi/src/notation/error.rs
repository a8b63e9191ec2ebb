use std::{error::Error, fmt};

use yipan_core::{Language, Localize};

use crate::{IllegalMoveError, Piece, PointSet};

/// Why a text is not a move that can be played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotationError {
    /// The text is not a move.
    Syntax {
        /// What was read, cut short if it is long.
        text: String,
    },
    /// There is no such piece, or it could never move so.
    Impossible {
        /// What was read.
        text: String,
        /// The piece that it names.
        piece: Piece,
    },
    /// Several pieces can do that.
    Ambiguous {
        /// What was read.
        text: String,
        /// Where the pieces stand.
        from: PointSet,
    },
    /// The piece that is meant may not do that.
    IllegalMove {
        /// What was read.
        text: String,
        /// Why not.
        reason: IllegalMoveError,
    },
}

/// The longest text that is given back whole.
const MAX_SHOWN_CHARS: usize = 32;

impl NotationError {
    /// The error for a text that is no move; hostile texts are as long as they like, so it is cut.
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
