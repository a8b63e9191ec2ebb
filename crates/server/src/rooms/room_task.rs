//! One table in the world: a task that owns it, writes down what is decided, and tells who listens.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, oneshot, watch};
use tokio::time::{Instant, sleep_until};
use yipan_core::{Language, Localize, Side};
use yipan_engine::computer::{Computer, Strength};
use yipan_record::Millis;
use yipan_room::{Audience, CommandContext, LogEntry, Room, RoomEvent, SpectatorFeed};
use yipan_wire::{ApiError, Command, LiveGame, OpenRoom, Player, RoomState, ServerMessage, SpectatorPolicy};

use crate::app_state::AppState;
use crate::engine::engine_pool::{MoveDecision, SearchHandle};
use crate::rooms::append_entries::append_entries;
use crate::rooms::bus::Outbox;
use crate::rooms::lobby::LobbyEntry;
use crate::rooms::replay_cache::ReplayCache;
use crate::rooms::room_clients::{Join, reject_message};
use crate::rooms::room_outage::SLOW_COMMIT;
use crate::rooms::subscribers::Subscribers;
use crate::storage::store::{StoreError, StoreStatus};

/// A table that has ended and that nobody listens to leaves memory after this long; it is on disk.
const UNLOAD_DELAY: Duration = Duration::from_secs(60);

/// What may be asked of a table.
pub(crate) enum RoomMessage {
    Join(Join),
    Unsubscribe {
        socket: u64,
    },
    Command {
        socket: u64,
        user: Player,
        command_id: String,
        seen: Option<u64>,
        lag: Millis,
        received: std::time::Instant,
        command: Command,
        language: Language,
        outbox: Outbox,
    },
    /// A computer has thought about the board after this many entries.
    EngineMove {
        board_seq: u64,
        player: Player,
        decision: MoveDecision,
    },
    GetState {
        user_id: String,
        reply: oneshot::Sender<Option<RoomState>>,
    },
    /// The frames of a viewer have been built; nothing if they could not be.
    ReplayReady {
        eye: Audience,
        messages: Option<Vec<Arc<str>>>,
    },
    /// Somebody who sits here has signed in, as the store knows; answered when the table knows it too.
    GuestLinked {
        done: oneshot::Sender<()>,
    },
}

impl RoomMessage {
    /// The socket that asks, if it is one.
    pub(crate) const fn socket(&self) -> Option<u64> {
        match self {
            RoomMessage::Join(Join { socket, .. })
            | RoomMessage::Unsubscribe { socket }
            | RoomMessage::Command { socket, .. } => Some(*socket),
            RoomMessage::EngineMove { .. }
            | RoomMessage::GetState { .. }
            | RoomMessage::ReplayReady { .. }
            | RoomMessage::GuestLinked { .. } => None,
        }
    }
}

pub(crate) struct RoomTask {
    pub(crate) app: Arc<AppState>,
    pub(crate) room: Room,
    pub(crate) spectator_feed: SpectatorFeed,
    pub(crate) subscribers: Subscribers,
    pub(crate) own_sender: mpsc::WeakSender<RoomMessage>,
    /// The board that a computer was asked about last.
    pub(crate) searched_board_seq: Option<u64>,
    /// The computer that plays here, as far as it remembers anything.
    pub(crate) computer: Option<Box<Computer>>,
    /// The search of the board that is there now.
    pub(crate) search: Option<SearchHandle>,
    /// Whether the store may know of somebody who sits here and has signed in.
    has_unlinked_guests: bool,
    /// How many look on, as everybody here was told, and when they are counted again.
    pub(crate) spectator_count: u32,
    pub(crate) spectator_count_due: Option<Instant>,
    pub(crate) store_status: watch::Receiver<StoreStatus>,
    /// When the store began to fail, while it does. Clocks stand and commands are refused meanwhile.
    pub(crate) outage_since: Option<Millis>,
    pub(crate) replay_cache: ReplayCache,
    /// Requests that waited for a replay and can go on.
    pub(crate) deferred_messages: VecDeque<RoomMessage>,
    /// Players whose last connection is lost, and when that is written down unless they come back.
    pub(crate) pending_departures: HashMap<String, Instant>,
}

