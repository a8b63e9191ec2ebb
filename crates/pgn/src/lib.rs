//! PGN for any game: lexer, parser, streaming reader, writer.
//!
//! The crate knows no game. A position that implements [`PgnPosition`] defines the meaning of tags and the
//! notation of moves; `yipan_chess::pgn` and `yipan_xiangqi::files::pgn` are this crate with their positions.
//!
//! ```
//! use yipan_pgn::{GameResult, MoveNode};
//! use yipan_core::Side;
//!
//! let node = MoveNode { comment: "[%clk 0:01:30]".to_owned(), ..MoveNode::from("e4") };
//! assert_eq!(node.clock().map(|left| left.as_secs()), Some(90));
//! assert_eq!(GameResult::parse("1-0"), Some(GameResult::Win(Side::First)));
//! ```
//!
//! The reader takes bytes in chunks and returns games, so the caller decides how the file is opened. It
//! buffers no more than one game and the last chunk.
//!
//! # Accepted input
//! Everything that the standard allows, and common deviations: any line endings, a byte order mark, tags
//! without spaces or with too many, unescaped quotes inside a tag, missing or wrong move numbers, glyphs like
//! `!?` or `±` of either width with or without a space before them, `e.p.`, null moves (`--`, `Z0`, `0000`)
//! where the game has them, comments after the result, a missing result.
//!
//! A game ends with its result, at the tags of the next game, or where move 1 is played again after an empty
//! line. An empty line followed by `[Event "` or `[Game "` starts a new game even inside a comment, so that
//! one unclosed brace does not swallow the rest of a file.
//!
//! # Rejected input
//! Invalid text is an error that lists every fault with its line and column, and contains what could be read of
//! the game. A fault that leaves the position known costs only itself: a tag, a glyph, a bracket or a control
//! character is skipped. A word that is not a legal move ends the variation that contains it; in the main line it
//! ends the game, because the moves after it have no meaning without it. Reading then continues with the next game.
//! Unterminated comments, variations and tags are reported where they begin. Of the control characters only Ctrl-Z,
//! the end mark of DOS files, counts as white space.
//!
//! This crate never knows the rules of a game, reads a clock or performs I/O.
//! It does without the standard library and needs only `alloc`.

#![cfg_attr(not(test), no_std)]

extern crate alloc;

mod clock;
mod error;
mod game;
mod game_index;
mod lexer;
mod messages;
mod nag;
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
pub use error::{MAX_FAULTS, PgnError, PgnErrorKind, PgnFault};
pub use game::{Game, Tag, find_tag};
pub use game_index::{GameIndex, IndexedGame, leading_tags};
pub use lexer::{Lexer, SyntaxError, Token, first_word, truncated};
pub use messages::more_faults;
pub use nag::nag_symbol;
pub use parse::MAX_VARIATION_DEPTH;
pub use pgn_position::{Decode, PassThroughDecoder, PgnPosition};
pub use reader::{MAX_GAME_BYTES, Reader, games};
pub use result::GameResult;
pub use variation::{MoveNode, Variation, VariationIter};
pub use write::{PgnDisplay, movetext};

/// The example of the crate's README, compiled and run with the tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
