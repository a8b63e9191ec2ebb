use serde::{Deserialize, Serialize};
use yipan_core::Side;

/// The way in which two players share a screen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum TwoPlayerView {
    /// Both players sit on the same side, and the board does not turn.
    #[default]
    Fixed,
    /// The board turns to the side to move.
    AutoFlip,
    /// The device lies between the players: the upper player's pieces and name are upside down.
    FaceToFace,
}

impl TwoPlayerView {
    /// Returns the side at the bottom of the board. `turn` is the side to move, or that of the last move after the end.
    #[must_use]
    pub fn bottom_side(self, viewing_side: Side, turn: Side) -> Side {
        match self {
            TwoPlayerView::Fixed | TwoPlayerView::FaceToFace => viewing_side,
            TwoPlayerView::AutoFlip => turn,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_auto_flip_turns_the_board() {
        let bottom = |view: TwoPlayerView| view.bottom_side(Side::First, Side::Second);
        assert_eq!(bottom(TwoPlayerView::Fixed), Side::First);
        assert_eq!(bottom(TwoPlayerView::FaceToFace), Side::First);
        assert_eq!(bottom(TwoPlayerView::AutoFlip), Side::Second);
    }
}
