use yipan_client::{GameReview, NodeId};

/// A review with the line that it is about.
#[derive(Clone, PartialEq)]
pub(super) struct LineReview {
    /// The nodes of the line, without the root.
    pub(super) line: Vec<NodeId>,
    pub(super) review: GameReview,
}

impl LineReview {
    /// Returns the node after a number of steps.
    pub(super) fn node_at(&self, ply: usize) -> Option<NodeId> {
        self.line.get(ply.checked_sub(1)?).copied()
    }
}
