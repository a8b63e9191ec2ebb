use std::time::Duration;

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{WebSocketStream, client_async};
use yipan_wire::{ErrorCode, PROTOCOL_VERSION};

use super::target::{Guest, Target};

/// How long an answer may take before a client gives up on it.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

/// The pause after `rate-limited`.
pub(super) const RATE_LIMIT_PAUSE: Duration = Duration::from_millis(500);

/// A WebSocket of one user.
pub(super) struct Socket {
    stream: WebSocketStream<TcpStream>,
    command_count: u64,
}

impl Socket {
    /// Opens a WebSocket and says hello; the answer to it is left unread.
    pub(super) async fn open(target: &Target, user: &Guest, receive_buffer: Option<u32>) -> Result<Socket> {
        let opened = async {
            let stream = target.connect(receive_buffer).await?;
            let mut request = format!("ws://{}/ws", target.address).into_client_request()?;
            request.headers_mut().insert("cookie", user.cookie.parse()?);
            let (stream, _) = client_async(request, stream).await?;
            anyhow::Ok(stream)
        };
        let stream = tokio::time::timeout(RESPONSE_TIMEOUT, opened).await??;
        let mut socket = Socket { stream, command_count: 0 };
        socket.send(&json!({"type": "hello", "version": PROTOCOL_VERSION})).await?;
        Ok(socket)
    }

    pub(super) async fn send(&mut self, message: &Value) -> Result<()> {
        let sent = self.stream.send(Message::text(message.to_string()));
        Ok(tokio::time::timeout(RESPONSE_TIMEOUT, sent).await??)
    }

    /// Sends many messages before it waits for the network.
    pub(super) async fn send_all(&mut self, messages: Vec<Value>) -> Result<()> {
        for message in messages {
            self.stream.feed(Message::text(message.to_string())).await?;
        }
        Ok(tokio::time::timeout(RESPONSE_TIMEOUT, self.stream.flush()).await??)
    }

    /// Returns the next message.
    pub(super) async fn next(&mut self) -> Result<Value> {
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

    /// Subscribes to a room and returns its state.
    pub(super) async fn join(&mut self, room: &str) -> Result<Value> {
        let join = json!({"type": "join", "room": room});
        self.send(&join).await?;
        loop {
            let mut message = self.next().await?;
            match error_code(&message) {
                Some(ErrorCode::RateLimited) => {
                    tokio::time::sleep(RATE_LIMIT_PAUSE).await;
                    self.send(&join).await?;
                }
                Some(key) => bail!("the room {room} cannot be joined: {key}"),
                None if message["type"] == "state" => return Ok(message["state"].take()),
                None => {}
            }
        }
    }

    /// Sends a command without waiting for its answer, and returns its id.
    pub(super) async fn send_command(&mut self, room: &str, command: &Value) -> Result<String> {
        self.command_count += 1;
        let id = format!("{}-{}", std::process::id(), self.command_count);
        let seen = 1_u64 << 40;
        self.send(&json!({"type": "command", "room": room, "id": id, "seen": seen, "command": command}))
            .await?;
        Ok(id)
    }

    /// Sends a command until it is done.
    pub(super) async fn run_command(&mut self, room: &str, command: Value) -> Result<()> {
        let mut id = self.send_command(room, &command).await?;
        loop {
            let message = self.next().await?;
            if message["type"] == "ack" && message["id"] == id.as_str() {
                return Ok(());
            }
            match error_code(&message) {
                Some(ErrorCode::RateLimited) => {
                    tokio::time::sleep(RATE_LIMIT_PAUSE).await;
                    id = self.send_command(room, &command).await?;
                }
                Some(key) => bail!("{command} is refused: {key}"),
                None => {}
            }
        }
    }
}

/// Returns the code of an error or a rejection.
pub(super) fn error_code(message: &Value) -> Option<ErrorCode> {
    ErrorCode::deserialize(&message["error"]["code"]).ok()
}
