use yipan_clock::TimeControl;
use yipan_wire::RoomConfig;

/// The most rooms in which an account may wait for opponents when it opens one for a correspondence game. They stay for
/// days.
pub(crate) const MAX_WAITING_ROOMS: u64 = 20;

/// The time without a sign of any server that is an outage, in milliseconds.
pub(crate) const MAX_GAP_MILLIS: u64 = 180_000;

/// Whether each side has days for every move.
pub(crate) fn is_correspondence(config: &RoomConfig) -> bool {
    config.clock.parse().is_ok_and(|clock: TimeControl| clock.is_correspondence())
}
