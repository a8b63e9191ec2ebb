//! Games as text: PGN, written exactly and read generously.
//!
//! The reader is fed bytes and gives games; who opens the file, and in what pieces it comes, is the caller's
//! business. It holds no more than one game and what was fed last, however long the file is.
//!
//! ```
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
//! assert_eq!(game.result, GameResult::White);
//! assert_eq!(game.line.nodes[2].comment, "the gambit");
//! assert_eq!(game.line.nodes[3].variations[0].nodes[0].nags, [1]);
//! assert!(game.to_string().ends_with("1. e4 e5 2. f4 { the gambit } 2... exf4 ( 2... Bc5 $1 ) 1-0\n"));
//! # Ok::<(), yipan_chess::pgn::PgnError>(())
//! ```
//!
//! # What is read
//! All that the standard allows, and what people write: any line ends, a byte order mark, tags without blanks
//! or with too many, quotes inside a tag that are not escaped, moves in any way that
//! [`Position::read_san`](crate::Position::read_san) understands, numbers that are missing or wrong, glyphs
//! like `!?` or `±` with or without a blank before them, `e.p.`, null moves (`--`, `Z0`, `0000`), comments after
//! the result, a missing result. Text that is not UTF-8 is taken for Latin-1, game by game.
//!
//! A game ends with its result, at the tags of the next game, or where move 1 is played again after an empty
//! line. An empty line and `[Event "` begin a new game even inside a comment, so that one brace that was never
//! closed does not swallow the rest of a file.
//!
//! # What is refused
//! What cannot be understood is an error with its line and column; what was read of that game comes with the
//! error, and reading goes on with the next game. Things that never end (a comment, a variation, a tag) are
//! reported where they begin. A control character between moves is the sign of a damaged file and is refused
//! too; only the end mark of DOS files, Ctrl-Z, counts as a blank.

mod clock;
mod game;
mod line;
mod parse;
mod reader;
mod result;
mod splitter;
mod token;
mod words;
mod write;

pub use clock::Eval;
pub use game::{Game, Tag};
pub use line::{Line, Node, Plies};
pub use parse::MAX_DEPTH;
pub use reader::{MAX_GAME_BYTES, PgnError, PgnErrorKind, Reader, games};
pub use result::GameResult;
