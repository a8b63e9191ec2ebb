//! Game files: PGN, DhtmlXQ of forums, and XQF of XQStudio.
//!
//! The functions take and return bytes or text and never access files. All formats are read as the same [`Game`],
//! a tree of moves with comments.
//!
//! ```
//! use yipan_xiangqi::RED;
//! use yipan_xiangqi::files::{GameResult, encoding, pgn};
//!
//! // Most old files are in GB18030 or Big5; the encoding is detected from the bytes.
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

mod game;
mod left_out;
mod pgn_position;
mod piece_order;
mod result;
mod tag_value;

pub use game::{Game, MainLineIter, MoveNode, Variation};
pub use left_out::LeftOut;
pub use result::{chinese_result, read_result};
pub use yipan_pgn::{GameResult, MAX_GAME_BYTES, MAX_VARIATION_DEPTH, Tag};
