//! Games in files: PGN, the DhtmlXQ text of forums, and XQF of XQStudio.
//!
//! Whoever opens the file hands its bytes in; nothing here touches a disk. All formats give the same
//! [`Game`], a tree of moves with what is said about them.
//!
//! ```
//! use yipan_xiangqi::RED;
//! use yipan_xiangqi::files::{GameResult, encoding, pgn};
//!
//! // Most old files are in GB18030 or Big5; which one is told from the bytes.
//! let (file, _, _) = encoding_rs::GBK.encode("[Red \"许银川\"]\n\n1. 炮二平五 马８进７ 1-0\n");
//! assert_eq!(encoding::detect(&file), encoding::Encoding::Gb18030);
//! let game = pgn::games(&file).next().unwrap()?;
//! assert_eq!(game.tag("Red"), Some("许银川"));
//! assert_eq!(game.result, GameResult::Win(RED));
//! # Ok::<(), pgn::PgnError>(())
//! ```

pub mod dhtmlxq;
pub mod encoding;
pub mod pgn;
pub mod xqf;

mod pgn_position;
mod piece_order;
mod result;

pub use result::{chinese_result, read_result};
pub use yipan_pgn::{GameResult, MAX_GAME_BYTES, MAX_VARIATION_DEPTH, Tag};

use crate::{Move, Position};

/// A game as it is written down, in whatever format: who played, from where, the moves with all that is said
/// about them, and how it ended.
///
/// It prints as PGN with moves in simplified Chinese; see [`Game::pgn`](yipan_pgn::Game::pgn) for other notations.
///
/// ```
/// use yipan_xiangqi::Position;
/// use yipan_xiangqi::files::{Game, MoveNode};
///
/// let mut game = Game::default();
/// game.set_tag("Red", "胡荣华");
/// let cannon = Position::start().read_any("炮二平五")?;
/// game.main_line.nodes.push(MoveNode::from(cannon));
/// assert!(game.to_string().starts_with("[Game \"Chinese Chess\"]\n"));
/// assert!(game.to_string().ends_with("\n1. 炮二平五 *\n"));
/// # Ok::<(), yipan_xiangqi::notation::NotationError>(())
/// ```
pub type Game = yipan_pgn::Game<Position>;

/// Moves that follow one another: the game itself, or a variation of it.
pub type Variation = yipan_pgn::Variation<Move>;

/// A move of a line with what is said about it. Only PGN has glyphs.
pub type MoveNode = yipan_pgn::MoveNode<Move>;

/// The moves of a [`Line`], each with the position before it.
pub type MainLineIter<'l> = yipan_pgn::VariationIter<'l, Position>;
