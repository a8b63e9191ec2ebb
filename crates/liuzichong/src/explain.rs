use yipan_core::Outcome;

use crate::{Move, Point, Position};

/// The reasons why a move is illegal. They implement [`Localize`](yipan_core::Localize).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalMoveError {
    /// The game has ended.
    GameOver(Outcome),
    /// There is no piece on the point.
    EmptyPoint {
        /// The empty point.
        from: Point,
    },
    /// The piece belongs to the other side.
    NotOwnPiece {
        /// Its point.
        from: Point,
    },
    /// A piece moves one point up, down, left or right.
    NotAdjacent {
        /// Its point.
        from: Point,
        /// The destination.
        to: Point,
    },
    /// The destination is occupied. Pieces do not capture by moving onto each other.
    Occupied {
        /// The occupied point.
        to: Point,
    },
}

impl Position {
    /// Returns `mv` if it is legal.
    ///
    /// # Errors
    /// Returns [`IllegalMoveError`] if it is not.
    pub fn resolve(&self, mv: Move) -> Result<Move, IllegalMoveError> {
        self.explain_illegal_move(mv.from(), mv.to()).map_or(Ok(mv), Err)
    }

    /// Returns the reason why the piece on `from` may not move to `to`, or `None` if it may.
    ///
    /// ```
    /// use yipan_liuzichong::{Position, IllegalMoveError};
    ///
    /// let (a1, a2) = ("a1".parse()?, "a2".parse()?);
    /// assert_eq!(Position::start().explain_illegal_move(a1, a2), Some(IllegalMoveError::Occupied { to: a2 }));
    /// # Ok::<(), yipan_liuzichong::PointError>(())
    /// ```
    #[must_use]
    pub fn explain_illegal_move(&self, from: Point, to: Point) -> Option<IllegalMoveError> {
        if let Some(outcome) = self.outcome() {
            return Some(IllegalMoveError::GameOver(outcome));
        }
        match self.piece_at(from) {
            None => Some(IllegalMoveError::EmptyPoint { from }),
            Some(color) if color != self.side_to_move() => Some(IllegalMoveError::NotOwnPiece { from }),
            Some(_) if !from.neighbors().contains(to) => Some(IllegalMoveError::NotAdjacent { from, to }),
            Some(_) if !self.empty_points().contains(to) => Some(IllegalMoveError::Occupied { to }),
            Some(_) => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_illegal_move_has_a_reason() {
        for (position, mv, reason) in [
            ("wwww/w2w/b2b/bbbb b", "a2b2", "legal"),
            ("wwww/w2w/b2b/bbbb b", "b2b3", "there is no stone on b2; choose one of your own"),
            ("wwww/w2w/b2b/bbbb b", "a3b3", "the stone on a3 is not yours; choose one of your own"),
            ("wwww/w2w/b2b/bbbb b", "a2a3", "a3 is occupied; a stone moves to an empty adjacent point"),
            (
                "wwww/w2w/b2b/bbbb b",
                "a1b2",
                "a stone moves one point up, down, left or right; it cannot move from a1 to b2",
            ),
            (
                "wwww/w2w/b2b/bbbb b",
                "d2a3",
                "a stone moves one point up, down, left or right; it cannot move from d2 to a3",
            ),
            ("4/4/4/bb2 b", "b1c1", "the game is over (a side has no pieces left); start a new one"),
        ] {
            let position: Position = position.parse().expect(position);
            let mv: Move = mv.parse().expect(mv);
            let actual = position.explain_illegal_move(mv.from(), mv.to()).map(|reason| reason.to_string());
            assert_eq!(actual.as_deref().unwrap_or("legal"), reason, "{mv} in {position:?}");
        }
    }
}
