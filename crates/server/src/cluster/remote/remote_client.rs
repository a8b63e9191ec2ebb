//! The task of one socket in one room of another node: it forwards messages and follows the room to its next owner.

use std::sync::{Arc, Weak};
use std::time::Duration;

use tokio::sync::{Notify, mpsc, oneshot};
use tokio::time::{Instant, timeout};
use yipan_clock::Millis;
use yipan_core::Language;
use yipan_wire::{Player, ServerMessage};

use super::delivery::Delivery;
use super::remote_services::RemoteServices;
use crate::api_errors;
use crate::cluster::bus::transport::RequestError;
use crate::cluster::message::request::{Answer, RemoteCommand, RemoteJoin, RequestBody};
use crate::cluster::message::shown_move::ShownMove;
use crate::cluster::node_bus::REQUEST_LIFETIME;
use crate::cluster::node_id::NodeId;
use crate::cluster::slot::Slot;
use crate::cluster::slot_table::SlotOwner;
use crate::net::websocket::outbox::Outbox;
use crate::net::websocket::socket_outbox::SocketOutbox;
use crate::rooms::room_message::{Join, RoomMessage};
use crate::select::select;

/// The time after which a message of unknown fate closes the connection, so that the client sends it again.
const MAX_UNCERTAINTY: Duration = Duration::from_secs(10);

/// The longest wait for the reply to a command before it is sent again.
const REPLY_TIMEOUT: Duration = Duration::from_secs(1);

/// The longest wait before the owner of a room is looked up again.
const OWNER_INTERVAL: Duration = Duration::from_millis(100);

/// The task of one socket in one room of another node.
pub(crate) struct RemoteClient {
    pub(crate) services: Arc<RemoteServices>,
    pub(crate) room: String,
    pub(crate) socket: u64,
    pub(crate) user: Player,
    pub(crate) language: Language,
    pub(crate) outbox: SocketOutbox,
    /// Notified when the socket must join again.
    pub(crate) rejoin: Arc<Notify>,
}

/// The place where the task of a socket continues.
#[derive(Debug)]
enum Progress {
    /// In the room of another node.
    Remote,
    /// In a room that this node has taken over.
    Here(mpsc::Sender<RoomMessage>),
    /// The room does not exist, or its fate is unknown: the task ends.
    Ended,
}

/// A command on its way to the owner of its room.
struct Forward {
    command: RemoteCommand,
    received: Instant,
    deadline: Instant,
}

impl RemoteClient {
    pub(crate) async fn run(mut self, mut messages: mpsc::Receiver<RoomMessage>) {
        let (rejoin, socket) = (Arc::clone(&self.rejoin), self.outbox.sender.clone());
        loop {
            let progress = tokio::select! {
                // What is still in the queue of a closed socket is not worth a replay.
                biased;
                () = socket.closed() => {
                    self.leave(false).await;
                    Progress::Ended
                }
                message = messages.recv() => match message {
                    Some(message) if !self.is_closed() => self.handle(message).await,
                    Some(RoomMessage::Unsubscribe { is_dismissed, .. }) => {
                        self.leave(is_dismissed).await;
                        Progress::Ended
                    }
                    _ => {
                        self.leave(false).await;
                        Progress::Ended
                    }
                },
                () = rejoin.notified() => self.join().await,
            };
            match progress {
                Progress::Remote => {}
                Progress::Here(room) => {
                    self.services.subscriptions.remove(&self.room, self.socket);
                    messages.close();
                    while let Some(message) = messages.recv().await {
                        // A room that is unloaded rejects what is in its queue.
                        let _ = room.send(message).await;
                    }
                    return;
                }
                Progress::Ended => {
                    self.services.subscriptions.remove(&self.room, self.socket);
                    messages.close();
                    while let Some(message) = messages.recv().await {
                        message.reject();
                    }
                    return;
                }
            }
        }
    }

