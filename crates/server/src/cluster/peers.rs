use std::fmt;

use super::node_id::NodeId;

/// The other nodes as the bus sees them.
pub(crate) trait Peers: fmt::Debug + Send + Sync {
    /// Returns the nodes that were heard in the last 2 seconds.
    fn heard_nodes(&self) -> Vec<NodeId>;

    /// Whether messages to this node itself arrive.
    fn bus_ok(&self) -> bool;
}
