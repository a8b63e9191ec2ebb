//! PGN for chess: strict output, lenient input.
//!
//! The reader takes bytes in chunks and returns games, so the caller decides how the file is opened. It
//! buffers no more than one game and the last chunk.
//!
//! ```
//! use yipan_chess::WHITE;
//! use yipan_chess::pgn::{GameResult, Reader};
//!
//! let file = b"[White \"Anderssen\"]\n\n1. e4 e5 2. f4 {the gambit} exf4 (2... Bc5!) 1-0\n";
//! let mut reader = Reader::new();
//! let mut games = Vec::new();
//! for chunk in file.chunks(16) {
//!     games.extend(reader.feed(chunk));
//! }
//! games.extend(reader.finish());
//!
//! let game = games.remove(0)?;
//! assert_eq!(game.tag("White"), Some("Anderssen"));
//! assert_eq!(game.result, GameResult::Win(WHITE));
//! assert_eq!(game.main_line.nodes[2].comment, "the gambit");
//! assert_eq!(game.main_line.nodes[3].variations[0].nodes[0].nags, [1]);
//! assert!(game.to_string().ends_with("1. e4 e5 2. f4 { the gambit } 2... exf4 ( 2... Bc5 $1 ) 1-0\n"));
//! # Ok::<(), yipan_chess::pgn::PgnError>(())
//! ```
//!
//! Accepted and rejected input is described in [`yipan_pgn`]. Moves may be in any notation that
//! [`Position::parse_san`](crate::Position::parse_san) accepts. Text that is not UTF-8 is read as Latin-1,
//! game by game.

mod pgn_position;
mod variant;

pub use yipan_pgn::{Eval, GameResult, MAX_FAULTS, MAX_GAME_BYTES, MAX_VARIATION_DEPTH, Tag};

use crate::{Move, Position};

/// A game in PGN; it prints in the export format.
///
/// ```
/// use yipan_chess::{Position, pgn::{Game, MoveNode}};
///
/// let mut game = Game::default();
/// game.set_tag("White", "Réti");
/// let e4 = Position::start().parse_san("e4")?;
/// game.main_line.nodes.push(MoveNode::from(e4));
/// assert!(game.to_string().ends_with("[White \"Réti\"]\n[Black \"?\"]\n[Result \"*\"]\n\n1. e4 *\n"));
/// # Ok::<(), yipan_chess::SanError>(())
/// ```
///
/// Iterating over the moves gives the position before each:
///
/// ```
/// use yipan_chess::pgn;
/// let game = pgn::games(b"1. e4 (1. d4 d5) 1... c5 *").next().unwrap()?;
/// let san = |(before, node): (yipan_chess::Position, &pgn::MoveNode)| Some(before.san(node.mv?));
/// assert!(game.moves().filter_map(san).eq(["e4", "c5"]));
/// # Ok::<(), pgn::PgnError>(())
/// ```
pub type Game = yipan_pgn::Game<Position>;

/// A sequence of moves: the main line, or a variation of it.
pub type Variation = yipan_pgn::Variation<Option<Move>>;

/// A move with its annotations; `None` for a null move `--`, with which annotators show a threat.
pub type MoveNode = yipan_pgn::MoveNode<Option<Move>>;

/// An iterator over the moves of a [`Variation`], each with the position before it.
pub type VariationIter<'l> = yipan_pgn::VariationIter<'l, Position>;

/// The faults of a game, and what could be read of it.
pub type PgnError = yipan_pgn::PgnError<Position>;

/// A problem in the text of a game, with its line and column.
pub type PgnFault = yipan_pgn::PgnFault<Position>;

/// A problem in the text of a game.
pub type PgnErrorKind = yipan_pgn::PgnErrorKind<Position>;

/// A reader of games from text that arrives in chunks.
///
/// ```
/// use yipan_chess::pgn::Reader;
///
/// let mut reader = Reader::new();
/// assert_eq!(reader.feed(b"1. e4 e5 1-0\n\n1. d").count(), 1);
/// assert_eq!(reader.feed(b"4 d5 2. c4").count(), 0);
/// let last = reader.finish().next().unwrap()?;
/// assert_eq!(last.main_line.nodes.len(), 3);
/// # Ok::<(), yipan_chess::pgn::PgnError>(())
/// ```
pub type Reader = yipan_pgn::Reader<Position>;

/// Reads the games of a complete text.
///
/// ```
/// use yipan_chess::pgn;
///
/// let text = b"1. e4 e5 1-0\n\n1. e4 Ke7 1-0\n\n1. d4 *";
/// let read: Vec<bool> = pgn::games(text).map(|game| game.is_ok()).collect();
/// assert_eq!(read, [true, false, true]);
/// let error = pgn::games(text).find_map(Result::err).unwrap();
/// assert_eq!(
///     error.to_string(),
///     "line 3, column 7: `Ke7` is not possible: the path is blocked by the piece on e7",
/// );
/// ```
pub fn games(text: &[u8]) -> impl Iterator<Item = Result<Game, PgnError>> {
    yipan_pgn::games(text)
}
