//! The tasks that connect a node with the others.

use std::sync::Arc;
use std::time::Duration;

use futures_util::{FutureExt, StreamExt};
use tokio::sync::Notify;
use tokio::time::{Instant, MissedTickBehavior};

use super::bus::transport::{BusError, BusMessage, BusMessages};
use super::cut_off_clients::{FRESH_LEASE, dismiss_when_cut_off};
use super::heard_nodes::SILENCE;
use super::link::incoming::{Arrival, IncomingLinks};
use super::message::MESSAGE_VERSION;
use super::message::announcement::{Announcement, AnnouncementBody, LinkEnd};
use super::message::parcel::Parcel;
use super::message::request::RequestBody;
use super::node_bus::{NodeBus, OutgoingParcels, Subject};
use super::node_id::NodeId;
use super::owner::peer_sockets::PeerSockets;
use super::owner::request_handler::RequestHandler;
use super::peers::Peers;
use super::remote::remote_rooms::RemoteRooms;
use super::{lobby_rows, user_changes};
use crate::app_state::AppState;
use crate::select::select;

/// The time between two announcements that this node lives, and between two echoes.
const BEAT: Duration = Duration::from_millis(500);

/// The time between two searches for sockets of nodes that are cut off.
const CUT_OFF_CHECK_INTERVAL: Duration = Duration::from_millis(100);

/// The time before a lost subscription is made again.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// A node that takes part in the bus.
struct NodeTasks {
    bus: Arc<NodeBus>,
    remote_rooms: RemoteRooms,
    handler: Arc<RequestHandler>,
    /// Notified when a node is heard that was silent.
    newcomer: Arc<Notify>,
    /// Notified when announcements may have been lost.
    missed_changes: Arc<Notify>,
}

/// The subscriptions of a node under its current id.
struct Subscriptions {
    requests: BusMessages,
    parcels: BusMessages,
    announcements: BusMessages,
}

/// Connects a node with the others, until the runtime ends.
///
/// # Errors
/// Returns an error if the bus rejects a subscription.
pub(crate) async fn start(
    app: Arc<AppState>,
    remote_rooms: RemoteRooms,
    parcels: OutgoingParcels,
) -> Result<(), BusError> {
    let bus = Arc::clone(&remote_rooms.services.bus);
    let peers = PeerSockets::default();
    let handler = Arc::new(RequestHandler { app: Arc::clone(&app), bus: Arc::clone(&bus), peers });
    let (newcomer, missed_changes) = (Arc::default(), Arc::default());
    let tasks = Arc::new(NodeTasks { bus, remote_rooms, handler, newcomer, missed_changes });
    let subscriptions = tasks.subscribe().await?;
    tokio::spawn(publish_parcels(Arc::clone(&tasks.bus), parcels));
    tokio::spawn(Arc::clone(&tasks).receive(subscriptions));
    tokio::spawn(Arc::clone(&tasks).beat());
    tokio::spawn(Arc::clone(&tasks).drop_cut_off_sockets());
    tokio::spawn(Arc::clone(&tasks).echo());
    tokio::spawn(dismiss_when_cut_off(Arc::clone(&app), Arc::clone(&tasks.bus)));
    tokio::spawn(Arc::clone(&tasks).follow_slots());
    let slots = Arc::clone(&tasks.bus.slots);
    tokio::spawn(async move { slots.announce_lease_ends().await });
    tokio::spawn(lobby_rows::announce(Arc::clone(&app), Arc::clone(&tasks.bus), Arc::clone(&tasks.newcomer)));
    tokio::spawn(user_changes::announce(Arc::clone(&app), Arc::clone(&tasks.bus)));
    tokio::spawn(user_changes::recheck(app, Arc::clone(&tasks.missed_changes)));
    Ok(())
}

async fn publish_parcels(bus: Arc<NodeBus>, mut parcels: OutgoingParcels) {
    while let Some((node, parcel)) = parcels.recv().await {
        match parcel.encode() {
            Ok(text) => bus.publish(Subject::Tell(&node), &text).await,
            Err(error) => tracing::error!(%error, "a parcel could not be encoded"),
        }
        let (link, number) = (parcel.header.link, parcel.header.number);
        bus.links.record_published(&node, LinkEnd { link, number });
    }
}

impl NodeTasks {
    async fn subscribe(&self) -> Result<Subscriptions, BusError> {
        let node = self.bus.node();
        Ok(Subscriptions {
            requests: self.bus.subscribe(Subject::Ask(&node)).await?,
            parcels: self.bus.subscribe(Subject::Tell(&node)).await?,
            announcements: self.bus.subscribe(Subject::All).await?,
        })
    }

    /// Receives messages of other nodes.
    async fn receive(self: Arc<NodeTasks>, mut subscriptions: Subscriptions) {
        let mut links = IncomingLinks::default();
        let mut node = self.bus.watch_node();
        let mut connections = self.bus.transport.connections();
        connections.mark_unchanged();
        loop {
            let is_open = select! {
                request = subscriptions.requests.next() => request.map(|request| {
                    let handler = Arc::clone(&self.handler);
                    tokio::spawn(async move { handler.handle(request).await });
                }).is_some(),
                parcel = subscriptions.parcels.next() => {
                    parcel.map(|parcel| self.receive_parcel(&mut links, &parcel)).is_some()
                }
                announcement = subscriptions.announcements.next() => {
                    // A parcel that was sent before the announcement has arrived before it, too.
                    while let Some(Some(parcel)) = subscriptions.parcels.next().now_or_never() {
                        self.receive_parcel(&mut links, &parcel);
                    }
                    announcement.map(|announcement| self.hear(&mut links, &announcement)).is_some()
                }
                Ok(()) = connections.changed() => {
                    self.bus.metrics.bus_gaps.inc();
                    links.clear();
                    self.remote_rooms.services.subscriptions.rejoin_all();
                    self.missed_changes.notify_one();
                    true
                }
                Ok(()) = node.changed() => false,
            };
            if !is_open {
                links.clear();
                subscriptions = self.subscribe_again().await;
                self.remote_rooms.services.subscriptions.rejoin_all();
            }
        }
    }

