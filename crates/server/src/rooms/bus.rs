//! The bus: how what happens at a table reaches the sockets that follow it.
//!
//! What travels is an entry of the log as one eye may know it, never the entry itself: whoever carries it, or listens where
//! he should not, learns no more than that eye. There are three eyes however many look on, so a bus between machines
//! would carry at most three messages an entry, each under the name of its table and eye.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;

use tokio::sync::{Notify, mpsc};
use yipan_room::Audience;

use crate::metrics::Metrics;
use crate::net::websocket::send_budget::{QueuedBytes, SendBudget};

/// Brings what tables tell to sockets.
pub(crate) trait Bus: fmt::Debug + Send + Sync {
    /// The channel of a table, for as long as the table is in memory.
    fn channel(&self, room: &str) -> Box<dyn Channel>;
}

/// What one table tells, and who follows it.
pub(crate) trait Channel: Send + Sync {
    /// A socket gets what this eye is told from now on, and no more what another was.
    fn subscribe(&mut self, socket: u64, eye: Audience, out: Outbox);

    /// A socket gets nothing more.
    fn unsubscribe(&mut self, socket: u64);

    /// Tells whoever looks through an eye. It is not waited for.
    fn publish(&mut self, eye: Audience, lines: &[Arc<str>]);
}

/// A line to somebody's socket. What does not fit is not waited for: a reader that slow is told to go, and may come
/// back for what it has missed.
#[derive(Clone, Debug)]
pub(crate) struct Outbox {
    pub(crate) sender: mpsc::Sender<OutboxItem>,
    pub(crate) close_notify: Arc<Notify>,
    pub(crate) budget: Arc<SendBudget>,
}

/// What waits to be written, with the bytes that it takes up until then.
#[derive(Debug)]
pub(crate) enum OutboxItem {
    Message {
        text: Arc<str>,
        queued: QueuedBytes,
    },
    /// All that a client has missed, shared with others who ask for it.
    Replay {
        messages: Vec<Arc<str>>,
        queued: QueuedBytes,
    },
}

impl Outbox {
    /// Queues a message. Returns false if it does not fit, and the socket is closed.
    pub(crate) fn send(&self, text: Arc<str>) -> bool {
        let Some(queued) = self.budget.reserve(text.len()) else {
            self.close_notify.notify_one();
            return false;
        };
        self.queue(OutboxItem::Message { text, queued })
    }

    /// Queues what the client has missed. Returns false if that must wait until it has read more.
    pub(crate) fn replay(&self, messages: Vec<Arc<str>>) -> bool {
        let bytes = messages.iter().map(|message| message.len()).sum();
        match self.budget.reserve_replay(bytes) {
            Some(queued) => {
                self.queue(OutboxItem::Replay { messages, queued });
                true
            }
            None => false,
        }
    }

    fn queue(&self, parcel: OutboxItem) -> bool {
        let is_queued = self.sender.try_send(parcel).is_ok();
        if !is_queued {
            self.close_notify.notify_one();
        }
        is_queued
    }
}

/// The bus of a hall that is one program: each table has its sockets at hand.
#[derive(Debug)]
pub(crate) struct LocalBus {
    metrics: Arc<Metrics>,
}

impl LocalBus {
    pub(crate) const fn new(metrics: Arc<Metrics>) -> LocalBus {
        LocalBus { metrics }
    }
}

impl Bus for LocalBus {
    fn channel(&self, _: &str) -> Box<dyn Channel> {
        Box::new(LocalChannel { metrics: Arc::clone(&self.metrics), sockets: HashMap::new() })
    }
}

/// A table's sockets in the same program. The table's task owns them, so nothing is locked.
struct LocalChannel {
    metrics: Arc<Metrics>,
    sockets: HashMap<u64, (Audience, Outbox)>,
}

impl Channel for LocalChannel {
    fn subscribe(&mut self, socket: u64, eye: Audience, out: Outbox) {
        self.sockets.insert(socket, (eye, out));
    }

    fn unsubscribe(&mut self, socket: u64) {
        self.sockets.remove(&socket);
    }

