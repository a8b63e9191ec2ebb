//! A bus inside one process that can lose, delay, duplicate and cut, for tests and simulations.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::fmt;
use std::future::{pending, ready};
use std::sync::{Arc, Mutex, MutexGuard};
use std::time::Duration;

use axum::body::Bytes;
use futures_util::stream;
use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::Instant;

use super::transport::{BusError, BusMessage, BusMessages, RequestError, Transport, TransportFuture};

/// The beginning of the subjects of answers.
const INBOX: &str = "_INBOX.";

/// The fate of a message on its way to one subscriber.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Fate {
    Deliver,
    Lose,
    Duplicate,
}

type DecideFate = Box<dyn FnMut(&BusMessage) -> Fate + Send>;

type DecideDelay = Box<dyn FnMut(&BusMessage) -> Duration + Send>;

#[cfg(feature = "simulation")]
type Observe = Box<dyn FnMut(&BusMessage) + Send>;

/// A bus whose endpoints are the nodes of a test.
#[derive(Clone, Default)]
pub(crate) struct MemoryBus(Arc<Mutex<Hub>>);

#[derive(Default)]
struct Hub {
    subscribers: HashMap<String, Vec<Subscriber>>,
    answers: HashMap<String, (String, oneshot::Sender<BusMessage>)>,
    inboxes: u64,
    /// Every message that was published, also those that were lost.
    #[cfg(test)]
    recorded: Vec<BusMessage>,
    /// Sees every message that is published, also those that are lost.
    #[cfg(feature = "simulation")]
    observe: Option<Observe>,
    /// The endpoints that are cut off.
    cut: HashSet<String>,
    /// The pairs of endpoints that do not reach each other.
    partitions: BTreeSet<[String; 2]>,
    /// The endpoints whose process is dead.
    dead: HashSet<String>,
    delay: Option<DecideDelay>,
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

    /// Lets two endpoints reach each other or not.
    #[cfg(feature = "simulation")]
    pub(crate) fn set_partitioned(&self, [one, other]: [&str; 2], is_partitioned: bool) {
        let mut hub = self.lock();
        if is_partitioned {
            hub.partitions.insert([one.to_owned(), other.to_owned()]);
        } else {
            hub.partitions.retain(|pair| !pair.iter().all(|name| name == one || name == other));
        }
    }

    /// Ends the process of an endpoint: its subscriptions are gone, and nothing that it still does returns.
    #[cfg(feature = "simulation")]
    pub(crate) fn kill(&self, endpoint: &str) {
        let mut hub = self.lock();
        hub.dead.insert(endpoint.to_owned());
        for subscribers in hub.subscribers.values_mut() {
            subscribers.retain(|subscriber| subscriber.endpoint != endpoint);
        }
    }

    /// Delays every message except for answers.
    #[cfg(test)]
    pub(crate) fn set_delay(&self, delay: Duration) {
        let is_answer = |message: &BusMessage| message.subject.starts_with(INBOX);
        self.set_delays(move |message| if is_answer(message) { Duration::ZERO } else { delay });
    }

    /// Delays each message by the time that a function returns. Messages of one subscription stay in order.
    pub(crate) fn set_delays(&self, decide: impl FnMut(&BusMessage) -> Duration + Send + 'static) {
        self.lock().delay = Some(Box::new(decide));
    }

    /// Shows a function every message that is published, also those that are lost.
    #[cfg(feature = "simulation")]
    pub(crate) fn observe(&self, observe: impl FnMut(&BusMessage) + Send + 'static) {
        self.lock().observe = Some(Box::new(observe));
    }

    /// Decides what happens to each message.
    pub(crate) fn set_fate(&self, decide: impl FnMut(&BusMessage) -> Fate + Send + 'static) {
        self.lock().fate = Some(Box::new(decide));
    }

    /// Delivers every message again.
    #[cfg(test)]
    pub(crate) fn clear_fate(&self) {
        self.lock().fate = None;
    }

    /// Returns every message that was published so far.
    #[cfg(test)]
    pub(crate) fn recorded(&self) -> Vec<BusMessage> {
        self.lock().recorded.clone()
    }
}

