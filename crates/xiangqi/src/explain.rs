use crate::occupancy::Occupancy;
use crate::{FacingRule, Move, Piece, PieceKind, Point, PointSet, Position, attacks};

/// Why a move is refused. [`Words`](yipan_core::Words) says it to a person, in three languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalMoveError {
    /// Nobody stands there.
    EmptyPoint {
        /// The empty point.
        from: Point,
    },
    /// The piece belongs to the other side.
    NotOwnPiece {
        /// Where it stands.
        from: Point,
    },
    /// A piece of this kind does not move so.
    ImpossibleForPiece {
        /// Which piece.
        piece: Piece,
        /// Where it stands.
        from: Point,
        /// Where it was to go.
        to: Point,
    },
    /// General and advisors stay in the palace 九宫.
    OutsidePalace {
        /// Which piece.
        piece: Piece,
        /// Where it was to go.
        to: Point,
    },
    /// Elephants do not cross the river 河界.
    AcrossRiver {
        /// Which piece.
        piece: Piece,
        /// Where it was to go.
        to: Point,
    },
    /// A pawn steps sideways only after crossing the river.
    NotAcrossRiver {
        /// Which piece.
        piece: Piece,
    },
    /// A pawn never goes back.
    PawnMovesBackward {
        /// Which piece.
        piece: Piece,
    },
    /// The horse's leg is blocked 蹩马腿.
    BlockedLeg {
        /// Who blocks it.
        at: Point,
    },
    /// The elephant's eye is blocked 塞象眼.
    BlockedEye {
        /// Who blocks it.
        at: Point,
    },
    /// A piece stands in the way, or a piece of one's own on the arrival point.
    Blocked {
        /// The first one in the way.
        at: Point,
    },
    /// A cannon takes only over a screen 炮架, and there is none.
    NoScreen {
        /// Whom it wanted to take.
        to: Point,
    },
    /// A cannon takes over exactly one screen, and there are more.
    TooManyScreens {
        /// Who stands in between.
        at: PointSet,
    },
    /// The piece protects its general and must stay where it does.
    Pinned {
        /// The piece that would attack the general.
        pinner: Point,
    },
    /// The generals would face each other on an open file 将帅对脸.
    GeneralsWouldFace {
        /// Where the other general stands.
        at: Point,
    },
    /// The generals would come onto one file, which the folk rule forbids.
    GeneralsWouldShareFile {
        /// Where the other general stands.
        at: Point,
    },
    /// The general would step onto an attacked point.
    GeneralMovesIntoCheck {
        /// The point.
        to: Point,
        /// Who attacks it.
        attackers: PointSet,
    },
    /// The piece would become the screen of an enemy cannon.
    BecomesScreen {
        /// The cannon.
        cannon: Point,
    },
    /// The general is in check, and this move does not answer it.
    CheckNotEvaded {
        /// The checking pieces.
        by: PointSet,
        /// The pieces that can answer.
        evaders: PointSet,
    },
}

impl Position {
    /// The legal move between these points.
    ///
    /// # Errors
    /// The reason why there is no such move.
    pub fn resolve(&self, mv: Move) -> Result<Move, IllegalMoveError> {
        self.explain_illegal_move(mv.from(), mv.to()).map_or(Ok(mv), Err)
    }

    /// Where the piece on `point` may legally go. Empty for a piece of the side that is not to move.
    #[must_use]
    pub fn legal_destinations(&self, point: Point) -> PointSet {
        self.legal_moves().iter().filter(|mv| mv.from() == point).map(|mv| mv.to()).collect()
    }

    /// Why the piece on `from` may not go to `to`; `None` if it may.
    ///
    /// ```
    /// use yipan_xiangqi::{Position, IllegalMoveError};
    ///
    /// let start = Position::start();
    /// let (b0, d1) = ("b0".parse()?, "d1".parse()?);
    /// assert_eq!(start.explain_illegal_move(b0, d1), Some(IllegalMoveError::BlockedLeg { at: "c0".parse()? }));
    /// # Ok::<(), yipan_xiangqi::PointError>(())
    /// ```
    #[must_use]
    pub fn explain_illegal_move(&self, from: Point, to: Point) -> Option<IllegalMoveError> {
        if self.legal_destinations(from).contains(to) {
            return None;
        }
        let Some(piece) = self.piece_at(from) else { return Some(IllegalMoveError::EmptyPoint { from }) };
        if piece.color != self.side_to_move() {
            return Some(IllegalMoveError::NotOwnPiece { from });
        }
        Some(
            self.piece_movement_error(piece, from, to)
                .unwrap_or_else(|| self.general_safety_error(piece, from, to)),
        )
    }

