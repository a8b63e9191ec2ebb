use std::sync::Arc;

use super::ordering::Histories;
use crate::search_game::{Evaluation, SearchGame};

/// The state a search thread retains between searches: its evaluation and its history tables.
///
/// The evaluation is written to at every node. The alignment prevents false sharing between threads.
#[repr(align(128))]
pub struct SearchThread<P: SearchGame, E> {
    pub(super) evaluation: E,
    pub(super) histories: Arc<Histories<P>>,
}

impl<P: SearchGame, E: Evaluation<P>> SearchThread<P, E> {
    /// Creates a thread with empty history tables.
    pub fn new(evaluation: E) -> SearchThread<P, E> {
        SearchThread { evaluation, histories: Arc::new(Histories::new()) }
    }

    /// Creates the threads of a parallel search, which share their history tables.
    #[must_use]
    pub fn with_shared_histories(threads: usize, evaluation: impl Fn() -> E) -> Vec<SearchThread<P, E>> {
        let histories = Arc::new(Histories::new());
        let new_thread = |_| SearchThread { evaluation: evaluation(), histories: Arc::clone(&histories) };
        (0..threads).map(new_thread).collect()
    }

    /// Clears the history tables, as before a new game.
    pub fn clear_histories(&self) {
        self.histories.clear();
    }
}
