//! Principal variation search with iterative deepening, independent of the game.

mod iterative_deepening;
mod move_loop;
mod move_values;
mod node;
mod node_info;
mod ordering;
mod parallel;
mod params;
mod pruning;
mod quiescence;
mod reduction;
mod result;
mod search_moves;
mod state;
mod thread;

pub use parallel::SplitPool;
pub use params::SearchParams;
pub use result::{PvLine, SearchInfo, SearchResult};
pub use thread::SearchThread;
