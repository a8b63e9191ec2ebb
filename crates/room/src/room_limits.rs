use yipan_clock::Millis;

/// The time limits and counts of a room.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RoomLimits {
    /// The time for a side's first move.
    pub first_move_timeout: Millis,
    /// The time after which the opponent of a disconnected player may claim the game.
    pub claim_after: Millis,
    /// The time that a room waits for a guest, or for the start.
    pub waiting_room_timeout: Millis,
    /// The time after which a game without a running clock ends, if all its players are disconnected.
    pub abandon_after: Millis,
    /// The time that a clock stands after a restart of the server until its owner reconnects.
    pub restart_grace: Millis,
    /// The time between two draw offers of a side.
    pub draw_offer_interval: Millis,
    /// The number of takebacks that a side may ask for in a game.
    pub max_takebacks: u8,
}

impl RoomLimits {
    /// The time that a side may get back for lag at the start of the game.
    pub(crate) const INITIAL_LAG_BUDGET: Millis = Millis(500);
    /// The growth of the lag budget with each move.
    pub(crate) const LAG_BUDGET_PER_MOVE: Millis = Millis(100);
    /// The time that a correspondence room waits for an opponent.
    pub(crate) const CORRESPONDENCE_WAITING_TIMEOUT: Millis = Millis::from_seconds(7 * 86_400);
    /// The limit for the lag budget.
    pub(crate) const MAX_LAG_BUDGET: Millis = Millis(1_000);
}

impl Default for RoomLimits {
    fn default() -> RoomLimits {
        RoomLimits {
            first_move_timeout: Millis::from_seconds(60),
            claim_after: Millis::from_seconds(60),
            waiting_room_timeout: Millis::from_seconds(30 * 60),
            abandon_after: Millis::from_seconds(24 * 3600),
            restart_grace: Millis::from_seconds(30),
            draw_offer_interval: Millis::from_seconds(3),
            max_takebacks: 3,
        }
    }
}
