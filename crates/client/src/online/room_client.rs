use yipan_core::{Cell, Side};
use yipan_games::{GameKind, Grid};
use yipan_wire::{
    ClientMessage, Command, ErrorCode, Player, RoomPhase, RoomState, SequencedEvent, ServerMessage, View,
};

use crate::board::board_update::without_actions;
use crate::local::dice_history::DiceHistory;
use crate::online::claim_countdown::{ClaimCountdown, claim_countdown};
use crate::online::pending_commands::PendingCommands;
use crate::online::room_history::{RoomHistory, last_move_cells, view_after_moves};
use crate::online::room_update::RoomUpdate;

/// The client's copy of a room: its state and the unacknowledged commands. It survives reconnects.
#[derive(Clone, Debug)]
pub struct RoomClient {
    room: String,
    commands: PendingCommands,
    current_user: Option<Player>,
    state: Option<RoomState>,
    history: RoomHistory,
    /// Whether missing events have been requested.
    resync_requested: bool,
    spectator_count: u32,
    /// The time after which a disconnected player's game may be claimed, in milliseconds.
    claim_after: u64,
}

impl RoomClient {
    /// Creates a client that has not received any state.
    ///
    /// `client_nonce` must be unique for each page, because it is the prefix of the command ids.
    #[must_use]
    pub fn new(room: String, client_nonce: String) -> RoomClient {
        RoomClient {
            room,
            commands: PendingCommands::new(client_nonce),
            current_user: None,
            state: None,
            history: RoomHistory::default(),
            resync_requested: false,
            spectator_count: 0,
            claim_after: 0,
        }
    }

    /// Returns the room code.
    #[must_use]
    pub fn room(&self) -> &str {
        &self.room
    }

    /// Returns the state, once received.
    #[must_use]
    pub const fn state(&self) -> Option<&RoomState> {
        self.state.as_ref()
    }

    /// Returns the number of spectators.
    #[must_use]
    pub const fn spectator_count(&self) -> u32 {
        self.spectator_count
    }

    /// Returns the kind of game.
    #[must_use]
    pub fn kind(&self) -> Option<GameKind> {
        self.state.as_ref()?.config.game.parse().ok()
    }

    /// Whether the room's game has the standard start and no modes, so that the ratings of the levels apply.
    #[must_use]
    pub fn is_standard_game(&self) -> bool {
        let config = self.state.as_ref().map(|state| &state.config);
        config.is_some_and(|config| config.modes.is_empty() && config.position.is_none())
    }

    /// Whether the room's game is rated.
    #[must_use]
    pub fn is_rated(&self) -> bool {
        self.state.as_ref().is_some_and(|state| state.config.rated)
    }

    /// Returns the code of the tournament that the room's game belongs to.
    #[must_use]
    pub fn tournament(&self) -> Option<&str> {
        self.state.as_ref()?.config.tournament.as_deref()
    }

    /// Returns the phase of the room.
    #[must_use]
    pub fn phase(&self) -> Option<RoomPhase> {
        self.state.as_ref().map(|state| state.phase)
    }

    /// Whether the user is the host.
    #[must_use]
    pub fn is_host(&self) -> bool {
        self.state
            .as_ref()
            .zip(self.current_user.as_ref())
            .is_some_and(|(state, you)| state.host.id == you.id)
    }

    /// Whether the user is the guest.
    #[must_use]
    pub fn is_guest(&self) -> bool {
        let guest = self.state.as_ref().and_then(|state| state.guest.as_ref());
        guest.zip(self.current_user.as_ref()).is_some_and(|(guest, you)| guest.id == you.id)
    }

    /// Whether the user has taken their seat, and thereby contributed to the seed.
    #[must_use]
    pub fn is_seated(&self) -> bool {
        let has_contributed =
            |index: usize| self.state.as_ref().is_some_and(|state| state.contributions[index].is_some());
        self.is_host() && has_contributed(0) || self.is_guest() && has_contributed(1)
    }

