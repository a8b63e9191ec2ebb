use serde::{Deserialize, Serialize};
use yipan_core::Side;

use crate::{ChatMessage, Clocks, Effect, GameEnd, MoveEntry, Offer, Player, RoomState, View};

/// Something that happened at a table, as one viewer is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct SequencedEvent {
    /// Its number; a table's frames are numbered from 0 without a gap.
    pub seq: u64,
    /// When it happened, in the hall's milliseconds.
    pub at: u64,
    /// What happened.
    pub event: Event,
}

/// What may happen at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Event {
    /// It was opened; the only frame with a state in it.
    Opened {
        /// The table as it is now.
        state: Box<RoomState>,
    },
    /// Somebody sat down.
    Seated {
        /// Who.
        player: Player,
        /// Whether it is the host.
        is_host: bool,
        /// What was added to the draws.
        contribution: String,
    },
    /// The guest got up again.
    LeftSeat,
    /// Somebody at the table has signed in and is known by another id and name from now on.
    AccountLinked {
        /// Who it is now.
        player: Player,
        /// Whether it is the host.
        is_host: bool,
    },
    /// The game began.
    Started {
        /// The host's side.
        host_side: Side,
        /// What was drawn for the start, as far as the viewer may know.
        effects: Vec<Effect>,
        /// The board.
        view: Box<View>,
        /// The clocks.
        clocks: Clocks,
    },
    /// Somebody moved, and chance did what follows.
    Played {
        /// Who, and what if the viewer may know.
        entry: MoveEntry,
        /// What could be seen of it, in order.
        effects: Vec<Effect>,
        /// The board afterwards.
        view: Box<View>,
        /// The clocks afterwards.
        clocks: Clocks,
    },
    /// Moves were taken back.
    TakebackApplied {
        /// How many.
        plies: u32,
        /// For whom.
        side: Side,
        /// The board afterwards.
        view: Box<View>,
        /// The clocks afterwards.
        clocks: Clocks,
    },
    /// Somebody spoke.
    ChatMessage {
        /// Who and what.
        message: ChatMessage,
    },
    /// Something was offered.
    Offered {
        /// By whom.
        side: Side,
        /// What.
        offer: Offer,
    },
    /// An offer is no more: withdrawn by the one who made it, or declined.
    OfferCleared {
        /// Who had made it.
        side: Side,
        /// What.
        offer: Offer,
        /// Whether the other side declined it.
        declined: bool,
    },
    /// A player lost the connection.
    Disconnected {
        /// Who.
        side: Side,
    },
    /// A player is back.
    Reconnected {
        /// Who.
        side: Side,
        /// The clocks, which stand no more after a pause.
        clocks: Clocks,
    },
    /// The hall was away; the clocks stand until the one to move is back.
    Paused {
        /// Who has yet to come back.
        disconnected: Vec<Side>,
        /// The clocks.
        clocks: Clocks,
    },
    /// The clocks run again.
    Resumed {
        /// The clocks.
        clocks: Clocks,
    },
    /// The game ended, and nothing is hidden any more.
    Ended {
        /// How.
        game_end: GameEnd,
        /// The whole board; none if the game had not begun.
        view: Option<Box<View>>,
        /// The clocks.
        clocks: Option<Clocks>,
        /// Every move, disclosed.
        moves: Vec<MoveEntry>,
    },
    /// Both want to play again.
    Rematch,
    /// The next game is at another table.
    RematchRoom {
        /// Its code.
        room: String,
    },
    /// Something the viewer may not know; it only spends its number.
    Hidden,
}
