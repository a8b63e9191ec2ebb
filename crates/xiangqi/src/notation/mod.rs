//! Move notations: coordinates, WXF and Chinese column notation 纵线.
//!
//! Writing gives the shortest unambiguous form. Parsing accepts any script, any digits and either order of piece
//! and selector.
//!
//! ```
//! use yipan_xiangqi::Position;
//! use yipan_xiangqi::notation::Notation;
//!
//! let start = Position::start();
//! let central_cannon = start.read_any("炮二平五")?;
//! assert_eq!(central_cannon.to_string(), "h2e2");
//! assert_eq!(start.write_move(central_cannon, Notation::Wxf), "C2=5");
//! assert_eq!(start.read_any("傌二進三")?, start.read_any("H0-G2")?);
//! # Ok::<(), yipan_xiangqi::notation::NotationError>(())
//! ```

mod chinese;
mod column;
mod coordinates;
mod error;
mod messages;
mod wxf;

use alloc::{
    borrow::ToOwned,
    string::{String, ToString},
};
use core::fmt;

use yipan_core::Language;

use crate::{Move, Position};

pub use error::NotationError;

/// A move notation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Notation {
    /// Coordinates with ranks from 0 such as `h2e2`, as in the text of a [`Move`] and in UCCI.
    Coordinates,
    /// Coordinates with ranks from 1 such as `h3e3` and `h10g8`, as in some UCI engines.
    CoordinatesFromOne,
    /// `H2-E2`, the notation of the Internet Chinese Chess Server.
    Iccs,
    /// `C2=5`, the notation of the World Xiangqi Federation.
    Wxf,
    /// 炮二平五, in simplified characters.
    Simplified,
    /// 炮二平五 in traditional characters: 馬八進七.
    Traditional,
}

impl Notation {
    /// All notations.
    pub const ALL: [Notation; 6] = [
        Notation::Coordinates,
        Notation::CoordinatesFromOne,
        Notation::Iccs,
        Notation::Wxf,
        Notation::Simplified,
        Notation::Traditional,
    ];

    /// Returns the name used in scripts.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Notation::Coordinates => "uci",
            Notation::CoordinatesFromOne => "uci1",
            Notation::Iccs => "iccs",
            Notation::Wxf => "wxf",
            Notation::Simplified => "zh-Hans",
            Notation::Traditional => "zh-Hant",
        }
    }

    /// Returns the notation with this [name](Notation::name), or `None`.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Notation> {
        Notation::ALL.into_iter().find(|notation| notation.name() == name)
    }

    /// Returns the common notation for readers of a language.
    #[must_use]
    pub const fn for_language(language: Language) -> Notation {
        match language {
            Language::English => Notation::Wxf,
            Language::Simplified => Notation::Simplified,
            Language::Traditional => Notation::Traditional,
        }
    }
}

impl fmt::Display for Notation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl Position {
    /// Writes a legal move in the shortest unambiguous form.
    ///
    /// The text of an illegal move may be ambiguous or not parse at all.
    ///
    /// ```
    /// use yipan_xiangqi::Position;
    /// use yipan_xiangqi::notation::Notation;
    ///
    /// // Two cannons on one file: the front one moves back two points.
    /// let position: Position = "3k5/9/9/4C4/9/9/9/4C4/9/5K3 w".parse()?;
    /// let back = "e6e4".parse().unwrap();
    /// let texts = Notation::ALL.map(|notation| position.write_move(back, notation));
    /// assert_eq!(texts, ["e6e4", "e7e5", "E6-E4", "C+-2", "前炮退二", "前炮退二"]);
    /// # Ok::<(), yipan_xiangqi::FenError>(())
    /// ```
    #[must_use]
    pub fn write_move(&self, mv: Move, notation: Notation) -> String {
        let written = match notation {
            Notation::Coordinates => None,
            Notation::CoordinatesFromOne => Some(coordinates::write_from_one(mv)),
            Notation::Iccs => Some(coordinates::write_iccs(mv)),
            Notation::Wxf => wxf::write(self, mv),
            Notation::Simplified => chinese::write(self, mv, Language::Simplified),
            Notation::Traditional => chinese::write(self, mv, Language::Traditional),
        };
        written.unwrap_or_else(|| mv.to_string())
    }

    /// Parses a legal move. Chinese moves are accepted in both scripts.
    ///
    /// # Errors
    /// Returns [`NotationError`] if the text is malformed, ambiguous or an illegal move.
    pub fn read_move(&self, text: &str, notation: Notation) -> Result<Move, NotationError> {
        let text = text.trim();
        match notation {
            Notation::Coordinates | Notation::Iccs => {
                self.resolve_coordinates(text, coordinates::parse_from_zero(text))
            }
            Notation::CoordinatesFromOne => self.resolve_coordinates(text, coordinates::parse_from_one(text)),
            Notation::Wxf => self.resolve_column_move(text, wxf::parse(text)),
            Notation::Simplified | Notation::Traditional => {
                self.resolve_column_move(text, chinese::parse(text))
            }
        }
    }

    /// Parses a legal move in coordinates with ranks from 0, ICCS, WXF or Chinese. No text is valid in two of
    /// them.
    ///
    /// ```
    /// use yipan_xiangqi::Position;
    ///
    /// let start = Position::start();
    /// for text in ["h2e2", "H2-E2", "C2=5", "C2.5", "炮二平五", "砲2平５", "包二平五"] {
    ///     assert_eq!(start.read_any(text)?.to_string(), "h2e2");
    /// }
    /// # Ok::<(), yipan_xiangqi::notation::NotationError>(())
    /// ```
    ///
    /// # Errors
    /// Returns [`NotationError`] if the text is malformed, ambiguous or an illegal move.
    pub fn read_any(&self, text: &str) -> Result<Move, NotationError> {
        let text = text.trim();
        match coordinates::parse_from_zero(text) {
            Some(mv) => self.resolve_coordinates(text, Some(mv)),
            None => self.resolve_column_move(text, wxf::parse(text).or_else(|| chinese::parse(text))),
        }
    }

    fn resolve_coordinates(&self, text: &str, mv: Option<Move>) -> Result<Move, NotationError> {
        let mv = mv.ok_or_else(|| NotationError::syntax(text))?;
        self.resolve(mv).map_err(|reason| NotationError::IllegalMove { text: text.to_owned(), reason })
    }
}

/// Whether a text has the form of a WXF move, in any position.
pub(crate) fn is_wxf(text: &str) -> bool {
    wxf::parse(text).is_some()
}

/// Whether a text has the form of a Chinese move, in any position.
pub(crate) fn is_chinese(text: &str) -> bool {
    chinese::parse(text).is_some()
}