impl RoomTask {
    /// Starts the task of a table and gives back the line to it.
    pub(crate) fn spawn(
        hall: Arc<AppState>,
        table: Room,
        gallery: SpectatorFeed,
    ) -> mpsc::Sender<RoomMessage> {
        let (line, rings) = mpsc::channel(256);
        let audience = Subscribers::new(hall.bus.channel(table.code()));
        let mut status = hall.store.status();
        status.mark_changed();
        let replays = ReplayCache::new(Arc::clone(&hall.replay_bytes));
        let room = RoomTask {
            app: hall,
            room: table,
            spectator_feed: gallery,
            subscribers: audience,
            own_sender: line.downgrade(),
            searched_board_seq: None,
            computer: None,
            search: None,
            has_unlinked_guests: true,
            spectator_count: 0,
            spectator_count_due: None,
            store_status: status,
            outage_since: None,
            replay_cache: replays,
            deferred_messages: VecDeque::new(),
            pending_departures: HashMap::new(),
        };
        tokio::spawn(room.run(rings));
        line
    }

    async fn run(mut self, mut rings: mpsc::Receiver<RoomMessage>) {
        self.app.metrics.rooms.inc();
        self.link_guests().await;
        self.open_rematch().await;
        self.update_lobby();
        self.request_engine_move();
        loop {
            let wake = self.next_wake();
            let upkeep = self.next_upkeep();
            tokio::select! {
                ring = rings.recv() => match ring {
                    Some(ring) => self.handle_in_order(ring).await,
                    None => break,
                },
                () = sleep_until(upkeep.unwrap_or(wake)), if upkeep.is_some() => self.run_upkeep().await,
                Ok(()) = self.store_status.changed() => self.on_store_status().await,
                () = sleep_until(wake), if self.outage_since.is_none() => {
                    let due = self.room.tick(self.app.clock.millis());
                    if self.is_idle() && due.is_empty() && self.room.is_over() {
                        break;
                    }
                    self.write_or_log(due).await;
                    self.open_rematch().await;
                }
            }
        }
        self.app.remove_room(self.room.code());
        rings.close();
        while let Some(ring) = rings.recv().await {
            reject_message(ring);
        }
        self.app.metrics.rooms.dec();
    }

    fn is_idle(&self) -> bool {
        self.subscribers.is_empty() && self.replay_cache.is_idle()
    }

    /// Answers a request, and those that waited for it. What a socket asks for while it waits for a replay comes after that.
    async fn handle_in_order(&mut self, ring: RoomMessage) {
        self.deferred_messages.push_back(ring);
        while let Some(ring) = self.deferred_messages.pop_front() {
            if let Some(ring) = self.replay_cache.defer(ring) {
                self.handle(ring).await;
            }
        }
    }

    fn next_wake(&self) -> Instant {
        let unload_at = Instant::now() + UNLOAD_DELAY;
        match self.room.deadline() {
            Some(deadline) => {
                let wait = deadline - self.app.clock.millis();
                Instant::now() + Duration::from_millis(wait.0.min(3_600_000))
            }
            None => unload_at,
        }
    }

    async fn handle(&mut self, ring: RoomMessage) {
        self.link_guests().await;
        match ring {
            RoomMessage::Join(join) => {
                self.join(Join { user: self.current_player(join.user.clone()), ..join }).await
            }
            RoomMessage::ReplayReady { eye, messages } => self.finish_replay(eye, messages),
            RoomMessage::Unsubscribe { socket } => self.unsubscribe(socket).await,
            RoomMessage::GetState { user_id: person, reply: answer } => {
                let _ = answer.send(self.room.can_watch(&person).then(|| self.state(&person)));
            }
            RoomMessage::EngineMove { board_seq: board, player, decision } => {
                self.apply_engine_move(board, player, decision).await
            }
            RoomMessage::GuestLinked { done } => {
                self.has_unlinked_guests = true;
                self.link_guests().await;
                // Whoever has stopped waiting does not mind.
                let _ = done.send(());
            }
            RoomMessage::Command {
                socket: _,
                user: person,
                command_id: id,
                seen,
                lag,
                received,
                command,
                language,
                outbox: out,
            } => {
                let told = self
                    .execute_command(&self.current_player(person), &id, seen, lag, &command, language)
                    .await;
                if let ServerMessage::Ack { .. } = told {
                    self.app.metrics.acknowledgment_seconds.observe(received.elapsed());
                }
                Self::send(&out, &told);
            }
        }
    }

