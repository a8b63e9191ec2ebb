//! The clients of a room: how they come, are told what they missed, and go.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use yipan_core::Language;
use yipan_room::{Audience, InvalidLogError};
use yipan_wire::{Player, ServerMessage};

use crate::api_errors;
use crate::rooms::bus::Outbox;
use crate::rooms::room_task::{RoomMessage, RoomTask, encode_message};

/// How many look on is told this long after somebody has come or gone, so that a crowd is told once.
const SPECTATOR_COUNT_DELAY: Duration = Duration::from_millis(500);

/// A client that wants to follow the room.
pub(crate) struct Join {
    pub(crate) socket: u64,
    pub(crate) user: Player,
    /// The number of the first frame it has not seen; without it a whole state is sent.
    pub(crate) from: Option<u64>,
    pub(crate) language: Language,
    pub(crate) outbox: Outbox,
}

impl RoomTask {
    pub(crate) async fn join(&mut self, join: Join) {
        let reject = |fault| Self::send(&join.outbox, &ServerMessage::Error { error: fault });
        if !self.room.can_watch(&join.user.id) {
            return reject(api_errors::no_spectators(join.language));
        }
        let (table, eye) = self.visible_room(&join.user.id);
        let next_seq = table.log().len() as u64;
        match join.from.filter(|from| *from <= next_seq) {
            None => Self::send(&join.outbox, &ServerMessage::State { state: Box::new(table.state(eye)) }),
            Some(from) if from == next_seq => {}
            Some(from) => match self.replay_cache.get(eye, from) {
                Some(messages) => {
                    if !join.outbox.replay(messages) {
                        self.app.metrics.rate_limited.inc();
                        return reject(api_errors::rate_limited(join.language));
                    }
                }
                None => return self.wait_for_replay(eye, from, join),
            },
        }
        let joined = ServerMessage::Joined { room: self.room.code().to_owned(), seq: next_seq };
        Self::send(&join.outbox, &joined);
        if self.spectator_count > 0 {
            Self::send(&join.outbox, &self.spectator_count_message());
        }
        if let Some(message) = self.suspended_message(eye) {
            Self::send(&join.outbox, &message);
        }
        let Join { socket, user: person, language, outbox: out, .. } = join;
        self.subscribers.subscribe(socket, &person.id, eye, language, out);
        self.schedule_spectator_count();
        self.mark_present(&person.id).await;
    }

    /// Has frames built on another thread; the client joins when they are there.
    fn wait_for_replay(&mut self, eye: Audience, from: u64, join: Join) {
        let Some(from) = self.replay_cache.build_or_wait(eye, from, RoomMessage::Join(join)) else { return };
        let (hall, room) = (Arc::clone(&self.app), self.room.code().to_owned());
        let visible_room = if eye == Audience::Spectator {
            self.spectator_feed.visible_room(&self.room)
        } else {
            &self.room
        };
        let (log, own) = (visible_room.log().to_vec(), self.own_sender.clone());
        tokio::spawn(async move {
            let code = room.clone();
            let build = move || {
                let events = yipan_room::replay_events(&log, eye, from)?;
                let encode_event = |frame| {
                    encode_message(&ServerMessage::Event { room: code.clone(), event: Box::new(frame) })
                };
                Ok::<_, InvalidLogError>(events.into_iter().map(encode_event).collect())
            };
            let messages = match hall.fold_pool.run(build).await {
                Ok(Ok(messages)) => Some(messages),
                Ok(Err(error)) => {
                    tracing::error!(room, %error, "a log in memory does not fold");
                    None
                }
                Err(error) => {
                    tracing::error!(room, %error, "frames could not be built");
                    None
                }
            };
            // A room that is gone has no clients that wait.
            if let Some(own) = own.upgrade() {
                let _ = own.send(RoomMessage::ReplayReady { eye, messages }).await;
            }
        });
    }

    pub(crate) fn finish_replay(&mut self, eye: Audience, messages: Option<Vec<Arc<str>>>) {
        let is_built = messages.is_some();
        for ring in self.replay_cache.complete(eye, messages) {
            match ring {
                RoomMessage::Join(join) if !is_built => {
                    Self::send(
                        &join.outbox,
                        &ServerMessage::Error { error: api_errors::store_failed(join.language) },
                    );
                }
                ring => self.deferred_messages.push_back(ring),
            }
        }
    }

