//! The clients of a room: joining, catching up and leaving.

use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;
use yipan_room::{Audience, InvalidLogError};
use yipan_wire::ServerMessage;

use super::room_task::RoomTask;
use super::subscribers::AUDIENCES;
use crate::api_errors;
use crate::net::websocket::encode_message::encode_message;
use crate::rooms::room_message::{Join, RoomMessage};

/// The delay before a changed number of spectators is published, so that many changes cause one message.
const SPECTATOR_COUNT_DELAY: Duration = Duration::from_millis(500);

impl RoomTask {
    pub(crate) async fn join(&mut self, join: Join) {
        let reject = |error| {
            join.outbox.send_message(&ServerMessage::Error { error });
        };
        if !self.room.can_watch(&join.user.id) {
            return reject(api_errors::no_spectators(join.language));
        }
        self.refund_silence(&join).await;
        let (room, viewer) = self.visible_room(&join.user.id);
        let next_seq = room.log().len() as u64;
        match join.from.filter(|from| *from <= next_seq) {
            None => {
                join.outbox.send_message(&ServerMessage::State { state: Box::new(room.state(viewer)) });
            }
            Some(from) if from == next_seq => {}
            Some(from) => match self.replay_cache.get(viewer, from) {
                Some(messages) => {
                    if !join.outbox.replay(messages) {
                        self.services.metrics.rate_limited.inc();
                        return reject(api_errors::rate_limited(join.language));
                    }
                }
                None => return self.wait_for_replay(viewer, from, join),
            },
        }
        if !join.is_resumed {
            let joined = ServerMessage::Joined { room: self.room.code().to_owned(), seq: next_seq };
            join.outbox.send_message(&joined);
        }
        if self.spectator_count > 0 {
            join.outbox.send_message(&self.spectator_count_message());
        }
        if let Some(message) = self.suspended_message(viewer) {
            join.outbox.send_message(&message);
        }
        let Join { socket, user, language, outbox, from, is_resumed, shown } = join;
        self.subscribers.subscribe(socket, &user.id, viewer, language, outbox);
        self.schedule_spectator_count();
        let joined_at = self.now();
        self.mark_present(&user.id).await;
        self.refund_dismissal(&user.id).await;
        if is_resumed {
            self.record_resumption(socket, &user.id, shown);
        } else {
            self.record_join(socket, &user.id, joined_at);
        }
        if let Some(from) = from.filter(|_| is_resumed) {
            self.refund_unseen_move(&user.id, from).await;
        }
        self.start_if_ready().await;
    }

    /// Starts a game that starts by itself, once its players are here.
    pub(crate) async fn start_if_ready(&mut self) {
        if self.outage_since.is_none() {
            let started = self.room.auto_start(|user_id| self.subscribers.contains_user(user_id), self.now());
            self.write_or_log(started).await;
        }
    }

    /// Builds a replay on another thread; the client joins when it is ready.
    fn wait_for_replay(&mut self, viewer: Audience, from: u64, join: Join) {
        let Some(from) = self.replay_cache.build_or_wait(viewer, from, RoomMessage::Join(join)) else {
            return;
        };
        let (services, room) = (Arc::clone(&self.services), self.room.code().to_owned());
        let visible_room = if viewer == Audience::Spectator {
            self.spectator_feed.visible_room(&self.room)
        } else {
            &self.room
        };
        let (log, own) = (visible_room.log().to_vec(), self.own_sender.clone());
        tokio::spawn(async move {
            let code = room.clone();
            let build = move || {
                let events = yipan_room::replay_events(&log, viewer, from)?;
                let encode_event = |event| {
                    encode_message(&ServerMessage::Event { room: code.clone(), event: Box::new(event) })
                };
                Ok::<Option<Vec<_>>, InvalidLogError>(events.into_iter().map(encode_event).collect())
            };
            let messages = match services.fold_pool.run(build).await {
                Ok(Ok(messages)) => messages,
                Ok(Err(error)) => {
                    tracing::error!(room, %error, "a log in memory cannot be replayed");
                    None
                }
                Err(error) => {
                    tracing::error!(room, %error, "a replay could not be built");
                    None
                }
            };
            // A room that was unloaded has no waiting clients.
            if let Some(own) = own.upgrade() {
                let _ = own.send(RoomMessage::ReplayReady { viewer, messages }).await;
            }
        });
    }

