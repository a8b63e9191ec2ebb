//! A bus inside one process that can lose, delay, duplicate and cut, for tests.

use std::collections::{HashMap, HashSet};
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::body::Bytes;
use futures_util::stream;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::transport::{BusError, BusMessage, BusMessages, RequestError, Transport, TransportFuture};

/// The fate of a message on its way to one subscriber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Deliver,
    Lose,
    Duplicate,
}

type DecideFate = Box<dyn FnMut(&BusMessage) -> Fate + Send>;

/// A bus whose endpoints are the nodes of a test.
#[derive(Clone, Default)]
pub(crate) struct MemoryBus(Arc<Mutex<Hub>>);

#[derive(Default)]
struct Hub {
    subscribers: HashMap<String, Vec<Subscriber>>,
    answers: HashMap<String, (String, oneshot::Sender<BusMessage>)>,
    /// Every message that was published, also those that were lost.
    recorded: Vec<BusMessage>,
    /// The endpoints that are cut off.
    cut: HashSet<String>,
    delay: Duration,
    fate: Option<DecideFate>,
}

struct Subscriber {
    endpoint: String,
    sender: mpsc::UnboundedSender<(Instant, BusMessage)>,
}

impl fmt::Debug for MemoryBus {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("MemoryBus")
    }
}

impl MemoryBus {
    fn lock(&self) -> MutexGuard<'_, Hub> {
        self.0.lock().expect("no code panics while it holds the lock")
    }

    /// Returns the connection of a node.
    pub(crate) fn endpoint(&self, name: &str) -> Arc<MemoryTransport> {
        Arc::new(MemoryTransport {
            bus: self.clone(),
            endpoint: name.to_owned(),
            connections: watch::Sender::new(1),
        })
    }

    /// Cuts an endpoint off, or connects it again.
    pub(crate) fn set_cut(&self, endpoint: &str, is_cut: bool) {
        let mut hub = self.lock();
        if is_cut {
            hub.cut.insert(endpoint.to_owned());
        } else {
            hub.cut.remove(endpoint);
        }
    }

    /// Delays every message.
    pub(crate) fn set_delay(&self, delay: Duration) {
        self.lock().delay = delay;
    }

    /// Decides what happens to each message.
    pub(crate) fn set_fate(&self, decide: impl FnMut(&BusMessage) -> Fate + Send + 'static) {
        self.lock().fate = Some(Box::new(decide));
    }

    /// Delivers every message again.
    pub(crate) fn clear_fate(&self) {
        self.lock().fate = None;
    }

    /// Returns every message that was published so far.
    pub(crate) fn recorded(&self) -> Vec<BusMessage> {
        self.lock().recorded.clone()
    }
}

impl Hub {
    /// Delivers a message. Returns whether there is a subscriber that is not cut off.
    fn publish(&mut self, endpoint: &str, message: &BusMessage) -> bool {
        self.recorded.push(message.clone());
        if self.cut.contains(endpoint) {
            return false;
        }
        if let Some((receiver, answer)) = self.answers.remove(&message.subject) {
            if !self.cut.contains(&receiver) && self.fate(message) != Fate::Lose {
                let _ = answer.send(message.clone());
            }
            return true;
        }
        let subscribers = self.subscribers.remove(&message.subject).unwrap_or_default();
        let mut kept = Vec::new();
        let mut has_subscriber = false;
        for subscriber in subscribers.into_iter().filter(|subscriber| !subscriber.sender.is_closed()) {
            if !self.cut.contains(&subscriber.endpoint) {
                has_subscriber = true;
                let copies = match self.fate(message) {
                    Fate::Deliver => 1,
                    Fate::Lose => 0,
                    Fate::Duplicate => 2,
                };
                for _ in 0..copies {
                    let _ = subscriber.sender.send((Instant::now() + self.delay, message.clone()));
                }
            }
            kept.push(subscriber);
        }
        self.subscribers.insert(message.subject.clone(), kept);
        has_subscriber
    }

    fn fate(&mut self, message: &BusMessage) -> Fate {
        self.fate.as_mut().map_or(Fate::Deliver, |decide| decide(message))
    }
}

/// The connection of one node to a [`MemoryBus`].
pub(crate) struct MemoryTransport {
    bus: MemoryBus,
    endpoint: String,
    connections: watch::Sender<u64>,
}

impl fmt::Debug for MemoryTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MemoryTransport({})", self.endpoint)
    }
}

