use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::mpsc;

use crate::cluster::message::MESSAGE_VERSION;
use crate::cluster::message::announcement::LinkEnd;
use crate::cluster::message::parcel::{Parcel, ParcelContent, ParcelHeader, Recipients, split_messages};
use crate::cluster::node_id::NodeId;
use crate::random;

/// The parcels that may wait for the bus. Later ones are dropped, which their receivers notice by the numbers.
const QUEUE_CAPACITY: usize = 8_192;

/// The links from this node to others.
#[derive(Debug)]
pub(crate) struct OutgoingLinks {
    links: Mutex<Links>,
    queue: mpsc::Sender<(NodeId, Parcel)>,
}

#[derive(Debug)]
struct Links {
    /// This node.
    node: NodeId,
    ends: HashMap<NodeId, LinkEnd>,
}

impl OutgoingLinks {
    /// Creates the links of a node, and the queue of parcels to publish.
    pub(crate) fn new(node: NodeId) -> (OutgoingLinks, mpsc::Receiver<(NodeId, Parcel)>) {
        let (queue, parcels) = mpsc::channel(QUEUE_CAPACITY);
        (OutgoingLinks { links: Mutex::new(Links { node, ends: HashMap::new() }), queue }, parcels)
    }

    fn lock(&self) -> MutexGuard<'_, Links> {
        self.links.lock().expect("no code panics while it holds the lock")
    }

    /// Opens the link to a node, unless it is open, so that its end is announced from now on.
    pub(crate) fn open(&self, to: &NodeId) {
        self.lock().end(to);
    }

    /// Forgets the links to all nodes but these. The others join their rooms again.
    pub(crate) fn retain(&self, nodes: &[NodeId]) {
        self.lock().ends.retain(|node, _| nodes.contains(node));
    }

    /// Forgets all links, because this node has another id.
    pub(crate) fn restart(&self, node: NodeId) {
        *self.lock() = Links { node, ends: HashMap::new() };
    }

    /// Returns the last parcel of every link.
    pub(crate) fn ends(&self) -> BTreeMap<NodeId, LinkEnd> {
        self.lock().ends.iter().map(|(node, end)| (node.clone(), *end)).collect()
    }

    /// Queues messages to sockets of a node. They are divided if they are too long for one parcel.
    pub(crate) fn send(
        &self,
        to: &NodeId,
        room: &str,
        recipients: Recipients,
        content: ParcelContent,
        messages: &[Arc<str>],
    ) {
        let parts = split_messages(messages);
        let last = parts.len() - 1;
        // Numbers are given under the lock, in the order of the queue.
        let mut links = self.lock();
        for (index, part) in parts.into_iter().enumerate() {
            let content = match content {
                ParcelContent::Replay { .. } => ParcelContent::Replay { is_last: index == last },
                content => content,
            };
            let from = links.node.clone();
            let end = links.end(to);
            end.number += 1;
            let header = ParcelHeader {
                v: MESSAGE_VERSION,
                from,
                link: end.link,
                number: end.number,
                room: room.to_owned(),
                to: recipients,
                content,
            };
            let _ = self.queue.try_send((to.clone(), Parcel { header, messages: part.to_vec() }));
        }
    }
}

impl Links {
    fn end(&mut self, to: &NodeId) -> &mut LinkEnd {
        let new_link = || {
            let link = u64::from_be_bytes(random::bytes().0[..8].try_into().unwrap_or_default());
            LinkEnd { link, number: 0 }
        };
        self.ends.entry(to.clone()).or_insert_with(new_link)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::cluster::message::parcel::MAX_PARCEL_BYTES;

    #[test]
    fn parcels_are_numbered_and_a_closed_link_starts_again() {
        let [here, there] = ["a-1", "b-1"].map(|id| NodeId::parse(id).expect("an id"));
        let (links, mut parcels) = OutgoingLinks::new(here);
        let half: Arc<str> = "x".repeat(MAX_PARCEL_BYTES / 2 + 1).into();
        let content = ParcelContent::Replay { is_last: true };
        links.send(&there, "K4T7QX8M", Recipients::Socket(1), content, &[Arc::clone(&half), half]);
        links.send(&there, "K4T7QX8M", Recipients::Socket(1), ParcelContent::Close, &[]);
        let mut sent = || {
            let (_, parcel) = parcels.try_recv().expect("a parcel");
            (parcel.header.number, parcel.header.content, parcel.messages.len())
        };
        assert_eq!(sent(), (1, ParcelContent::Replay { is_last: false }, 1));
        assert_eq!(sent(), (2, ParcelContent::Replay { is_last: true }, 1));
        assert_eq!(sent(), (3, ParcelContent::Close, 0));
        let end = links.ends()[&there];
        assert_eq!(end.number, 3);
        links.retain(&[]);
        links.open(&there);
        assert!(links.ends()[&there].link != end.link && links.ends()[&there].number == 0);
    }
}
