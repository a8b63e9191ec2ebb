//! The task of a room: it owns the room, stores every entry, and then publishes it.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::future::Future;
use std::pin::Pin;
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{mpsc, watch};
use tokio::time::{Instant, sleep_until};
use yipan_clock::Millis;
use yipan_engine::computer::Computer;
use yipan_room::{CommandContext, LogEntry, Room, RoomEvent, SpectatorFeed};
use yipan_wire::{Command, ErrorCode, Player, ServerMessage};

use super::published_move::PublishedMove;
use super::rejected_moves::RejectedMoves;
use super::rejected_receipts::RejectedReceipts;
use super::replay_cache::ReplayCache;
use super::subscribers::Subscribers;
use super::unanswered_command::UnansweredCommand;
use crate::api_errors;
use crate::cluster::slot::Slot;
use crate::engine::engine_pool::SearchHandle;
use crate::planted::planted;
use crate::rooms::create_room_error::CreateRoomError;
use crate::rooms::room_message::{Join, RoomMessage};
use crate::rooms::services::RoomServices;
use crate::select::select;
use crate::storage::store::{StoreError, StoreStatus};

/// The time after which a finished room or a correspondence game without subscribers leaves memory.
const UNLOAD_DELAY: Duration = Duration::from_secs(60);

/// The longest sleep until a deadline, which is then computed again.
const MAX_SLEEP_MILLIS: u64 = 3_600_000;

/// The messages that may wait for the task.
const QUEUE_CAPACITY: usize = 256;

/// The future returned by [`CreateRematch::create_rematch`].
pub(crate) type RematchFuture<'a> =
    Pin<Box<dyn Future<Output = Result<String, CreateRoomError>> + Send + 'a>>;

/// Creates the room of a rematch. The registry implements it; tasks do not depend on the registry.
pub(crate) trait CreateRematch: fmt::Debug + Send + Sync {
    /// Creates the room of the rematch that was agreed in `room`, and returns its code.
    fn create_rematch<'a>(&'a self, room: &'a Room) -> RematchFuture<'a>;
}

pub(crate) struct RoomTask {
    pub(crate) services: Arc<RoomServices>,
    pub(crate) rematches: Arc<dyn CreateRematch>,
    pub(crate) room: Room,
    pub(crate) slot: Slot,
    /// The epoch of the slot in which the room was loaded. In another one it belongs to another task.
    pub(crate) epoch: u64,
    /// Whether this node has lost the room. The task ends without another write.
    pub(crate) is_lost: bool,
    slot_changes: watch::Receiver<u64>,
    pub(crate) spectator_feed: SpectatorFeed,
    pub(crate) subscribers: Subscribers,
    pub(crate) own_sender: mpsc::WeakSender<RoomMessage>,
    /// The sequence number of the board that was last given to a computer player.
    pub(crate) searched_board_seq: Option<u64>,
    /// The computer player of this room, if it has state between moves.
    pub(crate) computer: Option<Box<Computer>>,
    /// The running search of the current board.
    pub(crate) search: Option<SearchHandle>,
    /// Whether the store may have linked a guest of this room to an account.
    has_unlinked_guests: bool,
    /// The number of spectators that was last published.
    pub(crate) spectator_count: u32,
    /// The time when spectators are counted again.
    pub(crate) spectator_count_due: Option<Instant>,
    pub(crate) store_status: watch::Receiver<StoreStatus>,
    /// The start of an outage of the store. Clocks are stopped and commands are rejected until it ends.
    pub(crate) outage_since: Option<Millis>,
    /// Whether the log may have entries of this task that were not applied. It is read when the outage ends.
    pub(crate) is_log_uncertain: bool,
    /// The command whose entries may be in the log.
    pub(crate) unanswered_command: Option<UnansweredCommand>,
    pub(crate) rejected_moves: RejectedMoves,
    pub(crate) rejected_receipts: RejectedReceipts,
    /// The last move of a game among several nodes, or one whose players have waited.
    pub(crate) published_move: Option<PublishedMove>,
    pub(crate) replay_cache: ReplayCache,
    /// Messages that waited for a replay and can be handled now.
    pub(crate) deferred_messages: VecDeque<RoomMessage>,
    /// Players without a connection, and the time when they count as away.
    pub(crate) pending_departures: BTreeMap<String, Instant>,
    /// Players whose node has sent them to another one, or who are changing nodes with the room, and the time when their
    /// connection ended.
    pub(crate) dismissed_players: BTreeMap<String, Millis>,
    /// The time when this node got the room from another one, or after a restart.
    pub(crate) arrived_at: Option<Instant>,
    /// Players of a game that was handed over who have not joined here, and the time when they count as cut off.
    pub(crate) expected_players: BTreeMap<String, Instant>,
}

