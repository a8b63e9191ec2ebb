//! The rows of nodes and slots in the database.

use super::node_id::NodeId;

/// The state of a node in the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NodeState {
    Live,
    /// It hands over its slots and takes no others.
    Draining,
}

impl NodeState {
    /// Returns the text in the database.
    pub(crate) const fn as_str(self) -> &'static str {
        match self {
            NodeState::Live => "live",
            NodeState::Draining => "draining",
        }
    }
}

/// A node that lives or drains.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct NodeRow {
    pub(crate) id: NodeId,
    pub(crate) state: NodeState,
    /// A number that increases while the node lives.
    pub(crate) beat: u64,
    /// The nodes from which it has heard over the bus.
    pub(crate) hears: Vec<NodeId>,
    /// The milliseconds since it joined, by the clock of the database.
    pub(crate) age_ms: u64,
}

/// The owner of a slot.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SlotRow {
    /// `None` if the slot was never owned or was released. The owner may be dead.
    pub(crate) owner: Option<NodeId>,
    pub(crate) epoch: u64,
}

/// All nodes that live or drain, and the slots in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct ClusterRows {
    pub(crate) nodes: Vec<NodeRow>,
    pub(crate) slots: Vec<SlotRow>,
}
