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
    links: HashMap<NodeId, OutgoingLink>,
}

/// A link to another node.
#[derive(Clone, Copy, Debug)]
struct OutgoingLink {
    /// The last parcel that was queued.
    end: LinkEnd,
    /// The number of the last parcel that was published.
    published: u64,
}

impl OutgoingLinks {
    /// Creates the links of a node, and the queue of parcels to publish.
    pub(crate) fn new(node: NodeId) -> (OutgoingLinks, mpsc::Receiver<(NodeId, Parcel)>) {
        let (queue, parcels) = mpsc::channel(QUEUE_CAPACITY);
        (OutgoingLinks { links: Mutex::new(Links { node, links: HashMap::new() }), queue }, parcels)
    }

    fn lock(&self) -> MutexGuard<'_, Links> {
        self.links.lock().expect("no code panics while it holds the lock")
    }

    /// Opens the link to a node, unless it is open, so that its end is announced from now on.
    pub(crate) fn open(&self, to: &NodeId) {
        self.lock().link(to);
    }

    /// Forgets the links to all nodes but these. The others join their rooms again.
    pub(crate) fn retain(&self, nodes: &[NodeId]) {
        self.lock().links.retain(|node, _| nodes.contains(node));
    }

    /// Forgets all links, because this node has another id.
    pub(crate) fn restart(&self, node: NodeId) {
        *self.lock() = Links { node, links: HashMap::new() };
    }

    /// Records that a parcel was published, or is lost.
    pub(crate) fn record_published(&self, to: &NodeId, parcel: LinkEnd) {
        if let Some(link) = self.lock().links.get_mut(to).filter(|link| link.end.link == parcel.link) {
            link.published = parcel.number;
        }
    }

    /// Returns the last published parcel of every link. One that waits would seem to be lost.
    pub(crate) fn ends(&self) -> BTreeMap<NodeId, LinkEnd> {
        let links = self.lock();
        let end = |link: &OutgoingLink| LinkEnd { number: link.published, ..link.end };
        links.links.iter().map(|(node, link)| (node.clone(), end(link))).collect()
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
            let end = &mut links.link(to).end;
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
            let number = header.number;
            let queued = self.queue.try_send((to.clone(), Parcel { header, messages: part.to_vec() }));
            if queued.is_err() {
                links.link(to).published = number;
            }
        }
    }
}

impl Links {
    fn link(&mut self, to: &NodeId) -> &mut OutgoingLink {
        let new_link = || {
            let link = u64::from_be_bytes(random::bytes().0[..8].try_into().unwrap_or_default());
            OutgoingLink { end: LinkEnd { link, number: 0 }, published: 0 }
        };
        self.links.entry(to.clone()).or_insert_with(new_link)
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
        assert_eq!(end.number, 0, "none is published yet");
        for number in 1..=3 {
            links.record_published(&there, LinkEnd { number, ..end });
        }
        links.record_published(&there, LinkEnd { link: end.link.wrapping_add(1), number: 9 });
        assert_eq!(links.ends()[&there], LinkEnd { number: 3, ..end });
        links.retain(&[]);
        links.open(&there);
        assert!(links.ends()[&there].link != end.link && links.ends()[&there].number == 0);
    }
}
