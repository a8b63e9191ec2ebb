use serde::{Deserialize, Serialize};
use yipan_core::{EndReason, Side};

use crate::conditional_moves::advance_lines;
use crate::{Event, Offer, PlayerRating, RoomConfig, SequencedEvent, View};

/// A room as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoomState {
    /// Its code.
    pub room: String,
    /// The number of the next event.
    pub seq: u64,
    /// The configuration.
    pub config: RoomConfig,
    /// The SHA-256 of the seed of the chance events.
    pub commitment: String,
    /// The user who opened the room.
    pub host: Player,
    /// The user opposite the host.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest: Option<Player>,
    /// The host's and the guest's bytes for the chance events.
    pub contributions: [Option<String>; 2],
    /// The phase.
    pub phase: RoomPhase,
    /// The host's side, once the game has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_side: Option<Side>,
    /// The board, once the game has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Box<View>>,
    /// The clocks, once the game has started.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Every move.
    pub moves: Vec<MoveEntry>,
    /// The open offers, the oldest first.
    pub offers: Vec<(Side, Offer)>,
    /// The sides that gave up half of their time, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub berserked: Vec<Side>,
    /// The sides without a connection, in order.
    pub disconnected: Vec<Side>,
    /// The time since when each side has no connection, in the server's milliseconds.
    #[serde(default)]
    pub disconnected_since: [Option<u64>; 2],
    /// The last chat messages.
    pub chat: Vec<ChatMessage>,
    /// The result, once the game is over.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_end: Option<GameEnd>,
    /// The reason of the moderator who closed the room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub close_reason: Option<String>,
    /// The code of the next room.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_room: Option<String>,
    /// The viewer's own conditional moves, which no other user sees. Each line begins with the next move.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub conditional_moves: Vec<Vec<String>>,
}

/// A user as all others see them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Player {
    /// The public id of the user.
    pub id: String,
    /// The name the user chose: text, never markup.
    pub name: String,
    /// The level, if it is a computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
    /// The rating when the player took the seat, if the game is rated.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rating: Option<PlayerRating>,
    /// Whether the account is marked as a bot: a program plays.
    #[serde(default, skip_serializing_if = "is_false")]
    pub is_bot: bool,
}

/// The phase of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoomPhase {
    /// The game has not started.
    Waiting,
    /// It is being played.
    Playing,
    /// It has ended.
    Over,
}

/// A played action.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveEntry {
    /// The side that played it.
    pub side: Side,
    /// The action; `None` if the viewer may not see it.
    pub action: Option<String>,
}

/// The clocks at the time of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Clocks {
    /// The time, in the server's milliseconds.
    pub at: u64,
    /// The side whose clock runs from then on.
    pub running: Option<Side>,
    /// The time of each side; `None` for a side without a limit.
    pub time_left: [Option<TimeLeft>; 2],
}

/// The time that a side has left, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TimeLeft {
    /// The main time.
    pub main: u64,
    /// The periods that are left.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub periods: u8,
    /// The time until the flag falls in this turn.
    pub until_flag: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

/// A message of the chat.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatMessage {
    /// The author's public id; empty in messages of an older server.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub user_id: String,
    /// The author's name.
    pub name: String,
    /// The author's side; `None` for a spectator, or before the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Whether the author has a seat, before the game too.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_player: bool,
    /// The text, never markup.
    pub text: String,
}

/// The result of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameEnd {
    /// The winner; `None` in a draw or an aborted game.
    pub winner: Option<Side>,
    /// The reason of the rules, or `resignation`, `agreement`, `timeout`, `abandonment`, `aborted`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub reason: EndReason,
    /// The seed, which lets a client verify every chance event.
    pub seed: String,
}

/// An event was received before an earlier one. A client sends `join` with `from` to get the missing ones.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequenceGapError {
    /// The number that was expected.
    pub expected: u64,
    /// The number that was received.
    pub found: u64,
}

impl RoomState {
    /// The limit for chat messages in a state; older ones are dropped.
    pub const MAX_CHAT_MESSAGES: usize = 100;

