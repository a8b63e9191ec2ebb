use std::time::Duration;

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};
use yipan_wire::{ClientMessage, Command, RoomState, ServerMessage};

use super::target::{Guest, Target};
use crate::messages;

/// The time an answer may take.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

/// The pause after a message over the rate limit.
pub(super) const RATE_LIMIT_PAUSE: Duration = Duration::from_millis(500);

/// A sequence number greater than any in a room, so that no command is outdated.
pub(super) const SEEN_ALL: u64 = 1 << 40;

/// A WebSocket of one user.
pub(super) struct Socket {
    stream: WebSocketStream<TcpStream>,
    command_count: u64,
}

impl Socket {
    /// Opens a WebSocket and sends the hello. The welcome is left unread.
    pub(super) async fn open(target: &Target, user: &Guest, receive_buffer: Option<u32>) -> Result<Socket> {
        let opened = async {
            let stream = target.connect(receive_buffer).await?;
            let mut request = format!("ws://{}/ws", stream.peer_addr()?).into_client_request()?;
            request.headers_mut().insert("cookie", user.cookie.parse()?);
            let (stream, _) = client_async(request, stream).await?;
            anyhow::Ok(stream)
        };
        let stream = tokio::time::timeout(RESPONSE_TIMEOUT, opened).await??;
        let mut socket = Socket { stream, command_count: 0 };
        socket.send(&messages::hello()).await?;
        Ok(socket)
    }

    pub(super) async fn send(&mut self, message: &ClientMessage) -> Result<()> {
        let sent = self.stream.send(messages::encode(message)?);
        Ok(tokio::time::timeout(RESPONSE_TIMEOUT, sent).await??)
    }

    /// Buffers all messages before it waits for the network.
    pub(super) async fn send_all(&mut self, batch: &[ClientMessage]) -> Result<()> {
        for message in batch {
            self.stream.feed(messages::encode(message)?).await?;
        }
        Ok(tokio::time::timeout(RESPONSE_TIMEOUT, self.stream.flush()).await??)
    }

    /// Returns the next message.
    pub(super) async fn next(&mut self) -> Result<ServerMessage> {
        let next = async {
            loop {
                match self.stream.next().await.context("the server closed the socket")?? {
                    Message::Text(text) => return Ok(serde_json::from_str(&text)?),
                    Message::Close(_) => bail!("the server closed the socket"),
                    _ => {}
                }
            }
        };
        tokio::time::timeout(RESPONSE_TIMEOUT, next).await?
    }

    /// Joins a room and returns its state.
    pub(super) async fn join(&mut self, room: &str) -> Result<Box<RoomState>> {
        let join = ClientMessage::Join { room: room.to_owned(), from: None };
        self.send(&join).await?;
        loop {
            let message = self.next().await?;
            match messages::error_of(&message) {
                Some(error) if messages::is_rate_limited(error) => {
                    tokio::time::sleep(RATE_LIMIT_PAUSE).await;
                    self.send(&join).await?;
                }
                Some(error) => bail!("cannot join the room {room}: {}", error.code),
                None => {}
            }
            if let ServerMessage::State { state } = message {
                return Ok(state);
            }
        }
    }

    /// Sends a command without waiting for its answer, and returns its id.
    pub(super) async fn send_command(&mut self, room: &str, command: Command) -> Result<String> {
        self.command_count += 1;
        let id = format!("{}-{}", std::process::id(), self.command_count);
        let room = room.to_owned();
        self.send(&ClientMessage::Command { room, id: id.clone(), seen: SEEN_ALL, command }).await?;
        Ok(id)
    }

    /// Sends a command and repeats it after a rate limit, until it is acknowledged.
    pub(super) async fn run_command(&mut self, room: &str, command: Command) -> Result<()> {
        let mut pending = self.send_command(room, command.clone()).await?;
        loop {
            let message = self.next().await?;
            match messages::error_of(&message) {
                Some(error) if messages::is_rate_limited(error) => {
                    tokio::time::sleep(RATE_LIMIT_PAUSE).await;
                    pending = self.send_command(room, command.clone()).await?;
                }
                Some(error) => bail!("{command:?} is rejected: {}", error.code),
                None => {}
            }
            if matches!(message, ServerMessage::Ack { id, .. } if id == pending) {
                return Ok(());
            }
        }
    }
}
