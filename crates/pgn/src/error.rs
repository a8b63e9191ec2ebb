use std::{error::Error, fmt};

use yipan_core::{Language, Localize};

use crate::{Game, PgnPosition};

/// Why a game could not be read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError<S: PgnPosition> {
    /// The line of the file, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: PgnErrorKind<S>,
    /// What was read of the game up to there.
    pub partial_game: Box<Game<S>>,
}

/// What is wrong with the text of a game.
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
        /// What the tag says.
        name: String,
    },
    /// A move that cannot be played, or a word that is none.
    IllegalMove(Box<S::MoveError>),
    /// A null move in check.
    NullMoveInCheck,
    /// A glyph that does not exist.
    InvalidNag {
        /// What was read.
        text: String,
    },
    /// A comment without end.
    UnterminatedComment,
    /// A variation without end.
    UnterminatedVariation,
    /// A `)` too many.
    UnmatchedParenthesis,
    /// A variation before any move.
    VariationBeforeMove,
    /// Variations inside variations without end.
    NestedTooDeep {
        /// How deep they may be.
        limit: usize,
    },
    /// A game without end.
    GameTooLong {
        /// How many bytes it may have.
        limit: usize,
    },
    /// Something else than a comment after the result. The game before it was given as a game of its own.
    TextAfterResult {
        /// What was read.
        text: String,
    },
    /// A sign that has no meaning there.
    Unexpected {
        /// What was read.
        text: String,
    },
    /// A control character between the moves.
    ControlCharacter {
        /// The character.
        character: char,
    },
}

impl<S: PgnPosition> fmt::Display for PgnError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl<S: PgnPosition> Error for PgnError<S> {}

impl<S: PgnPosition> fmt::Display for PgnErrorKind<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.localize(Language::English))
    }
}

impl<S: PgnPosition> Error for PgnErrorKind<S> {}