impl RoomTask {
    /// Starts the task of a room and returns its sender.
    pub(crate) fn spawn(
        services: Arc<RoomServices>,
        rematches: Arc<dyn CreateRematch>,
        room: Room,
        epoch: u64,
        spectator_feed: SpectatorFeed,
    ) -> mpsc::Sender<RoomMessage> {
        let (sender, messages) = mpsc::channel(QUEUE_CAPACITY);
        let subscribers = Subscribers::new(services.bus.channel(room.code()));
        let mut store_status = services.store.status();
        store_status.mark_changed();
        // A change before this line is noticed as well.
        let mut slot_changes = services.slots.changes();
        slot_changes.mark_changed();
        let replay_cache = ReplayCache::new(Arc::clone(&services.replay_bytes));
        let is_new = room.log().len() == 1;
        let task = RoomTask {
            services,
            rematches,
            slot: Slot::of(room.code()),
            room,
            epoch,
            is_lost: false,
            slot_changes,
            spectator_feed,
            subscribers,
            own_sender: sender.downgrade(),
            searched_board_seq: None,
            computer: None,
            search: None,
            has_unlinked_guests: true,
            spectator_count: 0,
            spectator_count_due: None,
            store_status,
            outage_since: None,
            is_log_uncertain: false,
            unanswered_command: None,
            rejected_moves: RejectedMoves::default(),
            rejected_receipts: RejectedReceipts::default(),
            published_move: None,
            replay_cache,
            deferred_messages: VecDeque::new(),
            pending_departures: BTreeMap::new(),
            dismissed_players: BTreeMap::new(),
            arrived_at: (!is_new).then(Instant::now),
            expected_players: BTreeMap::new(),
        };
        tokio::spawn(task.run(messages));
        sender
    }

    async fn run(mut self, mut messages: mpsc::Receiver<RoomMessage>) {
        self.services.metrics.rooms.inc();
        self.expect_players();
        self.link_guests().await;
        self.open_rematch().await;
        self.update_lobby();
        self.request_engine_move();
        while !self.is_lost {
            let wake = self.next_wake();
            let upkeep = self.next_upkeep();
            select! {
                message = messages.recv() => match message {
                    Some(message) => self.handle_in_order(message).await,
                    None => break,
                },
                () = sleep_until(upkeep.unwrap_or(wake)), if upkeep.is_some() => self.run_upkeep().await,
                Ok(()) = self.store_status.changed() => self.on_store_status().await,
                Ok(()) = self.slot_changes.changed() => self.on_slot_change(),
                () = sleep_until(wake), if self.outage_since.is_none() => {
                    let due = self.due_entries();
                    if self.is_idle() && due.is_empty() && self.can_unload() && messages.is_empty() {
                        break;
                    }
                    self.write_or_log(due).await;
                    self.open_rematch().await;
                }
            }
        }
        self.services.metrics.rooms.dec();
        if self.is_lost {
            return self.hand_over(messages).await;
        }
        self.services.lobby.update(self.room.code(), None);
        self.services.senders.remove(self.room.code(), self.epoch);
        messages.close();
        while let Some(message) = messages.recv().await {
            message.reject();
        }
    }

    pub(crate) fn now(&self) -> Millis {
        // An entry is never earlier than the one before, whose node may have had another clock.
        let last = self.room.log().last().map(|entry| entry.at);
        let now = self.services.clock.millis();
        last.map_or(now, |last| last.max(now))
    }

