use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use yipan_wire::{ClientMessage, Command, CreatedRoom, RoomConfig, ServerMessage};

use super::load_run::LoadRun;
use crate::http;
use crate::messages;

/// A guest with a WebSocket that reconnects by itself and asks for the events it has missed.
pub(crate) struct Client {
    run: Arc<LoadRun>,
    cookie: String,
    pub(crate) user_id: String,
    socket: Option<WebSocketStream<TcpStream>>,
    /// The room it has joined and the sequence number of the next event.
    room: Option<(String, u64)>,
    command_count: u64,
    pub(crate) pending: Option<PendingCommand>,
}

/// A command without an answer so far. It is sent again after a reconnect.
#[derive(Clone, Debug)]
pub(crate) struct PendingCommand {
    pub(crate) id: String,
    message: ClientMessage,
    pub(crate) sent_at: Instant,
    /// The number of kills of the server when the command was sent.
    pub(crate) kills: u64,
    pub(crate) is_move: bool,
}

const RECONNECT_DELAY: Duration = Duration::from_millis(50);

/// The time an answer may take while connecting.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

impl Client {
    /// Connects as a new guest.
    pub(crate) async fn connect(run: Arc<LoadRun>) -> Result<Client> {
        let address = *run.server_address.borrow();
        let (mut socket, cookie) = open_socket(address, None).await?;
        let user_id = send_hello(&mut socket).await?;
        Ok(Client {
            run,
            cookie: cookie.context("the server set no cookie")?,
            user_id,
            socket: Some(socket),
            room: None,
            command_count: 0,
            pending: None,
        })
    }

    /// Returns the next message and reconnects if necessary. Cancel-safe.
    pub(crate) async fn next_message(&mut self) -> ServerMessage {
        loop {
            let Some(socket) = &mut self.socket else {
                self.reconnect().await;
                continue;
            };
            let text = match socket.next().await {
                Some(Ok(Message::Text(text))) => text,
                Some(Ok(Message::Close(_)) | Err(_)) | None => {
                    self.socket = None;
                    continue;
                }
                Some(Ok(_)) => continue,
            };
            match serde_json::from_str(&text) {
                Ok(message) => {
                    if self.is_new(&message) {
                        return message;
                    }
                }
                Err(error) => self.run.stats.record_error(format!("bad message: {error}")),
            }
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
                is_new
            }
            (Some((_, next)), ServerMessage::State { state }) => {
                *next = state.seq;
                true
            }
            _ => true,
        }
    }

    async fn reconnect(&mut self) {
        let address = *self.run.server_address.borrow();
        match self.try_reconnect(address).await {
            Ok(socket) => {
                self.run.stats.update(|measurements| measurements.reconnects += 1);
                self.socket = Some(socket);
            }
            Err(_) => tokio::time::sleep(RECONNECT_DELAY).await,
        }
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
            self.room = None;
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
        let waited = async {
            loop {
                let Some(socket) = &mut self.socket else { return false };
                match socket.next().await {
                    Some(Ok(Message::Text(text))) => match serde_json::from_str(&text) {
                        Ok(message) if is_expected(&message) => return self.is_new(&message),
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
        tokio::time::timeout(RESPONSE_TIMEOUT, waited).await.unwrap_or(false)
    }

    /// Sends a move; [`Client::next_message`] returns its answer.
    pub(crate) async fn send_move(&mut self, action: String) {
        self.send_pending(Command::Play { action }, true).await;
    }

    /// Sends a command; [`Client::next_message`] returns its answer.
    pub(crate) async fn send_command(&mut self, command: Command) {
        self.send_pending(command, false).await;
    }

    async fn send_pending(&mut self, command: Command, is_move: bool) {
        let Some((room, next)) = &self.room else { return };
        self.command_count += 1;
        let id = self.command_count.to_string();
        let message = ClientMessage::Command { room: room.clone(), id: id.clone(), seen: *next, command };
        let (sent_at, kills) = (Instant::now(), self.run.stats.kills());
        self.pending = Some(PendingCommand { id, message: message.clone(), sent_at, kills, is_move });
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

    /// Opens a room and returns its code. Retries while the server restarts.
    pub(crate) async fn open_room(&self, config: &RoomConfig) -> Result<String> {
        let deadline = Instant::now() + RESPONSE_TIMEOUT;
        let body = serde_json::to_string(config)?;
        loop {
            let address = *self.run.server_address.borrow();
            match post_room(address, &self.cookie, &body).await {
                Ok(room) => return Ok(room),
                Err(error) if Instant::now() > deadline => return Err(error),
                Err(_) => tokio::time::sleep(RECONNECT_DELAY).await,
            }
        }
    }
}

async fn open_socket(
    address: SocketAddr,
    cookie: Option<&str>,
) -> Result<(WebSocketStream<TcpStream>, Option<String>)> {
    let stream = TcpStream::connect(address).await?;
    stream.set_nodelay(true)?;
    let mut request = format!("ws://{address}/ws").into_client_request()?;
    if let Some(cookie) = cookie {
        request.headers_mut().insert("cookie", cookie.parse()?);
    }
    // The default buffers of thousands of clients would exhaust the memory of the load generator.
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let (socket, response) = client_async_with_config(request, stream, Some(config)).await?;
    let cookie = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
    Ok((socket, cookie.and_then(|cookie| cookie.split(';').next()).map(str::to_owned)))
}

/// Sends the hello and returns the user id of the welcome.
async fn send_hello(socket: &mut WebSocketStream<TcpStream>) -> Result<String> {
    socket.send(messages::encode(&messages::hello())?).await?;
    loop {
        match socket.next().await.context("the connection broke")?? {
            Message::Text(text) => match serde_json::from_str(&text)? {
                ServerMessage::Welcome { you, .. } => return Ok(you.id),
                _ => bail!("the server did not answer with a welcome"),
            },
            Message::Close(_) => bail!("the server closed the connection"),
            _ => {}
        }
    }
}

async fn post_room(address: SocketAddr, cookie: &str, body: &str) -> Result<String> {
    let stream = TcpStream::connect(address).await?;
    let response = http::request(stream, address, "POST", "/api/rooms", Some(cookie), body).await?;
    let created: CreatedRoom = serde_json::from_str(&response.body).with_context(|| response.body.clone())?;
    Ok(created.room)
}
