//! DhtmlXQ 东萍, the text that forums and dpxq.com put games into: tags in square brackets.
//!
//! ```text
//! [DhtmlXQ_binit]8979695949392919097717866646260600102030405060708012720323436383[/DhtmlXQ_binit]
//! [DhtmlXQ_movelist]774770627967[/DhtmlXQ_movelist]
//! [DhtmlXQ_move_0_2_1]1022[/DhtmlXQ_move_0_2_1]
//! [DhtmlXQ_comment1_2]说明[/DhtmlXQ_comment1_2]
//! ```
//!
//! A point is its file and its rank, both counted from the upper left corner. `binit` tells where the 32 pieces
//! stand, 99 for those that do not. The main line has the number 0; `move_0_2_1` is the line 1, which leaves
//! line 0 with another second move, and `comment1_2` is said about that move. Moves are counted from the start
//! of the game in every line.

mod error;
mod format;
mod messages;
mod read;
mod write;

pub use error::DhtmlXqError;
pub use read::read;
pub use write::write;