    /// Ends the task if the slot of the room has another epoch, and suspends the game while this node has no lease: it may
    /// not act as the owner of the room, whether or not a write has failed.
    fn check_ownership(&mut self) {
        let slots = &self.services.slots;
        self.is_lost |= !planted!(MissingFencing) && !slots.is_in_epoch(self.slot, self.epoch);
        if self.is_lost || slots.has_lease() {
            return;
        }
        let ended = slots.lease_until().map(|until| self.services.clock.millis_at(until));
        self.suspend(ended.unwrap_or_else(|| self.now()));
    }

    fn on_slot_change(&mut self) {
        self.check_ownership();
        if self.outage_since.is_some() {
            // The lease may have returned, which ends the outage if the store can be written.
            self.store_status.mark_changed();
        }
    }

    /// Returns what is due now, also without the time that the player to move could not use.
    fn due_entries(&self) -> Vec<LogEntry> {
        let now = self.now();
        if self.room.tick(now - self.unsent_time()).is_empty() { Vec::new() } else { self.room.tick(now) }
    }

    /// Whether the room can be loaded again when it is needed: its game is over, or its players have days to come back.
    fn can_unload(&self) -> bool {
        let player = self.room.side_to_move().and_then(|side| self.room.player(side));
        let waits_for_days =
            self.room.is_correspondence() && player.is_some_and(|player| player.level.is_none());
        (self.room.is_over() || waits_for_days) && self.unanswered_command.is_none() && !self.is_log_uncertain
    }

    fn is_idle(&self) -> bool {
        self.subscribers.is_empty() && self.replay_cache.is_idle()
    }

    /// Handles a message, and those that it released. The messages of a socket that waits for a replay are deferred.
    async fn handle_in_order(&mut self, message: RoomMessage) {
        self.deferred_messages.push_back(message);
        while let Some(message) = self.deferred_messages.pop_front() {
            // The process may have been stopped until now.
            self.check_ownership();
            if self.is_lost {
                // The next owner handles it.
                return self.deferred_messages.push_front(message);
            }
            if let Some(message) = self.replay_cache.defer(message) {
                self.handle(message).await;
            }
        }
    }

    fn next_wake(&self) -> Instant {
        let deadline = self.room.deadline().map(|deadline| {
            let wait = deadline + self.unsent_time() - self.now();
            Instant::now() + Duration::from_millis(wait.0.min(MAX_SLEEP_MILLIS))
        });
        let unload = Instant::now() + UNLOAD_DELAY;
        match deadline {
            Some(deadline) if self.is_idle() && self.can_unload() => deadline.min(unload),
            deadline => deadline.unwrap_or(unload),
        }
    }

