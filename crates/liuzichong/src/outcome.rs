//! The outcomes that follow from the position alone.

use yipan_core::{Outcome, Reason};

use crate::{HouseRules, Position};

/// The outcome for the side to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum MaterialOutcome {
    Won(Reason),
    Drawn(Reason),
    Lost(Reason),
}

/// Returns the outcome that the numbers of pieces decide.
///
/// In the order of the rules: no pieces 无子, a lone piece if that loses, at most two pieces on each side.
#[inline]
pub(crate) const fn material_outcome(rules: HouseRules, mover: u32, other: u32) -> Option<MaterialOutcome> {
    let lone = rules.lone_piece_loses;
    Some(match (mover, other) {
        (0, _) => MaterialOutcome::Lost(Reason::NoPieces),
        (_, 0) => MaterialOutcome::Won(Reason::NoPieces),
        (1, other) if lone && other > 1 => MaterialOutcome::Lost(Reason::LonePiece),
        (mover, 1) if lone && mover > 1 => MaterialOutcome::Won(Reason::LonePiece),
        (1 | 2, 1 | 2) => MaterialOutcome::Drawn(Reason::TooFewPieces),
        _ => return None,
    })
}

impl Position {
    /// Returns the outcome of a finished position, or `None`.
    ///
    /// A side without pieces has lost, at most two pieces on each side draw, and a blocked side to move has lost
    /// 困毙. The side that just moved is never blocked, because the point it left is empty.
    ///
    /// ```
    /// use yipan_liuzichong::{Position, WHITE};
    ///
    /// let blocked: Position = "4/4/ww2/bww1 b".parse()?;
    /// assert_eq!(blocked.outcome().and_then(|outcome| outcome.winner), Some(WHITE));
    /// # Ok::<(), yipan_liuzichong::ParsePositionError>(())
    /// ```
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let (mover, other) = (self.side_to_move(), self.side_to_move().other());
        let material = material_outcome(self.rules(), self.by_color(mover).len(), self.by_color(other).len());
        match material {
            Some(MaterialOutcome::Won(reason)) => Some(Outcome::win(mover, reason)),
            Some(MaterialOutcome::Drawn(reason)) => Some(Outcome::draw(reason)),
            Some(MaterialOutcome::Lost(reason)) => Some(Outcome::win(other, reason)),
            None => self.is_blocked().then(|| Outcome::win(other, Reason::Blocked)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{BLACK, WHITE};

    #[track_caller]
    fn check(position: &str, lone_is_loss: bool, expected: Option<Outcome>) {
        let position: Position = position.parse().expect(position);
        let rules = HouseRules { lone_piece_loses: lone_is_loss, ..HouseRules::default() };
        assert_eq!(position.with_rules(rules).outcome(), expected, "{position:?}");
        assert_eq!(position.with_rules(rules).legal_moves().is_empty(), expected.is_some());
    }

    #[test]
    fn a_side_without_pieces_has_lost_whichever_side_is_to_move() {
        for side in ["b", "w"] {
            check(&format!("4/4/4/bb2 {side}"), false, Some(Outcome::win(BLACK, Reason::NoPieces)));
            check(&format!("w3/4/4/4 {side}"), false, Some(Outcome::win(WHITE, Reason::NoPieces)));
        }
    }

    #[test]
    fn two_pieces_or_fewer_a_side_draw() {
        check("ww2/4/4/bb2 b", false, Some(Outcome::draw(Reason::TooFewPieces)));
        check("w3/4/4/b3 w", false, Some(Outcome::draw(Reason::TooFewPieces)));
        check("www1/4/4/b3 w", false, None);
        // Too few pieces take precedence over blocking.
        check("4/4/w3/bw2 b", false, Some(Outcome::draw(Reason::TooFewPieces)));
    }

    #[test]
    fn a_side_to_move_that_cannot_has_lost() {
        check("4/4/ww2/bww1 b", false, Some(Outcome::win(WHITE, Reason::Blocked)));
        check("4/4/ww2/bww1 w", false, None);
        check("bww1/www1/4/4 b", false, Some(Outcome::win(WHITE, Reason::Blocked)));
    }

    #[test]
    fn by_the_folk_rule_a_side_left_with_one_piece_has_lost() {
        check("ww2/4/4/b3 w", true, Some(Outcome::win(WHITE, Reason::LonePiece)));
        check("ww2/4/4/b3 b", true, Some(Outcome::win(WHITE, Reason::LonePiece)));
        check("w3/4/4/bbb1 b", true, Some(Outcome::win(BLACK, Reason::LonePiece)));
        check("w3/4/4/b3 b", true, Some(Outcome::draw(Reason::TooFewPieces)));
        check("ww2/4/4/bb2 b", true, Some(Outcome::draw(Reason::TooFewPieces)));
    }
}