impl Transport for MemoryTransport {
    fn publish(&self, subject: String, payload: Vec<u8>) -> TransportFuture<'_, Result<(), BusError>> {
        let message = BusMessage { subject, payload: Bytes::from(payload), reply: None };
        self.bus.lock().publish(&self.endpoint, &message);
        Box::pin(std::future::ready(Ok(())))
    }

    fn request(
        &self,
        subject: String,
        payload: Vec<u8>,
        timeout: Duration,
    ) -> TransportFuture<'_, Result<BusMessage, RequestError>> {
        static NEXT_INBOX: AtomicU64 = AtomicU64::new(1);
        Box::pin(async move {
            let inbox = format!("_INBOX.{}", NEXT_INBOX.fetch_add(1, Ordering::Relaxed));
            let (sender, answer) = oneshot::channel();
            let message = BusMessage { subject, payload: Bytes::from(payload), reply: Some(inbox.clone()) };
            {
                let mut hub = self.bus.lock();
                let is_cut = hub.cut.contains(&self.endpoint);
                hub.answers.insert(inbox.clone(), (self.endpoint.clone(), sender));
                if !hub.publish(&self.endpoint, &message) && !is_cut {
                    return Err(RequestError::NoResponder);
                }
            }
            let answered = tokio::time::timeout(timeout, answer).await;
            self.bus.lock().answers.remove(&inbox);
            answered.ok().and_then(Result::ok).ok_or(RequestError::TimedOut)
        })
    }

    fn subscribe(&self, subject: String) -> TransportFuture<'_, Result<BusMessages, BusError>> {
        let (sender, receiver) = mpsc::unbounded_channel();
        let subscriber = Subscriber { endpoint: self.endpoint.clone(), sender };
        self.bus.lock().subscribers.entry(subject).or_default().push(subscriber);
        let messages: BusMessages = Box::pin(stream::unfold(receiver, |mut receiver| async move {
            let (at, message) = receiver.recv().await?;
            tokio::time::sleep_until(at).await;
            Some((message, receiver))
        }));
        Box::pin(std::future::ready(Ok(messages)))
    }

    fn reconnect(&self) -> TransportFuture<'_, ()> {
        self.connections.send_modify(|connections| *connections += 1);
        Box::pin(std::future::ready(()))
    }

    fn connections(&self) -> watch::Receiver<u64> {
        self.connections.subscribe()
    }
}

#[cfg(test)]
mod tests {
    use futures_util::StreamExt;

    use super::*;

    const WAIT: Duration = Duration::from_millis(50);

    #[tokio::test]
    async fn a_request_is_answered_lost_or_has_no_responder() {
        let bus = MemoryBus::default();
        let (one, two) = (bus.endpoint("one"), bus.endpoint("two"));
        let ask = async || one.request("two.ask".to_owned(), b"question".to_vec(), WAIT).await;
        assert!(matches!(ask().await, Err(RequestError::NoResponder)));
        let mut questions = two.subscribe("two.ask".to_owned()).await.expect("a subscription");
        let answering = tokio::spawn(async move {
            while let Some(question) = questions.next().await {
                let reply = question.reply.expect("it is a request");
                two.publish(reply, b"answer".to_vec()).await.expect("it is published");
            }
        });
        assert_eq!(ask().await.expect("an answer").payload, Bytes::from_static(b"answer"));
        bus.set_fate(|message| if message.reply.is_some() { Fate::Lose } else { Fate::Deliver });
        assert!(matches!(ask().await, Err(RequestError::TimedOut)));
        bus.clear_fate();
        bus.set_cut("one", true);
        assert!(matches!(ask().await, Err(RequestError::TimedOut)));
        bus.set_cut("one", false);
        bus.set_cut("two", true);
        assert!(matches!(ask().await, Err(RequestError::NoResponder)));
        answering.abort();
    }

    #[tokio::test]
    async fn messages_are_delayed_in_order_and_duplicated() {
        let bus = MemoryBus::default();
        let (one, two) = (bus.endpoint("one"), bus.endpoint("two"));
        let mut messages = two.subscribe("all".to_owned()).await.expect("a subscription");
        bus.set_delay(WAIT);
        bus.set_fate(|_| Fate::Duplicate);
        let began = Instant::now();
        for text in ["a", "b"] {
            one.publish("all".to_owned(), text.into()).await.expect("it is published");
        }
        let mut received = Vec::new();
        for _ in 0..4 {
            received.push(messages.next().await.expect("a message").payload);
        }
        assert_eq!(received, ["a", "a", "b", "b"]);
        assert!(began.elapsed() >= WAIT);
        assert_eq!(bus.recorded().len(), 2);
    }
}