    fn publish(&mut self, eye: Audience, lines: &[Arc<str>]) {
        for (_, out) in self.sockets.values().filter(|(subscribed, _)| *subscribed == eye) {
            for line in lines {
                self.metrics.sent_messages.inc();
                if !out.send(Arc::clone(line)) {
                    self.metrics.slow_consumers.inc();
                    break;
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;
    use yipan_core::Side;

    use super::*;
    use crate::net::websocket::send_budget::SendBudgets;

    const FIRST: Audience = Audience::Player(Side::First);

    fn socket(capacity: usize) -> (Outbox, mpsc::Receiver<OutboxItem>) {
        let (line, parcels) = mpsc::channel(capacity);
        let budget = SendBudgets::new(1_000, 1_000).open([192, 0, 2, 1].into());
        (Outbox { sender: line, close_notify: Arc::new(Notify::new()), budget }, parcels)
    }

    fn received_texts(parcels: &mut mpsc::Receiver<OutboxItem>) -> Vec<String> {
        let mut texts = Vec::new();
        while let Ok(parcel) = parcels.try_recv() {
            match parcel {
                OutboxItem::Message { text, .. } => texts.push(text.to_string()),
                OutboxItem::Replay { messages, .. } => texts.extend(messages.iter().map(ToString::to_string)),
            }
        }
        texts
    }

    fn messages(texts: &[&str]) -> Vec<Arc<str>> {
        texts.iter().map(|&text| text.into()).collect()
    }

    #[test]
    fn a_socket_receives_only_what_is_published_to_its_audience() {
        let bus = LocalBus::new(Arc::default());
        let (mut table, mut other) = (bus.channel("K4T7QX"), bus.channel("ABC234"));
        let ((ada, mut to_ada), (eve, mut to_eve)) = (socket(8), socket(8));
        table.subscribe(1, FIRST, ada.clone());
        table.subscribe(2, Audience::Spectator, eve);
        table.publish(FIRST, &messages(&["a secret"]));
        table.publish(Audience::Player(Side::Second), &messages(&["another"]));
        table.publish(Audience::Spectator, &messages(&["a move", "and one more"]));
        other.publish(FIRST, &messages(&["elsewhere"]));
        assert_eq!(received_texts(&mut to_ada), ["a secret"]);
        assert_eq!(received_texts(&mut to_eve), ["a move", "and one more"]);
        table.subscribe(1, Audience::Spectator, ada);
        table.unsubscribe(2);
        table.publish(FIRST, &messages(&["a secret"]));
        table.publish(Audience::Spectator, &messages(&["a move"]));
        assert_eq!(
            (received_texts(&mut to_ada), received_texts(&mut to_eve)),
            (vec!["a move".to_owned()], Vec::new())
        );
    }

    #[tokio::test]
    async fn a_slow_reader_is_closed_and_delays_no_other_socket() {
        let metrics = Arc::new(Metrics::default());
        let mut table = LocalBus::new(Arc::clone(&metrics)).channel("K4T7QX");
        let ((slow, mut to_slow), (fast, mut to_fast)) = (socket(1), socket(8));
        table.subscribe(1, Audience::Spectator, slow.clone());
        table.subscribe(2, Audience::Spectator, fast);
        table.publish(Audience::Spectator, &messages(&["one", "two", "three"]));
        slow.close_notify.notified().await;
        assert_eq!(
            (
                received_texts(&mut to_slow).len(),
                received_texts(&mut to_fast).len(),
                metrics.slow_consumers.get()
            ),
            (1, 3, 1)
        );
    }

    #[tokio::test]
    async fn a_socket_with_too_many_unread_bytes_is_closed() {
        let (out, mut parcels) = socket(8);
        assert!(out.send("x".repeat(900).into()) && out.replay(messages(&["what was missed"; 4])));
        assert!(!out.replay(messages(&["again and again"; 9])), "it waits, and the socket stays");
        assert!(out.close_notify.notified().now_or_never().is_none());
        assert!(!out.send("y".repeat(200).into()));
        out.close_notify.notified().await;
        assert_eq!(received_texts(&mut parcels).len(), 5);
        assert!(out.send("z".repeat(900).into()), "what was read makes room");
    }
}