    /// Applies an event. An event that was applied before changes nothing.
    ///
    /// # Errors
    /// Returns [`SequenceGapError`] if events before this one are missing.
    pub fn apply(&mut self, event: &SequencedEvent) -> Result<(), SequenceGapError> {
        if event.seq < self.seq {
            return Ok(());
        }
        if event.seq > self.seq {
            return Err(SequenceGapError { expected: self.seq, found: event.seq });
        }
        self.seq = self.seq.saturating_add(1);
        match &event.event {
            Event::Opened { state } => *self = (**state).clone(),
            Event::Seated { player, is_host, contribution } => {
                let index = usize::from(!is_host);
                self.contributions[index] = Some(contribution.clone());
                if !is_host {
                    self.guest = Some(player.clone());
                }
            }
            Event::LeftSeat => (self.guest, self.contributions[1]) = (None, None),
            Event::AccountLinked { player, is_host: true } => self.host = player.clone(),
            Event::AccountLinked { player, is_host: false } => self.guest = Some(player.clone()),
            Event::Started { host_side, view, clocks, .. } => {
                (self.phase, self.host_side) = (RoomPhase::Playing, Some(*host_side));
                self.set_view_and_clocks(view, clocks);
            }
            Event::Played { entry, view, clocks, .. } => {
                self.moves.push(entry.clone());
                self.set_view_and_clocks(view, clocks);
                self.expire_opponent_offers(entry.side);
                advance_lines(&mut self.conditional_moves, entry.action.as_deref());
            }
            Event::TakebackApplied { plies, view, clocks, .. } => {
                let remaining = self.moves.len().saturating_sub(*plies as usize);
                self.moves.truncate(remaining);
                self.set_view_and_clocks(view, clocks);
                self.offers.clear();
                self.conditional_moves.clear();
            }
            Event::ConditionalMovesSet { lines } => self.conditional_moves.clone_from(lines),
            Event::ChatMessage { message } => {
                self.chat.push(message.clone());
                if self.chat.len() > RoomState::MAX_CHAT_MESSAGES {
                    self.chat.remove(0);
                }
            }
            Event::Berserked { side, clocks } => {
                self.berserked.push(*side);
                self.berserked.sort_unstable();
                self.clocks = Some(*clocks);
            }
            Event::Offered { side, offer } => self.offers.push((*side, *offer)),
            Event::OfferCleared { side, offer, .. } => {
                self.offers.retain(|open| open != &(*side, *offer));
            }
            Event::Disconnected { side } => {
                self.disconnected.push(*side);
                self.disconnected.sort_unstable();
                self.disconnected_since[side.index()] = Some(event.at);
            }
            Event::Reconnected { side, clocks } => {
                self.disconnected.retain(|other| other != side);
                self.disconnected_since[side.index()] = None;
                self.clocks = Some(*clocks);
            }
            Event::Paused { disconnected, clocks } => {
                self.disconnected.clone_from(disconnected);
                self.disconnected_since =
                    Side::BOTH.map(|side| disconnected.contains(&side).then_some(event.at));
                self.clocks = Some(*clocks);
            }
            Event::Resumed { clocks, disconnected_since } => {
                (self.clocks, self.disconnected_since) = (Some(*clocks), *disconnected_since);
            }
            Event::Ended { game_end, view, clocks, moves } => {
                (self.phase, self.game_end) = (RoomPhase::Over, Some(game_end.clone()));
                (self.view, self.clocks) = (view.clone(), *clocks);
                self.moves.clone_from(moves);
                self.offers.clear();
                self.conditional_moves.clear();
            }
            Event::Closed { reason } => self.close_reason = Some(reason.clone()),
            Event::Rematch => self.offers.clear(),
            Event::RematchRoom { room } => self.rematch_room = Some(room.clone()),
            Event::Hidden => {}
        }
        Ok(())
    }

    fn set_view_and_clocks(&mut self, view: &View, clocks: &Clocks) {
        self.view = Some(Box::new(view.clone()));
        self.clocks = Some(*clocks);
    }

    /// Drops the offers to a side that has completed its turn.
    fn expire_opponent_offers(&mut self, mover: Side) {
        let turn = self.view.as_ref().and_then(|view| view.turn);
        if turn != Some(mover) {
            self.offers.retain(|(by, _)| *by == mover);
        }
    }
}
