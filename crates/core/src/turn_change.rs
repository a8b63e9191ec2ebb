use std::fmt;

/// Why the right to move changes hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TurnChange {
    /// The seat begins its turn.
    Turn,
    /// The seat gave check with dice left: they are saved, and it must wait for the reply.
    Interrupt,
    /// The seat must answer the check with one move of any man.
    Reply,
    /// The seat goes on with its saved dice.
    Resume,
    /// None of the seat's saved dice answers the check: they are lost, and it makes one move of any man.
    Emergency,
    /// None of the seat's unused dice can be played, so its turn is over.
    DiceDead,
    /// The seat throws its dice again.
    Reroll,
}

impl fmt::Display for TurnChange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            TurnChange::Turn => "turn",
            TurnChange::Interrupt => "interrupt",
            TurnChange::Reply => "reply",
            TurnChange::Resume => "resume",
            TurnChange::Emergency => "emergency",
            TurnChange::DiceDead => "dice-dead",
            TurnChange::Reroll => "reroll",
        })
    }
}
