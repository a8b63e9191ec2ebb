//! Games as PGN, the way xiangqi uses it: `[Game "Chinese Chess"]`, Red and Black, moves in any notation.
//!
//! The reader is fed bytes in any [encoding](super::encoding) and gives games; who opens the file, and in what
//! pieces it comes, is the caller's business. It holds no more than one game and what was fed last.
//!
//! ```
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
//! assert_eq!(game.result, GameResult::Red);
//! assert_eq!(game.line.nodes[0].comment, "中炮");
//! assert_eq!(game.line.nodes[1].variations[0].nodes[0].mv.to_string(), "h7e7");
//! assert!(game.to_string().ends_with("1. 炮二平五 { 中炮 } 1... 马８进７ ( 1... 炮８平５ ) 1-0\n"));
//! # Ok::<(), yipan_xiangqi::files::pgn::PgnError>(())
//! ```
//!
//! # What is read
//! Moves in Chinese, WXF, ICCS or plain coordinates, whatever the tag `Format` says, for no text belongs to two
//! notations; any line ends, tags with quotes inside, numbers that are missing or wrong, moves that are not
//! parted by a blank, `!` and `?` of either width, comments in braces or from `;` to the end of the line,
//! comments after the result, a missing result.
//!
//! A game ends with its result, at the tags of the next game, or where move 1 is played again after an empty
//! line. An empty line and `[Game "` or `[Event "` begin a new game even inside a comment, so that one brace
//! that was never closed does not swallow the rest of a file.
//!
//! # What is refused
//! What cannot be understood is an error with its line and column; what was read of that game comes with the
//! error, and reading goes on with the next game.

mod error;
mod parse;
mod reader;
mod splitter;
mod token;
mod words;
mod write;

pub use error::{PgnError, PgnErrorKind};
pub use reader::{Reader, games};
pub use write::PgnText;
