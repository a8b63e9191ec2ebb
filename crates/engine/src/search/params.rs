use super::parallel::SplitPool;
use crate::limits::{Limits, SearchControl};
use crate::search_game::SearchGame;
use crate::tt::TranspositionTable;

/// The position to search, and everything the search may use.
pub struct SearchParams<'a, P: SearchGame> {
    /// The position to search.
    pub root: &'a P,
    /// The game that led to the root, for the repetition rules.
    pub game_history: &'a P::GameHistory,
    /// Bounds on depth, nodes and time.
    pub limits: Limits,
    /// The transposition table, shared by all threads of the search.
    pub tt: &'a TranspositionTable,
    /// The clock and the stop flag.
    pub control: &'a dyn SearchControl,
    /// The number of principal variations, at least one (UCI's `MultiPV`).
    pub multi_pv: usize,
    /// The root moves to consider; `None` for all of them (UCI's `searchmoves`).
    pub search_moves: Option<&'a [P::Move]>,
    /// The split points of a parallel search; `None` for a search by one thread.
    pub split_pool: Option<&'a SplitPool<P>>,
}