    /// Returns the user's side, once the game has started.
    #[must_use]
    pub fn own_side(&self) -> Option<Side> {
        let host = self.state.as_ref()?.host_side?;
        match (self.is_host(), self.is_guest()) {
            (true, _) => Some(host),
            (false, true) => Some(host.other()),
            (false, false) => None,
        }
    }

    /// Returns the player of a side, once the game has started.
    #[must_use]
    pub fn player(&self, side: Side) -> Option<&Player> {
        let state = self.state.as_ref()?;
        let host = state.host_side?;
        if side == host { Some(&state.host) } else { state.guest.as_ref() }
    }

    /// Returns the current view. After the end of the game it has no turn and no actions.
    #[must_use]
    pub fn view(&self) -> Option<View> {
        let state = self.state.as_ref()?;
        let view = (**state.view.as_ref()?).clone();
        Some(if state.phase == RoomPhase::Over { without_actions(view) } else { view })
    }

    /// Returns the rolls that this client has received; `None` in a game without dice.
    #[must_use]
    pub fn dice_history(&self) -> Option<&DiceHistory> {
        let state = self.state.as_ref()?;
        state.config.modes.iter().any(|mode| mode.starts_with("dice")).then(|| self.history.dice())
    }

    /// Returns the addition to the notation of a move: the exit of a portal, and a mark for a mine.
    #[must_use]
    pub fn move_suffix(&self, index: usize) -> &str {
        self.history.move_suffix(index)
    }

    /// Whether moves were played before this client joined, so that earlier rolls are unknown.
    #[must_use]
    pub const fn joined_late(&self) -> bool {
        self.history.joined_late()
    }

    /// Returns the view after `ply` moves, if this client can know it. Only the current position has actions.
    #[must_use]
    pub fn view_at_ply(&self, ply: usize) -> Option<View> {
        let state = self.state.as_ref()?;
        if ply >= state.moves.len() {
            return self.view();
        }
        self.history.view_at_ply(ply).or_else(|| view_after_moves(&state.config, &state.moves[..ply]))
    }

    /// Returns the start and destination of the last of the first `moves` moves, as far as it is visible.
    #[must_use]
    pub fn last_move_cells(&self, moves: usize) -> Vec<Cell> {
        let known = self.state.as_ref().zip(self.kind());
        known.map_or_else(Vec::new, |(state, kind)| {
            last_move_cells(Grid::new(kind), &state.moves[..moves.min(state.moves.len())])
        })
    }

    /// Whether a move awaits its acknowledgement.
    #[must_use]
    pub fn has_pending_move(&self) -> bool {
        self.commands.has_move()
    }

    /// Returns the side whose clock runs, as far as this client can know.
    ///
    /// Without a connection only the user's own turn is certain: the opponent may have moved since.
    #[must_use]
    pub fn running_clock(&self, is_connected: bool) -> Option<Side> {
        let state = self.state.as_ref().filter(|state| state.phase == RoomPhase::Playing)?;
        let running = state.clocks?.running;
        running.filter(|side| is_connected || self.own_side() == Some(*side))
    }

    /// Returns the countdown to a claim while the opponent is offline; `now` is the server's time.
    #[must_use]
    pub fn claim_countdown(&self, now: u64) -> Option<ClaimCountdown> {
        claim_countdown(self.state.as_ref()?, self.own_side()?, self.claim_after, now)
    }

    /// Returns the messages to send after a (re)connect: a request for missing events, and the unacknowledged commands.
    ///
    /// The server executes a command id once, however often it is sent.
    #[must_use]
    pub fn resync_requests(&mut self) -> Vec<ClientMessage> {
        (self.resync_requested, self.spectator_count) = (false, 0);
        let mut requests = vec![self.join_request()];
        requests.extend(self.commands.messages().cloned());
        requests
    }