    async fn handle(&mut self, message: RoomMessage) -> Progress {
        match message {
            RoomMessage::Join(join) => {
                (self.user, self.language) = (join.user, join.language);
                let joined = self.with_delivery(|delivery| delivery.request_join(join.from));
                let progress = self.join().await;
                if let (Progress::Remote, Some(joined)) = (&progress, joined) {
                    self.wait_for_joined(joined).await;
                }
                progress
            }
            RoomMessage::Command {
                user,
                command_id: id,
                seen,
                lag,
                received,
                heard,
                command,
                language,
                ..
            } => {
                (self.user, self.language) = (user.clone(), language);
                let clock = &self.services.bus.clock;
                let heard = heard.unwrap_or_else(|| clock.millis_at(received)).0;
                let command = RemoteCommand {
                    room: self.room.clone(),
                    socket: self.socket,
                    user,
                    id,
                    seen,
                    lag: lag.0,
                    heard,
                    shown: self.shown_move(),
                    command,
                    language: language.to_string(),
                };
                let deadline = Instant::now() + MAX_UNCERTAINTY;
                self.forward(Forward { command, received, deadline }).await
            }
            RoomMessage::Unsubscribe { is_dismissed, .. } => {
                self.leave(is_dismissed).await;
                Progress::Ended
            }
            // Other messages are requests of their own.
            RoomMessage::NodeLost { .. }
            | RoomMessage::EngineMove { .. }
            | RoomMessage::Withdraw { .. }
            | RoomMessage::Close { .. }
            | RoomMessage::GetState { .. }
            | RoomMessage::ReplayReady { .. }
            | RoomMessage::GuestLinked { .. } => Progress::Remote,
        }
    }

    /// Waits for the answer to a join, so that each has its own and a client cannot request many replays at once.
    async fn wait_for_joined(&self, joined: oneshot::Receiver<()>) {
        select! {
            _ = timeout(REPLY_TIMEOUT, joined) => {}
            () = self.outbox.sender.closed() => {}
            // The task joins again.
            () = self.rejoin.notified() => self.rejoin.notify_one(),
        }
    }

    fn with_delivery<T>(&self, change: impl FnOnce(&mut Delivery) -> T) -> Option<T> {
        self.services.subscriptions.with(&self.room, self.socket, change)
    }

    /// Returns the last move that the client was shown.
    fn shown_move(&self) -> Option<ShownMove> {
        let (seq, at) = self.with_delivery(|delivery| delivery.last_move()).flatten()?;
        Some(ShownMove { seq, at: self.services.bus.clock.millis_at(at).0 })
    }

    /// Whether the connection of the client is being closed.
    fn is_closed(&self) -> bool {
        self.with_delivery(|delivery| delivery.is_closed()).unwrap_or(true)
    }

    fn owner(&self) -> SlotOwner {
        self.services.bus.slots.owner(Slot::of(&self.room))
    }

    /// Joins the owner of the room from the first event that the client does not have.
    async fn join(&mut self) -> Progress {
        let deadline = Instant::now() + MAX_UNCERTAINTY;
        while Instant::now() < deadline {
            match self.owner() {
                SlotOwner::Here { .. } => match self.join_here().await {
                    Some(progress) => return progress,
                    None => self.wait_for_owner().await,
                },
                SlotOwner::Elsewhere { node, epoch } => match self.join_at(&node, epoch).await {
                    Some(progress) => return progress,
                    None => self.wait_for_owner().await,
                },
                SlotOwner::Unowned => self.wait_for_owner().await,
            }
        }
        self.give_up().await
    }

