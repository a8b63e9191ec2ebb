use yipan_clock::Millis;

/// The time between a player's move and its entry that is not charged to the player.
#[derive(Clone, Copy, Debug)]
pub(crate) struct UnchargedTime {
    /// The lag of the connection, which is limited by a budget.
    pub(crate) lag: Millis,
    /// The time for which the service had held the move.
    pub(crate) waited: Millis,
}