    /// Gives their seats to those who have signed in. What cannot be kept now is tried again when somebody next wants
    /// something here.
    async fn link_guests(&mut self) {
        if !std::mem::take(&mut self.has_unlinked_guests) {
            return;
        }
        if let Err(error) = self.transfer_seats().await {
            tracing::error!(room = self.room.code(), %error, "somebody who signed in could not be seated");
            self.has_unlinked_guests = true;
        }
    }

    async fn transfer_seats(&mut self) -> Result<(), StoreError> {
        // One after the other: two guests may have become the same account, which gets one seat.
        for (guest_id, account) in self.app.store.linked_guests(self.room.code()).await? {
            let linked = self.room.link_account(&guest_id, &account.to_player(), self.app.clock.millis());
            self.write(linked).await?;
            // He may have looked on with the account while nobody was here as the guest.
            if self.subscribers.contains_user(&account.id) {
                self.mark_present(&account.id).await;
            }
        }
        Ok(())
    }

    /// Who somebody is by now: a socket may not know yet that he has signed in.
    fn current_player(&self, person: Player) -> Player {
        self.room.linked_account(&person.id).cloned().unwrap_or(person)
    }

    pub(crate) async fn execute_command(
        &mut self,
        person: &Player,
        id: &str,
        seen: Option<u64>,
        lag: Millis,
        command: &Command,
        language: Language,
    ) -> ServerMessage {
        if let Ok(Some(seq)) = self.room.processed_command(&person.id, id, command) {
            return ServerMessage::Ack { id: id.to_owned(), seq };
        }
        let now = self.app.clock.millis();
        if self.outage_since.is_none() {
            let due = self.room.tick(now);
            self.write_or_log(due).await;
        }
        let context = CommandContext { user: person, id, seen, now, lag };
        let fault = match self.computer_level_error(command, language) {
            _ if self.outage_since.is_some() => crate::api_errors::store_outage(language),
            Some(fault) => fault,
            None => match self.room.decide(&context, command) {
                Ok(entries) => {
                    let seq = self.room.log().len() as u64;
                    match self.write(entries).await {
                        Ok(()) => {
                            self.app.metrics.commands.inc();
                            self.run_follow_ups().await;
                            return ServerMessage::Ack { id: id.to_owned(), seq };
                        }
                        Err(error) => {
                            tracing::error!(room = self.room.code(), %error, "a command could not be kept");
                            if self.outage_since.is_some() {
                                crate::api_errors::store_outage(language)
                            } else {
                                crate::api_errors::store_failed(language)
                            }
                        }
                    }
                }
                Err(error) => ApiError { code: error.code(), message: error.localize(language) },
            },
        };
        self.app.metrics.rejected_commands.inc();
        let state = self.room.can_watch(&person.id).then(|| Box::new(self.state(&person.id)));
        ServerMessage::Rejected { id: id.to_owned(), error: fault, state }
    }

    /// What the hall itself has against a command.
    fn computer_level_error(&self, command: &Command, language: Language) -> Option<ApiError> {
        let Command::SeatComputer { level } = command else { return None };
        let levels = Strength::level_count(self.room.game().kind());
        (*level == 0 || *level > levels).then(|| crate::api_errors::bad_computer_level(levels, language))
    }