impl Hub {
    /// Delivers a message. Returns whether there is a subscriber that is not cut off.
    fn publish(&mut self, endpoint: &str, message: &BusMessage) -> bool {
        if self.dead.contains(endpoint) {
            return false;
        }
        #[cfg(test)]
        self.recorded.push(message.clone());
        #[cfg(feature = "simulation")]
        if let Some(observe) = &mut self.observe {
            observe(message);
        }
        if self.cut.contains(endpoint) {
            return false;
        }
        if let Some((receiver, answer)) = self.answers.remove(&message.subject) {
            let is_reached = !self.cut.contains(&receiver) && !self.is_partitioned(endpoint, &receiver);
            if is_reached && self.fate(message) != Fate::Lose {
                self.send_answer(answer, message.clone());
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
                    _ if self.is_partitioned(endpoint, &subscriber.endpoint) => 0,
                    Fate::Deliver => 1,
                    Fate::Lose => 0,
                    Fate::Duplicate => 2,
                };
                for _ in 0..copies {
                    let _ = subscriber.sender.send((Instant::now() + self.delay(message), message.clone()));
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

    fn delay(&mut self, message: &BusMessage) -> Duration {
        self.delay.as_mut().map_or(Duration::ZERO, |decide| decide(message))
    }

    fn is_partitioned(&self, one: &str, other: &str) -> bool {
        self.partitions
            .iter()
            .any(|[first, second]| first == one && second == other || first == other && second == one)
    }

    fn send_answer(&mut self, answer: oneshot::Sender<BusMessage>, message: BusMessage) {
        let delay = self.delay(&message);
        if delay.is_zero() {
            let _ = answer.send(message);
            return;
        }
        tokio::spawn(async move {
            tokio::time::sleep(delay).await;
            // The request may have timed out.
            let _ = answer.send(message);
        });
    }
}

/// The connection of one node to a [`MemoryBus`].
pub(crate) struct MemoryTransport {
    bus: MemoryBus,
    endpoint: String,
    connections: watch::Sender<u64>,
}

impl MemoryTransport {
    fn is_dead(&self) -> bool {
        self.bus.lock().dead.contains(&self.endpoint)
    }
}

impl fmt::Debug for MemoryTransport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "MemoryTransport({})", self.endpoint)
    }
}

impl Transport for MemoryTransport {
    fn publish(&self, subject: String, payload: Vec<u8>) -> TransportFuture<'_, Result<(), BusError>> {
        let message = BusMessage { subject, payload: Bytes::from(payload), reply: None };
        let is_dead = {
            let mut hub = self.bus.lock();
            hub.publish(&self.endpoint, &message);
            hub.dead.contains(&self.endpoint)
        };
        if is_dead { Box::pin(pending()) } else { Box::pin(ready(Ok(()))) }
    }

    fn request(
        &self,
        subject: String,
        payload: Vec<u8>,
        timeout: Duration,
    ) -> TransportFuture<'_, Result<BusMessage, RequestError>> {
        Box::pin(async move {
            if self.is_dead() {
                return pending().await;
            }
            let (sender, answer) = oneshot::channel();
            let inbox = {
                let mut hub = self.bus.lock();
                hub.inboxes += 1;
                let inbox = format!("{INBOX}{}", hub.inboxes);
                let message =
                    BusMessage { subject, payload: Bytes::from(payload), reply: Some(inbox.clone()) };
                let is_cut = hub.cut.contains(&self.endpoint);
                hub.answers.insert(inbox.clone(), (self.endpoint.clone(), sender));
                if !hub.publish(&self.endpoint, &message) && !is_cut {
                    hub.answers.remove(&inbox);
                    return Err(RequestError::NoResponder);
                }
                inbox
            };
            let answered = tokio::time::timeout(timeout, answer).await;
            self.bus.lock().answers.remove(&inbox);
            answered.ok().and_then(Result::ok).ok_or(RequestError::TimedOut)
        })
    }

    fn subscribe(&self, subject: String) -> TransportFuture<'_, Result<BusMessages, BusError>> {
        if self.is_dead() {
            return Box::pin(pending());
        }
        let (sender, receiver) = mpsc::unbounded_channel();
        let subscriber = Subscriber { endpoint: self.endpoint.clone(), sender };
        self.bus.lock().subscribers.entry(subject).or_default().push(subscriber);
        let messages: BusMessages = Box::pin(stream::unfold(receiver, |mut receiver| async move {
            let (at, message) = receiver.recv().await?;
            tokio::time::sleep_until(at).await;
            Some((message, receiver))
        }));
        Box::pin(ready(Ok(messages)))
    }

    fn reconnect(&self) -> TransportFuture<'_, ()> {
        self.connections.send_modify(|connections| *connections += 1);
        Box::pin(ready(()))
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

    #[cfg(feature = "simulation")]
    #[tokio::test]
    async fn a_partition_separates_two_endpoints_and_a_dead_one_is_silent() {
        let bus = MemoryBus::default();
        let [one, two, three] = ["one", "two", "three"].map(|name| bus.endpoint(name));
        let mut messages = two.subscribe("all".to_owned()).await.expect("a subscription");
        bus.set_partitioned(["two", "one"], true);
        one.publish("all".to_owned(), b"lost".to_vec()).await.expect("it is published");
        three.publish("all".to_owned(), b"first".to_vec()).await.expect("it is published");
        bus.set_partitioned(["one", "two"], false);
        one.publish("all".to_owned(), b"second".to_vec()).await.expect("it is published");
        for expected in ["first", "second"] {
            assert_eq!(messages.next().await.expect("a message").payload, expected);
        }
        bus.kill("two");
        assert!(messages.next().await.is_none());
        let asked = one.request("all".to_owned(), Vec::new(), WAIT).await;
        assert!(matches!(asked, Err(RequestError::NoResponder)));
        let published = two.publish("all".to_owned(), Vec::new());
        assert!(tokio::time::timeout(WAIT, published).await.is_err(), "a dead process goes no further");
    }
}
