/// An action with its value for the player.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoredAction<A> {
    /// The action.
    pub action: A,
    /// The value in centipawns; decided games are near [`WIN`](super::WIN).
    pub value: i32,
}

/// The result of a search: all actions, best first.
#[derive(Clone, Debug, PartialEq)]
pub struct RankedActions<A> {
    /// The actions, best first.
    pub actions: Vec<ScoredAction<A>>,
    /// The nodes searched.
    pub nodes: u64,
}
