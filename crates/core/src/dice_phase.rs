use core::fmt;

/// The reason why a side is to move in a game with dice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(rename_all = "kebab-case"))]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub enum DicePhase {
    /// The owner of the dice plays them.
    Turn,
    /// The other side answers a check with one move of any piece; the dice are saved.
    Reply,
    /// The owner, in check, makes one move of any piece; the dice are lost.
    Emergency,
}

impl DicePhase {
    /// All phases.
    pub const ALL: [DicePhase; 3] = [DicePhase::Turn, DicePhase::Reply, DicePhase::Emergency];
}

impl fmt::Display for DicePhase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            DicePhase::Turn => "turn",
            DicePhase::Reply => "reply",
            DicePhase::Emergency => "emergency",
        })
    }
}
