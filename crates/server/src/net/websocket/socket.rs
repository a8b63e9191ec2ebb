//! One conversation: a client's requests in, the hall's answers out.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::stream::{SplitStream, StreamExt};
use tokio::sync::{Notify, mpsc, watch};
use yipan_core::Language;
use yipan_wire::{ApiError, ClientMessage, PROTOCOL_VERSION, Player, Scope, ServerMessage};

use crate::api_errors;
use crate::app_state::AppState;
use crate::auth::authentication::AuthenticatedUser;
use crate::auth::connections::UserWatch;
use crate::http::api::{self, ApiRejection};
use crate::http::openapi::CommonErrors;
use crate::net::client_addr::ClientAddr;
use crate::net::connection_limit::ConnectionLimitError;
use crate::net::rate_limit::DirectRateLimiter;
use crate::net::websocket::command_id::command_id;
use crate::net::websocket::origin::is_same_origin;
use crate::net::websocket::round_trip::RoundTrip;
use crate::net::websocket::socket_writer::SocketWriter;
use crate::rooms::bus::Outbox;
use crate::rooms::room_clients::Join;
use crate::rooms::room_lookup::LookupError;
use crate::rooms::room_task::RoomMessage;
use crate::storage::store::UserRow;

/// Room for what a client sends at once, for each socket there is; one message at most fits twice.
const READ_BUFFER_BYTES: usize = 4 * 1024;

/// How often the lobby is told anew, however much happens there.
const LOBBY_UPDATE_INTERVAL: Duration = Duration::from_millis(500);

static NEXT_SOCKET_ID: AtomicU64 = AtomicU64::new(1);

