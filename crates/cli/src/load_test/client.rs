use std::net::SocketAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::WebSocketConfig;
use tokio_tungstenite::{WebSocketStream, client_async_with_config};
use yipan_core::Side;
use yipan_wire::{ApiError, Clocks, PROTOCOL_VERSION, Player};

use super::LoadRun;

/// Somebody's line to the hall. When it breaks, it comes back and asks for what it has missed.
pub(super) struct Client {
    run: Arc<LoadRun>,
    cookie: String,
    pub(super) user_id: String,
    socket: Option<WebSocketStream<TcpStream>>,
    /// The table it follows, and the number of the next frame.
    room: Option<(String, u64)>,
    command_count: u64,
    pub(super) pending: Option<PendingCommand>,
}

/// A command that is not answered yet.
#[derive(Clone, Debug)]
pub(super) struct PendingCommand {
    pub(super) id: String,
    text: String,
    pub(super) sent: Instant,
    /// How often the hall had been killed by then.
    pub(super) kills: u64,
    pub(super) is_move: bool,
}

/// As much of a message as a random player reads.
#[derive(Debug, Deserialize)]
pub(super) struct IncomingMessage {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) id: Option<String>,
    pub(super) room: Option<String>,
    pub(super) seq: Option<u64>,
    pub(super) event: Option<Event>,
    state: Option<State>,
    you: Option<Player>,
    pub(super) error: Option<ApiError>,
}

#[derive(Debug, Deserialize)]
pub(super) struct Event {
    #[serde(rename = "type")]
    pub(super) kind: String,
    pub(super) entry: Option<MoveEntry>,
    pub(super) view: Option<View>,
    pub(super) clocks: Option<Clocks>,
}

#[derive(Debug, Deserialize)]
pub(super) struct MoveEntry {
    pub(super) side: Side,
}

#[derive(Debug, Default, Deserialize)]
pub(super) struct View {
    pub(super) turn: Option<Side>,
    pub(super) actions: Vec<String>,
}

#[derive(Debug, Deserialize)]
struct State {
    seq: u64,
}

/// How long a line waits before it tries again to come back.
const RECONNECT_DELAY: Duration = Duration::from_millis(50);

/// How long an answer on the way in may take.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(60);

impl Client {
    /// Somebody new.
    pub(super) async fn connect(run: Arc<LoadRun>) -> Result<Client> {
        let address = run.server_address.borrow().address;
        let (mut socket, cookie) = open_socket(address, None).await?;
        let person = send_hello(&mut socket).await?;
        let (room, pending) = (None, None);
        Ok(Client {
            run,
            cookie: cookie.context("the hall sets no cookie")?,
            user_id: person,
            socket: Some(socket),
            room,
            command_count: 0,
            pending,
        })
    }

