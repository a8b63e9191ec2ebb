//! One conversation: a client's requests in, the hall's answers out.

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{ConnectInfo, State};
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use futures_util::SinkExt;
use futures_util::stream::{SplitSink, SplitStream, StreamExt};
use tokio::sync::{Notify, mpsc, watch};
use yipan_record::Millis;
use yipan_rules::Language;
use yipan_wire::{Answer, Fault, LONGEST_REQUEST, Player, Request, VERSION};

use crate::budget::Bucket;
use crate::bus::{Out, Parcel};
use crate::caller::Caller;
use crate::faults;
use crate::hall::Hall;
use crate::people::Visitor;
use crate::presence::Became;
use crate::room::Ring;

/// How long a write may take before the reader counts as gone.
const WRITE: Duration = Duration::from_secs(8);

/// Messages over the budget that are answered before the socket is closed.
const PATIENCE: u32 = 100;

/// Room for what a client sends at once, for each socket there is; one message at most fits twice.
const READ_BUFFER: usize = 4 * 1024;

/// How often the lobby is told anew, however much happens there.
const LOBBY: Duration = Duration::from_millis(500);

static SOCKETS: AtomicU64 = AtomicU64::new(1);

/// `GET /ws`: turns into a conversation.
pub(crate) async fn open(
    State(hall): State<Arc<Hall>>,
    ConnectInfo(caller): ConnectInfo<Caller>,
    headers: HeaderMap,
    upgrade: WebSocketUpgrade,
) -> Response {
    if !is_same_origin(&headers) {
        return (StatusCode::FORBIDDEN, "the page of another site may not speak here").into_response();
    }
    if hall.tally.sockets.get() >= hall.settings.limits.sockets as u64 {
        return (StatusCode::SERVICE_UNAVAILABLE, faults::full(Language::English).words).into_response();
    }
    let known = match hall.visitor(&headers).await {
        Ok(known) => known,
        Err(error) => return (StatusCode::SERVICE_UNAVAILABLE, error.to_string()).into_response(),
    };
    let (visitor, cookie) = match known {
        Some(visitor) => (visitor, None),
        None if !hall.met.spend(caller.address) => {
            return (StatusCode::TOO_MANY_REQUESTS, faults::slow_down(Language::English).words)
                .into_response();
        }
        None => match hall.welcome(caller).await {
            Ok((visitor, cookie)) => (visitor, Some(cookie)),
            Err(error) => return (StatusCode::SERVICE_UNAVAILABLE, error.to_string()).into_response(),
        },
    };
    let limited = upgrade
        .max_message_size(LONGEST_REQUEST)
        .max_frame_size(LONGEST_REQUEST)
        .read_buffer_size(READ_BUFFER)
        .write_buffer_size(0);
    let mut response =
        limited.on_upgrade(move |socket| converse(hall, socket, visitor, caller)).into_response();
    if let Some(cookie) = cookie.and_then(|cookie| HeaderValue::from_str(&cookie).ok()) {
        response.headers_mut().insert(header::SET_COOKIE, cookie);
    }
    response
}

/// Whether a browser's page is of this hall; programs name no page.
fn is_same_origin(headers: &HeaderMap) -> bool {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    match text(header::ORIGIN) {
        None => true,
        Some(origin) => origin.split_once("://").map(|(_, host)| host) == text(header::HOST),
    }
}

async fn converse(hall: Arc<Hall>, socket: WebSocket, visitor: Visitor, caller: Caller) {
    hall.tally.sockets.up();
    let (sink, stream) = socket.split();
    let (line, lines) = mpsc::channel(hall.settings.limits.queue);
    let (ping, pings) = mpsc::channel(4);
    let out = Out { line, go: Arc::new(Notify::new()) };
    let writer = tokio::spawn(write(sink, lines, pings));
    let mut talk = Talk {
        bucket: Bucket::new(hall.settings.limits.messages),
        became: hall.presence.enter(&visitor.person.id),
        hall,
        visitor,
        caller,
        number: SOCKETS.fetch_add(1, Ordering::Relaxed),
        out,
        tables: HashMap::new(),
        language: Language::English,
        greeted: false,
        lag: Millis::ZERO,
        over: 0,
        lobby: None,
    };
    talk.listen(stream, ping).await;
    let Talk { hall, visitor, became, tables, number, out, .. } = talk;
    hall.presence.leave(&visitor.person.id, became);
    for table in tables.values() {
        // A table that is gone has nobody to miss.
        let _ = table.send(Ring::Part { socket: number }).await;
    }
    // The writer ends when nobody can give it anything more.
    drop(out);
    let _ = tokio::time::timeout(WRITE, writer).await;
    hall.tally.sockets.down();
}

async fn write(
    mut sink: SplitSink<WebSocket, Message>,
    mut lines: mpsc::Receiver<Parcel>,
    mut pings: mpsc::Receiver<Bytes>,
) {
    loop {
        let messages = tokio::select! {
            parcel = lines.recv() => match parcel {
                Some(Parcel::One(line)) => vec![Message::Text((&*line).into())],
                Some(Parcel::Many(lines)) => lines.iter().map(|line| Message::Text((&**line).into())).collect(),
                None => break,
            },
            Some(ping) = pings.recv() => vec![Message::Ping(ping)],
        };
        for message in messages {
            match tokio::time::timeout(WRITE, sink.send(message)).await {
                Ok(Ok(())) => {}
                _ => return,
            }
        }
    }
    let _ = tokio::time::timeout(WRITE, sink.close()).await;
}

