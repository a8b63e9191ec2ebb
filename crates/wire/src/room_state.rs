use serde::{Deserialize, Serialize};
use yipan_core::{EndReason, Side};

use crate::{Event, Offer, RoomConfig, SequencedEvent, View};

/// A table, as one viewer may know it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct RoomState {
    /// Its code.
    pub room: String,
    /// How many frames it contains: the number of the next one.
    pub seq: u64,
    /// What is agreed.
    pub config: RoomConfig,
    /// The SHA-256 of the seed that draws are made from.
    pub commitment: String,
    /// Who opened it.
    pub host: Player,
    /// Who sits opposite.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub guest: Option<Player>,
    /// What host and guest have added to the draws.
    pub contributions: [Option<String>; 2],
    /// How far it is.
    pub phase: RoomPhase,
    /// The host's side, once the game has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub host_side: Option<Side>,
    /// The board.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub view: Option<Box<View>>,
    /// The clocks.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clocks: Option<Clocks>,
    /// Every move.
    pub moves: Vec<MoveEntry>,
    /// What is offered, and by whom.
    pub offers: Vec<(Side, Offer)>,
    /// Who has lost the connection.
    pub disconnected: Vec<Side>,
    /// What was said lately.
    pub chat: Vec<ChatMessage>,
    /// How it ended.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub game_end: Option<GameEnd>,
    /// Where the next game is played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rematch_room: Option<String>,
}

/// Somebody, as everybody may know him.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Player {
    /// The same for the same person everywhere; no secret.
    pub id: String,
    /// As chosen; text, never markup.
    pub name: String,
    /// The level, if it is a computer.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u8>,
}

/// How far a table is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum RoomPhase {
    /// The game has not begun.
    Waiting,
    /// It is being played.
    Playing,
    /// It has ended.
    Over,
}

/// A move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct MoveEntry {
    /// Who moved.
    pub side: Side,
    /// What, unless the viewer may not know.
    pub action: Option<String>,
}

/// The clocks at the moment of their frame.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Clocks {
    /// The moment, in the hall's milliseconds.
    pub at: u64,
    /// Whose clock runs from that moment on.
    pub running: Option<Side>,
    /// What each side has left; nothing for a side without a limit.
    pub time_left: [Option<TimeLeft>; 2],
}

/// What a side has left, in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct TimeLeft {
    /// The main time.
    pub main: u64,
    /// The periods that are left.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub periods: u8,
    /// How long this turn may still take before the flag falls.
    pub until_flag: u64,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde asks by reference")]
fn is_zero(number: &u8) -> bool {
    *number == 0
}

/// Something that was said.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct ChatMessage {
    /// The speaker's name.
    pub name: String,
    /// The speaker's side; none for a spectator, or before the game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub side: Option<Side>,
    /// Text, never markup.
    pub text: String,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct GameEnd {
    /// Who won; nobody in a draw or an aborted game.
    pub winner: Option<Side>,
    /// The reason of the rules, or `resignation`, `agreement`, `timeout`, `abandonment`, `aborted`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub reason: EndReason,
    /// The seed, so that every draw can be checked.
    pub seed: String,
}

/// A frame that does not follow on what is known; ask for what is missing with `join`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SequenceGapError {
    /// The number that was expected.
    pub expected: u64,
    /// The number that came.
    pub found: u64,
}

impl RoomState {
    /// The most lines of talk that a state holds; older ones are dropped.
    pub const MAX_CHAT_MESSAGES: usize = 100;

    /// Adds what a frame tells. A frame that is known already changes nothing.
    ///
    /// # Errors
    /// Frames are missing in between.
    pub fn apply(&mut self, frame: &SequencedEvent) -> Result<(), SequenceGapError> {
        if frame.seq < self.seq {
            return Ok(());
        }
        if frame.seq > self.seq {
            return Err(SequenceGapError { expected: self.seq, found: frame.seq });
        }
        self.seq += 1;
        match &frame.event {
            Event::Opened { state } => *self = (**state).clone(),
            Event::Seated { player, is_host: host, contribution } => {
                let index = usize::from(!host);
                self.contributions[index] = Some(contribution.clone());
                if !host {
                    self.guest = Some(player.clone());
                }
            }
            Event::LeftSeat => (self.guest, self.contributions[1]) = (None, None),
            Event::AccountLinked { player, is_host: true } => self.host = player.clone(),
            Event::AccountLinked { player, is_host: false } => self.guest = Some(player.clone()),
            Event::Started { host_side: host, view, clocks, .. } => {
                (self.phase, self.host_side) = (RoomPhase::Playing, Some(*host));
                self.set_view_and_clocks(view, clocks);
            }
            Event::Played { entry: played, view, clocks, .. } => {
                self.moves.push(played.clone());
                self.set_view_and_clocks(view, clocks);
                self.expire_opponent_offers(played.side);
            }
            Event::TakebackApplied { plies, view, clocks, .. } => {
                let remaining = self.moves.len().saturating_sub(*plies as usize);
                self.moves.truncate(remaining);
                self.set_view_and_clocks(view, clocks);
                self.offers.clear();
            }
            Event::ChatMessage { message: line } => {
                self.chat.push(line.clone());
                if self.chat.len() > RoomState::MAX_CHAT_MESSAGES {
                    self.chat.remove(0);
                }
            }
            Event::Offered { side: seat, offer } => self.offers.push((*seat, *offer)),
            Event::OfferCleared { side: seat, offer, .. } => {
                self.offers.retain(|open| open != &(*seat, *offer));
            }
            Event::Disconnected { side: seat } => {
                self.disconnected.push(*seat);
                self.disconnected.sort_unstable();
            }
            Event::Reconnected { side: seat, clocks } => {
                self.disconnected.retain(|away| away != seat);
                self.clocks = Some(*clocks);
            }
            Event::Paused { disconnected: away, clocks } => {
                self.disconnected.clone_from(away);
                self.clocks = Some(*clocks);
            }
            Event::Resumed { clocks } => self.clocks = Some(*clocks),
            Event::Ended { game_end: ending, view, clocks, moves } => {
                (self.phase, self.game_end) = (RoomPhase::Over, Some(ending.clone()));
                (self.view, self.clocks) = (view.clone(), *clocks);
                self.moves.clone_from(moves);
                self.offers.clear();
            }
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

    /// What was offered to a side lapses when that side has completed its turn.
    fn expire_opponent_offers(&mut self, mover: Side) {
        let turn = self.view.as_ref().and_then(|view| view.turn);
        if turn != Some(mover) {
            self.offers.retain(|(by, _)| *by == mover);
        }
    }
}