    /// Somebody is here.
    pub(crate) async fn mark_present(&mut self, person: &str) {
        self.pending_departures.remove(person);
        if person == self.room.host().id {
            self.update_lobby();
        }
        let back = self.room.change_presence(person, true, self.app.clock.millis());
        self.write_or_log(back).await;
    }

    pub(crate) async fn unsubscribe(&mut self, socket: u64) {
        let Some(user_id) = self.subscribers.unsubscribe(socket) else { return };
        self.schedule_spectator_count();
        if !self.subscribers.contains_user(&user_id) {
            if user_id == self.room.host().id {
                self.update_lobby();
            }
            let delay = self.app.settings.limits.presence_delay;
            if delay.is_zero() {
                self.mark_away(&user_id).await;
            } else if !self.room.change_presence(&user_id, false, self.app.clock.millis()).is_empty() {
                self.pending_departures.insert(user_id, Instant::now() + delay);
            }
        }
    }

    /// Writes down that a player is away.
    async fn mark_away(&mut self, person: &str) {
        if !self.subscribers.contains_user(person) {
            let away = self.room.change_presence(person, false, self.app.clock.millis());
            self.write_or_log(away).await;
        }
    }

    /// When something of the room, and not of its game, is to be done.
    pub(crate) fn next_upkeep(&self) -> Option<Instant> {
        let departure = self.pending_departures.values().min().copied();
        [self.spectator_count_due, self.replay_cache.deadline(), departure].into_iter().flatten().min()
    }

    pub(crate) async fn run_upkeep(&mut self) {
        let now = Instant::now();
        if self.spectator_count_due.is_some_and(|at| at <= now) {
            self.publish_spectator_count();
        }
        self.replay_cache.expire(now);
        let departed: Vec<_> =
            self.pending_departures.extract_if(|_, at| *at <= now).map(|(person, _)| person).collect();
        for person in departed {
            self.mark_away(&person).await;
        }
    }

    pub(crate) fn schedule_spectator_count(&mut self) {
        self.spectator_count_due.get_or_insert_with(|| Instant::now() + SPECTATOR_COUNT_DELAY);
    }

    /// Tells how many look on, if that has changed.
    fn publish_spectator_count(&mut self) {
        self.spectator_count_due = None;
        let spectators = self.subscribers.count_spectators(|person| self.room.has_seat(person));
        if spectators != std::mem::replace(&mut self.spectator_count, spectators) {
            self.subscribers.publish_all(&encode_message(&self.spectator_count_message()));
        }
    }

    fn spectator_count_message(&self) -> ServerMessage {
        ServerMessage::SpectatorCount { room: self.room.code().to_owned(), count: self.spectator_count }
    }
}