    /// Joins a room of this node. Returns `None` if that must be tried again.
    async fn join_here(&mut self) -> Option<Progress> {
        let rooms = self.services.local_rooms.get().and_then(Weak::upgrade)?;
        let (from, is_resumed) = self.with_delivery(|delivery| {
            delivery.begin_join(None);
            (delivery.next_seq(), delivery.is_joined())
        })?;
        let room = match rooms.local_sender(&self.room).await {
            Ok(Some(room)) => room,
            Ok(None) => return Some(self.reject_join()),
            Err(error) => {
                tracing::warn!(room = self.room, %error, "a room that moved here cannot be joined yet");
                return None;
            }
        };
        let (socket, user, language) = (self.socket, self.user.clone(), self.language);
        let (outbox, shown) = (Outbox::Socket(self.outbox.clone()), self.shown_move());
        let join = RoomMessage::Join(Join { socket, user, from, language, outbox, is_resumed, shown });
        room.send(join).await.ok()?;
        Some(Progress::Here(room))
    }

    /// Joins a room of another node. Returns `None` if that must be tried again.
    async fn join_at(&mut self, node: &NodeId, epoch: u64) -> Option<Progress> {
        let (from, is_resumed) = self.with_delivery(|delivery| {
            delivery.begin_join(Some((node.clone(), epoch)));
            (delivery.next_seq(), delivery.is_joined())
        })?;
        let join = RequestBody::Join(RemoteJoin {
            room: self.room.clone(),
            socket: self.socket,
            user: self.user.clone(),
            from,
            language: self.language.to_string(),
            is_resumed,
            shown: self.shown_move(),
        });
        let answer = select! {
            answer = self.services.bus.request(node, join) => answer,
            () = self.owner_change(node, epoch) => return None,
        };
        match answer {
            Ok(Answer::Done) => {
                self.with_delivery(Delivery::accept);
                Some(Progress::Remote)
            }
            Ok(Answer::NotFound) => Some(self.reject_join()),
            Ok(answer) => {
                self.take_hint(answer);
                None
            }
            Err(_) => None,
        }
    }

    fn reject_join(&self) -> Progress {
        let error = api_errors::no_room(self.language);
        self.outbox.send_message(&ServerMessage::Error { error });
        Progress::Ended
    }

    /// Closes the connection, because the client would wait for ever. Its socket may have joined.
    async fn give_up(&self) -> Progress {
        tracing::warn!(room = self.room, "a connection is closed: the owner of its room does not answer");
        self.outbox.close();
        self.leave(false).await;
        Progress::Ended
    }

    fn take_hint(&self, answer: Answer) {
        if let Answer::Moved { owner, epoch } = answer {
            self.services.bus.slots.hint(Slot::of(&self.room), owner, epoch);
        }
    }

    /// Waits until the room has another owner than this one, which may never answer.
    async fn owner_change(&self, node: &NodeId, epoch: u64) {
        let mut changes = self.services.bus.slots.changes();
        let is_owner = |owner: &SlotOwner| match owner {
            SlotOwner::Elsewhere { node: owner, epoch: known } => owner == node && *known == epoch,
            SlotOwner::Here { .. } | SlotOwner::Unowned => false,
        };
        while is_owner(&self.owner()) && changes.changed().await.is_ok() {}
    }

    /// Waits until an owner changes, or a short time.
    async fn wait_for_owner(&self) {
        let mut changes = self.services.bus.slots.changes();
        let _ = timeout(OWNER_INTERVAL, changes.changed()).await;
    }

