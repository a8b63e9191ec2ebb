use crate::score::Score;

/// A principal variation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PvLine<M> {
    /// The moves from the root; never empty.
    pub moves: Vec<M>,
    /// The score for the side to move at the root.
    pub score: Score,
    /// The score as a plain number; mates are above 31,000.
    pub value: i32,
    /// The nominal search depth in plies.
    pub depth: u32,
    /// The greatest ply that was reached.
    pub seldepth: u32,
}

/// Progress of a running search.
#[derive(Clone, Copy, Debug)]
pub struct SearchInfo<'a, M> {
    /// The line that was completed.
    pub line: &'a PvLine<M>,
    /// The rank of the line among the principal variations; the best is 0.
    pub multi_pv_index: usize,
    /// The nodes searched so far by this thread.
    pub nodes: u64,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SearchResult<M> {
    /// The principal variations, best first; empty only if the root has no legal move.
    pub lines: Vec<PvLine<M>>,
    /// The nodes searched by this thread.
    pub nodes: u64,
}

impl<M: Copy> SearchResult<M> {
    /// Returns the best move, or `None` if the root has no legal move.
    #[must_use]
    pub fn best_move(&self) -> Option<M> {
        self.lines.first()?.moves.first().copied()
    }

    /// Returns the expected reply to the best move.
    #[must_use]
    pub fn ponder_move(&self) -> Option<M> {
        self.lines.first()?.moves.get(1).copied()
    }
}
