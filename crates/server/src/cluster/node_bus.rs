use std::collections::BTreeSet;
use std::sync::Arc;
use std::time::Duration;

use futures_util::future::join_all;
use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, timeout};
use yipan_bus_seal::{NONCE_BYTES, Seal};

use super::bus::transport::{BusError, BusMessage, BusMessages, RequestError, Transport};
use super::heard_nodes::HeardNodes;
use super::link::outgoing::OutgoingLinks;
use super::message::MESSAGE_VERSION;
use super::message::announcement::{Announcement, AnnouncementBody};
use super::message::parcel::Parcel;
use super::message::request::{Answer, Request, RequestBody};
use super::node_id::NodeId;
use super::slot_table::SlotTable;
use crate::clock::MonotonicWallClock;
use crate::metrics::Metrics;
use crate::planted::planted;
use crate::random;

/// The longest wait for the answer to a request.
const REQUEST_TIMEOUT: Duration = Duration::from_secs(1);

/// The time after which a request is not executed.
pub(crate) const REQUEST_LIFETIME: Duration = Duration::from_secs(5);

/// The longest wait for the bus to say that a node is gone.
const GONE_TIMEOUT: Duration = Duration::from_millis(100);

/// The connection of this node to the others.
#[derive(Debug)]
pub(crate) struct NodeBus {
    pub(crate) transport: Arc<dyn Transport>,
    pub(crate) slots: Arc<SlotTable>,
    pub(crate) clock: MonotonicWallClock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) links: Arc<OutgoingLinks>,
    pub(crate) heard: Arc<HeardNodes>,
    seal: Seal,
    /// This node, which gets another id when it rejoins.
    node: watch::Sender<NodeId>,
}

/// The parts that a node needs to take part in the bus.
#[derive(Debug)]
pub(crate) struct NodeBusParts {
    pub(crate) transport: Arc<dyn Transport>,
    pub(crate) slots: Arc<SlotTable>,
    pub(crate) clock: MonotonicWallClock,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) heard: Arc<HeardNodes>,
    /// The key that signs cookies, which all nodes share.
    pub(crate) signing_key: String,
    pub(crate) node: NodeId,
}

/// The parcels that wait to be published, each with the node it is for.
pub(crate) type OutgoingParcels = mpsc::Receiver<(NodeId, Parcel)>;

