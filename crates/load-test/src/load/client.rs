use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::Message;
use yipan_wire::{ClientMessage, Command, RoomConfig, RoomState, ServerMessage};

use super::connection::{open_socket, post_room, rated_games, send_hello, sign_up};
use super::load_run::LoadRun;
use crate::messages;

/// A user with a WebSocket that reconnects by itself and asks for the events it has missed.
pub(crate) struct Client {
    run: Arc<LoadRun>,
    cookie: String,
    pub(crate) user_id: String,
    socket: Option<WebSocketStream<TcpStream>>,
    /// The room it has joined and the sequence number of the next event.
    room: Option<(String, u64)>,
    command_count: u64,
    pub(crate) pending: Option<PendingCommand>,
    /// The joined room with all events applied, if the run expects faults.
    state: Option<Box<RoomState>>,
    /// The last time when the connection was alive.
    last_heard: Instant,
    has_pinged: bool,
    /// The time when the pending command is sent again.
    retry_at: Option<Instant>,
}

/// A command without an answer so far. It is sent again after a reconnect.
#[derive(Clone, Debug)]
pub(crate) struct PendingCommand {
    pub(crate) id: String,
    message: ClientMessage,
    pub(crate) sent_at: Instant,
    /// [`Stats::fault_edges`](super::stats::Stats::fault_edges) when the command was sent.
    pub(crate) fault_edges: u64,
    /// The time that the player took, if it is a move.
    pub(crate) thinking: Option<Duration>,
}

const RECONNECT_DELAY: Duration = Duration::from_millis(50);

/// The time an answer may take while connecting.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

/// The time an answer may take from a server that may be stopped.
const FAULT_RESPONSE_TIMEOUT: Duration = Duration::from_secs(2);

/// The silence after which a client that expects faults pings, and after which the ping is lost.
const SILENCE: Duration = Duration::from_secs(1);

/// The time after which a command that could not be stored is sent again.
const RETRY_DELAY: Duration = Duration::from_millis(200);

impl Client {
    /// Connects as a new guest, or with a new account of this name.
    pub(crate) async fn connect(run: Arc<LoadRun>, account: Option<String>) -> Result<Client> {
        let address = run.balancer.next_address();
        let (mut socket, cookie) = open_socket(address, None).await?;
        let mut user_id = send_hello(&mut socket).await?;
        let mut cookie = cookie.context("the server set no cookie")?;
        if let Some(name) = account {
            cookie = sign_up(address, &cookie, &name).await?;
            (socket, _) = open_socket(address, Some(&cookie)).await?;
            user_id = send_hello(&mut socket).await?;
        }
        Ok(Client {
            run,
            cookie,
            user_id,
            socket: Some(socket),
            room: None,
            command_count: 0,
            pending: None,
            state: None,
            last_heard: Instant::now(),
            has_pinged: false,
            retry_at: None,
        })
    }