    /// Creates a command message and stores it until it is acknowledged.
    pub fn command(&mut self, command: Command) -> ClientMessage {
        let seen = self.state.as_ref().map_or(0, |state| state.seq);
        self.commands.push(&self.room, seen, command)
    }

    /// Handles a message of the server.
    pub fn handle_message(&mut self, message: ServerMessage) -> RoomUpdate {
        match message {
            ServerMessage::Welcome { you, claim_after, .. } => {
                (self.current_user, self.claim_after) = (Some(you), claim_after);
                RoomUpdate::Send(self.resync_requests())
            }
            ServerMessage::State { state } if state.room == self.room => {
                self.resync_requested = false;
                self.replace_state(*state);
                RoomUpdate::StateReplaced
            }
            ServerMessage::Event { room, event: frame } if room == self.room => self.apply_event(frame),
            ServerMessage::SpectatorCount { room, count } if room == self.room => {
                self.spectator_count = count;
                RoomUpdate::Unchanged
            }
            ServerMessage::Suspended { room, clocks } if room == self.room => {
                if let Some(state) = &mut self.state {
                    state.clocks = Some(clocks);
                }
                RoomUpdate::Suspended
            }
            ServerMessage::Ack { id, .. } => {
                self.commands.remove(&id);
                RoomUpdate::Unchanged
            }
            ServerMessage::Rejected { id, error, state } => {
                self.commands.remove(&id);
                let known = self.state.as_ref().map_or(0, |state| state.seq);
                let newer = state.filter(|state| state.room == self.room && state.seq > known);
                let state_replaced = newer.is_some();
                if let Some(state) = newer {
                    self.replace_state(*state);
                }
                RoomUpdate::Rejected { error, state_replaced }
            }
            ServerMessage::Error { error } => match error.code {
                ErrorCode::RoomNotFound | ErrorCode::SpectatorsNotAllowed | ErrorCode::UnsupportedVersion => {
                    RoomUpdate::Unavailable(error)
                }
                // The server does not name the dropped message, so all are sent again on a new connection.
                ErrorCode::RateLimited | ErrorCode::StorageUnavailable | ErrorCode::HelloRequired => {
                    RoomUpdate::Reconnect
                }
                _ => RoomUpdate::Rejected { error, state_replaced: false },
            },
            ServerMessage::ShuttingDown => RoomUpdate::Reconnect,
            ServerMessage::State { .. }
            | ServerMessage::Event { .. }
            | ServerMessage::Joined { .. }
            | ServerMessage::RestartAnnounced { .. }
            | ServerMessage::SpectatorCount { .. }
            | ServerMessage::Suspended { .. }
            | ServerMessage::Lobby { .. }
            | ServerMessage::Pong { .. } => RoomUpdate::Unchanged,
        }
    }

    fn replace_state(&mut self, state: RoomState) {
        self.history = RoomHistory::from_state(&state);
        self.state = Some(state);
    }

    fn apply_event(&mut self, frame: Box<SequencedEvent>) -> RoomUpdate {
        let Some(state) = &mut self.state else { return RoomUpdate::Unchanged };
        let known = state.seq;
        match state.apply(&frame) {
            Ok(()) if frame.seq < known => RoomUpdate::Unchanged,
            Ok(()) => {
                self.resync_requested = false;
                self.history.record_event(&frame.event, state.moves.len());
                RoomUpdate::EventApplied(frame)
            }
            // All events after a gap are requested together.
            Err(_) if self.resync_requested => RoomUpdate::Unchanged,
            Err(_) => {
                self.resync_requested = true;
                RoomUpdate::Send(vec![self.join_request()])
            }
        }
    }

    fn join_request(&self) -> ClientMessage {
        ClientMessage::Join { room: self.room.clone(), from: self.state.as_ref().map(|state| state.seq) }
    }
}

#[cfg(test)]
mod tests;
