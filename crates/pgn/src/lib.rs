//! Games as text in PGN: tokens, tree, reader, writer.
//!
//! It knows no game. What a tag means and how a move is written is told by a position that is [`PgnPosition`];
//! `yipan_chess::pgn` and `yipan_xiangqi::files::pgn` are this crate with their positions put in.
//!
//! ```
//! use yipan_pgn::{GameResult, MoveNode};
//! use yipan_core::Seat;
//!
//! let node = MoveNode { comment: "[%clk 0:01:30]".to_owned(), ..MoveNode::from("e4") };
//! assert_eq!(node.clock().map(|left| left.as_secs()), Some(90));
//! assert_eq!(GameResult::parse("1-0"), Some(GameResult::Won(Seat::First)));
//! ```
//!
//! The reader is fed bytes and gives games; who opens the file, and in what pieces it comes, is the caller's
//! business. It holds no more than one game and what was fed last, however long the file is.
//!
//! # What is read
//! All that the standard allows, and what people write: any line ends, a byte order mark, tags without blanks
//! or with too many, quotes inside a tag that are not escaped, numbers that are missing or wrong, glyphs like
//! `!?` or `±` of either width with or without a blank before them, `e.p.`, null moves (`--`, `Z0`, `0000`)
//! where the game has them, comments after the result, a missing result.
//!
//! A game ends with its result, at the tags of the next game, or where move 1 is played again after an empty
//! line. An empty line and `[Event "` or `[Game "` begin a new game even inside a comment, so that one brace
//! that was never closed does not swallow the rest of a file.
//!
//! # What is refused
//! What cannot be understood is an error with its line and column; what was read of that game comes with the
//! error, and reading goes on with the next game. Things that never end (a comment, a variation, a tag) are
//! reported where they begin. A control character between moves is the sign of a damaged file and is refused
//! too; only the end mark of DOS files, Ctrl-Z, counts as a blank.
//!
//! This crate will never know the rules of a game, read a clock or touch a file.

mod clock;
mod error;
mod game;
mod lexer;
mod messages;
mod parse;
mod pgn_position;
mod reader;
mod result;
mod splitter;
#[cfg(test)]
mod test_game;
mod variation;
mod write;

pub use clock::Eval;
pub use error::{PgnError, PgnErrorKind};
pub use game::{Game, Tag, find_tag};
pub use lexer::{Lexer, SyntaxError, Token, first_word, truncated};
pub use parse::MAX_VARIATION_DEPTH;
pub use pgn_position::{Decode, PassThroughDecoder, PgnPosition};
pub use reader::{MAX_GAME_BYTES, Reader, games};
pub use result::GameResult;
pub use variation::{MoveNode, Variation, VariationIter};
pub use write::PgnDisplay;