    /// Returns the next message and reconnects if necessary. Cancel-safe.
    pub(crate) async fn next_message(&mut self) -> ServerMessage {
        loop {
            let wake = self.next_wake();
            let Some(socket) = &mut self.socket else {
                self.reconnect().await;
                continue;
            };
            let received = match wake {
                None => socket.next().await,
                Some(wake) => match tokio::time::timeout_at(wake.into(), socket.next()).await {
                    Ok(received) => received,
                    Err(_) => {
                        self.handle_wake().await;
                        continue;
                    }
                },
            };
            (self.last_heard, self.has_pinged) = (Instant::now(), false);
            let text = match received {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(_)) | Err(_)) | None => {
                    self.socket = None;
                    continue;
                }
                Some(Ok(_)) => continue,
            };
            match serde_json::from_str(&text) {
                Ok(message) => {
                    if !self.is_repeated_later(&message) && self.is_new(&message) {
                        return message;
                    }
                }
                Err(error) => self.run.stats.record_error(format!("bad message: {error}")),
            }
        }
    }

    /// Returns the time when a client that expects faults acts by itself.
    fn next_wake(&self) -> Option<Instant> {
        let silent_at = self.last_heard + if self.has_pinged { 2 * SILENCE } else { SILENCE };
        self.run.expects_faults.then(|| self.retry_at.map_or(silent_at, |retry_at| retry_at.min(silent_at)))
    }

    /// Repeats the pending command, pings a silent server or leaves it.
    async fn handle_wake(&mut self) {
        if self.retry_at.is_some_and(|retry_at| retry_at <= Instant::now()) {
            self.retry_at = None;
            if let Some(message) = self.pending.as_ref().map(|pending| pending.message.clone()) {
                self.send(&message).await;
            }
        } else if self.has_pinged {
            self.socket = None;
        } else {
            self.has_pinged = true;
            self.send(&ClientMessage::Ping { at: 2 }).await;
        }
    }

    /// Returns whether a message only means that a client that expects faults must try again.
    fn is_repeated_later(&mut self, message: &ServerMessage) -> bool {
        if !self.run.expects_faults {
            return false;
        }
        match message {
            ServerMessage::Rejected { id, error, .. } if messages::is_storage_unavailable(error) => {
                if self.pending.as_ref().is_some_and(|pending| pending.id == *id) {
                    self.retry_at = Some(Instant::now() + RETRY_DELAY);
                }
                self.run.stats.update(|measurements| measurements.storage_rejections += 1);
                true
            }
            ServerMessage::Error { error } => {
                // The join is repeated on a new connection.
                self.socket = None;
                let is_expected = messages::is_storage_unavailable(error);
                if is_expected {
                    self.run.stats.update(|measurements| measurements.storage_rejections += 1);
                }
                is_expected
            }
            ServerMessage::ShuttingDown => {
                self.socket = None;
                true
            }
            _ => false,
        }
    }

    /// Returns whether a message is not an event of another room or a repeated one. A gap is recorded as an error.
    fn is_new(&mut self, message: &ServerMessage) -> bool {
        match (&mut self.room, message) {
            (None, ServerMessage::Event { .. }) => false,
            (Some((joined, next)), ServerMessage::Event { room, event }) => {
                if room != joined {
                    return false;
                }
                if event.seq > *next {
                    self.run.stats.record_error(format!("event {} came instead of {next}", event.seq));
                }
                let is_new = event.seq >= *next;
                *next = (*next).max(event.seq + 1);
                // The server can store again, or has moved the room: the player loses no time by waiting.
                self.retry_at = self.retry_at.map(|_| Instant::now());
                // A gap was recorded above.
                let _ = self.state.as_mut().map(|state| state.apply(event));
                is_new
            }
            (Some((joined, next)), ServerMessage::State { state }) if state.room == *joined => {
                *next = state.seq;
                self.state = self.run.expects_faults.then(|| state.clone());
                true
            }
            _ => true,
        }
    }

    async fn reconnect(&mut self) {
        let address = self.run.balancer.next_address();
        match tokio::time::timeout(self.response_timeout(), self.try_reconnect(address)).await {
            Ok(Ok(socket)) => {
                self.run.stats.update(|measurements| measurements.reconnects += 1);
                self.socket = Some(socket);
                (self.last_heard, self.has_pinged) = (Instant::now(), false);
            }
            Ok(Err(_)) | Err(_) => tokio::time::sleep(RECONNECT_DELAY).await,
        }
    }

    fn response_timeout(&self) -> Duration {
        if self.run.expects_faults { FAULT_RESPONSE_TIMEOUT } else { RESPONSE_TIMEOUT }
    }

    /// Takes the joined room as the client sees it, if the run expects faults.
    pub(crate) fn take_state(&mut self) -> Option<Box<RoomState>> {
        self.state.take()
    }

    /// Connects as the same user, asks for missed events and repeats the pending command.
    async fn try_reconnect(&self, address: SocketAddr) -> Result<WebSocketStream<TcpStream>> {
        let (mut socket, _) = open_socket(address, Some(&self.cookie)).await?;
        if send_hello(&mut socket).await? != self.user_id {
            self.run.stats.record_error("a reconnected client is a different user");
        }
        if let Some((room, next)) = &self.room {
            let join = ClientMessage::Join { room: room.clone(), from: Some(*next) };
            socket.send(messages::encode(&join)?).await?;
        }
        if let Some(pending) = &self.pending {
            socket.send(messages::encode(&pending.message)?).await?;
        }
        Ok(socket)
    }

    pub(crate) fn disconnect(&mut self) {
        self.socket = None;
    }

    async fn send(&mut self, message: &ClientMessage) {
        let Some(socket) = &mut self.socket else { return };
        let sent = match messages::encode(message) {
            Ok(message) => socket.send(message).await.is_ok(),
            Err(error) => {
                self.run.stats.record_error(format!("cannot encode a message: {error}"));
                true
            }
        };
        if !sent {
            self.socket = None;
        }
    }

    /// Joins a room and waits for its state.
    pub(crate) async fn join(&mut self, room: &str) {
        loop {
            (self.room, self.state) = (None, None);
            if self.socket.is_none() {
                self.reconnect().await;
                continue;
            }
            self.room = Some((room.to_owned(), 0));
            self.send(&ClientMessage::Join { room: room.to_owned(), from: None }).await;
            if self.wait_for(|message| matches!(message, ServerMessage::State { .. })).await {
                return;
            }
        }
    }

    pub(crate) async fn unsubscribe(&mut self) {
        if let Some((room, _)) = self.room.take() {
            self.send(&ClientMessage::Unsubscribe { room }).await;
        }
    }

    /// Returns whether an expected message arrives before the connection breaks.
    async fn wait_for(&mut self, is_expected: fn(&ServerMessage) -> bool) -> bool {
        let timeout = self.response_timeout();
        let waited = async {
            loop {
                let Some(socket) = &mut self.socket else { return false };
                match socket.next().await {
                    Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                        Ok(message) if is_expected(&message) => return self.is_new(&message),
                        Ok(message) if self.is_repeated_later(&message) => return false,
                        Ok(_) => {}
                        Err(_) => return false,
                    },
                    Some(Ok(Message::Close(_)) | Err(_)) | None => {
                        self.socket = None;
                        return false;
                    }
                    Some(Ok(_)) => {}
                }
            }
        };
        let is_received = tokio::time::timeout(timeout, waited).await;
        if is_received.is_err() {
            self.socket = None;
        }
        is_received.unwrap_or(false)
    }

    /// Sends a move; [`Client::next_message`] returns its answer.
    pub(crate) async fn send_move(&mut self, action: String, thinking: Duration) {
        self.send_pending(Command::Play { action }, Some(thinking)).await;
    }

    /// Sends a command; [`Client::next_message`] returns its answer.
    pub(crate) async fn send_command(&mut self, command: Command) {
        self.send_pending(command, None).await;
    }

    async fn send_pending(&mut self, command: Command, thinking: Option<Duration>) {
        let Some((room, next)) = &self.room else { return };
        self.command_count += 1;
        let id = self.command_count.to_string();
        let message = ClientMessage::Command { room: room.clone(), id: id.clone(), seen: *next, command };
        let (sent_at, fault_edges) = (Instant::now(), self.run.stats.fault_edges());
        self.pending = Some(PendingCommand { id, message: message.clone(), sent_at, fault_edges, thinking });
        self.send(&message).await;
    }

    /// Takes the pending command if `message` answers it.
    pub(crate) fn take_answered(&mut self, message: &ServerMessage) -> Option<PendingCommand> {
        let (ServerMessage::Ack { id, .. } | ServerMessage::Rejected { id, .. }) = message else {
            return None;
        };
        self.pending.take_if(|pending| pending.id == *id)
    }

    /// Sends a command and waits until it is acknowledged.
    pub(crate) async fn run_command(&mut self, command: Command) -> Result<()> {
        self.send_command(command).await;
        loop {
            let message = self.next_message().await;
            if self.take_answered(&message).is_some() {
                match messages::error_of(&message) {
                    None => return Ok(()),
                    Some(error) => bail!("rejected: {}", error.code),
                }
            }
        }
    }

    /// Pings the server until it answers, reconnecting if necessary.
    pub(crate) async fn wait_for_pong(&mut self) {
        loop {
            self.send(&ClientMessage::Ping { at: 1 }).await;
            if self.wait_for(|message| matches!(message, ServerMessage::Pong { .. })).await {
                return;
            }
            while self.socket.is_none() {
                self.reconnect().await;
            }
        }
    }

    /// Returns the number of rated games that the user has finished.
    pub(crate) async fn rated_games(&self) -> Result<u64> {
        rated_games(self.run.balancer.next_address(), &self.user_id).await
    }

    /// Opens a room and returns its code. Retries while the server restarts.
    pub(crate) async fn open_room(&self, config: &RoomConfig) -> Result<String> {
        let deadline = Instant::now() + RESPONSE_TIMEOUT;
        let body = serde_json::to_string(config)?;
        loop {
            let address = self.run.balancer.next_address();
            let posted =
                tokio::time::timeout(self.response_timeout(), post_room(address, &self.cookie, &body));
            match posted.await.unwrap_or_else(|timeout| Err(timeout.into())) {
                Ok(room) => return Ok(room),
                Err(error) if Instant::now() > deadline => return Err(error),
                Err(_) => tokio::time::sleep(RECONNECT_DELAY).await,
            }
        }
    }
}
