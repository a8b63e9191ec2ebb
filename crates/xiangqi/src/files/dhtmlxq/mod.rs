//! DhtmlXQ 东萍, the text format of forums and dpxq.com, with tags in square brackets.
//!
//! ```text
//! [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
//! [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]
//! [DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]
//! [DhtmlXQ_comment1_2]说明[/DhtmlXQ_comment1_2]
//! ```
//!
//! A point is its file and its rank, both counted from the upper left corner. `binit` lists the points of the 32
//! pieces, with 99 for captured ones. The main line has the number 0. `move_0_2_1` is line 1, which replaces the
//! second move of line 0, and `comment1_2` is the comment on that move. In every line, moves are counted from the
//! start of the game.

mod error;
mod format;
mod messages;
mod read;
mod write;

pub use error::DhtmlXqError;
pub use read::read;
pub use write::write;