    /// Sends a command to the owner of the room until its reply has arrived.
    async fn forward(&mut self, forward: Forward) -> Progress {
        let Some(mut reply) = self.with_delivery(|delivery| delivery.expect_reply(&forward.command.id))
        else {
            return Progress::Ended;
        };
        let mut is_forgotten = false;
        while Instant::now() < forward.deadline {
            // It may have overtaken the answer to the request, and the next owner could decide otherwise.
            if reply.try_recv().is_ok() {
                return self.end_forward(&forward);
            }
            let (node, epoch) = match self.owner() {
                SlotOwner::Here { .. } => match self.join_here().await {
                    Some(Progress::Here(room)) => return self.hand_over(room, forward).await,
                    Some(progress) => return progress,
                    None => {
                        self.wait_for_owner().await;
                        continue;
                    }
                },
                SlotOwner::Elsewhere { node, epoch } => (node, epoch),
                SlotOwner::Unowned => {
                    self.wait_for_owner().await;
                    continue;
                }
            };
            let is_joined = self.with_delivery(|delivery| delivery.owner() == Some(&(node.clone(), epoch)));
            if is_joined == Some(false) || std::mem::take(&mut is_forgotten) {
                match self.join_at(&node, epoch).await {
                    Some(Progress::Remote) => {}
                    Some(progress) => return progress,
                    None => self.wait_for_owner().await,
                }
                continue;
            }
            let until = forward.deadline.min(Instant::now() + REQUEST_LIFETIME);
            let body = RequestBody::Command(forward.command.clone());
            let answer = select! {
                answer = self.services.bus.request_until(&node, body, until) => answer,
                () = self.owner_change(&node, epoch) => continue,
            };
            match answer {
                Ok(Answer::Done) => {
                    if self.wait_for_reply(&node, epoch, &mut reply).await {
                        return self.end_forward(&forward);
                    }
                }
                Ok(Answer::NotJoined) => is_forgotten = true,
                Ok(Answer::NotFound) => {
                    let (id, error) = (forward.command.id, api_errors::no_room(self.language));
                    self.outbox.send_message(&ServerMessage::Rejected { id, error, state: None });
                    return Progress::Remote;
                }
                Ok(answer) => {
                    self.take_hint(answer);
                    self.wait_for_owner().await;
                }
                Err(RequestError::TimedOut) => {}
                Err(RequestError::NoResponder | RequestError::Failed(_)) => self.wait_for_owner().await,
            }
        }
        self.give_up().await
    }

    /// Records that the reply to a command has arrived.
    fn end_forward(&self, forward: &Forward) -> Progress {
        self.services.bus.metrics.forward_seconds.observe(forward.received.elapsed());
        Progress::Remote
    }

    /// Waits for the reply to a command. Joins again meanwhile if parcels are missing: the reply may be one of them.
    /// Returns false if the command must be sent again.
    async fn wait_for_reply(&mut self, node: &NodeId, epoch: u64, reply: &mut oneshot::Receiver<()>) -> bool {
        let rejoin = Arc::clone(&self.rejoin);
        select! {
            replied = timeout(REPLY_TIMEOUT, reply) => matches!(replied, Ok(Ok(()))),
            () = self.owner_change(node, epoch) => false,
            () = rejoin.notified() => {
                if let SlotOwner::Elsewhere { node, epoch } = self.owner() {
                    self.join_at(&node, epoch).await;
                }
                false
            }
        }
    }

    /// Gives a command to the task of a room that moved here.
    async fn hand_over(&self, room: mpsc::Sender<RoomMessage>, forward: Forward) -> Progress {
        let RemoteCommand { socket, user, id, seen, lag, heard, shown, command, .. } = forward.command;
        let command = RoomMessage::Command {
            socket,
            user,
            command_id: id,
            seen,
            lag: Millis(lag),
            received: forward.received,
            heard: Some(Millis(heard)),
            shown,
            command,
            language: self.language,
            outbox: Outbox::Socket(self.outbox.clone()),
        };
        // A room that is unloaded rejects what is in its queue.
        let _ = room.send(command).await;
        Progress::Here(room)
    }

    /// Ends the subscription at the owner.
    async fn leave(&self, is_dismissed: bool) {
        let deadline = Instant::now() + REQUEST_LIFETIME;
        let owner = self.with_delivery(|delivery| delivery.owner().cloned());
        let Some(Some((node, _))) = owner else { return };
        while Instant::now() < deadline {
            let (room, socket) = (self.room.clone(), self.socket);
            let leave = RequestBody::Leave { room, socket, is_dismissed };
            match self.services.bus.request(&node, leave).await {
                Ok(_) | Err(RequestError::NoResponder) => return,
                Err(RequestError::TimedOut | RequestError::Failed(_)) => self.wait_for_owner().await,
            }
        }
    }
}
