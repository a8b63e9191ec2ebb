use serde::{Deserialize, Serialize};

use crate::{Clocks, Effect, Ending, Line, Offer, Played, Player, Side, State, View};

/// Something that happened at a table, as one viewer is told.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Frame {
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
        state: Box<State>,
    },
    /// Somebody sat down.
    Sat {
        /// Who.
        player: Player,
        /// Whether it is the host.
        host: bool,
        /// What was added to the draws.
        contribution: String,
    },
    /// The guest got up again.
    Rose,
    /// Somebody at the table has signed in and is known by another id and name from now on.
    Became {
        /// Who it is now.
        player: Player,
        /// Whether it is the host.
        host: bool,
    },
    /// The game began.
    Started {
        /// The host's side.
        host: Side,
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
        played: Played,
        /// What could be seen of it, in order.
        effects: Vec<Effect>,
        /// The board afterwards.
        view: Box<View>,
        /// The clocks afterwards.
        clocks: Clocks,
    },
    /// Moves were taken back.
    TookBack {
        /// How many.
        plies: u32,
        /// For whom.
        seat: Side,
        /// The board afterwards.
        view: Box<View>,
        /// The clocks afterwards.
        clocks: Clocks,
    },
    /// Somebody spoke.
    Said {
        /// Who and what.
        line: Line,
    },
    /// Something was offered.
    Offered {
        /// By whom.
        seat: Side,
        /// What.
        offer: Offer,
    },
    /// An offer is no more: withdrawn by the one who made it, or declined.
    OfferGone {
        /// Who had made it.
        seat: Side,
        /// What.
        offer: Offer,
        /// Whether the other side declined it.
        declined: bool,
    },
    /// A player lost the connection.
    Away {
        /// Who.
        seat: Side,
    },
    /// A player is back.
    Back {
        /// Who.
        seat: Side,
        /// The clocks, which stand no more after a pause.
        clocks: Clocks,
    },
    /// The hall was away; the clocks stand until the one to move is back.
    Paused {
        /// Who has yet to come back.
        away: Vec<Side>,
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
        ending: Ending,
        /// The whole board; none if the game had not begun.
        view: Option<Box<View>>,
        /// The clocks.
        clocks: Option<Clocks>,
        /// Every move, disclosed.
        moves: Vec<Played>,
    },
    /// Both want to play again.
    Rematch,
    /// The next game is at another table.
    Next {
        /// Its code.
        room: String,
    },
    /// Something the viewer may not know; it only spends its number.
    Hidden,
}
