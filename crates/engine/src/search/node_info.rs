use crate::tt::Entry;

/// The facts about a node that are established before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct NodeInfo<M> {
    pub(super) tt_entry: Option<Entry>,
    pub(super) tt_move: Option<M>,
    /// The static evaluation without correction, as stored in the transposition table.
    pub(super) raw_eval: i32,
    /// The corrected evaluation, replaced by the transposition table score where that is a tighter bound.
    pub(super) eval: i32,
    /// Whether the evaluation rose since the previous turn of this side.
    pub(super) improving: bool,
    pub(super) in_check: bool,
    pub(super) ply: usize,
    pub(super) depth: i32,
    /// Whether the node is expected to fail high.
    pub(super) cut_node: bool,
}