    async fn handle(&mut self, message: RoomMessage) {
        self.link_guests().await;
        match message {
            RoomMessage::Join(join) => {
                self.join(Join { user: self.current_player(join.user.clone()), ..join }).await;
            }
            RoomMessage::ReplayReady { viewer, messages } => self.finish_replay(viewer, messages),
            RoomMessage::Unsubscribe { socket, is_dismissed } => self.unsubscribe(socket, is_dismissed).await,
            RoomMessage::NodeLost { sockets, since } => self.lose_node(&sockets, since).await,
            RoomMessage::GetState { user_id, reply } => {
                let _ = reply.send(self.room.can_watch(&user_id).then(|| self.state(&user_id)));
            }
            RoomMessage::EngineMove { board_seq, player, decision } => {
                self.apply_engine_move(board_seq, player, decision).await;
            }
            RoomMessage::Withdraw { host } => {
                if self.room.is_waiting() && self.room.guest().is_none() {
                    let host = self.current_player(host);
                    let id = format!("withdraw-{}", self.room.log().len());
                    let context = CommandContext::new(&host, &id, self.now());
                    // Only the host's `leave` closes a room, and only the host's rooms are withdrawn.
                    let closed = self.room.decide(&context, &Command::Leave).unwrap_or_default();
                    self.write_or_log(closed).await;
                }
            }
            RoomMessage::Close { reason, done } => {
                let closed = self.room.close(&reason, self.now());
                // The moderator may have stopped waiting.
                let _ = done.send(self.write(closed).await);
            }
            RoomMessage::GuestLinked { done } => {
                self.has_unlinked_guests = true;
                self.link_guests().await;
                // The caller may have stopped waiting.
                let _ = done.send(());
            }
            RoomMessage::Command {
                socket,
                user,
                command_id,
                seen,
                lag,
                received,
                heard,
                shown,
                command,
                language,
                outbox,
            } => {
                let player = self.current_player(user);
                let is_repeated = |unanswered: &UnansweredCommand| {
                    unanswered.player.id == player.id && unanswered.command_id == command_id
                };
                if self.unanswered_command.as_ref().is_some_and(is_repeated) {
                    // Another answer would say that it was not executed.
                    return;
                }
                let receipt = heard;
                let is_copy = |heard| self.rejected_receipts.contains(&player.id, &command_id, heard);
                if receipt.is_some_and(is_copy) {
                    let error = api_errors::store_outage(language);
                    outbox.send_message(&self.rejection(&player, &command_id, error));
                    return;
                }
                let heard = self.first_receipt(&player.id, &command_id, &command, heard, received);
                let (now, held) = self.decision_time(heard);
                let (heard, waited) = (now - held, held + self.unseen_time(socket, shown));
                let context = CommandContext::new(&player, &command_id, now);
                let context = CommandContext { seen, lag, waited, ..context };
                let reply = self.execute_command(&context, &command, heard, language).await;
                let Some(reply) = reply else {
                    self.unanswered_command = Some(UnansweredCommand {
                        socket,
                        player,
                        command_id,
                        seen,
                        lag,
                        heard,
                        command,
                        language,
                        outbox,
                    });
                    return;
                };
                if let ServerMessage::Ack { .. } = reply {
                    self.services.metrics.acknowledgment_seconds.observe(received.elapsed());
                }
                if let (Some(heard), ServerMessage::Rejected { error, .. }) = (receipt, &reply)
                    && error.code == ErrorCode::StorageUnavailable
                {
                    self.rejected_receipts.record(&player.id, &command_id, heard);
                }
                outbox.send_message(&reply);
            }
        }
    }

    /// Transfers the seats of guests who have signed in to an account. A failure is retried with the next message.
    async fn link_guests(&mut self) {
        if !std::mem::take(&mut self.has_unlinked_guests) {
            return;
        }
        if let Err(error) = self.transfer_seats().await {
            let room = self.room.code();
            tracing::error!(room, %error, "a guest's seat could not be moved to the account");
            self.has_unlinked_guests = true;
        }
    }

    async fn transfer_seats(&mut self) -> Result<(), StoreError> {
        // One at a time: two guests may be linked to the same account, which gets one seat.
        for (guest_id, account) in self.services.store.linked_guests(self.room.code()).await? {
            let linked = self.room.link_account(&guest_id, &account.to_player(), self.now());
            self.write(linked).await?;
            // The account may have been a spectator before.
            if self.subscribers.contains_user(&account.id) {
                self.mark_present(&account.id).await;
            }
        }
        Ok(())
    }

    /// Returns the account that a guest is linked to, or the player itself. The socket may not know the link yet.
    fn current_player(&self, player: Player) -> Player {
        self.room.linked_account(&player.id).cloned().unwrap_or(player)
    }

    /// Creates the room of an agreed rematch, which may have been agreed before a restart.
    pub(crate) async fn open_rematch(&mut self) {
        if !self.room.is_rematch_pending() {
            return;
        }
        match self.rematches.create_rematch(&self.room).await {
            Ok(room) => {
                let event = RoomEvent::RematchRoom { room };
                let entry = LogEntry { at: self.now(), command: None, event };
                self.write_or_log(vec![entry]).await;
            }
            Err(error) => {
                tracing::error!(room = self.room.code(), %error, "the rematch could not be created");
            }
        }
    }
}
