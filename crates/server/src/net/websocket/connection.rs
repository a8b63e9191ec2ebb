//! A WebSocket connection: client messages in, server messages out.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket};
use futures_util::stream::{SplitStream, StreamExt};
use tokio::sync::{Notify, mpsc, watch};
use tokio::time::Instant;
use yipan_core::Language;
use yipan_wire::{ApiError, ClientMessage, Command, PROTOCOL_VERSION, Player, ServerMessage};

use super::command_id::command_id;
use super::outbox::Outbox;
use super::round_trip::RoundTrip;
use super::socket_id::next_socket_id;
use super::socket_outbox::SocketOutbox;
use super::socket_writer::SocketWriter;
use crate::api_errors;
use crate::app_state::AppState;
use crate::auth::authenticated_user::AuthenticatedUser;
use crate::auth::connections::UserWatch;
use crate::net::client_addr::ClientAddr;
use crate::net::rate_limit::DirectRateLimiter;
use crate::net::rate_limiters::LimitedRequest;
use crate::planted::planted;
use crate::rooms::room_handle::RoomHandle;
use crate::rooms::room_lookup::LookupError;
use crate::rooms::room_message::{Join, RoomMessage};
use crate::select::select;
use crate::storage::rows::UserRow;

/// The shortest time between two lists of the lobby.
const LOBBY_UPDATE_INTERVAL: Duration = Duration::from_millis(500);

/// The pings that may wait to be written.
const MAX_QUEUED_PINGS: usize = 4;

/// Serves a WebSocket until it is closed.
pub(super) async fn run_connection(
    app: Arc<AppState>,
    socket: WebSocket,
    requester: AuthenticatedUser,
    client: ClientAddr,
) {
    app.metrics.websockets.inc();
    let (sink, stream) = socket.split();
    let (sender, items) = mpsc::channel(app.settings.limits.send_queue);
    let (ping, pings) = mpsc::channel(MAX_QUEUED_PINGS);
    let budget = app.send_budgets.open(client.rate_limit_key());
    let outbox = SocketOutbox { sender, close_notify: Arc::new(Notify::new()), budget };
    let write_timeout = app.settings.limits.write_timeout;
    let writer = SocketWriter { sink, items, pings, timeout: write_timeout };
    let mut writer = tokio::spawn(writer.run());
    let socket_id = next_socket_id();
    let user_watch = app.auth.connections.register(socket_id, &requester);
    // The credential may have been removed between the upgrade and the registration.
    if !app.auth.is_credential_valid(&requester.credential_hash).await.unwrap_or(true) {
        app.auth.connections.end_credential(&requester.credential_hash);
    }
    let mut connection = Connection {
        message_limiter: DirectRateLimiter::per_second(app.settings.limits.message_rate),
        app,
        user_watch,
        client,
        socket_id,
        outbox,
        room_handles: BTreeMap::new(),
        language: Language::English,
        hello_received: false,
        round_trip: RoundTrip::default(),
        rate_limit_strikes: 0,
        lobby_task: None,
    };
    let is_dismissed = connection.read_messages(stream, ping).await == Closed::Dismissed;
    let Connection { app, room_handles, socket_id, outbox, .. } = connection;
    app.auth.connections.unregister(socket_id);
    let open_handles = if planted!(LeakedSubscription) { BTreeMap::new() } else { room_handles };
    for (code, handle) in &open_handles {
        unsubscribe(&app, code, handle, socket_id, is_dismissed).await;
    }
    // The writer ends when the last sender is dropped.
    drop(outbox);
    if tokio::time::timeout(write_timeout, &mut writer).await.is_err() {
        // Otherwise the queue would occupy memory until the client reads it.
        writer.abort();
    }
    app.metrics.websockets.dec();
}

async fn unsubscribe(app: &AppState, code: &str, handle: &RoomHandle, socket: u64, is_dismissed: bool) {
    if let Err(message) = handle.send(RoomMessage::Unsubscribe { socket, is_dismissed }).await {
        // A room that was unloaded has no subscribers.
        let _ = app.rooms.resend(code, *message).await;
    }
}

/// Waits until the server shuts down.
async fn shutdown_requested(shutdown: &mut watch::Receiver<bool>) {
    // An error means that the server is gone.
    let _ = shutdown.wait_for(|is_shutting_down| *is_shutting_down).await;
}

/// The reason why a connection is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Closed {
    /// The client was asked to connect to another node.
    Dismissed,
    /// The client, an error or the end of the server.
    Otherwise,
}

