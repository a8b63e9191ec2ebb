//! Requests of other nodes to this one.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::mpsc;
use tokio::time::Instant;
use yipan_clock::Millis;
use yipan_wire::{Player, RoomConfig};

use super::peer_sockets::PeerSockets;
use crate::app_state::AppState;
use crate::cluster::bus::transport::BusMessage;
use crate::cluster::heard_nodes::CUT_OFF_AFTER;
use crate::cluster::link::remote_outbox::RemoteOutbox;
use crate::cluster::message::MESSAGE_VERSION;
use crate::cluster::message::request::{
    Answer, RemoteCommand, RemoteJoin, Request, RequestBody, SocketCount,
};
use crate::cluster::node_bus::NodeBus;
use crate::cluster::node_id::NodeId;
use crate::cluster::slot::Slot;
use crate::cluster::slot_table::SlotOwner;
use crate::net::rate_limit::RetryAfter;
use crate::net::rate_limiters::address_key;
use crate::net::websocket::outbox::Outbox;
use crate::rooms::close_room::close_room;
use crate::rooms::create_room_error::CreateRoomError;
use crate::rooms::new_room::NewRoom;
use crate::rooms::room_handle::RoomHandle;
use crate::rooms::room_message::{Join, RoomMessage};

/// Answers the requests of other nodes.
#[derive(Debug)]
pub(crate) struct RequestHandler {
    pub(crate) app: Arc<AppState>,
    pub(crate) bus: Arc<NodeBus>,
    pub(crate) peers: PeerSockets,
}

impl RequestHandler {
    /// Answers a request, unless it was not sealed by a node or has another version.
    pub(crate) async fn handle(&self, message: BusMessage) {
        let Some(reply) = message.reply.clone() else { return };
        let Some(text) = self.bus.open(&message) else { return };
        let request: Request = match serde_json::from_slice(&text) {
            Ok(request) => request,
            Err(error) => return tracing::warn!(%error, "a request of another node cannot be read"),
        };
        if request.v != MESSAGE_VERSION {
            return;
        }
        let answer = if self.bus.clock.millis().0 > request.until {
            Answer::Late
        } else {
            self.execute(&request.from, request.body).await
        };
        self.bus.answer(reply, &answer).await;
    }

    async fn execute(&self, from: &NodeId, body: RequestBody) -> Answer {
        match body {
            RequestBody::Echo => Answer::Done,
            RequestBody::Command(command) => self.command(from, command).await,
            RequestBody::Join(join) => self.join(from, join).await,
            RequestBody::Leave { room, socket, is_dismissed } => {
                self.leave(from, &room, socket, is_dismissed).await
            }
            RequestBody::Find { room } => match self.room(&room).await {
                Ok(_) => Answer::Done,
                Err(answer) => answer,
            },
            RequestBody::State { room, user_id } => match self.room(&room).await {
                Ok(sender) => {
                    let state = RoomHandle::Local(sender).state(user_id).await;
                    Answer::State(state.map(Box::new))
                }
                Err(answer) => answer,
            },
            RequestBody::GuestLinked { rooms } => {
                self.app.rooms.transfer_seats(&rooms).await;
                Answer::Done
            }
            RequestBody::Withdraw { room, host } => match self.room(&room).await {
                Ok(sender) => queued(sender.send(RoomMessage::Withdraw { host }).await.is_ok()),
                Err(answer) => answer,
            },
            RequestBody::Close { room, reason } => match self.room(&room).await {
                Ok(sender) => match close_room(&sender, reason).await {
                    Ok(()) => Answer::Done,
                    Err(error) => {
                        tracing::warn!(room, %error, "a room could not be closed for another node");
                        Answer::Unsure
                    }
                },
                Err(answer) => answer,
            },
            RequestBody::Pair { config, player } => {
                match self.app.rooms.quick_pair_here(config, player).await {
                    Ok(room) => Answer::Paired(room),
                    Err(CreateRoomError::Config(error)) => Answer::Refused { reason: error.to_string() },
                    Err(CreateRoomError::Store(error)) => {
                        tracing::error!(%error, "a user of another node could not be paired");
                        Answer::Unsure
                    }
                }
            }
            RequestBody::CreateRoom { room, config, host, guest } => {
                self.create_room(&room, config, host, guest).await
            }
            RequestBody::Spend(request) => spent(self.app.rate_limiters.check(request)),
            RequestBody::GuessCode { address } => spent(self.app.rooms.code_guard.admit(address).map(drop)),
            RequestBody::RefundGuess { address } => {
                self.app.rooms.code_guard.refund(address);
                Answer::Done
            }
            RequestBody::CountSockets { address, sockets } => self.count_sockets(from, address, sockets),
        }
    }

    /// Records the sockets of an address on another node, and answers whether it may have that many.
    fn count_sockets(&self, from: &NodeId, address: IpAddr, sockets: SocketCount) -> Answer {
        let Some(rooms) = &self.app.rooms.services.remote_rooms else { return Answer::Unsure };
        let counts = &rooms.services.socket_counts;
        counts.report(from, address, sockets);
        let (here, _) = self.app.websocket_limit.count(address);
        if here + counts.total(address) > self.app.settings.limits.max_websockets_per_ip {
            return Answer::Refused { reason: "too many sockets".to_owned() };
        }
        Answer::Done
    }

