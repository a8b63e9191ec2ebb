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
use yipan_rules::Language;
use yipan_wire::{Answer, Fault, Player, Request, Scope, VERSION};

use crate::api::{self, Refused};
use crate::bus::Out;
use crate::caller::Caller;
use crate::command_id::command_id;
use crate::connection_limit::ConnectionLimitError;
use crate::faults;
use crate::hall::Hall;
use crate::openapi::CommonErrors;
use crate::origin::is_same_origin;
use crate::people::Visitor;
use crate::presence::Speaker;
use crate::rate_limit::DirectRateLimiter;
use crate::room::Ring;
use crate::room_clients::Join;
use crate::room_lookup::LookupError;
use crate::round_trip::RoundTrip;
use crate::socket_writer::SocketWriter;
use crate::store::PersonRow;

/// Room for what a client sends at once, for each socket there is; one message at most fits twice.
const READ_BUFFER: usize = 4 * 1024;

/// How often the lobby is told anew, however much happens there.
const LOBBY: Duration = Duration::from_millis(500);

static SOCKETS: AtomicU64 = AtomicU64::new(1);

/// `GET /ws`: turns into a conversation.
#[utoipa::path(
    get, path = "/ws", tag = "rooms",
    summary = "Opens the WebSocket; docs/protocol.md describes its messages",
    responses(
        (status = 101, description = "A WebSocket: the client sends a `Request` a message, the server an `Answer`"),
        (status = 403, description = "A page of another site", body = Fault),
        CommonErrors
    )
)]
pub(crate) async fn open(
    State(hall): State<Arc<Hall>>,
    ConnectInfo(caller): ConnectInfo<Caller>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Refused> {
    let language = api::language(&headers);
    if !is_same_origin(&headers, caller.is_secure) {
        return Err(Refused::new(StatusCode::FORBIDDEN, faults::origin(language)));
    }
    api::check_rate_limit(hall.new_socket_limiter.check(caller.home()), &headers)?;
    let permit = hall.sockets.acquire(caller.home()).map_err(|error| match error {
        ConnectionLimitError::Full => Refused::new(StatusCode::SERVICE_UNAVAILABLE, faults::full(language)),
        ConnectionLimitError::AddressFull => {
            Refused::new(StatusCode::TOO_MANY_REQUESTS, faults::crowded(language))
        }
    })?;
    let (visitor, cookie) = api::visitor(&hall, &headers, caller).await?;
    api::require_scope(&visitor, Scope::Play, &headers)?;
    let longest = hall.settings.limits.longest_message;
    let limited = upgrade
        .max_message_size(longest)
        .max_frame_size(longest)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0);
    let converse = move |socket| async move {
        converse(hall, socket, visitor, caller).await;
        drop(permit);
    };
    let response = limited.on_upgrade(converse).into_response();
    Ok(api::with_cookie(response, cookie))
}

async fn converse(hall: Arc<Hall>, socket: WebSocket, visitor: Visitor, caller: Caller) {
    hall.metrics.websockets.inc();
    let (sink, stream) = socket.split();
    let (line, lines) = mpsc::channel(hall.settings.limits.queue);
    let (ping, pings) = mpsc::channel(4);
    let budget = hall.send_budgets.open(caller.home());
    let out = Out { line, go: Arc::new(Notify::new()), budget };
    let patience = hall.settings.limits.write;
    let writer = SocketWriter { sink, parcels: lines, pings, timeout: patience };
    let mut writer = tokio::spawn(writer.run());
    let number = SOCKETS.fetch_add(1, Ordering::Relaxed);
    let speaker = hall.presence.enter(number, &visitor);
    // The key may have been ended while the line became a socket.
    if !hall.is_held(&visitor.key).await.unwrap_or(true) {
        hall.presence.end(&visitor.key);
    }
    let mut talk = Talk {
        message_rate: DirectRateLimiter::per_second(hall.settings.limits.messages),
        hall,
        speaker,
        caller,
        number,
        out,
        tables: HashMap::new(),
        language: Language::English,
        greeted: false,
        round_trip: RoundTrip::default(),
        over: 0,
        lobby: None,
    };
    talk.listen(stream, ping).await;
    let Talk { hall, tables, number, out, .. } = talk;
    hall.presence.leave(number);
    for table in tables.values() {
        // A table that is gone has nobody to miss.
        let _ = table.send(Ring::Part { socket: number }).await;
    }
    // The writer ends when nobody can give it anything more.
    drop(out);
    if tokio::time::timeout(patience, &mut writer).await.is_err() {
        // What is left would only take up memory until the client reads it.
        writer.abort();
    }
    hall.metrics.websockets.dec();
}

