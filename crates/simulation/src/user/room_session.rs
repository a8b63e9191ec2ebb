use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use tokio::time::{Instant, sleep, sleep_until};
use tokio_tungstenite::tungstenite::Message;
use yipan_wire::{
    ApiError, ClientMessage, Command, ErrorCode, PROTOCOL_VERSION, RoomState, SequencedEvent, ServerMessage,
};

use super::client::Client;
use super::decision::{Decision, decide};
use crate::history::CommandKey;
use crate::http_client::Socket;
use crate::network::Link;

/// The time without a message after which a client takes its connection for dead. The server pings more often.
const SILENCE: Duration = Duration::from_secs(12);

/// The longest time until a client has joined its room while there are no faults.
const MAX_JOIN_TIME: Duration = Duration::from_secs(15);

/// The events between two comparisons of the folded state with the log.
const EVENTS_PER_COMPARISON: u64 = 8;

/// A user in one room, over one connection after another.
pub(super) struct RoomSession<'a> {
    user: &'a mut Client,
    room: String,
    connection: Option<Connection>,
    state: Option<RoomState>,
    unanswered: Vec<SentCommand>,
    ends: Instant,
    is_left: bool,
}

struct Connection {
    socket: Socket,
    link: Link,
    opened: Instant,
    has_joined: bool,
}

/// A command without an answer.
struct SentCommand {
    id: String,
    seen: u64,
    command: Command,
    /// The copies that were sent and not answered.
    copies: u32,
}

