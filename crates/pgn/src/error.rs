use alloc::{boxed::Box, string::String, vec::Vec};
use core::{error::Error, fmt};

use yipan_core::{Language, Localize};

use crate::{Game, PgnPosition};

/// The number of faults of one game that are listed; those after it are counted.
pub const MAX_FAULTS: usize = 100;

/// The error of a game that cannot be read as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError<S: PgnPosition> {
    /// The faults in the order of the text: at least one, at most [`MAX_FAULTS`] and the one that ended the game.
    pub faults: Vec<PgnFault<S>>,
    /// The number of faults that are not listed.
    pub omitted_faults: usize,
    /// The part of the game that was read: all but the faulty text, up to the fault that ended the game.
    pub partial_game: Box<Game<S>>,
    /// Whether the main line was read to its end, so that only faulty tags, signs and ends of variations are missing.
    pub is_read_to_end: bool,
}

/// A problem in the text of a game, and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnFault<S: PgnPosition> {
    /// The line of the file, counted from 1.
    pub line: usize,
    /// The character of the line, counted from 1.
    pub column: usize,
    /// The problem.
    pub kind: PgnErrorKind<S>,
}

/// A problem in the text of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnErrorKind<S: PgnPosition> {
    /// `[` without a name after it.
    MissingTagName,
    /// A tag without a quote after its name.
    MissingTagQuote {
        /// The name of the tag.
        name: String,
    },
    /// A tag whose value has no end.
    UnterminatedTag {
        /// The name of the tag.
        name: String,
    },
    /// A `FEN` tag that is not a position.
    InvalidFen(Box<S::FenError>),
    /// A `Variant` or `Game` tag that names another game.
    UnsupportedVariant {
        /// The value of the tag.
        name: String,
    },
    /// An illegal move, or a word that is not a move.
    IllegalMove(Box<S::MoveError>),
    /// A null move in check.
    NullMoveInCheck,
    /// A glyph that does not exist.
    InvalidNag {
        /// The rejected text.
        text: String,
    },
    /// A comment without end.
    UnterminatedComment,
    /// A variation without end.
    UnterminatedVariation,
    /// A `)` without a variation.
    UnmatchedParenthesis,
    /// A variation before any move.
    VariationBeforeMove,
    /// Variations nested too deep.
    NestedTooDeep {
        /// The maximum depth.
        limit: usize,
    },
    /// A game that is too long.
    GameTooLong {
        /// The maximum number of bytes.
        limit: usize,
    },
    /// Text other than a comment after the result. The game before it was returned separately.
    TextAfterResult {
        /// The rejected text.
        text: String,
    },
    /// A character without meaning at this place.
    Unexpected {
        /// The rejected text.
        text: String,
    },
    /// A control character between the moves.
    ControlCharacter {
        /// The character.
        character: char,
    },
}

impl<S: PgnPosition> PgnErrorKind<S> {
    /// Whether the text of a tag has no form.
    pub(crate) const fn is_in_tag(&self) -> bool {
        matches!(
            self,
            PgnErrorKind::MissingTagName
                | PgnErrorKind::MissingTagQuote { .. }
                | PgnErrorKind::UnterminatedTag { .. }
        )
    }
}

impl<S: PgnPosition> fmt::Display for PgnError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl<S: PgnPosition> Error for PgnError<S> {}

impl<S: PgnPosition> fmt::Display for PgnFault<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl<S: PgnPosition> Error for PgnFault<S> {}

impl<S: PgnPosition> fmt::Display for PgnErrorKind<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl<S: PgnPosition> Error for PgnErrorKind<S> {}
