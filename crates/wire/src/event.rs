use serde::{Deserialize, Serialize};
use yipan_core::Side;

use crate::{ChatMessage, Clocks, Effect, GameEnd, MoveEntry, Offer, Player, RoomState, View};

/// An event of a room as one viewer may see it, with its number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SequencedEvent {
    /// The number; the events of a room are numbered from 0 without a gap.
    pub seq: u64,
    /// The time, in the server's milliseconds.
    pub at: u64,
    /// The event.
    pub event: Event,
}

/// A change of a room. [`RoomState::apply`] defines its meaning.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// The room was opened; the only event with a state.
    Opened {
        /// The room after the opening.
        state: Box<RoomState>,
    },
    /// A player took a seat.
    Seated {
        /// The player.
        player: Player,
        /// Whether they are the host.
        is_host: bool,
        /// The player's bytes for the chance events.
        contribution: String,
    },
    /// The guest left the seat.
    LeftSeat,
    /// A player has signed in to an account, with another id and name.
    AccountLinked {
        /// The player from now on.
        player: Player,
        /// Whether they are the host.
        is_host: bool,
    },
    /// The game started.
    Started {
        /// The host's side.
        host_side: Side,
        /// The visible effects of the chance events before the first move.
        effects: Vec<Effect>,
        /// The board.
        view: Box<View>,
        /// The clocks.
        clocks: Clocks,
    },
    /// A side played an action, and the chance events after it were resolved.
    Played {
        /// The action, redacted if the viewer may not see it.
        entry: MoveEntry,
        /// The visible effects, in order.
        effects: Vec<Effect>,
        /// The board afterwards.
        view: Box<View>,
        /// The clocks afterwards.
        clocks: Clocks,
    },
    /// Moves were taken back.
    TakebackApplied {
        /// The number of plies.
        plies: u32,
        /// The side that had asked.
        side: Side,
        /// The board afterwards.
        view: Box<View>,
        /// The clocks afterwards.
        clocks: Clocks,
    },
    /// A side gave up half of its time and the increment.
    Berserked {
        /// The side.
        side: Side,
        /// The clocks afterwards.
        clocks: Clocks,
    },
    /// A user sent a chat message.
    ChatMessage {
        /// The message.
        message: ChatMessage,
    },
    /// The viewer has replaced their conditional moves. Only they see it.
    ConditionalMovesSet {
        /// The lines, each in the notation of played moves.
        lines: Vec<Vec<String>>,
    },
    /// A side made an offer.
    Offered {
        /// The side.
        side: Side,
        /// The offer.
        offer: Offer,
    },
    /// An offer was withdrawn or declined.
    OfferCleared {
        /// The side that had made it.
        side: Side,
        /// The offer.
        offer: Offer,
        /// Whether the other side declined it.
        declined: bool,
    },
    /// A player lost the last connection.
    Disconnected {
        /// The side.
        side: Side,
    },
    /// A player has a connection again.
    Reconnected {
        /// The side.
        side: Side,
        /// The clocks, which run again after a pause.
        clocks: Clocks,
    },
    /// The server was restarted; no clock runs until its owner has reconnected.
    Paused {
        /// The sides without a connection.
        disconnected: Vec<Side>,
        /// The clocks.
        clocks: Clocks,
    },
    /// The clocks run again.
    Resumed {
        /// The clocks.
        clocks: Clocks,
        /// The time since when each side has no connection; an outage of the server does not count.
        #[serde(default)]
        disconnected_since: [Option<u64>; 2],
    },
    /// The game ended, and everything is revealed.
    Ended {
        /// The result.
        game_end: GameEnd,
        /// The whole board; `None` if the game had not started.
        view: Option<Box<View>>,
        /// The clocks.
        clocks: Option<Clocks>,
        /// Every move, revealed.
        moves: Vec<MoveEntry>,
    },
    /// A moderator closed the room. The end of the game follows.
    Closed {
        /// The moderator's reason.
        reason: String,
    },
    /// Both players want to play again.
    Rematch,
    /// The next game is in another room.
    RematchRoom {
        /// Its code.
        room: String,
    },
    /// An event that the viewer may not see; it only takes a number.
    Hidden,
}
