use serde::{Deserialize, Serialize};

/// What a client says. The first thing is [`Request::Hello`].
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum ClientMessage {
    /// Opens the conversation.
    Hello {
        /// The version the client speaks.
        version: u32,
        /// The language it is spoken to in: `en`, `zh-Hans` or `zh-Hant`.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        lang: Option<String>,
    },
    /// Asks for a table: for all of it, or for what has happened since.
    Join {
        /// The table's code.
        room: String,
        /// The number of the first frame that is missing; without it a whole state is sent.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        from: Option<u64>,
    },
    /// Wants to hear no more of a table.
    Unsubscribe {
        /// The table's code.
        room: String,
    },
    /// Does something at a table.
    Command {
        /// The table's code.
        room: String,
        /// The client's own name for this command; said twice, it is done once.
        id: String,
        /// How many frames of the table the client has seen.
        seen: u64,
        /// What.
        command: Command,
    },
    /// Wants to hear of what goes on in public, or no more.
    Lobby {
        /// Whether it wants to.
        watch: bool,
    },
    /// Asks whether the line still holds.
    Ping {
        /// An unsigned number of the client's choice; it comes back.
        #[serde(default)]
        at: u64,
    },
}

/// What may be done at a table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(tag = "type", rename_all = "kebab-case")]
pub enum Command {
    /// Sits down, adding to what draws are made from.
    Sit {
        /// Thirty-two random bytes, in hexadecimal.
        contribution: String,
    },
    /// Seats a computer opposite; the host's to do.
    SeatComputer {
        /// How well it plays, from 1.
        level: u8,
    },
    /// Gets up: before the game that frees the seat, before both have moved it aborts, later it resigns.
    Leave,
    /// Starts the game; the host's to do.
    Start,
    /// Moves, or does what else the game lets a player do.
    Play {
        /// In any notation the game has.
        action: String,
    },
    /// Gives the game up.
    Resign,
    /// Calls a game off that has hardly begun.
    Abort,
    /// Offers something.
    Offer {
        /// What.
        offer: Offer,
    },
    /// Accepts what the other side has offered.
    Accept {
        /// What.
        offer: Offer,
    },
    /// Declines what the other side has offered.
    Decline {
        /// What.
        offer: Offer,
    },
    /// Takes an own offer back.
    Withdraw {
        /// What.
        offer: Offer,
    },
    /// Ends a game that the other side has left.
    Claim {
        /// As what.
        claim: Claim,
    },
    /// Says something to everybody.
    Chat {
        /// What; text, never markup.
        text: String,
    },
}

/// What one side may offer to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Offer {
    /// To call it a draw.
    Draw,
    /// To take the own last move back.
    Takeback,
    /// To play again with colours changed.
    Rematch,
    /// To play again with the same colours.
    RematchSame,
}

/// As what a deserted game may be ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Claim {
    /// As won.
    Win,
    /// As drawn.
    Draw,
}
