//! Parallel search of one tree by several threads (young brothers wait).
//!
//! A node becomes a split point after its first move has been searched without a cutoff, because its other moves
//! then most likely all have to be searched. The owner of a split point waits for its helpers, and helps them
//! meanwhile. If a move of a PV split point beats alpha, the other threads wait for its full-window search, and
//! help with it.

mod split_point;
mod split_pool;
mod split_search;

pub(super) use split_point::SplitPoint;
pub use split_pool::SplitPool;
