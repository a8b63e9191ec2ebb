//! Games in files: PGN, the DhtmlXQ text of forums, and XQF of XQStudio.
//!
//! Whoever opens the file hands its bytes in; nothing here touches a disk. All formats give the same
//! [`Game`], a tree of moves with what is said about them.
//!
//! ```
//! use yipan_xiangqi::files::{GameResult, encoding, pgn};
//!
//! // Most old files are in GB18030 or Big5; which one is told from the bytes.
//! let (file, _, _) = encoding_rs::GBK.encode("[Red \"许银川\"]\n\n1. 炮二平五 马８进７ 1-0\n");
//! assert_eq!(encoding::recognise(&file), encoding::Encoding::Gb18030);
//! let game = pgn::games(&file).next().unwrap()?;
//! assert_eq!(game.tag("Red"), Some("许银川"));
//! assert_eq!(game.result, GameResult::Red);
//! # Ok::<(), pgn::PgnError>(())
//! ```

pub mod dhtmlxq;
pub mod encoding;
pub mod pgn;
pub mod xqf;

mod game;
mod line;
mod men;
mod result;

pub use game::{Game, Tag};
pub use line::{Line, Node, Plies};
pub use result::GameResult;

/// How deep variations may be nested, in every format.
pub const MAX_DEPTH: usize = 64;

/// How many bytes the text of one game may have, in every format.
///
/// The longest annotated games have some hundred thousand.
pub const MAX_GAME_BYTES: usize = 4 << 20;