    async fn create_room(
        &self,
        code: &str,
        config: RoomConfig,
        host: Player,
        guest: Option<Player>,
    ) -> Answer {
        if let Err(answer) = self.check_owner(code) {
            return answer;
        }
        match self.app.rooms.create_room_as(code, config, host, guest).await {
            Ok(NewRoom::Created) => Answer::Done,
            Ok(NewRoom::CodeTaken) => Answer::CodeTaken,
            Err(CreateRoomError::Config(error)) => Answer::Refused { reason: error.to_string() },
            Err(CreateRoomError::Store(error)) => {
                tracing::warn!(%error, "a room could not be created for another node");
                Answer::Unsure
            }
        }
    }

    /// Returns the answer that says where a room is, if it is not here.
    fn check_owner(&self, code: &str) -> Result<(), Answer> {
        match self.bus.slots.owner(Slot::of(code)) {
            SlotOwner::Here { .. } => Ok(()),
            SlotOwner::Elsewhere { node, epoch } => Err(Answer::Moved { owner: node, epoch }),
            SlotOwner::Unowned => Err(Answer::Unsure),
        }
    }

    /// Returns the task of a room that is here, or the answer that says where it is.
    async fn room(&self, code: &str) -> Result<mpsc::Sender<RoomMessage>, Answer> {
        self.check_owner(code)?;
        match self.app.rooms.room_sender(code).await {
            Ok(Some(sender)) => Ok(sender),
            Ok(None) => Err(Answer::NotFound),
            Err(error) => {
                tracing::error!(%error, "a room could not be read for another node");
                Err(Answer::Unsure)
            }
        }
    }

    async fn join(&self, from: &NodeId, join: RemoteJoin) -> Answer {
        let sender = match self.room(&join.room).await {
            Ok(sender) => sender,
            Err(answer) => return answer,
        };
        self.bus.heard.hear(from);
        // The end of the link is announced from now on, so that the other node notices if it is forgotten.
        self.bus.links.open(from);
        let outbox = self.outbox(from, join.socket, &join.room);
        let message = RoomMessage::Join(Join {
            socket: self.peers.join(from, join.socket, &join.room),
            user: join.user,
            from: join.from,
            language: join.language.parse().unwrap_or_default(),
            outbox,
            is_resumed: join.is_resumed,
            shown: join.shown,
        });
        queued(sender.send(message).await.is_ok())
    }

    async fn command(&self, from: &NodeId, command: RemoteCommand) -> Answer {
        let sender = match self.room(&command.room).await {
            Ok(sender) => sender,
            Err(answer) => return answer,
        };
        let Some(socket) = self.peers.get(from, command.socket, &command.room) else {
            // The node was silent, and its sockets were removed. It joins again, and repeats the command.
            return Answer::NotJoined;
        };
        let outbox = self.outbox(from, command.socket, &command.room);
        let message = RoomMessage::Command {
            socket,
            user: command.user,
            command_id: command.id,
            seen: command.seen,
            lag: Millis(command.lag),
            received: Instant::now(),
            heard: Some(Millis(command.heard)),
            shown: command.shown,
            command: command.command,
            language: command.language.parse().unwrap_or_default(),
            outbox,
        };
        queued(sender.send(message).await.is_ok())
    }

    async fn leave(&self, from: &NodeId, room: &str, socket: u64, is_dismissed: bool) -> Answer {
        if let Some(socket) = self.peers.leave(from, socket, room)
            && let Some(sender) = self.app.rooms.services.senders.get(room)
        {
            // A room that was unloaded has no subscribers.
            let _ = sender.send(RoomMessage::Unsubscribe { socket, is_dismissed }).await;
        }
        Answer::Done
    }

    fn outbox(&self, node: &NodeId, socket: u64, room: &str) -> Outbox {
        let (links, node, room) = (Arc::clone(&self.bus.links), node.clone(), room.to_owned());
        Outbox::Remote(Arc::new(RemoteOutbox { links, node, socket, room }))
    }

    /// Forgets the sockets in rooms that have moved to other nodes.
    pub(crate) fn drop_moved_rooms(&self) {
        let slots = &self.bus.slots;
        self.peers.retain_rooms(|room| slots.is_here(Slot::of(room)));
    }

    /// Forgets the links and the counted sockets of nodes that are silent.
    pub(crate) fn drop_silent_peers(&self, heard: &[NodeId]) {
        self.bus.links.retain(heard);
        if let Some(rooms) = &self.app.rooms.services.remote_rooms {
            let slots = &self.bus.slots;
            let is_home = |address| slots.is_here(Slot::of(&address_key(address)));
            rooms.services.socket_counts.retain(heard, is_home);
        }
    }

    /// Removes the sockets of nodes that are cut off.
    pub(crate) async fn drop_cut_off_sockets(&self) {
        for lost in self.peers.remove_cut_off(|node| self.bus.heard.silent_since(node, CUT_OFF_AFTER)) {
            if let Some(sender) = self.app.rooms.services.senders.get(&lost.room) {
                let message = RoomMessage::NodeLost { sockets: lost.sockets, since: lost.since };
                // A room that was unloaded has no subscribers.
                let _ = sender.send(message).await;
            }
        }
    }
}

/// Returns the answer to a request that is limited.
fn spent(checked: Result<(), RetryAfter>) -> Answer {
    let millis = |wait: Duration| u64::try_from(wait.as_millis()).unwrap_or(u64::MAX);
    Answer::Spent { wait: checked.err().map(|wait| millis(wait.0)) }
}

/// Returns the answer to a request that a room should have queued.
const fn queued(is_queued: bool) -> Answer {
    if is_queued { Answer::Done } else { Answer::Unsure }
}