    /// Keeps what happened of itself. What cannot be kept now is tried again later.
    pub(crate) async fn write_or_log(&mut self, entries: Vec<LogEntry>) {
        match self.write(entries).await {
            // Until the outage ends nothing is due.
            Ok(()) | Err(StoreError::Unavailable(_)) => {}
            Err(error) => {
                tracing::error!(room = self.room.code(), %error, "what happened could not be kept");
                tokio::time::sleep(Duration::from_millis(200)).await;
            }
        }
    }

    /// Writes entries to disk, then applies them, then tells everybody.
    pub(crate) async fn write(&mut self, entries: Vec<LogEntry>) -> Result<(), StoreError> {
        let Some(at) = entries.first().map(|entry| entry.at) else { return Ok(()) };
        let began = Instant::now();
        self.write_once(entries, at).await?;
        if began.elapsed() > SLOW_COMMIT && self.outage_since.is_none() {
            // Nobody saw the entries while the disk took its time, so nobody pays for it.
            let outage = self.room.end_outage(at, self.app.clock.millis());
            if !outage.is_empty() {
                tracing::warn!(room = self.room.code(), took = ?began.elapsed(), "a commit was slow");
                let now = self.app.clock.millis();
                // What was to be written is; if this fails, the outage that follows gives the time back.
                let _ = self.write_once(outage, now).await;
            }
        }
        Ok(())
    }

    async fn write_once(&mut self, entries: Vec<LogEntry>, at: Millis) -> Result<(), StoreError> {
        let written = self.app.store.append(append_entries(&self.room, &entries)?).await;
        match &written {
            Ok(()) | Err(StoreError::Failed(_)) => {}
            Err(StoreError::Unavailable(_)) => self.suspend(at),
            Err(StoreError::Conflict(_)) => self.reload().await,
        }
        written?;
        for entry in entries {
            self.apply(entry)?;
        }
        self.update_lobby();
        self.request_engine_move();
        Ok(())
    }

    /// What a command may bring with it: a player who is not there when the game starts, or a next game.
    async fn run_follow_ups(&mut self) {
        while let Some((player, command)) = self.reply_to_offer() {
            let id = format!("computer-{}", self.room.log().len());
            let context = CommandContext::new(&player, &id, self.app.clock.millis());
            // What is offered may be accepted or declined; were it refused or not kept, it would only stay open.
            let Ok(entries) = self.room.decide(&context, &command) else { break };
            if self.write(entries).await.is_err() {
                break;
            }
        }
        self.open_rematch().await;
        if self.room.is_playing() && self.room.plies() == 0 {
            for seat in Side::BOTH {
                let Some(player) = self.room.player(seat).filter(|player| player.level.is_none()) else {
                    continue;
                };
                // One who has just gone may be back in a moment.
                if !self.subscribers.contains_user(&player.id)
                    && !self.pending_departures.contains_key(&player.id)
                {
                    let away = self.room.change_presence(&player.id, false, self.app.clock.millis());
                    self.write_or_log(away).await;
                }
            }
        }
    }