impl RoomSession<'_> {
    /// Takes part in a room until the user has had enough of it.
    pub(super) async fn run(user: &mut Client, room: String, length: Duration) {
        let ends = Instant::now() + length;
        let mut session = RoomSession {
            user,
            room,
            connection: None,
            state: None,
            unanswered: Vec::new(),
            ends,
            is_left: false,
        };
        let mut next_act = Instant::now();
        let mut last_message = Instant::now();
        while !session.is_left && Instant::now() < session.ends && !session.user.world.is_ending() {
            let Some(connection) = &mut session.connection else {
                session.connect().await;
                last_message = Instant::now();
                continue;
            };
            tokio::select! {
                biased;
                message = connection.socket.next() => {
                    last_message = Instant::now();
                    match message {
                        Some(Ok(Message::Text(text))) => session.receive(&text).await,
                        Some(Ok(Message::Close(_)) | Err(_)) | None => session.disconnect(),
                        Some(Ok(_)) => {}
                    }
                }
                () = sleep_until(next_act) => {
                    session.act().await;
                    next_act = Instant::now() + session.user.thinking_time();
                }
                () = sleep_until(last_message + SILENCE) => session.disconnect(),
            }
        }
        if let Some(state) = &session.state {
            session.user.world.disk.lock().oracle.check_state(&session.user.id, state);
        }
        session.disconnect();
    }

    fn trace(&self, text: std::fmt::Arguments<'_>) {
        self.user.world.trace.room(&self.room, format_args!("user {} {text}", self.user.number));
    }

    fn disconnect(&mut self) {
        if let Some(connection) = self.connection.take() {
            connection.link.cut();
            self.trace(format_args!("is disconnected"));
        }
    }

    async fn connect(&mut self) {
        let pause = self.user.rng.between(100, 3_000);
        sleep(Duration::from_millis(pause)).await;
        let Some((socket, link)) = self.user.open_socket().await else { return };
        let from = self.state.as_ref().map(|state| state.seq);
        self.trace(format_args!("connects, from {from:?}"));
        self.connection = Some(Connection { socket, link, opened: Instant::now(), has_joined: false });
        self.send(&ClientMessage::Hello { version: PROTOCOL_VERSION, lang: None }).await;
        self.send(&ClientMessage::Join { room: self.room.clone(), from }).await;
    }

    async fn send(&mut self, message: &ClientMessage) {
        let Some(connection) = &mut self.connection else { return };
        let text = serde_json::to_string(message).expect("a message is serializable");
        // The next read notices that the connection is lost.
        let _ = connection.socket.send(Message::text(text)).await;
    }

    fn key(&self, id: &str) -> CommandKey {
        CommandKey { room: self.room.clone(), user_id: self.user.id.clone(), id: id.to_owned() }
    }

    /// Checks that a client joins its room through any node, once there are no more faults.
    fn check_joined(&self) {
        let is_late =
            |connection: &Connection| !connection.has_joined && connection.opened.elapsed() >= MAX_JOIN_TIME;
        if self.user.world.is_calm_for(2 * MAX_JOIN_TIME) && self.connection.as_ref().is_some_and(is_late) {
            let detail = format!("user {} has waited for {MAX_JOIN_TIME:?}", self.user.number);
            self.user.world.violation.in_room("a client resumes on any node", &self.room, detail);
        }
    }

    async fn act(&mut self) {
        self.check_joined();
        let has_joined = self.connection.as_ref().is_some_and(|connection| connection.has_joined);
        let Some(state) = self.state.as_ref().filter(|_| has_joined && self.unanswered.len() < 3) else {
            return;
        };
        match decide(&self.user.id, state, &mut self.user.rng) {
            Decision::Send(command) => {
                let (id, seen) = (self.user.next_command_id(), state.seq);
                self.trace(format_args!("sends {id} {command:?}"));
                self.unanswered.push(SentCommand { id, seen, command, copies: 0 });
                let last = self.unanswered.len() - 1;
                self.send_command(last).await;
                if self.user.rng.is_within_percent(5) {
                    self.send_command(last).await;
                }
            }
            Decision::Disconnect => self.disconnect(),
            Decision::Leave => self.is_left = true,
            Decision::Wait => {}
        }
    }

    async fn send_command(&mut self, index: usize) {
        let Some(sent) = self.unanswered.get_mut(index) else { return };
        sent.copies += 1;
        let message = ClientMessage::Command {
            room: self.room.clone(),
            id: sent.id.clone(),
            seen: sent.seen,
            command: sent.command.clone(),
        };
        let key = CommandKey { room: self.room.clone(), user_id: self.user.id.clone(), id: sent.id.clone() };
        self.user.world.lock_history().send(key);
        self.send(&message).await;
    }

    async fn receive(&mut self, text: &str) {
        self.user.world.disk.lock().oracle.check_secrets(&self.user.id, &self.room, text);
        let message: ServerMessage = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                let detail = format!("{error}: {text}");
                return self.user.world.violation.in_room("a message can be read", &self.room, detail);
            }
        };
        match message {
            ServerMessage::Welcome { you, .. } if you.id != self.user.id => {
                let detail = format!("user {} is {} and was {}", self.user.number, you.id, self.user.id);
                self.user.world.violation.in_room("a session outlives the process", &self.room, detail);
            }
            ServerMessage::State { state } => self.receive_state(*state),
            ServerMessage::Event { room, event } if room == self.room => self.receive_event(&event),
            ServerMessage::Joined { room, .. } if room == self.room => {
                if let Some(connection) = &mut self.connection {
                    connection.has_joined = true;
                }
                for index in 0..self.unanswered.len() {
                    self.send_command(index).await;
                }
            }
            ServerMessage::Ack { id, seq } => {
                self.trace(format_args!("is acknowledged {id} as {seq}"));
                let key = self.key(&id);
                self.user.world.lock_history().acknowledge(&key, seq, &self.user.world.violation);
                self.unanswered.retain(|sent| sent.id != id);
            }
            ServerMessage::Rejected { id, error, state } => {
                self.receive_rejection(&id, &error, state.as_deref());
            }
            ServerMessage::Error { error } => {
                self.trace(format_args!("gets the error {}", error.code.as_str()));
                let is_missing = error.code == ErrorCode::RoomNotFound;
                let is_stored = self.user.world.disk.lock().oracle.rooms().contains_key(&self.room);
                if is_missing && is_stored && self.user.world.is_calm_for(2 * MAX_JOIN_TIME) {
                    let detail = format!("user {} does not find it", self.user.number);
                    self.user.world.violation.in_room("a client resumes on any node", &self.room, detail);
                }
                // The room may only be unreadable at the moment, or changing nodes.
                if error.code == ErrorCode::StorageUnavailable || is_missing && is_stored {
                    self.disconnect();
                } else {
                    self.is_left = true;
                }
            }
            ServerMessage::ShuttingDown => self.disconnect(),
            _ => {}
        }
    }

    fn receive_state(&mut self, state: RoomState) {
        if self.state.as_ref().is_some_and(|known| state.seq < known.seq) {
            let known = self.state.as_ref().map(|known| known.seq);
            let detail =
                format!("user {} has seen {known:?} events, and now {}", self.user.number, state.seq);
            self.user.world.violation.in_room("events that were sent stay", &self.room, detail);
        }
        self.user.world.disk.lock().oracle.check_state(&self.user.id, &state);
        self.state = Some(state);
    }

    fn receive_event(&mut self, event: &SequencedEvent) {
        let world = &self.user.world;
        world.disk.lock().oracle.check_event(&self.user.id, &self.room, event);
        let Some(state) = &mut self.state else {
            let detail = format!("event {} came before a state", event.seq);
            return world.violation.in_room("a stream has no gap", &self.room, detail);
        };
        if let Err(gap) = state.apply(event) {
            let detail = format!("user {} expected {}, got {}", self.user.number, gap.expected, gap.found);
            return world.violation.in_room("a stream has no gap", &self.room, detail);
        }
        if state.seq.is_multiple_of(EVENTS_PER_COMPARISON) {
            world.disk.lock().oracle.check_state(&self.user.id, state);
        }
    }

    fn receive_rejection(&mut self, id: &str, error: &ApiError, state: Option<&RoomState>) {
        self.trace(format_args!("is rejected {id}: {}", error.code.as_str()));
        let key = self.key(id);
        let world = &self.user.world;
        let position = self.unanswered.iter().position(|sent| sent.id == id);
        let copies = position.map_or(0, |position| self.unanswered[position].copies);
        world.lock_history().reject(&key, copies == 1, &world.violation);
        if let (Some(state), Some(position)) = (state, position) {
            let command = format!("{:?}", self.unanswered[position].command);
            let disk = world.disk.lock();
            disk.oracle.check_state(&self.user.id, state);
            disk.oracle.check_error(&self.user.id, state, &command, error);
        }
        let Some(position) = position else { return };
        self.unanswered[position].copies = copies.saturating_sub(1);
        // After an outage the same command is sent again with the next connection, or given up.
        let is_repeated = error.code == ErrorCode::StorageUnavailable && self.user.rng.is_within_percent(50);
        if copies <= 1 && !is_repeated {
            self.unanswered.remove(position);
        }
    }
}