    pub(crate) fn finish_replay(&mut self, viewer: Audience, messages: Option<Vec<Arc<str>>>) {
        let is_built = messages.is_some();
        for message in self.replay_cache.complete(viewer, messages) {
            match message {
                RoomMessage::Join(join) if !is_built => {
                    let error = api_errors::store_failed(join.language);
                    join.outbox.send_message(&ServerMessage::Error { error });
                }
                message => self.deferred_messages.push_back(message),
            }
        }
    }

    /// Records that a user is present.
    pub(crate) async fn mark_present(&mut self, user_id: &str) {
        self.pending_departures.remove(user_id);
        self.expected_players.remove(user_id);
        if user_id == self.room.host().id {
            self.update_lobby();
        }
        let back = self.room.change_presence(user_id, true, self.now());
        self.write_or_log(back).await;
    }

    pub(crate) async fn unsubscribe(&mut self, socket: u64, is_dismissed: bool) {
        let Some(user_id) = self.subscribers.unsubscribe(socket) else { return };
        self.forget_shown_move(socket);
        self.schedule_spectator_count();
        if !self.subscribers.contains_user(&user_id) {
            if (is_dismissed || self.is_arriving()) && self.room.has_seat(&user_id) {
                self.dismissed_players.insert(user_id.clone(), self.now());
            }
            if user_id == self.room.host().id {
                self.update_lobby();
            }
            let delay = self.services.presence_delay;
            if delay.is_zero() {
                self.mark_away(&user_id).await;
            } else if !self.room.change_presence(&user_id, false, self.now()).is_empty() {
                self.pending_departures.insert(user_id, Instant::now() + delay);
            }
        }
    }

    /// Records that a player is away, unless they have reconnected.
    async fn mark_away(&mut self, user_id: &str) {
        if !self.subscribers.contains_user(user_id) {
            let away = self.room.change_presence(user_id, false, self.now());
            self.write_or_log(away).await;
        }
    }

    /// Returns the time of the next upkeep, which does not depend on the game.
    pub(crate) fn next_upkeep(&self) -> Option<Instant> {
        let departure = self.pending_departures.values().chain(self.expected_players.values()).min().copied();
        [self.spectator_count_due, self.replay_cache.deadline(), departure].into_iter().flatten().min()
    }

    pub(crate) async fn run_upkeep(&mut self) {
        let now = Instant::now();
        if self.spectator_count_due.is_some_and(|at| at <= now) {
            self.publish_spectator_count();
        }
        self.replay_cache.expire(now);
        let cut_off: Vec<_> =
            self.expected_players.extract_if(.., |_, at| *at <= now).map(|(user_id, _)| user_id).collect();
        if !cut_off.is_empty() {
            self.pause_for_expected(cut_off).await;
        }
        let departed: Vec<_> =
            self.pending_departures.extract_if(.., |_, at| *at <= now).map(|(user_id, _)| user_id).collect();
        for user_id in departed {
            self.mark_away(&user_id).await;
        }
    }

    pub(crate) fn schedule_spectator_count(&mut self) {
        self.spectator_count_due.get_or_insert_with(|| Instant::now() + SPECTATOR_COUNT_DELAY);
    }

    /// Publishes the number of spectators if it has changed.
    fn publish_spectator_count(&mut self) {
        self.spectator_count_due = None;
        let spectators = self.subscribers.count_spectators(|user_id| self.room.has_seat(user_id));
        if spectators != std::mem::replace(&mut self.spectator_count, spectators) {
            let message = encode_message(&self.spectator_count_message());
            for viewer in AUDIENCES {
                self.subscribers.publish(viewer, message.as_ref().map(std::slice::from_ref));
            }
        }
    }

