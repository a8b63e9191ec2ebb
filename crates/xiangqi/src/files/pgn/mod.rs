//! PGN as used for xiangqi: `[Game "Chinese Chess"]`, Red and Black, moves in any notation.
//!
//! The reader takes bytes in any [encoding](super::encoding) and in chunks of any size. It buffers at most one
//! game and the last chunk.
//!
//! ```
//! use yipan_xiangqi::RED;
//! use yipan_xiangqi::files::{GameResult, pgn::Reader};
//!
//! let file = "[Game \"Chinese Chess\"]\n[Red \"甲\"]\n\n1. 炮二平五 {中炮} 马８进７ (1... 炮８平５) 1-0\n";
//! let mut reader = Reader::new();
//! let mut games = Vec::new();
//! for chunk in file.as_bytes().chunks(16) {
//!     games.extend(reader.feed(chunk));
//! }
//! games.extend(reader.finish());
//!
//! let game = games.remove(0)?;
//! assert_eq!(game.result, GameResult::Win(RED));
//! assert_eq!(game.main_line.nodes[0].comment, "中炮");
//! assert_eq!(game.main_line.nodes[1].variations[0].nodes[0].mv.to_string(), "h7e7");
//! assert!(game.to_string().ends_with("1. 炮二平五 { 中炮 } 1... 马８进７ ( 1... 炮８平５ ) 1-0\n"));
//! # Ok::<(), yipan_xiangqi::files::pgn::PgnError>(())
//! ```
//!
//! [`yipan_pgn`] documents the accepted syntax. Moves may be in Chinese, WXF, ICCS or plain coordinates,
//! regardless of the tag `Format`, because no text is valid in two notations. They need not be separated by
//! spaces. PGN supports Chinese, WXF and ICCS moves, so plain coordinates are written as ICCS.

use super::game::Game;
use crate::Position;

/// A game formatted as PGN in one notation; see [`Game::pgn`](yipan_pgn::Game::pgn).
pub type PgnDisplay<'g> = yipan_pgn::PgnDisplay<'g, Position>;

/// The faults of a game, and what could be read of it.
pub type PgnError = yipan_pgn::PgnError<Position>;

/// A problem in the text of a game, with its line and column.
pub type PgnFault = yipan_pgn::PgnFault<Position>;

/// The kinds of errors in the text of a game.
pub type PgnErrorKind = yipan_pgn::PgnErrorKind<Position>;

/// An incremental reader for games in any [encoding](super::encoding).
///
/// ```
/// use yipan_xiangqi::files::pgn::Reader;
///
/// let mut reader = Reader::new();
/// assert_eq!(reader.feed(b"1. C2=5 h8+7 1-0\n\n1. H2").count(), 1);
/// assert_eq!(reader.feed(b"+3 c8=5 2. R1=2").count(), 0);
/// let last = reader.finish().next().unwrap()?;
/// assert_eq!(last.main_line.nodes.len(), 3);
/// # Ok::<(), yipan_xiangqi::files::pgn::PgnError>(())
/// ```
pub type Reader = yipan_pgn::Reader<Position>;

/// Reads all games of a complete text.
///
/// ```
/// use yipan_xiangqi::files::pgn;
///
/// let text = "1. C2=5 h8+7 1-0\n\n1. 马八进六 1-0\n\n1. H2-E2 *".as_bytes();
/// let read: Vec<bool> = pgn::games(text).map(|game| game.is_ok()).collect();
/// assert_eq!(read, [true, false, true]);
/// let error = pgn::games(text).find_map(Result::err).unwrap();
/// assert_eq!((error.faults[0].line, error.faults[0].column), (3, 4));
/// ```
pub fn games(text: &[u8]) -> impl Iterator<Item = Result<Game, PgnError>> {
    yipan_pgn::games(text)
}
