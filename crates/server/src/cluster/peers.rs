use std::fmt;

use super::node_id::NodeId;

/// What the bus says about the other nodes.
pub(crate) trait Peers: fmt::Debug + Send + Sync {
    /// Returns the nodes that were heard in the last 2 seconds.
    fn heard_nodes(&self) -> Vec<NodeId>;

    /// Whether messages to this node itself arrive.
    fn bus_ok(&self) -> bool;
}