    /// The next message. Whatever breaks meanwhile is mended; dropped in the middle, it can be asked again.
    pub(super) async fn next_message(&mut self) -> IncomingMessage {
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
            let heard: IncomingMessage = match serde_json::from_str(&text) {
                Ok(heard) => heard,
                Err(error) => {
                    self.run.stats.record_error(format!("unreadable: {error}"));
                    continue;
                }
            };
            if self.is_new(&heard) {
                return heard;
            }
        }
    }

    /// Whether a message is of the table that is followed and has not been heard; a gap is a fault.
    fn is_new(&mut self, heard: &IncomingMessage) -> bool {
        let Some((room, next)) = &mut self.room else { return heard.kind != "event" };
        match (heard.kind.as_str(), heard.seq) {
            ("event", Some(_)) if heard.room.as_ref() != Some(room) => false,
            ("event", Some(seq)) => {
                if seq > *next {
                    self.run.stats.record_error(format!("frame {seq} came where {next} was due"));
                }
                let is_new = seq >= *next;
                *next = (*next).max(seq + 1);
                is_new
            }
            ("state", _) => {
                *next = heard.state.as_ref().map_or(0, |state| state.seq);
                true
            }
            _ => true,
        }
    }

    /// Comes back as the same person, asks for what was missed, and says again what was not answered.
    async fn reconnect(&mut self) {
        let door = *self.run.server_address.borrow();
        match self.try_reconnect(door.address).await {
            Ok(socket) => {
                self.run.stats.update(|notes| notes.reconnects += 1);
                self.socket = Some(socket);
            }
            Err(_) => tokio::time::sleep(RECONNECT_DELAY).await,
        }
    }

    async fn try_reconnect(&self, address: SocketAddr) -> Result<WebSocketStream<TcpStream>> {
        let (mut socket, _) = open_socket(address, Some(&self.cookie)).await?;
        if send_hello(&mut socket).await? != self.user_id {
            self.run.stats.record_error("who came back is somebody else");
        }
        if let Some((room, next)) = &self.room {
            let join = json!({"type": "join", "room": room, "from": next});
            socket.send(Message::text(join.to_string())).await?;
        }
        if let Some(pending) = &self.pending {
            socket.send(Message::text(pending.text.clone())).await?;
        }
        Ok(socket)
    }

    /// Loses the line.
    pub(super) fn disconnect(&mut self) {
        self.socket = None;
    }

    async fn send_text(&mut self, text: String) {
        if let Some(socket) = &mut self.socket
            && socket.send(Message::text(text)).await.is_err()
        {
            self.socket = None;
        }
    }

    /// Follows a table from now on, and waits for its state.
    pub(super) async fn join(&mut self, room: &str) {
        loop {
            self.room = None;
            if self.socket.is_none() {
                self.reconnect().await;
                continue;
            }
            self.room = Some((room.to_owned(), 0));
            self.send_text(json!({"type": "join", "room": room}).to_string()).await;
            if self.wait_for("state").await {
                return;
            }
        }
    }

    /// Wants to hear no more of the table.
    pub(super) async fn unsubscribe(&mut self) {
        if let Some((room, _)) = self.room.take() {
            self.send_text(json!({"type": "unsubscribe", "room": room}).to_string()).await;
        }
    }

    /// Whether a message of this kind comes before the line breaks.
    async fn wait_for(&mut self, kind: &str) -> bool {
        let waited = async {
            loop {
                let Some(socket) = &mut self.socket else { return false };
                match socket.next().await {
                    Some(Ok(Message::Text(text))) => match serde_json::from_str::<IncomingMessage>(&text) {
                        Ok(heard) if heard.kind == kind => return self.is_new(&heard),
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

    /// Says a command; its answer comes to be heard.
    pub(super) async fn send_command(&mut self, command: Value, is_move: bool) {
        let Some((room, next)) = &self.room else { return };
        self.command_count += 1;
        let id = self.command_count.to_string();
        let text =
            json!({"type": "command", "room": room, "id": id, "seen": next, "command": command}).to_string();
        let (sent, kills) = (Instant::now(), self.run.stats.kills());
        self.pending = Some(PendingCommand { id, text: text.clone(), sent, kills, is_move });
        self.send_text(text).await;
    }

    /// Says a command and waits until it is done.
    pub(super) async fn run_command(&mut self, command: Value) -> Result<()> {
        self.send_command(command, false).await;
        loop {
            let heard = self.next_message().await;
            let answers = self.pending.as_ref().is_some_and(|pending| heard.id.as_ref() == Some(&pending.id));
            if answers {
                self.pending = None;
                match heard.error {
                    None => return Ok(()),
                    Some(fault) => bail!("refused: {}", fault.code),
                }
            }
        }
    }

    /// Whether the hall still answers.
    pub(super) async fn wait_for_pong(&mut self) {
        loop {
            self.send_text(json!({"type": "ping", "at": 1}).to_string()).await;
            if self.wait_for("pong").await {
                return;
            }
            while self.socket.is_none() {
                self.reconnect().await;
            }
        }
    }

    /// Opens a room for this person; it is tried until the hall is there.
    pub(super) async fn open_room(&self, terms: &Value) -> Result<String> {
        let until = Instant::now() + RESPONSE_TIMEOUT;
        loop {
            let address = self.run.server_address.borrow().address;
            match post_room(address, &self.cookie, &terms.to_string()).await {
                Ok(room) => return Ok(room),
                Err(error) if Instant::now() > until => return Err(error),
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
    // Thousands of lines with the usual buffers would be a load of another kind.
    let config = WebSocketConfig::default().read_buffer_size(4096).write_buffer_size(0);
    let (socket, response) = client_async_with_config(request, stream, Some(config)).await?;
    let set = response.headers().get("set-cookie").and_then(|value| value.to_str().ok());
    Ok((socket, set.and_then(|set| set.split(';').next()).map(str::to_owned)))
}

/// Says hello, and hears who one is.
async fn send_hello(socket: &mut WebSocketStream<TcpStream>) -> Result<String> {
    socket.send(Message::text(json!({"type": "hello", "version": PROTOCOL_VERSION}).to_string())).await?;
    loop {
        match socket.next().await.context("the line broke")?? {
            Message::Text(text) => {
                let heard: IncomingMessage = serde_json::from_str(&text)?;
                return Ok(heard.you.context("the hall does not welcome")?.id);
            }
            Message::Close(_) => bail!("the hall closed the line"),
            _ => {}
        }
    }
}

async fn post_room(address: SocketAddr, cookie: &str, body: &str) -> Result<String> {
    let mut stream = TcpStream::connect(address).await?;
    let request = format!(
        "POST /api/rooms HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nCookie: {cookie}\r\n\
         Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await?;
    let body = answer.split_once("\r\n\r\n").context("no answer")?.1;
    let opened: yipan_wire::CreatedRoom = serde_json::from_str(body).with_context(|| body.to_owned())?;
    Ok(opened.room)
}
