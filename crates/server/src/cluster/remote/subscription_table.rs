use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::sync::{Arc, Mutex, MutexGuard};

use tokio::sync::{Notify, mpsc};

use super::delivery::{Delivered, Delivery};
use super::frame_kind::FrameKind;
use crate::cluster::message::parcel::{Parcel, ParcelContent, Recipients};
use crate::cluster::node_id::NodeId;
use crate::cluster::slot::Slot;
use crate::cluster::slot_table::{SlotOwner, SlotTable};
use crate::metrics::Metrics;
use crate::rooms::room_message::RoomMessage;

/// The subscriptions of the sockets of this node to rooms of other nodes.
#[derive(Debug, Default)]
pub(crate) struct SubscriptionTable(Mutex<BTreeMap<String, RoomSubscriptions>>);

#[derive(Debug)]
struct RoomSubscriptions {
    slot: Slot,
    sockets: BTreeMap<u64, Subscription>,
}

#[derive(Debug)]
struct Subscription {
    /// The queue of the task that forwards the messages of the socket.
    messages: mpsc::Sender<RoomMessage>,
    /// Notified when the socket must join again.
    rejoin: Arc<Notify>,
    delivery: Delivery,
}

impl SubscriptionTable {
    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, RoomSubscriptions>> {
        self.0.lock().expect("no code panics while it holds the lock")
    }

    /// Adds a subscription, or replaces what is delivered to an existing one. Returns its queue, and whether it is new.
    pub(crate) fn insert(
        &self,
        room: &str,
        socket: u64,
        delivery: Delivery,
        spawn: impl FnOnce(Arc<Notify>) -> mpsc::Sender<RoomMessage>,
    ) -> mpsc::Sender<RoomMessage> {
        let mut rooms = self.lock();
        let new_room = || RoomSubscriptions { slot: Slot::of(room), sockets: BTreeMap::new() };
        match rooms.entry(room.to_owned()).or_insert_with(new_room).sockets.entry(socket) {
            Entry::Occupied(mut known) if !known.get().messages.is_closed() => {
                known.get_mut().delivery = delivery;
                known.get().messages.clone()
            }
            entry => {
                let rejoin = Arc::new(Notify::new());
                let messages = spawn(Arc::clone(&rejoin));
                let subscription = Subscription { messages: messages.clone(), rejoin, delivery };
                entry.insert_entry(subscription);
                messages
            }
        }
    }

    /// Returns the queue of a subscription.
    pub(crate) fn messages(&self, room: &str, socket: u64) -> Option<mpsc::Sender<RoomMessage>> {
        let rooms = self.lock();
        let subscription = rooms.get(room)?.sockets.get(&socket)?;
        (!subscription.messages.is_closed()).then(|| subscription.messages.clone())
    }

    pub(crate) fn remove(&self, room: &str, socket: u64) {
        let mut rooms = self.lock();
        if let Some(subscriptions) = rooms.get_mut(room) {
            subscriptions.sockets.remove(&socket);
            if subscriptions.sockets.is_empty() {
                rooms.remove(room);
            }
        }
    }

    /// Reads or changes what was delivered to a socket; `None` if it has no subscription.
    pub(crate) fn with<T>(
        &self,
        room: &str,
        socket: u64,
        change: impl FnOnce(&mut Delivery) -> T,
    ) -> Option<T> {
        let mut rooms = self.lock();
        Some(change(&mut rooms.get_mut(room)?.sockets.get_mut(&socket)?.delivery))
    }

    /// Delivers a parcel to its recipients.
    pub(crate) fn deliver(&self, parcel: Parcel, metrics: &Metrics) {
        let Parcel { header, messages } = parcel;
        let frames: Vec<_> = messages.into_iter().map(|text| (FrameKind::of(&text), text)).collect();
        let mut rooms = self.lock();
        let Some(subscriptions) = rooms.get_mut(&header.room) else { return };
        for (socket, subscription) in &mut subscriptions.sockets {
            let Subscription { rejoin, delivery, .. } = subscription;
            let is_recipient = match header.to {
                Recipients::Socket(recipient) => recipient == *socket,
                Recipients::Viewer(viewer) => delivery.belongs_to(viewer),
            };
            // A former owner may not know yet that it is one.
            if !is_recipient || delivery.owner().is_none_or(|(owner, _)| *owner != header.from) {
                continue;
            }
            let delivered = match header.content {
                ParcelContent::Messages => delivery.deliver(&frames),
                ParcelContent::Replay { is_last } => delivery.deliver_replay(&frames, is_last),
                ParcelContent::Subscribed { viewer } => {
                    delivery.subscribe(viewer);
                    Delivered::Complete
                }
                ParcelContent::Unsubscribed => {
                    delivery.unsubscribe();
                    Delivered::Complete
                }
                ParcelContent::Close => {
                    delivery.outbox().close();
                    Delivered::Complete
                }
            };
            metrics.sent_messages.inc_by(frames.len() as u64);
            match delivered {
                Delivered::Complete => {}
                Delivered::Gap => rejoin.notify_one(),
                Delivered::Closed => drop(metrics.slow_consumers.inc()),
            }
        }
    }

    /// Makes the sockets that joined a node join again, because parcels of it are missing.
    pub(crate) fn rejoin_node(&self, node: &NodeId) {
        self.rejoin_if(|_, delivery| delivery.is_at(node));
    }

    /// Makes the sockets that a node has accepted join again, because it has forgotten them.
    pub(crate) fn rejoin_forgotten(&self, node: &NodeId) {
        self.rejoin_if(|_, delivery| delivery.is_accepted_by(node));
    }

    /// Makes the sockets in rooms of a node other than the owner join the owner.
    pub(crate) fn rejoin_moved(&self, slots: &SlotTable) {
        self.rejoin_if(|slot, delivery| {
            delivery.wants_events()
                && match slots.owner(slot) {
                    SlotOwner::Here { .. } => true,
                    SlotOwner::Elsewhere { node, epoch } => delivery.owner() != Some(&(node, epoch)),
                    SlotOwner::Unowned => false,
                }
        });
    }

    /// Makes every socket join again.
    pub(crate) fn rejoin_all(&self) {
        self.rejoin_if(|_, delivery| delivery.wants_events());
    }

    fn rejoin_if(&self, must_rejoin: impl Fn(Slot, &Delivery) -> bool) {
        for subscriptions in self.lock().values() {
            let slot = subscriptions.slot;
            let sockets = subscriptions.sockets.values();
            for subscription in sockets.filter(|subscription| must_rejoin(slot, &subscription.delivery)) {
                subscription.rejoin.notify_one();
            }
        }
    }
}