    /// Judges the move by the way the piece moves and by who stands in its way; `None` if that is all right.
    fn piece_movement_error(&self, piece: Piece, from: Point, to: Point) -> Option<IllegalMoveError> {
        let files = to.file().abs_diff(from.file());
        let ranks = to.rank().abs_diff(from.rank());
        let impossible_for_piece = Some(IllegalMoveError::ImpossibleForPiece { piece, from, to });
        let middle = || {
            let (file, rank) = ((from.file() + to.file()) / 2, (from.rank() + to.rank()) / 2);
            Point::from_coords(file, rank).filter(|&point| self.occupied.contains(point))
        };
        let obstacle = match (piece.kind, files, ranks) {
            (PieceKind::General, 0, 1) | (PieceKind::General, 1, 0) | (PieceKind::Advisor, 1, 1) => {
                (!to.is_in_palace(piece.color)).then_some(IllegalMoveError::OutsidePalace { piece, to })
            }
            (PieceKind::Elephant, 2, 2) => {
                let across =
                    to.is_across_river(piece.color).then_some(IllegalMoveError::AcrossRiver { piece, to });
                across.or_else(|| middle().map(|at| IllegalMoveError::BlockedEye { at }))
            }
            (PieceKind::Horse, 1, 2) | (PieceKind::Horse, 2, 1) => {
                let leg = if ranks == 2 {
                    (from.file(), (from.rank() + to.rank()) / 2)
                } else {
                    ((from.file() + to.file()) / 2, from.rank())
                };
                let leg = Point::from_coords(leg.0, leg.1).filter(|&point| self.occupied.contains(point));
                leg.map(|at| IllegalMoveError::BlockedLeg { at })
            }
            (PieceKind::Rook, 0, 1..) | (PieceKind::Rook, 1.., 0) => self
                .nearest_piece(from, attacks::between(from, to))
                .map(|at| IllegalMoveError::Blocked { at }),
            (PieceKind::Cannon, 0, 1..) | (PieceKind::Cannon, 1.., 0) => self.cannon_movement_error(from, to),
            (PieceKind::Pawn, 0, 1) | (PieceKind::Pawn, 1, 0) => {
                if to.rank_for(piece.color) < from.rank_for(piece.color) {
                    Some(IllegalMoveError::PawnMovesBackward { piece })
                } else {
                    let sideways = files == 1 && !from.is_across_river(piece.color);
                    sideways.then_some(IllegalMoveError::NotAcrossRiver { piece })
                }
            }
            _ => return impossible_for_piece,
        };
        obstacle.or_else(|| {
            self.by_color(piece.color).contains(to).then_some(IllegalMoveError::Blocked { at: to })
        })
    }

    fn cannon_movement_error(&self, from: Point, to: Point) -> Option<IllegalMoveError> {
        let screens = attacks::between(from, to) & self.occupied.points();
        let is_capture = self.by_color(self.side_to_move().other()).contains(to);
        match (is_capture, screens.len()) {
            (true, 0) => Some(IllegalMoveError::NoScreen { to }),
            (true, 2..) => Some(IllegalMoveError::TooManyScreens { at: screens }),
            (false, 1..) => self.nearest_piece(from, screens).map(|at| IllegalMoveError::Blocked { at }),
            (true, 1) | (false, 0) => None,
        }
    }

    /// The piece on these points that is nearest to `from`.
    fn nearest_piece(&self, from: Point, points: PointSet) -> Option<Point> {
        let pieces = points & self.occupied.points();
        pieces.into_iter().min_by_key(|point| point.index().abs_diff(from.index()))
    }

    /// Judges a move that is right but for the general's safety.
    fn general_safety_error(&self, piece: Piece, from: Point, to: Point) -> IllegalMoveError {
        let us = self.side_to_move();
        let enemy = self.general(us.other());
        let by = self.general_attackers_after(from, to);
        let checkers = self.checkers();
        if piece.kind == PieceKind::General {
            return match self.facing_rule {
                FacingRule::NoNewSharedFile if by.is_empty() => {
                    IllegalMoveError::GeneralsWouldShareFile { at: enemy }
                }
                _ if by == enemy.bit() => IllegalMoveError::GeneralsWouldFace { at: enemy },
                _ => IllegalMoveError::GeneralMovesIntoCheck { to, attackers: by },
            };
        }
        if (by & checkers).any() {
            return IllegalMoveError::CheckNotEvaded { by: checkers, evaders: self.evaders() };
        }
        let attacker = by.lowest();
        if by == enemy.bit() {
            IllegalMoveError::GeneralsWouldFace { at: enemy }
        } else if self.is_attacked_without(from, by) {
            IllegalMoveError::Pinned { pinner: attacker }
        } else {
            IllegalMoveError::BecomesScreen { cannon: attacker }
        }
    }

