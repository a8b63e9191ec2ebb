//! The bus that carries the messages of a room to its subscribers.
//!
//! Messages are redacted for an audience before they are published, so a subscriber can only learn what its audience may
//! see. There are three audiences however many clients subscribe, so another node is sent at most three parcels per log
//! entry, and only those of the audiences of its sockets.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::Arc;

use yipan_core::Side;
use yipan_room::Audience;

use crate::cluster::link::remote_outbox::RemoteOutbox;
use crate::metrics::Metrics;
use crate::net::websocket::outbox::Outbox;
use crate::planted::planted;
use crate::random;

/// Creates the channels of rooms.
pub(crate) trait Bus: fmt::Debug + Send + Sync {
    /// Returns the channel of a room, which lives as long as the room is in memory.
    fn channel(&self, room: &str) -> Box<dyn Channel>;
}

/// The messages of one room, and their subscribers.
pub(crate) trait Channel: Send + Sync {
    /// Subscribes a socket to an audience, replacing its previous subscription.
    fn subscribe(&mut self, socket: u64, viewer: Audience, outbox: Outbox);

    /// Ends the subscription of a socket.
    fn unsubscribe(&mut self, socket: u64);

    /// Sends messages to the subscribers of an audience, without waiting for delivery.
    fn publish(&mut self, viewer: Audience, messages: &[Arc<str>]);

    /// Closes the connections of the subscribers of an audience.
    fn close(&mut self, viewer: Audience);
}

/// The bus of a node: it fills the queues of its own sockets, and sends parcels to the nodes of the others.
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
        Box::new(LocalChannel { metrics: Arc::clone(&self.metrics), sockets: BTreeMap::new() })
    }
}

/// The channel of a room, owned by its task, so that no lock is needed.
struct LocalChannel {
    metrics: Arc<Metrics>,
    sockets: BTreeMap<u64, (Audience, Outbox)>,
}

impl Channel for LocalChannel {
    fn subscribe(&mut self, socket: u64, viewer: Audience, outbox: Outbox) {
        if let Outbox::Remote(remote) = &outbox {
            remote.subscribe(viewer.into());
        }
        self.sockets.insert(socket, (viewer, outbox));
    }

    fn unsubscribe(&mut self, socket: u64) {
        if let Some((_, Outbox::Remote(remote))) = self.sockets.remove(&socket) {
            remote.unsubscribe();
        }
    }

    fn publish(&mut self, viewer: Audience, messages: &[Arc<str>]) {
        // One parcel per node, however many of its sockets subscribe.
        let mut nodes: Vec<&RemoteOutbox> = Vec::new();
        let is_leaked = planted!(SpectatorSeesAll) && viewer == Audience::Player(Side::First);
        let is_addressed =
            |subscribed: Audience| subscribed == viewer || is_leaked && subscribed == Audience::Spectator;
        for (_, outbox) in self.sockets.values().filter(|(subscribed, _)| is_addressed(*subscribed)) {
            match outbox {
                Outbox::Socket(_) if planted!(LostEvent) && random::bytes().0[0] < 4 => {}
                Outbox::Socket(outbox) => {
                    for message in messages {
                        self.metrics.sent_messages.inc();
                        if !outbox.send(Arc::clone(message)) {
                            self.metrics.slow_consumers.inc();
                            break;
                        }
                    }
                }
                Outbox::Remote(remote) if nodes.iter().all(|known| known.node != remote.node) => {
                    nodes.push(remote);
                }
                Outbox::Remote(_) => {}
            }
        }
        if !messages.is_empty() {
            nodes.iter().for_each(|node| node.publish(viewer.into(), messages));
        }
    }

    fn close(&mut self, viewer: Audience) {
        let subscribed = self.sockets.values().filter(|(subscribed, _)| *subscribed == viewer);
        subscribed.for_each(|(_, outbox)| outbox.close());
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;
    use crate::net::websocket::socket_outbox::tests::{messages, outbox, received_texts};

    const FIRST: Audience = Audience::Player(Side::First);

    #[test]
    fn a_socket_receives_only_what_is_published_to_its_audience() {
        let bus = LocalBus::new(Arc::default());
        let (mut channel, mut other) = (bus.channel("K4T7QX"), bus.channel("ABC234"));
        let ((ada, mut to_ada), (eve, mut to_eve)) = (outbox(8), outbox(8));
        channel.subscribe(1, FIRST, Outbox::Socket(ada.clone()));
        channel.subscribe(2, Audience::Spectator, Outbox::Socket(eve));
        channel.publish(FIRST, &messages(&["a secret"]));
        channel.publish(Audience::Player(Side::Second), &messages(&["another"]));
        channel.publish(Audience::Spectator, &messages(&["a move", "and one more"]));
        other.publish(FIRST, &messages(&["elsewhere"]));
        assert_eq!(received_texts(&mut to_ada), ["a secret"]);
        assert_eq!(received_texts(&mut to_eve), ["a move", "and one more"]);
        channel.subscribe(1, Audience::Spectator, Outbox::Socket(ada));
        channel.unsubscribe(2);
        channel.publish(FIRST, &messages(&["a secret"]));
        channel.publish(Audience::Spectator, &messages(&["a move"]));
        assert_eq!(
            (received_texts(&mut to_ada), received_texts(&mut to_eve)),
            (vec!["a move".to_owned()], Vec::new())
        );
    }

    #[tokio::test]
    async fn a_slow_reader_is_closed_and_delays_no_other_socket() {
        let metrics = Arc::new(Metrics::default());
        let mut channel = LocalBus::new(Arc::clone(&metrics)).channel("K4T7QX");
        let ((slow, mut to_slow), (fast, mut to_fast)) = (outbox(1), outbox(8));
        channel.subscribe(1, Audience::Spectator, Outbox::Socket(slow.clone()));
        channel.subscribe(2, Audience::Spectator, Outbox::Socket(fast));
        channel.publish(Audience::Spectator, &messages(&["one", "two", "three"]));
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
    async fn an_audience_is_closed_without_the_others() {
        let mut channel = LocalBus::new(Arc::default()).channel("K4T7QX");
        let ((ada, _), (eve, _)) = (outbox(1), outbox(1));
        channel.subscribe(1, FIRST, Outbox::Socket(ada.clone()));
        channel.subscribe(2, Audience::Spectator, Outbox::Socket(eve.clone()));
        channel.close(FIRST);
        ada.close_notify.notified().await;
        assert!(eve.close_notify.notified().now_or_never().is_none());
    }
}