    fn spectator_count_message(&self) -> ServerMessage {
        ServerMessage::SpectatorCount { room: self.room.code().to_owned(), count: self.spectator_count }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::Value;
    use tokio::sync::{Notify, mpsc};
    use yipan_clock::Millis;
    use yipan_core::Language;
    use yipan_wire::{Command, Player, RoomConfig};

    use super::*;
    use crate::app_state::AppState;
    use crate::net::websocket::outbox::Outbox;
    use crate::net::websocket::socket_outbox::{OutboxItem, SocketOutbox};
    use crate::test_server::TestServer;

    /// A client of one room, without a connection.
    struct Client {
        socket: u64,
        user: Player,
        room: mpsc::Sender<RoomMessage>,
        outbox: Outbox,
        items: mpsc::Receiver<OutboxItem>,
    }

    impl Client {
        fn new(app: &AppState, room: &mpsc::Sender<RoomMessage>, socket: u64, name: &str) -> Client {
            let (sender, items) = mpsc::channel(64);
            let budget = app.send_budgets.open([192, 0, 2, 1].into());
            let outbox =
                Outbox::Socket(SocketOutbox { sender, close_notify: Arc::new(Notify::new()), budget });
            let user = Player {
                id: name.to_owned(),
                name: name.to_owned(),
                level: None,
                rating: None,
                is_bot: false,
            };
            Client { socket, user, room: room.clone(), outbox, items }
        }

        async fn join(&self, from: Option<u64>) {
            let (socket, language) = (self.socket, Language::English);
            let (user, outbox) = (self.user.clone(), self.outbox.clone());
            let join = Join { socket, user, from, language, outbox, is_resumed: false, shown: None };
            self.room.send(RoomMessage::Join(join)).await.expect("the room is in memory");
        }

        async fn send_chat(&self, text: &str) {
            let message = RoomMessage::Command {
                socket: self.socket,
                user: self.user.clone(),
                command_id: text.to_owned(),
                seen: None,
                received: Instant::now(),
                heard: None,
                shown: None,
                lag: Millis::ZERO,
                command: Command::Chat { text: text.to_owned() },
                language: Language::English,
                outbox: self.outbox.clone(),
            };
            self.room.send(message).await.expect("the room is in memory");
        }

        /// Receives until a command is acknowledged; returns the sequence numbers of the events before that.
        async fn events_until_ack(&mut self, id: &str) -> Vec<u64> {
            let mut events = Vec::new();
            loop {
                let received = tokio::time::timeout(Duration::from_secs(30), self.items.recv()).await;
                let item = received.expect("an answer in time").expect("the room holds the sender");
                let texts = match item {
                    OutboxItem::Message { text, .. } => vec![text],
                    OutboxItem::Replay { messages, .. } => messages,
                };
                for text in texts {
                    let message: Value = serde_json::from_str(&text).expect("JSON");
                    if message["id"] == id {
                        assert_eq!(message["type"], "ack");
                        return events;
                    }
                    events.extend(message["seq"].as_u64().filter(|_| message["type"] == "event"));
                }
            }
        }
    }

    #[tokio::test]
    async fn a_replay_delays_only_its_own_client_and_is_built_once() {
        let server = TestServer::open("room-clients").await;
        let app = &server.app;
        let host =
            Player { id: "ada".to_owned(), name: "Ada".to_owned(), level: None, rating: None, is_bot: false };
        let code = app.rooms.create_room(RoomConfig::default_for("chess"), host).await.expect("a room");
        let room = app.rooms.room_sender(&code).await.expect("the store works").expect("the room");
        let mut ada = Client::new(app, &room, 1, "ada");
        ada.join(None).await;

        let paused = app.rooms.services.fold_pool.pause().await;
        let mut eve = Client::new(app, &room, 2, "eve");
        eve.join(Some(0)).await;
        eve.send_chat("after the replay").await;
        ada.send_chat("during the build").await;
        assert_eq!(
            ada.events_until_ack("during the build").await,
            [1],
            "others continue while the replay is built"
        );
        assert!(eve.items.try_recv().is_err());
        drop(paused);
        assert_eq!(eve.events_until_ack("after the replay").await, [0, 1, 2], "in order and without a gap");

        let _paused = app.rooms.services.fold_pool.pause().await;
        let mut bob = Client::new(app, &room, 3, "bob");
        bob.join(Some(0)).await;
        bob.send_chat("at once").await;
        assert_eq!(
            bob.events_until_ack("at once").await,
            [0, 1, 2, 3],
            "nothing is built for the next client"
        );
        // A client that has missed nothing needs no replay.
        let mut mal = Client::new(app, &room, 4, "mal");
        mal.join(Some(4)).await;
        mal.send_chat("here").await;
        assert_eq!(mal.events_until_ack("here").await, [4]);
        server.close().await;
    }
}
