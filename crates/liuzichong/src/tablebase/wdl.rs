//! Win, draw and loss values.

/// The value of a position for the side to move. Endless play is a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The other side wins.
    Loss,
    /// Neither side can force a win.
    Draw,
    /// The side to move wins.
    Win,
}

/// The value of a position with the distance to the end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProbeResult {
    /// The value for the side to move.
    pub wdl: Wdl,
    /// The number of plies to the end with best play of both sides, or `None` for a draw.
    pub plies: Option<u8>,
}

/// The entry of a draw.
///
/// Any other entry is the distance in plies. A win has an odd distance and a loss an even one, so the distance
/// implies the value.
pub(crate) const DRAW_ENTRY: u8 = u8::MAX;

impl ProbeResult {
    pub(super) const DRAW: ProbeResult = ProbeResult { wdl: Wdl::Draw, plies: None };

    /// Returns the value for the mover before the move that leads to this result.
    pub(super) fn before_move(self) -> ProbeResult {
        ProbeResult {
            wdl: match self.wdl {
                Wdl::Loss => Wdl::Win,
                Wdl::Draw => Wdl::Draw,
                Wdl::Win => Wdl::Loss,
            },
            plies: self.plies.map(|plies| plies.saturating_add(1)),
        }
    }

    pub(super) fn from_entry(entry: u8) -> ProbeResult {
        match entry {
            DRAW_ENTRY => ProbeResult::DRAW,
            plies => {
                ProbeResult { wdl: if plies % 2 == 0 { Wdl::Loss } else { Wdl::Win }, plies: Some(plies) }
            }
        }
    }

    /// Returns a sort key: quick wins are best, and late losses are better than quick ones.
    #[must_use]
    pub fn rank_key(self) -> i16 {
        let plies = i16::from(self.plies.unwrap_or(0));
        match self.wdl {
            Wdl::Win => 1_000 - plies,
            Wdl::Draw => 0,
            Wdl::Loss => plies - 1_000,
        }
    }
}