struct Connection {
    app: Arc<AppState>,
    user_watch: UserWatch,
    client: ClientAddr,
    socket_id: u64,
    outbox: SocketOutbox,
    room_handles: BTreeMap<String, RoomHandle>,
    language: Language,
    hello_received: bool,
    /// The upper bound of the lag compensation.
    round_trip: RoundTrip,
    message_limiter: DirectRateLimiter,
    /// Consecutive messages over the rate limit.
    rate_limit_strikes: u32,
    lobby_task: Option<tokio::task::JoinHandle<()>>,
}

impl Connection {
    /// Handles messages until the connection is closed, and returns why it is.
    async fn read_messages(
        &mut self,
        mut stream: SplitStream<WebSocket>,
        ping: mpsc::Sender<Bytes>,
    ) -> Closed {
        let mut last_received = Instant::now();
        // With two pings per timeout, a dead connection is detected within one and a half timeouts.
        let idle_timeout = self.app.settings.limits.idle_timeout;
        let mut ticks = tokio::time::interval(idle_timeout / 2);
        let mut shutdown = self.app.shutdown.subscribe();
        let mut dismissal = self.app.dismissals.watch();
        let mut user_watch = self.user_watch.clone();
        let mut restart_watch = self.app.restart_notice.watch();
        let close_notify = Arc::clone(&self.outbox.close_notify);
        let closed = loop {
            select! {
                message = stream.next() => {
                    last_received = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => if !self.handle_text(&text).await { break Closed::Otherwise },
                        Some(Ok(Message::Pong(payload))) => self.round_trip.pong(&payload),
                        Some(Ok(Message::Binary(_))) => if !self.handle_binary() { break Closed::Otherwise },
                        Some(Ok(Message::Ping(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => break Closed::Otherwise,
                    }
                }
                _ = ticks.tick() => {
                    if last_received.elapsed() > idle_timeout {
                        break Closed::Otherwise;
                    }
                    // A connection whose queue of pings is full will time out.
                    let _ = ping.try_send(self.round_trip.ping());
                }
                Ok(()) = user_watch.changed() => match self.player() {
                    Some(you) => if self.hello_received { self.send_welcome(you) },
                    None => {
                        self.send_error(api_errors::session_ended(self.language));
                        break Closed::Otherwise;
                    }
                },
                Ok(()) = restart_watch.changed() => if self.hello_received {
                    let restart = restart_watch.borrow_and_update().clone();
                    self.send(&ServerMessage::RestartAnnounced { restart });
                },
                () = close_notify.notified() => break Closed::Otherwise,
                () = shutdown_requested(&mut shutdown) => {
                    self.send(&ServerMessage::ShuttingDown);
                    break Closed::Otherwise;
                }
                () = dismissal.dismissed() => {
                    self.send(&ServerMessage::ShuttingDown);
                    break Closed::Dismissed;
                }
            }
        };
        if let Some(lobby) = self.lobby_task.take() {
            lobby.abort();
        }
        closed
    }

    fn send(&self, message: &ServerMessage) {
        self.outbox.send_message(message);
    }

    fn send_error(&self, error: ApiError) {
        self.send(&ServerMessage::Error { error });
    }

    /// Returns the user of the connection; `None` once the session has ended.
    fn player(&self) -> Option<Player> {
        self.user_watch.borrow().as_ref().map(UserRow::to_player)
    }

    fn send_welcome(&self, you: Player) {
        let now = self.app.clock.millis().0;
        let claim_after = self.app.settings.timeouts.claim_after.0;
        let restart = self.app.restart_notice.watch().borrow().clone();
        self.send(&ServerMessage::Welcome { version: PROTOCOL_VERSION, you, now, claim_after, restart });
    }

    /// Counts a message. Returns `None` if it is within the rate limit, and otherwise whether the connection stays open.
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

    /// Rejects a binary message, which counts like any other. Returns whether the connection stays open.
    fn handle_binary(&mut self) -> bool {
        self.check_message_rate().unwrap_or_else(|| {
            self.app.metrics.bad_messages.inc();
            self.send_error(api_errors::bad_message("send text", self.language));
            true
        })
    }

    /// Handles a text message. Returns whether the connection stays open.
    async fn handle_text(&mut self, text: &str) -> bool {
        if let Some(stays_open) = self.check_message_rate() {
            return stays_open;
        }
        match serde_json::from_str(text) {
            Ok(message) => self.handle_message(message).await,
            Err(error) => {
                self.app.metrics.bad_messages.inc();
                let error = api_errors::bad_message(&error.to_string(), self.language);
                match command_id(text).filter(|_| self.hello_received) {
                    Some(id) => self.send(&ServerMessage::Rejected { id, error, state: None }),
                    None => self.send_error(error),
                }
                true
            }
        }
    }

    async fn handle_message(&mut self, message: ClientMessage) -> bool {
        // The read loop is about to close the connection.
        let Some(player) = self.player() else { return true };
        match message {
            ClientMessage::Hello { version, lang } => {
                self.language = lang.and_then(|lang| lang.parse().ok()).unwrap_or_default();
                if version != PROTOCOL_VERSION {
                    self.send_error(api_errors::unsupported_version(self.language));
                    return false;
                }
                self.hello_received = true;
                self.send_welcome(player);
            }
            ClientMessage::Ping { at } => {
                self.send(&ServerMessage::Pong { at, now: self.app.clock.millis().0 });
            }
            _ if !self.hello_received => self.send_error(api_errors::hello_first(self.language)),
            ClientMessage::Join { room, from } => self.join(player, room, from).await,
            ClientMessage::Unsubscribe { room } => {
                if let Some(handle) = self.room_handles.remove(&room) {
                    unsubscribe(&self.app, &room, &handle, self.socket_id, false).await;
                }
            }
            ClientMessage::Command { room, id, seen, command } => {
                let (lag, language) = (self.round_trip.lag(), self.language);
                if matches!(command, Command::Chat { .. }) && self.app.is_muted(&player.id) {
                    let error = api_errors::moderation::muted(language);
                    self.send(&ServerMessage::Rejected { id, error, state: None });
                    return true;
                }
                let outbox = Outbox::Socket(self.outbox.clone());
                let (socket, seen, received) = (self.socket_id, Some(seen), Instant::now());
                let message = RoomMessage::Command {
                    socket,
                    user: player,
                    command_id: id.clone(),
                    seen,
                    lag,
                    received,
                    heard: None,
                    shown: None,
                    command,
                    language,
                    outbox,
                };
                if !self.send_to_room(room, message).await {
                    let error = api_errors::no_room(language);
                    self.send(&ServerMessage::Rejected { id, error, state: None });
                }
            }
            ClientMessage::Lobby { watch } => self.watch_lobby(watch),
        }
        true
    }

    /// Sends a message to a joined room, also if it has moved between nodes. Returns false if there is no such room.
    async fn send_to_room(&mut self, room: String, message: RoomMessage) -> bool {
        let Some(handle) = self.room_handles.get(&room) else { return false };
        let Err(message) = handle.send(message).await else { return true };
        match self.app.rooms.resend(&room, *message).await {
            Some(handle) => {
                self.room_handles.insert(room, handle);
                true
            }
            None => false,
        }
    }

    async fn join(&mut self, player: Player, code: String, from: Option<u64>) {
        let limits = self.app.settings.limits;
        let may_subscribe =
            self.room_handles.len() < limits.max_rooms_per_websocket || self.room_handles.contains_key(&code);
        // The replay of a whole game costs more than any other message.
        if !may_subscribe
            || self.app.check_limit(LimitedRequest::Join(self.client.rate_limit_key())).await.is_err()
        {
            self.app.metrics.rate_limited.inc();
            return self.send_error(api_errors::rate_limited(self.language));
        }
        let handle = match self.room_handles.get(&code).filter(|handle| !handle.is_closed()) {
            Some(joined) => joined.clone(),
            None => match self.app.rooms.find_room(&code, self.client.rate_limit_key(), &player.id).await {
                Ok(handle) => handle,
                Err(error) => return self.send_error(self.lookup_error(error)),
            },
        };
        let join = RoomMessage::Join(Join {
            socket: self.socket_id,
            user: player,
            from,
            language: self.language,
            outbox: Outbox::Socket(self.outbox.clone()),
            is_resumed: false,
            shown: None,
        });
        if handle.send(join).await.is_ok() {
            self.room_handles.insert(code, handle);
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
            let (services, outbox) = (Arc::clone(&self.app.rooms.services), self.outbox.clone());
            let mut changes = services.lobby.watch();
            self.lobby_task = Some(tokio::spawn(async move {
                loop {
                    changes.borrow_and_update();
                    let Some(list) = services.lobby.list() else {
                        outbox.close();
                        break;
                    };
                    if !outbox.send(list) || changes.changed().await.is_err() {
                        break;
                    }
                    // Rooms may change many times in a moment; clients need the last list only.
                    tokio::time::sleep(LOBBY_UPDATE_INTERVAL).await;
                }
            }));
        }
    }
}
