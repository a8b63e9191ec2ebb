use std::sync::{Arc, OnceLock, Weak};
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;
use yipan_clock::Millis;
use yipan_core::Language;
use yipan_wire::Player;

use super::delivery::Delivery;
use super::local_rooms::LocalRooms;
use super::remote_client::RemoteClient;
use super::remote_services::RemoteServices;
use super::subscription_table::SubscriptionTable;
use crate::cluster::bus::transport::RequestError;
use crate::cluster::message::request::{Answer, RequestBody};
use crate::cluster::message::shown_move::ShownMove;
use crate::cluster::node_bus::NodeBus;
use crate::cluster::owner::socket_counts::SocketCounts;
use crate::cluster::slot::Slot;
use crate::cluster::slot_table::SlotOwner;
use crate::net::rate_limit::RetryAfter;
use crate::net::rate_limiters::LimitedRequest;
use crate::net::websocket::outbox::Outbox;
use crate::net::websocket::socket_outbox::SocketOutbox;
use crate::rooms::room_message::{Join, RoomMessage};

/// The messages of a socket that may wait for the owner of their room.
const QUEUE_CAPACITY: usize = 256;

/// The longest wait for the home of a rate limit. After that this node decides.
pub(super) const SPEND_TIMEOUT: Duration = Duration::from_millis(100);

/// The longest wait before the owner of a key is looked up again.
const OWNER_INTERVAL: Duration = Duration::from_millis(100);

/// The attempts of a request to the owner of a room.
const MAX_ATTEMPTS: usize = 20;

/// The rooms of other nodes, as this node reaches them.
#[derive(Clone, Debug)]
pub(crate) struct RemoteRooms {
    pub(crate) services: Arc<RemoteServices>,
}

/// A subscriber of a room that has moved to another node.
#[derive(Debug)]
pub(crate) struct MovedSubscriber {
    pub(crate) socket: u64,
    pub(crate) user: Player,
    pub(crate) language: Language,
    pub(crate) outbox: SocketOutbox,
    /// The number of the next event for the client.
    pub(crate) next_seq: u64,
    /// The last move that the client was shown.
    pub(crate) shown: Option<ShownMove>,
}

impl RemoteRooms {
    pub(crate) fn new(bus: Arc<NodeBus>) -> RemoteRooms {
        let (subscriptions, local_rooms) = (SubscriptionTable::default(), OnceLock::new());
        let socket_counts = SocketCounts::default();
        RemoteRooms { services: Arc::new(RemoteServices { bus, subscriptions, local_rooms, socket_counts }) }
    }

    /// Sets the rooms of this node, so that a room that moves here is joined.
    pub(crate) fn set_local_rooms(&self, rooms: Weak<dyn LocalRooms>) {
        // It is set once, when the registry opens.
        let _ = self.services.local_rooms.set(rooms);
    }

    /// Whether the room is not here, and must be reached through the bus.
    pub(crate) fn is_remote(&self, room: &str) -> bool {
        !matches!(self.services.bus.slots.owner(Slot::of(room)), SlotOwner::Here { .. })
    }

    /// Sends a message of a socket to a room. Returns the message if the socket is not subscribed.
    pub(crate) async fn send(&self, room: &str, message: RoomMessage) -> Result<(), Box<RoomMessage>> {
        let queue = match &message {
            RoomMessage::Join(Join { socket, user, language, outbox: Outbox::Socket(outbox), .. }) => {
                let known = self.services.subscriptions.messages(room, *socket);
                Some(known.unwrap_or_else(|| {
                    let delivery = Delivery::new(outbox.clone());
                    self.spawn(room, *socket, user, *language, outbox, delivery)
                }))
            }
            message => message.socket().and_then(|socket| self.services.subscriptions.messages(room, socket)),
        };
        match queue {
            Some(queue) => queue.send(message).await.map_err(|error| Box::new(error.0)),
            None => Err(Box::new(message)),
        }
    }

    /// Continues the subscriptions of a room that has moved to another node, from the events that each client has.
    pub(crate) fn adopt(&self, room: &str, subscribers: Vec<MovedSubscriber>) {
        let clock = &self.services.bus.clock;
        for MovedSubscriber { socket, user, language, outbox, next_seq, shown } in subscribers {
            let age = |at: u64| Duration::from_millis((clock.millis() - Millis(at)).0);
            let shown = shown.and_then(|shown| Some((shown.seq, Instant::now().checked_sub(age(shown.at))?)));
            let delivery = Delivery::resumed(outbox.clone(), next_seq, shown);
            self.spawn(room, socket, &user, language, &outbox, delivery);
        }
        self.services.subscriptions.rejoin_moved(&self.services.bus.slots);
    }

    fn spawn(
        &self,
        room: &str,
        socket: u64,
        user: &Player,
        language: Language,
        outbox: &SocketOutbox,
        delivery: Delivery,
    ) -> mpsc::Sender<RoomMessage> {
        self.services.subscriptions.insert(room, socket, delivery, |rejoin| {
            let (queue, messages) = mpsc::channel(QUEUE_CAPACITY);
            let client = RemoteClient {
                services: Arc::clone(&self.services),
                room: room.to_owned(),
                socket,
                user: user.clone(),
                language,
                outbox: outbox.clone(),
                rejoin,
            };
            tokio::spawn(client.run(messages));
            queue
        })
    }

    /// Counts a request at the home of its address or account. Returns `None` if that is here or does not answer in time.
    pub(crate) async fn spend(&self, request: &LimitedRequest) -> Option<Result<(), RetryAfter>> {
        let bus = &self.services.bus;
        let SlotOwner::Elsewhere { node, .. } = bus.slots.owner(Slot::of(&request.home_key())) else {
            return None;
        };
        let asked = bus.request(&node, RequestBody::Spend(request.clone()));
        match tokio::time::timeout(SPEND_TIMEOUT, asked).await {
            Ok(Ok(Answer::Spent { wait: None })) => Some(Ok(())),
            Ok(Ok(Answer::Spent { wait: Some(wait) })) => Some(Err(RetryAfter(Duration::from_millis(wait)))),
            _ => None,
        }
    }

    /// Sends a request to the owner of a key, and again while the owner changes. Returns `None` if the key belongs to this
    /// node, or no owner answers.
    pub(crate) async fn ask_owner(&self, key: &str, body: &RequestBody) -> Option<Answer> {
        let (bus, slot) = (&self.services.bus, Slot::of(key));
        let mut changes = bus.slots.changes();
        for _ in 0..MAX_ATTEMPTS {
            match bus.slots.owner(slot) {
                SlotOwner::Here { .. } => return None,
                SlotOwner::Elsewhere { node, .. } => match bus.request(&node, body.clone()).await {
                    Ok(Answer::Moved { owner, epoch }) => bus.slots.hint(slot, owner, epoch),
                    Ok(Answer::Unsure | Answer::Late)
                    | Err(RequestError::NoResponder | RequestError::Failed(_) | RequestError::TimedOut) => {}
                    Ok(answer) => return Some(answer),
                },
                SlotOwner::Unowned => {}
            }
            let _ = tokio::time::timeout(OWNER_INTERVAL, changes.changed()).await;
        }
        None
    }
}
