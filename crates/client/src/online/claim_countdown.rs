use yipan_core::Side;
use yipan_wire::{RoomPhase, RoomState};

/// A countdown to the moment from which the game of an offline opponent may be claimed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClaimCountdown {
    /// The side of the opponent.
    pub side: Side,
    /// The seconds that are left; 0 once the game may be claimed.
    pub seconds: u64,
}

impl ClaimCountdown {
    /// Whether the game may be claimed.
    #[must_use]
    pub const fn is_due(self) -> bool {
        self.seconds == 0
    }

    /// Returns the time that is left, as minutes and seconds.
    #[must_use]
    pub fn text(self) -> String {
        format!("{}:{:02}", self.seconds / 60, self.seconds % 60)
    }
}

/// Returns the countdown of a side whose opponent is offline; `None` while the opponent is connected.
///
/// The times are in milliseconds of the server; `claim_after` is that of its `welcome`.
#[must_use]
pub fn claim_countdown(
    state: &RoomState,
    own_side: Side,
    claim_after: u64,
    now: u64,
) -> Option<ClaimCountdown> {
    let side = own_side.other();
    let since = state.disconnected_since[side.index()].filter(|_| state.phase == RoomPhase::Playing)?;
    let left = since.saturating_add(claim_after).saturating_sub(now);
    // An estimate of the server's time that is behind must not show more than the whole time.
    Some(ClaimCountdown { side, seconds: left.min(claim_after).div_ceil(1000) })
}
