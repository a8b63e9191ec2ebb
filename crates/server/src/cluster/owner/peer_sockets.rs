use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard};

use crate::cluster::node_id::NodeId;
use crate::net::websocket::socket_id::next_socket_id;

/// The sockets of other nodes in rooms of this node.
#[derive(Debug, Default)]
pub(crate) struct PeerSockets(Mutex<BTreeMap<NodeId, BTreeMap<u64, PeerSocket>>>);

#[derive(Debug)]
struct PeerSocket {
    /// The number by which rooms know the socket. The numbers of other nodes may be the same as those of this one.
    id: u64,
    rooms: BTreeSet<String>,
}

/// The sockets of one node in one room that can no longer be reached.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct LostSockets<T> {
    pub(crate) room: String,
    /// The numbers by which the room knows them.
    pub(crate) sockets: Vec<u64>,
    pub(crate) since: T,
}

impl PeerSockets {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<NodeId, BTreeMap<u64, PeerSocket>>> {
        self.0.lock().expect("no code panics while it holds the lock")
    }

    /// Records that a socket joins a room, and returns the number by which rooms know it.
    pub(crate) fn join(&self, node: &NodeId, socket: u64, room: &str) -> u64 {
        let mut nodes = self.lock();
        let new_socket = || PeerSocket { id: next_socket_id(), rooms: BTreeSet::new() };
        let socket = nodes.entry(node.clone()).or_default().entry(socket).or_insert_with(new_socket);
        socket.rooms.insert(room.to_owned());
        socket.id
    }

    /// Returns the number by which a room knows a socket that has joined it.
    pub(crate) fn get(&self, node: &NodeId, socket: u64, room: &str) -> Option<u64> {
        let nodes = self.lock();
        let socket = nodes.get(node)?.get(&socket)?;
        socket.rooms.contains(room).then_some(socket.id)
    }

    /// Records that a socket leaves a room, and returns the number by which the room knows it.
    pub(crate) fn leave(&self, node: &NodeId, socket: u64, room: &str) -> Option<u64> {
        let mut nodes = self.lock();
        let sockets = nodes.get_mut(node)?;
        let known = sockets.get_mut(&socket)?;
        let id = known.rooms.remove(room).then_some(known.id);
        if known.rooms.is_empty() {
            sockets.remove(&socket);
        }
        if sockets.is_empty() {
            nodes.remove(node);
        }
        id
    }

    /// Forgets that sockets have joined other rooms than these.
    pub(crate) fn retain_rooms(&self, is_kept: impl Fn(&str) -> bool) {
        let mut nodes = self.lock();
        for sockets in nodes.values_mut() {
            sockets.retain(|_, socket| {
                socket.rooms.retain(|room| is_kept(room));
                !socket.rooms.is_empty()
            });
        }
        nodes.retain(|_, sockets| !sockets.is_empty());
    }

    /// Removes the sockets of nodes that are cut off since some time. Returns the sockets of each room, with that time.
    pub(crate) fn remove_cut_off<T: Copy>(
        &self,
        cut_off_since: impl Fn(&NodeId) -> Option<T>,
    ) -> Vec<LostSockets<T>> {
        let mut nodes = self.lock();
        let cut_off: Vec<(NodeId, T)> =
            nodes.keys().filter_map(|node| Some((node.clone(), cut_off_since(node)?))).collect();
        let mut lost = Vec::new();
        for (node, since) in cut_off {
            let mut rooms: BTreeMap<String, Vec<u64>> = BTreeMap::new();
            for socket in nodes.remove(&node).into_iter().flat_map(BTreeMap::into_values) {
                socket.rooms.into_iter().for_each(|room| rooms.entry(room).or_default().push(socket.id));
            }
            lost.extend(rooms.into_iter().map(|(room, sockets)| LostSockets { room, sockets, since }));
        }
        lost
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sockets_with_the_same_number_on_two_nodes_are_two_sockets() {
        let [one, two] = ["a-1", "b-1"].map(|id| NodeId::parse(id).expect("an id"));
        let peers = PeerSockets::default();
        let first = peers.join(&one, 7, "AAAAAA");
        assert_eq!(peers.join(&one, 7, "BBBBBB"), first);
        let second = peers.join(&two, 7, "AAAAAA");
        assert_ne!(first, second);
        assert_eq!(peers.get(&one, 7, "AAAAAA"), Some(first));
        assert_eq!(peers.leave(&one, 7, "AAAAAA"), Some(first));
        assert_eq!((peers.leave(&one, 7, "AAAAAA"), peers.get(&one, 7, "AAAAAA")), (None, None));
        let lost = LostSockets { room: "BBBBBB".to_owned(), sockets: vec![first], since: 5 };
        assert_eq!(peers.remove_cut_off(|node| (*node == one).then_some(5)), [lost]);
        assert_eq!(peers.leave(&two, 7, "AAAAAA"), Some(second));
        assert!(peers.lock().is_empty(), "nothing is left behind");
    }
}