    async fn subscribe_again(&self) -> Subscriptions {
        loop {
            match self.subscribe().await {
                Ok(subscriptions) => return subscriptions,
                Err(error) => {
                    tracing::warn!(%error, "the bus cannot be subscribed to yet");
                    tokio::time::sleep(RETRY_DELAY).await;
                }
            }
        }
    }

    fn receive_parcel(&self, links: &mut IncomingLinks, message: &BusMessage) {
        let Some(parcel) = self.bus.open(message).and_then(|text| Parcel::parse(&text)) else { return };
        let header = &parcel.header;
        let from = header.from.clone();
        match links.receive(&from, LinkEnd { link: header.link, number: header.number }) {
            Arrival::Duplicate => return,
            Arrival::Next => {}
            Arrival::AfterGap => self.report_gap(&from),
        }
        self.remote_rooms.services.subscriptions.deliver(parcel, &self.bus.metrics);
    }

    fn report_gap(&self, node: &NodeId) {
        self.bus.metrics.bus_gaps.inc();
        self.missed_changes.notify_one();
        self.remote_rooms.services.subscriptions.rejoin_node(node);
    }

    /// Handles an announcement of another node.
    fn hear(&self, links: &mut IncomingLinks, message: &BusMessage) {
        let Some(text) = self.bus.open(message) else { return };
        let announcement: Announcement = match serde_json::from_slice(&text) {
            Ok(announcement) => announcement,
            Err(error) => return tracing::warn!(%error, "an announcement cannot be read"),
        };
        let Announcement { v, from, body } = announcement;
        let node = self.bus.node();
        if v != MESSAGE_VERSION || from == node {
            return;
        }
        if self.bus.heard.hear(&from) {
            self.newcomer.notify_one();
        }
        match body {
            AnnouncementBody::Alive { hears: _, sent, has_lease } => {
                self.bus.heard.set_lease(&from, has_lease);
                let end = sent.get(&node).copied();
                if links.check(&from, end) {
                    self.report_gap(&from);
                }
                if end.is_none() {
                    self.remote_rooms.services.subscriptions.rejoin_forgotten(&from);
                }
            }
            AnnouncementBody::Lobby { is_whole, rows } => {
                self.handler.app.rooms.services.lobby.update_node(&from, rows, is_whole);
            }
            AnnouncementBody::User(change) => {
                let app = Arc::clone(&self.handler.app);
                tokio::spawn(async move { user_changes::apply(&app.auth, change).await });
            }
        }
    }

    /// Announces that this node lives, and forgets the links to nodes that do not.
    async fn beat(self: Arc<NodeTasks>) {
        let mut ticks = tokio::time::interval(BEAT);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let hears = self.bus.heard.heard_nodes();
            self.handler.drop_silent_peers(&hears);
            self.handler.app.rooms.services.lobby.retain_nodes(&hears);
            let (sent, has_lease) = (self.bus.links.ends(), self.bus.slots.has_lease_for(FRESH_LEASE));
            self.bus.announce(AnnouncementBody::Alive { hears, sent, has_lease }).await;
        }
    }

    /// Removes the sockets of nodes that cannot be reached, so that the clocks of their players stop.
    async fn drop_cut_off_sockets(self: Arc<NodeTasks>) {
        let mut ticks = tokio::time::interval(CUT_OFF_CHECK_INTERVAL);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            self.handler.drop_cut_off_sockets().await;
        }
    }

    /// Sends messages to this node itself, and connects again if none arrives.
    async fn echo(self: Arc<NodeTasks>) {
        let mut ticks = tokio::time::interval(BEAT);
        ticks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            ticks.tick().await;
            let (node, began) = (self.bus.node(), Instant::now());
            if self.bus.request(&node, RequestBody::Echo).await.is_ok() {
                self.bus.metrics.bus_echo_seconds.observe(began.elapsed());
                self.bus.heard.record_echo();
            } else if self.bus.heard.echo_age() > SILENCE {
                tracing::warn!("no message passes through the bus; the node connects again");
                self.bus.transport.reconnect().await;
                tokio::time::sleep(SILENCE).await;
            }
        }
    }

    /// Makes sockets follow rooms that move to other nodes.
    async fn follow_slots(self: Arc<NodeTasks>) {
        let mut changes = self.bus.slots.changes();
        while changes.changed().await.is_ok() {
            changes.borrow_and_update();
            if let Some(id) = self.bus.slots.node().filter(|id| *id != self.bus.node()) {
                // The others have fenced this node, and it has joined again.
                self.bus.set_node(id);
            }
            self.remote_rooms.services.subscriptions.rejoin_moved(&self.bus.slots);
            self.handler.drop_moved_rooms();
        }
    }
}
