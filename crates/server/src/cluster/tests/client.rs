use std::net::SocketAddr;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use yipan_wire::Player;

use super::nodes::TIMEOUT;

/// A client with a connection to one node.
pub(super) struct Client {
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    pub(super) cookie: String,
    pub(super) user: Player,
    next_id: u32,
    /// The number of the next event: none is missing and none arrives twice.
    pub(super) next_seq: Option<u64>,
}

impl Client {
    /// Connects as a new guest.
    pub(super) async fn connect(node: SocketAddr) -> Client {
        Client::connect_with(node, None).await
    }

    /// Connects as the user of a cookie, which is valid on all nodes.
    pub(super) async fn connect_with(node: SocketAddr, cookie: Option<&str>) -> Client {
        let mut request = format!("ws://{node}/ws").into_client_request().expect("a request");
        if let Some(cookie) = cookie {
            request.headers_mut().insert("cookie", cookie.parse().expect("a header"));
        }
        let (mut socket, response) = tokio_tungstenite::connect_async(request).await.expect("a connection");
        let set = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
        let set = set.and_then(|value| value.split(';').next()).map(str::to_owned);
        let cookie = set.or_else(|| cookie.map(str::to_owned)).expect("a session");
        let hello = json!({"type": "hello", "version": yipan_wire::PROTOCOL_VERSION}).to_string();
        socket.send(Message::Text(hello.into())).await.expect("it is sent");
        let user =
            Player { id: String::new(), name: String::new(), level: None, rating: None, is_bot: false };
        let mut client = Client { socket, cookie, user, next_id: 0, next_seq: None };
        let welcome = client.receive("welcome").await;
        client.user = serde_json::from_value(welcome["you"].clone()).expect("a player");
        client
    }

    /// Whether a node has too many connections from this machine.
    pub(super) async fn is_refused(node: SocketAddr) -> bool {
        match tokio_tungstenite::connect_async(format!("ws://{node}/ws")).await {
            Err(tokio_tungstenite::tungstenite::Error::Http(response)) => response.status() == 429,
            _ => false,
        }
    }

    /// Closes the connection.
    pub(super) async fn close(&mut self) {
        self.socket.close(None).await.expect("it is open");
    }

    pub(super) async fn send(&mut self, message: Value) {
        self.socket.send(Message::Text(message.to_string().into())).await.expect("it is sent");
    }

    /// Returns the next message; `None` if the connection is closed.
    pub(super) async fn next(&mut self) -> Option<Value> {
        loop {
            let message = tokio::time::timeout(TIMEOUT, self.socket.next()).await.expect("a message in time");
            match message?.ok()? {
                Message::Text(text) => {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    self.check_seq(&message);
                    return Some(message);
                }
                Message::Close(_) => return None,
                _ => {}
            }
        }
    }

    fn check_seq(&mut self, message: &Value) {
        if message["type"] == "state" {
            self.next_seq = message["state"]["seq"].as_u64();
        } else if message["type"] == "event" {
            let seq = message["seq"].as_u64().expect("a number");
            assert!(self.next_seq.is_none_or(|next| next == seq), "{:?} {message}", self.next_seq);
            self.next_seq = Some(seq + 1);
        }
    }

    /// Returns the next message of this type, skipping others.
    pub(super) async fn receive(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("the connection stays open");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Receives events until the one with this number.
    pub(super) async fn event(&mut self, seq: u64) -> Value {
        loop {
            let event = self.receive("event").await;
            if event["seq"] == seq {
                return event;
            }
            assert!(event["seq"].as_u64() < Some(seq), "{event}");
        }
    }

    pub(super) async fn join(&mut self, room: &str, from: Option<u64>) {
        self.next_seq = from;
        self.send(json!({"type": "join", "room": room, "from": from})).await;
    }

    /// Joins a room and returns its state.
    pub(super) async fn join_state(&mut self, room: &str) -> Value {
        self.join(room, None).await;
        let state = self.receive("state").await["state"].clone();
        self.receive("joined").await;
        state
    }

    /// Sends a command and returns its id.
    pub(super) async fn command(&mut self, room: &str, seen: u64, command: Value) -> String {
        self.next_id += 1;
        let id = format!("{}-{}", self.user.id, self.next_id);
        self.send(json!({"type": "command", "room": room, "id": id, "seen": seen, "command": command})).await;
        id
    }

    /// Sends a command and returns the messages until its reply, which is the last.
    pub(super) async fn execute(&mut self, room: &str, seen: u64, command: Value) -> Vec<Value> {
        let id = self.command(room, seen, command).await;
        let mut messages = Vec::new();
        loop {
            let message = self.next().await.expect("the connection stays open");
            let is_reply = message["id"] == id.as_str();
            messages.push(message);
            if is_reply {
                return messages;
            }
        }
    }

    /// Sends a command that must be acknowledged.
    pub(super) async fn accept(&mut self, room: &str, seen: u64, command: Value) -> Vec<Value> {
        let messages = self.execute(room, seen, command).await;
        assert_eq!(messages.last().expect("a reply")["type"], "ack", "{messages:?}");
        messages
    }
}