/// Answers a request that came while its room left memory; the same request loads the room again.
pub(crate) fn reject_message(ring: RoomMessage) {
    match ring {
        RoomMessage::Join(join) => {
            RoomTask::send(
                &join.outbox,
                &ServerMessage::Error { error: api_errors::store_failed(join.language) },
            );
        }
        RoomMessage::Command { command_id: id, language, outbox: out, .. } => {
            RoomTask::send(
                &out,
                &ServerMessage::Rejected { id, error: api_errors::store_failed(language), state: None },
            );
        }
        // The others are waited for over channels that close, or not at all.
        RoomMessage::Unsubscribe { .. }
        | RoomMessage::ReplayReady { .. }
        | RoomMessage::EngineMove { .. }
        | RoomMessage::GetState { .. }
        | RoomMessage::GuestLinked { .. } => {}
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tokio::sync::{Notify, mpsc};
    use yipan_record::Millis;
    use yipan_wire::{Command, RoomConfig};

    use super::*;
    use crate::app_state::AppState;
    use crate::rooms::bus::OutboxItem;
    use crate::settings::Settings;
    use crate::storage::sqlite::Sqlite;

    /// A client of one room, without a connection.
    struct Client {
        socket: u64,
        user: Player,
        room: mpsc::Sender<RoomMessage>,
        outbox: Outbox,
        items: mpsc::Receiver<OutboxItem>,
    }

    impl Client {
        fn new(hall: &AppState, room: &mpsc::Sender<RoomMessage>, socket: u64, name: &str) -> Client {
            let (line, parcels) = mpsc::channel(64);
            let budget = hall.send_budgets.open([192, 0, 2, 1].into());
            let out = Outbox { sender: line, close_notify: Arc::new(Notify::new()), budget };
            let person = Player { id: name.to_owned(), name: name.to_owned(), level: None };
            Client { socket, user: person, room: room.clone(), outbox: out, items: parcels }
        }

        async fn join(&self, from: Option<u64>) {
            let (socket, language) = (self.socket, Language::English);
            let join = Join { socket, user: self.user.clone(), from, language, outbox: self.outbox.clone() };
            self.room.send(RoomMessage::Join(join)).await.expect("the room is there");
        }

        async fn send_chat(&self, text: &str) {
            let ring = RoomMessage::Command {
                socket: self.socket,
                user: self.user.clone(),
                command_id: text.to_owned(),
                seen: None,
                received: std::time::Instant::now(),
                lag: Millis::ZERO,
                command: Command::Chat { text: text.to_owned() },
                language: Language::English,
                outbox: self.outbox.clone(),
            };
            self.room.send(ring).await.expect("the room is there");
        }

        /// Receives until a command is done; gives back the numbers of the frames before that.
        async fn events_until_ack(&mut self, id: &str) -> Vec<u64> {
            let mut frames = Vec::new();
            loop {
                let received = tokio::time::timeout(Duration::from_secs(30), self.items.recv()).await;
                let parcel = received.expect("an answer in time").expect("the room holds the sender");
                let texts = match parcel {
                    OutboxItem::Message { text, .. } => vec![text],
                    OutboxItem::Replay { messages, .. } => messages,
                };
                for text in texts {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    if message["id"] == id {
                        assert_eq!(message["type"], "ack");
                        return frames;
                    }
                    frames.extend(message["seq"].as_u64().filter(|_| message["type"] == "event"));
                }
            }
        }
    }

    #[tokio::test]
    async fn a_replay_delays_only_its_own_client_and_is_built_once() {
        let data = std::env::temp_dir().join(format!("yipan-room-clients-{}", std::process::id()));
        std::fs::create_dir_all(&data).expect("a folder for the test");
        let store = Sqlite::open(&data, Arc::default()).await.expect("a store");
        let settings = Settings { data: data.clone(), ..Settings::default() };
        let hall = AppState::open(settings, Arc::new(store), Arc::default()).await.expect("a server");
        let host = Player { id: "ada".to_owned(), name: "Ada".to_owned(), level: None };
        let code = hall.create_room(RoomConfig::default_for("chess"), host).await.expect("a room");
        let room = hall.room_sender(&code).await.expect("a store that works").expect("the room");
        let mut ada = Client::new(&hall, &room, 1, "ada");
        ada.join(None).await;

        let paused = hall.fold_pool.pause().await;
        let mut eve = Client::new(&hall, &room, 2, "eve");
        eve.join(Some(0)).await;
        eve.send_chat("after the replay").await;
        ada.send_chat("meanwhile").await;
        assert_eq!(ada.events_until_ack("meanwhile").await, [1], "others go on while frames are built");
        assert!(eve.items.try_recv().is_err());
        drop(paused);
        assert_eq!(eve.events_until_ack("after the replay").await, [0, 1, 2], "in order and without a gap");

        let _paused = hall.fold_pool.pause().await;
        let mut bob = Client::new(&hall, &room, 3, "bob");
        bob.join(Some(0)).await;
        bob.send_chat("at once").await;
        assert_eq!(
            bob.events_until_ack("at once").await,
            [0, 1, 2, 3],
            "nothing is built for the next client"
        );
        // One who has missed nothing needs no frames at all.
        let mut mal = Client::new(&hall, &room, 4, "mal");
        mal.join(Some(4)).await;
        mal.send_chat("here").await;
        assert_eq!(mal.events_until_ack("here").await, [4]);
        hall.store.close().await.expect("it closes");
        std::fs::remove_dir_all(&data).expect("the folder goes away");
    }
}
