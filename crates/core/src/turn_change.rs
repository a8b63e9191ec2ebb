use core::fmt;

/// The reason for a change of the right to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum TurnChange {
    /// The side begins its turn.
    Turn,
    /// The side gave check with dice left. The dice are saved until the opponent has replied.
    Interrupt,
    /// The side must answer the check with one move of any piece.
    Reply,
    /// The side continues with its saved dice.
    Resume,
    /// None of the saved dice answers the check. They are lost, and the side makes one move of any piece.
    Emergency,
    /// None of the unused dice can be played, so the turn is over.
    DiceDead,
    /// The side rolls its dice again.
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