/// `GET /ws`: turns into a conversation.
#[utoipa::path(
    get, path = "/ws", tag = "rooms",
    summary = "Opens the WebSocket; docs/protocol.md describes its messages",
    responses(
        (status = 101, description = "A WebSocket: the client sends a `Request` a message, the server an `Answer`"),
        (status = 403, description = "A page of another site", body = ApiError),
        CommonErrors
    )
)]
pub(crate) async fn upgrade_socket(
    State(hall): State<Arc<AppState>>,
    ConnectInfo(caller): ConnectInfo<ClientAddr>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, ApiRejection> {
    let language = api::language(&headers);
    if !is_same_origin(&headers, caller.is_secure) {
        return Err(ApiRejection::new(StatusCode::FORBIDDEN, api_errors::cross_origin(language)));
    }
    api::check_rate_limit(hall.new_socket_limiter.check(caller.rate_limit_key()), &headers)?;
    let permit = hall.socket_limit.acquire(caller.rate_limit_key()).map_err(|error| match error {
        ConnectionLimitError::Full => {
            ApiRejection::new(StatusCode::SERVICE_UNAVAILABLE, api_errors::server_full(language))
        }
        ConnectionLimitError::AddressFull => {
            ApiRejection::new(StatusCode::TOO_MANY_REQUESTS, api_errors::too_many_connections(language))
        }
    })?;
    let (visitor, cookie) = api::user_or_guest(&hall, &headers, caller).await?;
    api::require_scope(&visitor, Scope::Play, &headers)?;
    let max_message_bytes = hall.settings.limits.max_message_bytes;
    let upgrade = upgrade
        .max_message_size(max_message_bytes)
        .max_frame_size(max_message_bytes)
        .read_buffer_size(READ_BUFFER_BYTES)
        .write_buffer_size(0);
    let run = move |socket| async move {
        run_connection(hall, socket, visitor, caller).await;
        drop(permit);
    };
    let response = upgrade.on_upgrade(run).into_response();
    Ok(api::with_cookie(response, cookie))
}

async fn run_connection(
    hall: Arc<AppState>,
    socket: WebSocket,
    visitor: AuthenticatedUser,
    caller: ClientAddr,
) {
    hall.metrics.websockets.inc();
    let (sink, stream) = socket.split();
    let (sender, items) = mpsc::channel(hall.settings.limits.send_queue);
    let (ping, pings) = mpsc::channel(4);
    let budget = hall.send_budgets.open(caller.rate_limit_key());
    let out = Outbox { sender, close_notify: Arc::new(Notify::new()), budget };
    let write_timeout = hall.settings.limits.write_timeout;
    let writer = SocketWriter { sink, items, pings, timeout: write_timeout };
    let mut writer = tokio::spawn(writer.run());
    let number = NEXT_SOCKET_ID.fetch_add(1, Ordering::Relaxed);
    let speaker = hall.connections.register(number, &visitor);
    // The key may have been ended while the line became a socket.
    if !hall.is_credential_valid(&visitor.credential_hash).await.unwrap_or(true) {
        hall.connections.end_credential(&visitor.credential_hash);
    }
    let mut connection = Connection {
        message_limiter: DirectRateLimiter::per_second(hall.settings.limits.message_rate),
        app: hall,
        user_watch: speaker,
        client: caller,
        socket_id: number,
        outbox: out,
        room_senders: HashMap::new(),
        language: Language::English,
        hello_received: false,
        round_trip: RoundTrip::default(),
        rate_limit_strikes: 0,
        lobby_task: None,
    };
    connection.read_messages(stream, ping).await;
    let Connection { app: hall, room_senders: tables, socket_id: number, outbox: out, .. } = connection;
    hall.connections.unregister(number);
    for table in tables.values() {
        // A table that is gone has nobody to miss.
        let _ = table.send(RoomMessage::Unsubscribe { socket: number }).await;
    }
    // The writer ends when nobody can give it anything more.
    drop(out);
    if tokio::time::timeout(write_timeout, &mut writer).await.is_err() {
        // What is left would only take up memory until the client reads it.
        writer.abort();
    }
    hall.metrics.websockets.dec();
}

/// Waits until the hall closes.
async fn shutdown_requested(closing: &mut watch::Receiver<bool>) {
    // A hall that is gone has closed.
    let _ = closing.wait_for(|closing| *closing).await;
}

struct Connection {
    app: Arc<AppState>,
    user_watch: UserWatch,
    client: ClientAddr,
    socket_id: u64,
    outbox: Outbox,
    room_senders: HashMap<String, mpsc::Sender<RoomMessage>>,
    language: Language,
    hello_received: bool,
    /// Half of it would be the way here; the whole of it is what may be given back at most.
    round_trip: RoundTrip,
    message_limiter: DirectRateLimiter,
    /// Consecutive messages over the rate limit.
    rate_limit_strikes: u32,
    lobby_task: Option<tokio::task::JoinHandle<()>>,
}

impl Connection {
    async fn read_messages(&mut self, mut stream: SplitStream<WebSocket>, ping: mpsc::Sender<Bytes>) {
        let mut last_received = Instant::now();
        // Tried twice in the time that a line may be silent, a dead one is noticed within one and a half of it.
        let idle_timeout = self.app.settings.limits.idle_timeout;
        let mut ticks = tokio::time::interval(idle_timeout / 2);
        let mut closing = self.app.shutdown.subscribe();
        let mut speaker = self.user_watch.clone();
        let close_notify = Arc::clone(&self.outbox.close_notify);
        loop {
            tokio::select! {
                message = stream.next() => {
                    last_received = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => if !self.handle_text(&text).await { break },
                        Some(Ok(Message::Pong(payload))) => self.round_trip.pong(&payload),
                        Some(Ok(Message::Binary(_))) => if !self.handle_binary() { break },
                        Some(Ok(Message::Ping(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                    }
                }
                _ = ticks.tick() => {
                    if last_received.elapsed() > idle_timeout {
                        break;
                    }
                    // A line that cannot even take a ping will be silent soon.
                    let _ = ping.try_send(self.round_trip.ping());
                }
                Ok(()) = speaker.changed() => match self.player() {
                    Some(you) => if self.hello_received { self.send_welcome(you) },
                    None => {
                        self.send_error(api_errors::session_ended(self.language));
                        break;
                    }
                },
                () = close_notify.notified() => break,
                () = shutdown_requested(&mut closing) => {
                    self.send(&ServerMessage::ShuttingDown);
                    break;
                }
            }
        }
        if let Some(lobby) = self.lobby_task.take() {
            lobby.abort();
        }
    }

    fn send(&self, answer: &ServerMessage) {
        self.outbox.send(serde_json::to_string(answer).unwrap_or_default().into());
    }

    fn send_error(&self, fault: ApiError) {
        self.send(&ServerMessage::Error { error: fault });
    }

    /// Who speaks, by now; nobody, once the session has been ended.
    fn player(&self) -> Option<Player> {
        self.user_watch.borrow().as_ref().map(UserRow::to_player)
    }

    fn send_welcome(&self, you: Player) {
        let now = self.app.clock.millis().0;
        self.send(&ServerMessage::Welcome { version: PROTOCOL_VERSION, you, now });
    }

    /// Counts a message; over the rate limit it is refused, and the result says whether the connection goes on.
    fn check_message_rate(&mut self) -> Option<bool> {
        if self.message_limiter.check().is_ok() {
            self.rate_limit_strikes = 0;
            return None;
        }
        self.app.metrics.rate_limited.inc();
        self.rate_limit_strikes += 1;
        self.send_error(api_errors::rate_limited(self.language));
        Some(self.rate_limit_strikes < self.app.settings.limits.max_rate_limit_strikes)
    }

    /// Refuses a binary message, which counts like any other.
    fn handle_binary(&mut self) -> bool {
        self.check_message_rate().unwrap_or_else(|| {
            self.app.metrics.bad_messages.inc();
            self.send_error(api_errors::bad_message("send text", self.language));
            true
        })
    }

    /// Does what a message asks; false if the conversation is over.
    async fn handle_text(&mut self, text: &str) -> bool {
        if let Some(stays_open) = self.check_message_rate() {
            return stays_open;
        }
        match serde_json::from_str(text) {
            Ok(request) => self.handle_message(request).await,
            Err(error) => {
                self.app.metrics.bad_messages.inc();
                let fault = api_errors::bad_message(&error.to_string(), self.language);
                match command_id(text).filter(|_| self.hello_received) {
                    Some(id) => self.send(&ServerMessage::Rejected { id, error: fault, state: None }),
                    None => self.send_error(fault),
                }
                true
            }
        }
    }

    async fn handle_message(&mut self, request: ClientMessage) -> bool {
        // The reader of the socket says why and closes it.
        let Some(person) = self.player() else { return true };
        match request {
            ClientMessage::Hello { version, lang } => {
                self.language = lang.and_then(|lang| lang.parse().ok()).unwrap_or_default();
                if version != PROTOCOL_VERSION {
                    self.send_error(api_errors::unsupported_version(self.language));
                    return false;
                }
                self.hello_received = true;
                self.send_welcome(person);
            }
            ClientMessage::Ping { at } => {
                self.send(&ServerMessage::Pong { at, now: self.app.clock.millis().0 })
            }
            _ if !self.hello_received => self.send_error(api_errors::hello_first(self.language)),
            ClientMessage::Join { room, from } => self.join(person, room, from).await,
            ClientMessage::Unsubscribe { room } => {
                if let Some(table) = self.room_senders.remove(&room) {
                    let _ = table.send(RoomMessage::Unsubscribe { socket: self.socket_id }).await;
                }
            }
            ClientMessage::Command { room, id, seen, command } => {
                let (lag, language, out) = (self.round_trip.lag(), self.language, self.outbox.clone());
                let (socket, seen, received) = (self.socket_id, Some(seen), Instant::now());
                let ring = RoomMessage::Command {
                    socket,
                    user: person,
                    command_id: id.clone(),
                    seen,
                    lag,
                    received,
                    command,
                    language,
                    outbox: out,
                };
                match self.room_senders.get(&room) {
                    Some(table) if table.send(ring).await.is_ok() => {}
                    _ => self.send(&ServerMessage::Rejected {
                        id,
                        error: api_errors::no_room(language),
                        state: None,
                    }),
                }
            }
            ClientMessage::Lobby { watch } => self.watch_lobby(watch),
        }
        true
    }

    async fn join(&mut self, person: Player, room: String, from: Option<u64>) {
        let limits = self.app.settings.limits;
        let may_subscribe =
            self.room_senders.len() < limits.max_rooms_per_websocket || self.room_senders.contains_key(&room);
        // Being told a game from the beginning costs more than any other message.
        if !may_subscribe || self.app.join_limiter.check(self.client.rate_limit_key()).is_err() {
            self.app.metrics.rate_limited.inc();
            return self.send_error(api_errors::rate_limited(self.language));
        }
        let table = match self.room_senders.get(&room).filter(|table| !table.is_closed()) {
            Some(joined) => joined.clone(),
            None => match self.app.find_room(&room, self.client.rate_limit_key(), &person.id).await {
                Ok(table) => table,
                Err(error) => return self.send_error(self.lookup_error(error)),
            },
        };
        let ring = RoomMessage::Join(Join {
            socket: self.socket_id,
            user: person,
            from,
            language: self.language,
            outbox: self.outbox.clone(),
        });
        if table.send(ring).await.is_ok() {
            self.room_senders.insert(room, table);
        } else {
            self.send_error(api_errors::no_room(self.language));
        }
    }

    fn lookup_error(&self, error: LookupError) -> ApiError {
        match error {
            LookupError::NotFound => api_errors::no_room(self.language),
            LookupError::RateLimited(wait) => {
                self.app.metrics.rate_limited.inc();
                api_errors::rate_limited_for(wait, self.language)
            }
            LookupError::Store(error) => {
                tracing::error!(%error, "a room could not be read");
                api_errors::store_failed(self.language)
            }
        }
    }

    fn watch_lobby(&mut self, watch: bool) {
        if let Some(lobby) = self.lobby_task.take() {
            lobby.abort();
        }
        if watch {
            let (hall, out) = (Arc::clone(&self.app), self.outbox.clone());
            let mut lobby = hall.lobby.watch();
            self.lobby_task = Some(tokio::spawn(async move {
                loop {
                    lobby.borrow_and_update();
                    if !out.send(hall.lobby.list()) || lobby.changed().await.is_err() {
                        break;
                    }
                    // Many rooms may come and go in a moment; a reader needs the last of them.
                    tokio::time::sleep(LOBBY_UPDATE_INTERVAL).await;
                }
            }));
        }
    }
}
