//! The values of positions.

/// What a position is worth for the side to move, endless play counting as a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The other side wins, whatever is played.
    Loss,
    /// Nobody can force more.
    Draw,
    /// The side to move wins.
    Win,
}

/// A value with its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProbeResult {
    /// What it is worth.
    pub wdl: Wdl,
    /// How many plies the game still takes if the winner hurries and the loser tarries; none for a draw.
    pub plies: Option<u8>,
}

/// The entry of a draw. Any other is the distance: a win takes an odd number of plies, a loss an even one, so the
/// distance tells the value as well.
pub(crate) const DRAW_ENTRY: u8 = u8::MAX;

impl ProbeResult {
    pub(super) const DRAW: ProbeResult = ProbeResult { wdl: Wdl::Draw, plies: None };

    /// What a position is worth to the one who moves there, counted from before the move.
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

    /// How good it is: a win the sooner the better, a loss the later.
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