    fn apply(&mut self, entry: LogEntry) -> Result<(), StoreError> {
        let broken = |error: yipan_room::InvalidLogError| StoreError::Failed(error.to_string());
        let room = self.room.code().to_owned();
        let encode_event =
            |frame| encode_message(&ServerMessage::Event { room: room.clone(), event: Box::new(frame) });
        let links_account = matches!(entry.event, RoomEvent::AccountLinked { .. });
        let is_start = matches!(entry.event, RoomEvent::Started { .. });
        if let RoomEvent::AccountLinked { guest_id: was, player } = &entry.event {
            self.subscribers.replace_user(was, &player.id);
            if let Some(at) = self.pending_departures.remove(was) {
                self.pending_departures.insert(player.id.clone(), at);
            }
        }
        if links_account || self.room.is_waiting() {
            // Who looked on may have sat down.
            self.schedule_spectator_count();
        }
        let told = self.room.advance(entry).map_err(broken)?;
        let shown = self.spectator_feed.advance(&told).map_err(broken)?;
        if !links_account {
            // Whoever sat down has a seat's eyes once the game begins, and sees it begin with them.
            self.subscribers.reassign_viewers(|person| told.audience(person));
        }
        if is_start {
            // Anybody may wait for a game, and not everybody may watch it.
            for (language, out) in self.subscribers.remove_unauthorized(|person| told.can_watch(person)) {
                Self::send(&out, &ServerMessage::Error { error: crate::api_errors::no_spectators(language) });
            }
        }
        for eye in Side::BOTH.map(Audience::Player) {
            if self.subscribers.has_viewer(eye) || self.replay_cache.is_recording(eye) {
                let message = encode_event(told.sequenced_event(eye));
                self.replay_cache.push(eye, &message);
                self.subscribers.publish(eye, &[message]);
            }
        }
        let shown: Vec<_> = shown.into_iter().map(encode_event).collect();
        for message in &shown {
            self.replay_cache.push(Audience::Spectator, message);
        }
        self.subscribers.publish(Audience::Spectator, &shown);
        if links_account {
            // Who looked on with the account sees with the seat's eyes from now on, and spectators may be behind.
            for (eye, out) in self.subscribers.reassign_viewers(|person| self.room.audience(person)) {
                Self::send(&out, &ServerMessage::State { state: Box::new(self.room.state(eye)) });
            }
        }
        Ok(())
    }

    pub(crate) fn send(out: &Outbox, answer: &ServerMessage) {
        out.send(encode_message(answer));
    }

    /// The table that somebody may know of: spectators may be some moves behind.
    pub(crate) fn visible_room(&self, person: &str) -> (&Room, Audience) {
        match self.room.audience(person) {
            Audience::Spectator => (self.spectator_feed.visible_room(&self.room), Audience::Spectator),
            eye => (&self.room, eye),
        }
    }

    pub(crate) fn state(&self, person: &str) -> RoomState {
        let (table, eye) = self.visible_room(person);
        let state = table.state(eye);
        match self.stopped_clocks(eye) {
            Some(clocks) => RoomState { clocks: Some(clocks), ..state },
            None => state,
        }
    }

    /// A room waits in the lobby while its host is there: nobody is sent to an empty one.
    pub(crate) fn update_lobby(&self) {
        let (table, room) = (&self.room, self.room.code());
        let terms = table.config();
        if !terms.public {
            return;
        }
        let players = Side::BOTH.map(|seat| table.player(seat).cloned());
        let lobby_entry = match players {
            _ if table.is_waiting()
                && table.guest().is_none()
                && self.subscribers.contains_user(&table.host().id) =>
            {
                let (room, host) = (room.to_owned(), table.host().clone());
                Some(LobbyEntry::OpenRoom(OpenRoom { room, host, config: terms.clone() }))
            }
            [Some(first), Some(second)] if table.is_playing() && terms.spectators != SpectatorPolicy::No => {
                let plies =
                    u32::try_from(self.spectator_feed.visible_room(table).plies()).unwrap_or(u32::MAX);
                let (room, terms) = (room.to_owned(), terms.clone());
                Some(LobbyEntry::LiveGame(LiveGame { room, players: [first, second], config: terms, plies }))
            }
            _ => None,
        };
        self.app.lobby.update(room, lobby_entry);
    }

    /// Opens the table of a rematch that both have agreed to, be it before the hall was killed.
    pub(crate) async fn open_rematch(&mut self) {
        if !self.room.is_rematch_pending() {
            return;
        }
        match Box::pin(self.app.create_rematch_room(&self.room)).await {
            Ok(room) => {
                let stamped = LogEntry {
                    at: self.app.clock.millis(),
                    command: None,
                    event: RoomEvent::RematchRoom { room },
                };
                self.write_or_log(vec![stamped]).await;
            }
            Err(error) => {
                tracing::error!(room = self.room.code(), %error, "the next game could not be opened");
            }
        }
    }
}

pub(crate) fn encode_message(answer: &ServerMessage) -> Arc<str> {
    serde_json::to_string(answer).unwrap_or_default().into()
}
