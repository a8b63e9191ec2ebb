use std::{error::Error, fmt};

use yipan_rules::{Language, Words};

use crate::{Game, Notated};

/// Why a game could not be read to its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PgnError<S: Notated> {
    /// The line of the file, from 1.
    pub line: usize,
    /// The character of the line, from 1.
    pub column: usize,
    /// What is wrong there.
    pub kind: PgnErrorKind<S>,
    /// What was read of the game up to there.
    pub partial: Box<Game<S>>,
}

/// What is wrong with the text of a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PgnErrorKind<S: Notated> {
    /// `[` without a name after it.
    TagName,
    /// A tag without a quote after its name.
    TagQuote {
        /// The name of the tag.
        name: String,
    },
    /// A tag whose value has no end.
    TagOpen {
        /// The name of the tag.
        name: String,
    },
    /// A `FEN` tag that is not a position.
    Fen(Box<S::FenError>),
    /// A `Variant` or `Game` tag that names another game.
    Variant {
        /// What the tag says.
        name: String,
    },
    /// A move that cannot be played, or a word that is none.
    Move(Box<S::MoveError>),
    /// A null move in check.
    NullInCheck,
    /// A glyph that does not exist.
    Nag {
        /// What was read.
        text: String,
    },
    /// A comment without end.
    CommentOpen,
    /// A variation without end.
    VariationOpen,
    /// A `)` too many.
    VariationClosed,
    /// A variation before any move.
    VariationEarly,
    /// Variations inside variations without end.
    TooDeep {
        /// How deep they may be.
        limit: usize,
    },
    /// A game without end.
    TooLong {
        /// How many bytes it may have.
        limit: usize,
    },
    /// Something else than a comment after the result. The game before it was given as a game of its own.
    AfterResult {
        /// What was read.
        text: String,
    },
    /// A sign that has no meaning there.
    Unexpected {
        /// What was read.
        text: String,
    },
    /// A control character between the moves.
    Control {
        /// The character.
        character: char,
    },
}

impl<S: Notated> fmt::Display for PgnError<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Language::English))
    }
}

impl<S: Notated> Error for PgnError<S> {}

impl<S: Notated> fmt::Display for PgnErrorKind<S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.words(Language::English))
    }
}

impl<S: Notated> Error for PgnErrorKind<S> {}
