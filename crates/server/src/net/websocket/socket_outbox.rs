use std::sync::Arc;

use serde::Serialize;
use tokio::sync::{Notify, mpsc};

use super::encode_message::encode_message;
use super::send_budget::{QueuedBytes, SendBudget};

/// The queue of messages to one WebSocket.
///
/// A full queue does not block the sender. Instead the connection is closed, and the client can reconnect and request
/// what it has missed.
#[derive(Clone, Debug)]
pub(crate) struct SocketOutbox {
    pub(crate) sender: mpsc::Sender<OutboxItem>,
    /// Notified to close the connection.
    pub(crate) close_notify: Arc<Notify>,
    pub(crate) budget: Arc<SendBudget>,
}

/// A queued item, and the bytes it counts for until it is written.
#[derive(Debug)]
pub(crate) enum OutboxItem {
    Message {
        text: Arc<str>,
        queued: QueuedBytes,
    },
    /// All events that a client has missed. Their texts are shared with other clients.
    Replay {
        messages: Vec<Arc<str>>,
        queued: QueuedBytes,
    },
}

impl SocketOutbox {
    /// Encodes and queues a message. Returns false and closes the connection if it cannot be encoded or does not fit.
    pub(crate) fn send_message(&self, message: &impl Serialize) -> bool {
        match encode_message(message) {
            Some(text) => self.send(text),
            None => {
                self.close();
                false
            }
        }
    }

    /// Queues an encoded message. Returns false and closes the connection if it does not fit.
    pub(crate) fn send(&self, text: Arc<str>) -> bool {
        let Some(queued) = self.budget.reserve(text.len()) else {
            self.close();
            return false;
        };
        self.queue(OutboxItem::Message { text, queued })
    }

    /// Queues the events that the client has missed. Returns false if it must read more first.
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

    /// Closes the connection.
    pub(crate) fn close(&self) {
        self.close_notify.notify_one();
    }

    fn queue(&self, item: OutboxItem) -> bool {
        let is_queued = self.sender.try_send(item).is_ok();
        if !is_queued {
            self.close();
        }
        is_queued
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use futures_util::FutureExt;
    use serde::ser::Error;

    use super::*;
    use crate::net::websocket::send_budget::SendBudgets;

    pub(crate) fn outbox(capacity: usize) -> (SocketOutbox, mpsc::Receiver<OutboxItem>) {
        let (sender, items) = mpsc::channel(capacity);
        let budget = SendBudgets::new(1_000, 1_000).open([192, 0, 2, 1].into());
        (SocketOutbox { sender, close_notify: Arc::new(Notify::new()), budget }, items)
    }

    pub(crate) fn received_texts(items: &mut mpsc::Receiver<OutboxItem>) -> Vec<String> {
        let mut texts = Vec::new();
        while let Ok(item) = items.try_recv() {
            match item {
                OutboxItem::Message { text, .. } => texts.push(text.to_string()),
                OutboxItem::Replay { messages, .. } => texts.extend(messages.iter().map(ToString::to_string)),
            }
        }
        texts
    }

    pub(crate) fn messages(texts: &[&str]) -> Vec<Arc<str>> {
        texts.iter().map(|&text| text.into()).collect()
    }

    struct Unserializable;

    impl Serialize for Unserializable {
        fn serialize<S: serde::Serializer>(&self, _: S) -> Result<S::Ok, S::Error> {
            Err(S::Error::custom("it has no text"))
        }
    }

    #[tokio::test]
    async fn a_message_that_cannot_be_encoded_closes_the_connection_and_sends_nothing() {
        let (outbox, mut items) = outbox(8);
        assert!(outbox.send_message(&"text"));
        assert!(outbox.close_notify.notified().now_or_never().is_none());
        assert!(!outbox.send_message(&Unserializable));
        outbox.close_notify.notified().await;
        assert_eq!(received_texts(&mut items), ["\"text\""]);
    }

    #[tokio::test]
    async fn a_connection_with_too_many_unread_bytes_is_closed() {
        let (outbox, mut items) = outbox(8);
        assert!(outbox.send("x".repeat(900).into()) && outbox.replay(messages(&["what was missed"; 4])));
        assert!(!outbox.replay(messages(&["again and again"; 9])), "it must wait, and the connection stays");
        assert!(outbox.close_notify.notified().now_or_never().is_none());
        assert!(!outbox.send("y".repeat(200).into()));
        outbox.close_notify.notified().await;
        assert_eq!(received_texts(&mut items).len(), 5);
        assert!(outbox.send("z".repeat(900).into()), "reading frees the budget");
    }
}
