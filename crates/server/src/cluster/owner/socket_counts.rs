use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::{Mutex, MutexGuard};

use crate::cluster::message::request::SocketCount;
use crate::cluster::node_id::NodeId;

/// The open sockets on other nodes of the addresses whose home is here.
///
/// A home that is new knows the sockets on a node once it opens or closes one for the same address.
#[derive(Debug, Default)]
pub(crate) struct SocketCounts(Mutex<HashMap<IpAddr, HashMap<NodeId, SocketCount>>>);

impl SocketCounts {
    fn lock(&self) -> MutexGuard<'_, HashMap<IpAddr, HashMap<NodeId, SocketCount>>> {
        self.0.lock().expect("no code panics while it holds the lock")
    }

    /// Records the sockets of an address on a node, unless a later count is known.
    pub(crate) fn report(&self, node: &NodeId, address: IpAddr, sockets: SocketCount) {
        let mut addresses = self.lock();
        let nodes = addresses.entry(address).or_default();
        if nodes.get(node).is_none_or(|known| known.version < sockets.version) {
            nodes.insert(node.clone(), sockets);
        }
    }

    /// Returns the number of sockets of an address on other nodes.
    pub(crate) fn total(&self, address: IpAddr) -> usize {
        self.lock().get(&address).map_or(0, |nodes| nodes.values().map(|sockets| sockets.count).sum())
    }

    /// Forgets the sockets of nodes that are silent, and addresses without sockets or with another home.
    pub(crate) fn retain(&self, heard: &[NodeId], is_home: impl Fn(IpAddr) -> bool) {
        self.lock().retain(|address, nodes| {
            nodes.retain(|node, _| heard.contains(node));
            nodes.values().any(|sockets| sockets.count > 0) && is_home(*address)
        });
    }
}

#[cfg(test)]
mod tests {
    use std::net::Ipv4Addr;

    use super::*;

    #[test]
    fn the_latest_count_of_each_node_that_lives_is_added() {
        let counts = SocketCounts::default();
        let address = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 1));
        let [one, two] = ["one-1", "two-1"].map(|id| NodeId::parse(id).expect("a valid id"));
        counts.report(&one, address, SocketCount { count: 2, version: 7 });
        counts.report(&two, address, SocketCount { count: 3, version: 1 });
        assert_eq!(counts.total(address), 5);
        counts.report(&one, address, SocketCount { count: 9, version: 6 });
        assert_eq!(counts.total(address), 5, "an older count arrived late");
        counts.report(&one, address, SocketCount { count: 1, version: 8 });
        assert_eq!(counts.total(address), 4);
        counts.retain(std::slice::from_ref(&two), |_| true);
        assert_eq!(counts.total(address), 3);
        counts.report(&two, address, SocketCount { count: 0, version: 2 });
        counts.retain(&[two], |_| true);
        assert!(counts.lock().is_empty());
    }
}
