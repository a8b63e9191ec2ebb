use serde::{Deserialize, Serialize};

/// A message of a client. The first one is [`ClientMessage::Hello`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ClientMessage {
    /// Starts the connection.
    Hello {
        /// The client's version of the protocol.
        version: u32,
        /// The language of the server's messages: `en`, `zh-Hans` or `zh-Hant`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lang: Option<String>,
    },
    /// Subscribes to a room.
    Join {
        /// The room's code.
        room: String,
        /// The number of the first missing event; `None` requests a whole state.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u64>,
    },
    /// Ends the subscription to a room.
    Unsubscribe {
        /// The room's code.
        room: String,
    },
    /// Executes a command in a room.
    Command {
        /// The room's code.
        room: String,
        /// The client's id of the command; a command that is sent twice is executed once.
        id: String,
        /// The number of events of the room that the client has seen.
        seen: u64,
        /// The command.
        command: Command,
    },
    /// Subscribes to the lobby, or ends the subscription.
    Lobby {
        /// Whether to subscribe.
        watch: bool,
    },
    /// Checks the connection.
    Ping {
        /// A number that the answer repeats.
        #[serde(default)]
        at: u64,
    },
}

/// A command of a user in a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Command {
    /// Takes a seat.
    Sit {
        /// Thirty-two random bytes in hexadecimal, mixed into every chance event.
        contribution: String,
    },
    /// Seats a computer opposite the host, who alone may do it.
    SeatComputer {
        /// The level, from 1.
        level: u8,
    },
    /// Leaves the room. Before the game it frees the seat, before both sides have moved it aborts, later it resigns.
    Leave,
    /// Starts the game; only the host may do it.
    Start,
    /// Plays a move or another action of the game.
    Play {
        /// The action in a notation of the game.
        action: String,
    },
    /// Gives up half of the user's time and the increment, before their first move in an arena that allows it.
    Berserk,
    /// Resigns the game.
    Resign,
    /// Aborts the game until both sides have moved.
    Abort,
    /// Makes an offer.
    Offer {
        /// The offer.
        offer: Offer,
    },
    /// Accepts an offer of the other side.
    Accept {
        /// The offer.
        offer: Offer,
    },
    /// Declines an offer of the other side.
    Decline {
        /// The offer.
        offer: Offer,
    },
    /// Withdraws the user's own offer.
    Withdraw {
        /// The offer.
        offer: Offer,
    },
    /// Ends a game that the other side has abandoned.
    Claim {
        /// The result to claim.
        claim: Claim,
    },
    /// Sends a chat message.
    Chat {
        /// One line of text, never markup.
        text: String,
    },
    /// Replaces the player's conditional moves in a correspondence game, while it is the opponent's turn.
    SetConditionalMoves {
        /// The lines: each begins with a move of the opponent and ends with one of the player.
        lines: Vec<Vec<String>>,
    },
}

/// An offer of one side to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// A draw.
    Draw,
    /// A takeback of the offering side's last move.
    Takeback,
    /// Another game with the sides changed.
    Rematch,
    /// Another game with the same sides.
    RematchSame,
}

/// The result that may be claimed in an abandoned game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// A win of the claiming side.
    Win,
    /// A draw.
    Draw,
}
