use std::sync::{Arc, OnceLock, Weak};

use super::local_rooms::LocalRooms;
use super::subscription_table::SubscriptionTable;
use crate::cluster::node_bus::NodeBus;
use crate::cluster::owner::socket_counts::SocketCounts;

/// The services that the tasks of all sockets in remote rooms share.
#[derive(Debug)]
pub(crate) struct RemoteServices {
    pub(crate) bus: Arc<NodeBus>,
    pub(crate) subscriptions: SubscriptionTable,
    /// The rooms of this node, once they are open.
    pub(crate) local_rooms: OnceLock<Weak<dyn LocalRooms>>,
    pub(crate) socket_counts: SocketCounts,
}