/// Waits until the hall closes.
async fn told_to_close(closing: &mut watch::Receiver<bool>) {
    // A hall that is gone has closed.
    let _ = closing.wait_for(|closing| *closing).await;
}

struct Talk {
    hall: Arc<Hall>,
    visitor: Visitor,
    became: Became,
    caller: Caller,
    number: u64,
    out: Out,
    tables: HashMap<String, mpsc::Sender<Ring>>,
    language: Language,
    greeted: bool,
    /// Half the last measured round trip would be the way here; the whole of it is what may be given back at most.
    lag: Millis,
    bucket: Bucket,
    /// Messages over the budget so far.
    over: u32,
    lobby: Option<tokio::task::JoinHandle<()>>,
}

impl Talk {
    async fn listen(&mut self, mut stream: SplitStream<WebSocket>, ping: mpsc::Sender<Bytes>) {
        let began = Instant::now();
        let mut heard = Instant::now();
        // Tried twice in the time that a line may be silent, a dead one is noticed within one and a half of it.
        let silence = self.hall.settings.limits.silence;
        let mut ticks = tokio::time::interval(silence / 2);
        let mut closing = self.hall.closing.subscribe();
        let mut became = self.became.clone();
        let go = Arc::clone(&self.out.go);
        loop {
            tokio::select! {
                message = stream.next() => {
                    heard = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => if !self.take(&text).await { break },
                        Some(Ok(Message::Pong(payload))) => {
                            if let Ok(sent) = payload.as_ref().try_into().map(u64::from_be_bytes) {
                                let now = began.elapsed().as_millis() as u64;
                                self.lag = Millis(now.saturating_sub(sent));
                            }
                        }
                        Some(Ok(Message::Binary(_))) => self.fault(faults::unreadable("send text", self.language)),
                        Some(Ok(Message::Ping(_))) => {}
                        Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                    }
                }
                _ = ticks.tick() => {
                    if heard.elapsed() > silence {
                        break;
                    }
                    let sent = (began.elapsed().as_millis() as u64).to_be_bytes();
                    // A line that cannot even take a ping will be silent soon.
                    let _ = ping.try_send(Bytes::copy_from_slice(&sent));
                }
                Ok(()) = became.changed() => if self.greeted { self.welcome() },
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

    /// Who speaks, by now.
    fn player(&self) -> Player {
        self.became.borrow().as_ref().unwrap_or(&self.visitor.person).player()
    }

    fn welcome(&self) {
        let now = self.hall.now.millis().0;
        self.tell(&Answer::Welcome { version: VERSION, you: self.player(), now });
    }

    /// Does what a message asks; false if the conversation is over.
    async fn take(&mut self, text: &str) -> bool {
        if !self.bucket.spend(self.hall.settings.limits.messages, Duration::from_secs(1)) {
            self.hall.tally.slowed.up();
            self.over += 1;
            self.fault(faults::slow_down(self.language));
            return self.over < PATIENCE;
        }
        self.over = 0;
        match serde_json::from_str(text) {
            Ok(request) => self.answer(request).await,
            Err(error) => {
                self.hall.tally.faults.up();
                self.fault(faults::unreadable(&error.to_string(), self.language));
                true
            }
        }
    }

    async fn answer(&mut self, request: Request) -> bool {
        match request {
            Request::Hello { version, lang } => {
                self.language = lang.and_then(|lang| lang.parse().ok()).unwrap_or_default();
                if version != VERSION {
                    self.fault(faults::version(self.language));
                    return false;
                }
                self.greeted = true;
                self.welcome();
            }
            Request::Ping { at } => self.tell(&Answer::Pong { at, now: self.hall.now.millis().0 }),
            _ if !self.greeted => self.fault(faults::hello_first(self.language)),
            Request::Join { room, from } => self.join(room, from).await,
            Request::Part { room } => {
                if let Some(table) = self.tables.remove(&room) {
                    let _ = table.send(Ring::Part { socket: self.number }).await;
                }
            }
            Request::Do { room, id, seen, command } => {
                let person = self.player();
                let (lag, language, out) = (self.lag, self.language, Some(self.out.clone()));
                let ring = Ring::Do { person, id: id.clone(), seen: Some(seen), lag, command, language, out };
                match self.tables.get(&room) {
                    Some(table) if table.send(ring).await.is_ok() => {}
                    _ => self.tell(&Answer::Refused { id, fault: faults::no_room(language), state: None }),
                }
            }
            Request::Lobby { watch } => self.watch_lobby(watch),
        }
        true
    }

    async fn join(&mut self, room: String, from: Option<u64>) {
        if self.tables.len() >= self.hall.settings.limits.tables && !self.tables.contains_key(&room) {
            return self.fault(faults::slow_down(self.language));
        }
        let found = match self.hall.room(&room).await {
            Ok(found) => found,
            Err(error) => {
                tracing::error!(%error, "a table could not be read");
                return self.fault(faults::store(self.language));
            }
        };
        let Some(table) = found else {
            // Whoever guesses codes is not told more than that.
            let patient = self.hall.guessed.spend(self.caller.address);
            let fault =
                if patient { faults::no_room(self.language) } else { faults::slow_down(self.language) };
            return self.fault(fault);
        };
        let ring = Ring::Join {
            socket: self.number,
            person: self.player(),
            from,
            language: self.language,
            out: self.out.clone(),
        };
        if table.send(ring).await.is_ok() {
            self.tables.insert(room, table);
        } else {
            self.fault(faults::no_room(self.language));
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