/// The subject of a message.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Subject<'a> {
    /// Requests to a node.
    Ask(&'a NodeId),
    /// Parcels for the sockets of a node.
    Tell(&'a NodeId),
    /// Announcements to all nodes.
    All,
}

impl NodeBus {
    /// Creates the connection of a node, and the queue of parcels that must be published.
    pub(crate) fn new(parts: NodeBusParts) -> (NodeBus, OutgoingParcels) {
        let NodeBusParts { transport, slots, clock, metrics, heard, signing_key, node } = parts;
        let (links, parcels) = OutgoingLinks::new(node.clone());
        let bus = NodeBus {
            transport,
            slots,
            clock,
            metrics,
            links: Arc::new(links),
            seal: Seal::new(&signing_key),
            node: watch::Sender::new(node),
            heard,
        };
        (bus, parcels)
    }

    /// Returns the id of this node.
    pub(crate) fn node(&self) -> NodeId {
        self.node.borrow().clone()
    }

    /// Gives this node another id. All its links start again.
    pub(crate) fn set_node(&self, node: NodeId) {
        self.links.restart(node.clone());
        self.node.send_replace(node);
    }

    /// Returns a receiver of the id of this node.
    pub(crate) fn watch_node(&self) -> watch::Receiver<NodeId> {
        self.node.subscribe()
    }

    fn subject(&self, subject: Subject<'_>) -> String {
        let installation = self.seal.installation();
        match subject {
            Subject::Ask(node) => format!("yipan.{installation}.{node}.ask"),
            Subject::Tell(node) => format!("yipan.{installation}.{node}.tell"),
            Subject::All => format!("yipan.{installation}.all"),
        }
    }

    pub(crate) async fn subscribe(&self, subject: Subject<'_>) -> Result<BusMessages, BusError> {
        self.transport.subscribe(self.subject(subject)).await
    }

    /// Sends a request that any delay of the bus makes worthless.
    pub(crate) async fn request(&self, node: &NodeId, body: RequestBody) -> Result<Answer, RequestError> {
        self.request_until(node, body, Instant::now() + REQUEST_LIFETIME).await
    }

    /// Sends a request that is not executed after this time.
    pub(crate) async fn request_until(
        &self,
        node: &NodeId,
        body: RequestBody,
        until: Instant,
    ) -> Result<Answer, RequestError> {
        let left = until.saturating_duration_since(Instant::now());
        let until = self.clock.millis().0 + u64::try_from(left.as_millis()).unwrap_or(u64::MAX / 2);
        let request = Request { v: MESSAGE_VERSION, from: self.node(), until, body };
        let failed = |reason: String| RequestError::Failed(BusError(reason));
        let text = serde_json::to_vec(&request).map_err(|error| failed(error.to_string()))?;
        let subject = self.subject(Subject::Ask(node));
        let sealed = self.seal(&subject, &text);
        let answer = self.transport.request(subject, sealed, REQUEST_TIMEOUT.min(left)).await?;
        let text =
            self.open(&answer).ok_or_else(|| failed("the answer is not sealed by a node".to_owned()))?;
        serde_json::from_slice(&text).map_err(|error| failed(error.to_string()))
    }

    /// Returns the nodes that have no connection to the bus, which the bus knows at once if a node has died. All are asked at
    /// the same time, so that many silent ones take no longer than one.
    pub(crate) async fn gone_nodes(&self, nodes: BTreeSet<NodeId>) -> BTreeSet<NodeId> {
        let ask = |node: NodeId| async move { self.is_gone(&node).await.then_some(node) };
        join_all(nodes.into_iter().map(ask)).await.into_iter().flatten().collect()
    }

    async fn is_gone(&self, node: &NodeId) -> bool {
        let echo = self.request(node, RequestBody::Echo);
        matches!(timeout(GONE_TIMEOUT, echo).await, Ok(Err(RequestError::NoResponder)))
    }

    /// Answers a request.
    pub(crate) async fn answer(&self, reply: String, answer: &Answer) {
        let text = match serde_json::to_vec(answer) {
            Ok(text) => text,
            Err(error) => return tracing::error!(%error, "an answer could not be encoded"),
        };
        let sealed = self.seal(&reply, &text);
        // The other node asks again.
        let _ = self.transport.publish(reply, sealed).await;
    }

    /// Sends a message to all other nodes.
    pub(crate) async fn announce(&self, body: AnnouncementBody) {
        let announcement = Announcement { v: MESSAGE_VERSION, from: self.node(), body };
        match serde_json::to_vec(&announcement) {
            Ok(text) => self.publish(Subject::All, &text).await,
            Err(error) => tracing::error!(%error, "an announcement could not be encoded"),
        }
    }

    /// Publishes a text, which may be lost.
    pub(crate) async fn publish(&self, subject: Subject<'_>, text: &[u8]) {
        let subject = self.subject(subject);
        let sealed = self.seal(&subject, text);
        if let Err(error) = self.transport.publish(subject, sealed).await {
            tracing::debug!(%error, "a message was lost");
        }
    }

    fn seal(&self, subject: &str, text: &[u8]) -> Vec<u8> {
        if planted!(UnsealedMessage) {
            return text.to_vec();
        }
        let mut nonce = [0; NONCE_BYTES];
        nonce.copy_from_slice(&random::bytes().0[..NONCE_BYTES]);
        self.seal.seal(subject, text, nonce)
    }

    /// Opens a message; `None` if it was not sealed by a node of this installation for this subject.
    pub(crate) fn open(&self, message: &BusMessage) -> Option<Vec<u8>> {
        match self.seal.open(&message.subject, &message.payload) {
            Ok(text) => Some(text),
            Err(error) => {
                tracing::warn!(subject = message.subject, %error, "a message was dropped");
                None
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::cluster::bus::memory::{Fate, MemoryBus};

    #[tokio::test]
    async fn all_nodes_are_asked_at_once_whether_they_are_gone() {
        let memory = MemoryBus::default();
        let [own, silent, slow, gone] =
            ["a-1", "b-1", "c-1", "d-1"].map(|id| NodeId::parse(id).expect("an id"));
        let (bus, _parcels) = NodeBus::new(NodeBusParts {
            transport: memory.endpoint("one"),
            slots: Arc::new(SlotTable::unowned()),
            clock: MonotonicWallClock::start(0),
            metrics: Arc::default(),
            heard: Arc::default(),
            signing_key: "a key".to_owned(),
            node: own,
        });
        let other = memory.endpoint("two");
        let mut subscriptions = Vec::new();
        for node in [&silent, &slow] {
            subscriptions
                .push(other.subscribe(bus.subject(Subject::Ask(node))).await.expect("a subscription"));
        }
        memory.set_fate(|_| Fate::Lose);
        let nodes = BTreeSet::from([silent, slow, gone.clone()]);
        let mut asked = std::pin::pin!(bus.gone_nodes(nodes));
        assert!(asked.as_mut().now_or_never().is_none(), "two of them do not answer");
        assert_eq!(memory.recorded().len(), 3);
        assert_eq!(asked.await, BTreeSet::from([gone]));
    }
}