    /// Whether the pieces of `by` would attack the general of the side to move if nobody stood on `point`.
    fn is_attacked_without(&self, point: Point, by: PointSet) -> bool {
        let us = self.side_to_move();
        let occupied: Occupancy = self.occupied.toggled(point);
        (self.general_attackers(self.general(us), us.other(), occupied, PointSet::ALL) & by).any()
    }

    /// The pieces that can answer the check: only these may be moved now. Empty when there is no check.
    #[must_use]
    pub fn evaders(&self) -> PointSet {
        if self.in_check() {
            self.legal_moves().iter().map(|mv| mv.from()).collect()
        } else {
            PointSet::EMPTY
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, mv: &str, reason: &str) {
        let position: Position = fen.parse().expect(fen);
        let mv: Move = mv.parse().expect(mv);
        let actual = position.explain_illegal_move(mv.from(), mv.to()).map(|reason| reason.to_string());
        assert_eq!(actual.as_deref().unwrap_or("legal"), reason, "{mv} in {position:?}");
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

    #[test]
    fn a_move_that_does_not_fit_the_piece_is_illegal() {
        check(START, "h2e2", "legal");
        check(START, "e5e6", "there is no piece on e5; choose one of your own");
        check(START, "h7e7", "the piece on h7 is not yours; choose one of your own");
        check(START, "b0d1", "the horse's leg is blocked by the piece on c0");
        check(START, "a0a4", "the way is blocked by the piece on a3");
        check(START, "a0b0", "the way is blocked by the piece on b0");
        check(START, "a0b1", "the rook does not move from a0 to b1");
        check(START, "e0e2", "the general does not move from e0 to e2");
        check(START, "a3b3", "the pawn steps sideways only after it has crossed the river");
        check(START, "a3a2", "the pawn never goes back");
        check(START, "b2b7", "the cannon takes only over a screen, and there is none before b7");
        check(START, "h2h8", "the way is blocked by the piece on h7");
        check(
            "3k5/9/9/9/9/9/9/9/9/3AK4 w",
            "d0c1",
            "the advisor may not leave the palace, and c1 is outside",
        );
        check(
            "3k5/9/9/9/9/2B6/9/9/9/4K4 w",
            "c4e6",
            "the elephant may not cross the river, and e6 is beyond it",
        );
        check("4k4/9/9/9/9/9/9/9/3R5/2BK5 w", "c0e2", "the elephant's eye is blocked by the piece on d1");
        check(
            "r2k5/9/9/p8/p8/9/9/9/9/C3K4 w",
            "a0a9",
            "the cannon takes over exactly one screen, and there are several: a5 a6",
        );
    }

    #[test]
    fn a_move_that_exposes_the_general_is_illegal() {
        check(
            "5k3/9/9/9/9/9/9/9/r3K4/4R4 w",
            "e0a0",
            "your general is in check from a1 and this does not answer it; pieces that can: e1",
        );
        check(
            "4k4/9/9/9/4P4/9/9/9/9/4K4 w",
            "e5d5",
            "the generals would face each other on an open file (the other is on e9)",
        );
        check(
            "3k5/9/9/9/9/9/9/9/9/4K4 w",
            "e0d0",
            "the generals would face each other on an open file (the other is on d9)",
        );
        check(
            "3kr4/9/9/9/9/9/9/4R4/9/4K4 w",
            "e2a2",
            "that piece is pinned by the piece on e9: your general would be attacked",
        );
        check(
            "3kc4/9/9/4p4/9/9/9/4R4/9/4K4 w",
            "e2a2",
            "that piece is pinned by the piece on e9: your general would be attacked",
        );
        check(
            "3kc4/9/9/9/9/9/9/R8/9/4K4 w",
            "a2e2",
            "that piece would become the screen of the cannon on e9, which then checks",
        );
        let leg = "3k5/9/9/9/9/9/9/3n5/3R5/4K4 w";
        check(leg, "d1d2", "legal");
        check(leg, "d1a1", "that piece is pinned by the piece on d2: your general would be attacked");
        check("3k1r3/9/9/9/9/9/9/9/9/4K4 w", "e0f0", "the general would be attacked on f0 by f9");
    }
}