/// Waits until the hall closes.
async fn told_to_close(closing: &mut watch::Receiver<bool>) {
    // A hall that is gone has closed.
    let _ = closing.wait_for(|closing| *closing).await;
}

struct Talk {
    hall: Arc<Hall>,
    speaker: Speaker,
    caller: Caller,
    number: u64,
    out: Out,
    tables: HashMap<String, mpsc::Sender<Ring>>,
    language: Language,
    greeted: bool,
    /// Half of it would be the way here; the whole of it is what may be given back at most.
    round_trip: RoundTrip,
    message_rate: DirectRateLimiter,
    /// Consecutive messages over the rate limit.
    over: u32,
    lobby: Option<tokio::task::JoinHandle<()>>,
}

impl Talk {
    async fn listen(&mut self, mut stream: SplitStream<WebSocket>, ping: mpsc::Sender<Bytes>) {
        let mut heard = Instant::now();
        // Tried twice in the time that a line may be silent, a dead one is noticed within one and a half of it.
        let silence = self.hall.settings.limits.silence;
        let mut ticks = tokio::time::interval(silence / 2);
        let mut closing = self.hall.closing.subscribe();
        let mut speaker = self.speaker.clone();
        let go = Arc::clone(&self.out.go);
        loop {
            tokio::select! {
                message = stream.next() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => if !self.take(&text).await { break },
                        Some(Ok(Message::Pong(payload))) => self.round_trip.pong(&payload),
                        Some(Ok(Message::Binary(_))) => if !self.take_binary() { break },
                        Some(Ok(Message::Ping(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                    }
                }
                _ = ticks.tick() => {
                    if heard.elapsed() > silence {
                        break;
                    }
                    // A line that cannot even take a ping will be silent soon.
                    let _ = ping.try_send(self.round_trip.ping());
                }
                Ok(()) = speaker.changed() => match self.player() {
                    Some(you) => if self.greeted { self.welcome(you) },
                    None => {
                        self.fault(faults::session_ended(self.language));
                        break;
                    }
                },
                () = go.notified() => break,
                () = told_to_close(&mut closing) => {
                    self.tell(&Answer::Bye);
                    break;
                }
            }
        }
        if let Some(lobby) = self.lobby.take() {
            lobby.abort();
        }
    }

    fn tell(&self, answer: &Answer) {
        self.out.send(serde_json::to_string(answer).unwrap_or_default().into());
    }

    fn fault(&self, fault: Fault) {
        self.tell(&Answer::Error { fault });
    }

    /// Who speaks, by now; nobody, once the session has been ended.
    fn player(&self) -> Option<Player> {
        self.speaker.borrow().as_ref().map(PersonRow::player)
    }

    fn welcome(&self, you: Player) {
        let now = self.hall.now.millis().0;
        self.tell(&Answer::Welcome { version: VERSION, you, now });
    }

    /// Counts a message; over the rate limit it is refused, and the result says whether the connection goes on.
    fn slow_down(&mut self) -> Option<bool> {
        if self.message_rate.check().is_ok() {
            self.over = 0;
            return None;
        }
        self.hall.metrics.rate_limited.inc();
        self.over += 1;
        self.fault(faults::slow_down(self.language));
        Some(self.over < self.hall.settings.limits.patience)
    }

    /// Refuses a binary message, which counts like any other.
    fn take_binary(&mut self) -> bool {
        self.slow_down().unwrap_or_else(|| {
            self.hall.metrics.bad_messages.inc();
            self.fault(faults::unreadable("send text", self.language));
            true
        })
    }

    /// Does what a message asks; false if the conversation is over.
    async fn take(&mut self, text: &str) -> bool {
        if let Some(goes_on) = self.slow_down() {
            return goes_on;
        }
        match serde_json::from_str(text) {
            Ok(request) => self.answer(request).await,
            Err(error) => {
                self.hall.metrics.bad_messages.inc();
                let fault = faults::unreadable(&error.to_string(), self.language);
                match command_id(text).filter(|_| self.greeted) {
                    Some(id) => self.tell(&Answer::Refused { id, fault, state: None }),
                    None => self.fault(fault),
                }
                true
            }
        }
    }

    async fn answer(&mut self, request: Request) -> bool {
        // The reader of the socket says why and closes it.
        let Some(person) = self.player() else { return true };
        match request {
            Request::Hello { version, lang } => {
                self.language = lang.and_then(|lang| lang.parse().ok()).unwrap_or_default();
                if version != VERSION {
                    self.fault(faults::version(self.language));
                    return false;
                }
                self.greeted = true;
                self.welcome(person);
            }
            Request::Ping { at } => self.tell(&Answer::Pong { at, now: self.hall.now.millis().0 }),
            _ if !self.greeted => self.fault(faults::hello_first(self.language)),
            Request::Join { room, from } => self.join(person, room, from).await,
            Request::Part { room } => {
                if let Some(table) = self.tables.remove(&room) {
                    let _ = table.send(Ring::Part { socket: self.number }).await;
                }
            }
            Request::Do { room, id, seen, command } => {
                let (lag, language, out) = (self.round_trip.lag(), self.language, self.out.clone());
                let (socket, seen, received) = (self.number, Some(seen), Instant::now());
                let ring =
                    Ring::Do { socket, person, id: id.clone(), seen, lag, received, command, language, out };
                match self.tables.get(&room) {
                    Some(table) if table.send(ring).await.is_ok() => {}
                    _ => self.tell(&Answer::Refused { id, fault: faults::no_room(language), state: None }),
                }
            }
            Request::Lobby { watch } => self.watch_lobby(watch),
        }
        true
    }

    async fn join(&mut self, person: Player, room: String, from: Option<u64>) {
        let limits = self.hall.settings.limits;
        let has_room = self.tables.len() < limits.tables || self.tables.contains_key(&room);
        // Being told a game from the beginning costs more than any other message.
        if !has_room || self.hall.join_limiter.check(self.caller.home()).is_err() {
            self.hall.metrics.rate_limited.inc();
            return self.fault(faults::slow_down(self.language));
        }
        let table = match self.tables.get(&room).filter(|table| !table.is_closed()) {
            Some(followed) => followed.clone(),
            None => match self.hall.find_room(&room, self.caller.home(), &person.id).await {
                Ok(table) => table,
                Err(error) => return self.fault(self.lookup_fault(error)),
            },
        };
        let ring = Ring::Join(Join {
            socket: self.number,
            person,
            from,
            language: self.language,
            out: self.out.clone(),
        });
        if table.send(ring).await.is_ok() {
            self.tables.insert(room, table);
        } else {
            self.fault(faults::no_room(self.language));
        }
    }

    fn lookup_fault(&self, error: LookupError) -> Fault {
        match error {
            LookupError::NotFound => faults::no_room(self.language),
            LookupError::RateLimited(wait) => {
                self.hall.metrics.rate_limited.inc();
                faults::slow_down_for(wait, self.language)
            }
            LookupError::Store(error) => {
                tracing::error!(%error, "a room could not be read");
                faults::store(self.language)
            }
        }
    }

    fn watch_lobby(&mut self, watch: bool) {
        if let Some(lobby) = self.lobby.take() {
            lobby.abort();
        }
        if watch {
            let (hall, out) = (Arc::clone(&self.hall), self.out.clone());
            let mut lobby = hall.lobby.watch();
            self.lobby = Some(tokio::spawn(async move {
                loop {
                    lobby.borrow_and_update();
                    if !out.send(hall.lobby.list()) || lobby.changed().await.is_err() {
                        break;
                    }
                    // Many rooms may come and go in a moment; a reader needs the last of them.
                    tokio::time::sleep(LOBBY).await;
                }
            }));
        }
    }
}
