use alloc::vec::Vec;

use crate::{FacingRule, Move, Piece, PieceKind, Point, PointSet, Position, attacks};

/// The reasons why a move is illegal. They implement [`Localize`](yipan_core::Localize).
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalMoveError {
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
    /// A piece of this kind does not move that way.
    ImpossibleForPiece {
        /// The piece.
        piece: Piece,
        /// Its point.
        from: Point,
        /// The destination.
        to: Point,
    },
    /// Generals and advisors stay in the palace 九宫.
    OutsidePalace {
        /// The piece.
        piece: Piece,
        /// The destination.
        to: Point,
    },
    /// Elephants do not cross the river 河界.
    AcrossRiver {
        /// The piece.
        piece: Piece,
        /// The destination.
        to: Point,
    },
    /// A pawn steps sideways only after crossing the river.
    NotAcrossRiver {
        /// The piece.
        piece: Piece,
    },
    /// A pawn never moves backward.
    PawnMovesBackward {
        /// The piece.
        piece: Piece,
    },
    /// The horse's leg is blocked 蹩马腿.
    BlockedLeg {
        /// The blocking piece.
        piece: Piece,
        /// The point of the blocking piece.
        at: Point,
    },
    /// The elephant's eye is blocked 塞象眼.
    BlockedEye {
        /// The blocking piece.
        piece: Piece,
        /// The point of the blocking piece.
        at: Point,
    },
    /// A piece blocks the path, or an own piece occupies the destination.
    Blocked {
        /// The first blocking piece.
        piece: Piece,
        /// Its point.
        at: Point,
    },
    /// A cannon captures only over a screen 炮架, and there is none.
    NoScreen {
        /// The target of the capture.
        to: Point,
    },
    /// A cannon captures over exactly one screen, and there are more.
    TooManyScreens {
        /// The screens.
        at: PointSet,
    },
    /// The piece is pinned: it shields its own general.
    Pinned {
        /// The piece that would attack the general.
        piece: Piece,
        /// Its point.
        pinner: Point,
    },
    /// The generals would face each other on an open file 将帅对脸.
    GeneralsWouldFace {
        /// The point of the other general.
        at: Point,
    },
    /// The generals would share a file, which [`FacingRule::NoNewSharedFile`] forbids.
    GeneralsWouldShareFile {
        /// The point of the other general.
        at: Point,
    },
    /// The general would move onto an attacked point.
    GeneralMovesIntoCheck {
        /// The attacked point.
        to: Point,
        /// The attackers of that point.
        attackers: PointSet,
        /// The pieces on those points, in the same order.
        pieces: Vec<Piece>,
    },
    /// The piece would become the screen of an enemy cannon.
    BecomesScreen {
        /// The point of the cannon.
        cannon: Point,
    },
    /// The general is in check, and the move does not evade it.
    CheckNotEvaded {
        /// The checking pieces.
        checkers: PointSet,
        /// The pieces on those points, in the same order.
        pieces: Vec<Piece>,
        /// The points of the pieces that can evade the check.
        evaders: PointSet,
        /// The pieces on those points, in the same order.
        evading_pieces: Vec<Piece>,
    },
}

impl IllegalMoveError {
    /// Returns the points that explain the reason: blocking pieces, attackers or the general that would be faced.
    ///
    /// A board marks them, because the texts name no points.
    #[must_use]
    pub fn explaining_points(&self) -> PointSet {
        match self {
            IllegalMoveError::BlockedLeg { at, .. }
            | IllegalMoveError::BlockedEye { at, .. }
            | IllegalMoveError::Blocked { at, .. }
            | IllegalMoveError::Pinned { pinner: at, .. }
            | IllegalMoveError::GeneralsWouldFace { at }
            | IllegalMoveError::GeneralsWouldShareFile { at }
            | IllegalMoveError::BecomesScreen { cannon: at } => at.bit(),
            IllegalMoveError::TooManyScreens { at } => *at,
            IllegalMoveError::GeneralMovesIntoCheck { attackers, .. } => *attackers,
            IllegalMoveError::CheckNotEvaded { checkers, .. } => *checkers,
            IllegalMoveError::EmptyPoint { .. }
            | IllegalMoveError::NotOwnPiece { .. }
            | IllegalMoveError::ImpossibleForPiece { .. }
            | IllegalMoveError::OutsidePalace { .. }
            | IllegalMoveError::AcrossRiver { .. }
            | IllegalMoveError::NotAcrossRiver { .. }
            | IllegalMoveError::PawnMovesBackward { .. }
            | IllegalMoveError::NoScreen { .. } => PointSet::EMPTY,
        }
    }
}

impl Position {
    /// Returns `mv` if it is legal.
    ///
    /// # Errors
    /// Returns [`IllegalMoveError`] if it is not.
    pub fn resolve(&self, mv: Move) -> Result<Move, IllegalMoveError> {
        self.explain_illegal_move(mv.from(), mv.to()).map_or(Ok(mv), Err)
    }

    /// Returns the points the piece on `point` may legally move to.
    ///
    /// The set is empty if the piece belongs to the side that is not to move.
    #[must_use]
    pub fn legal_destinations(&self, point: Point) -> PointSet {
        self.legal_moves().iter().filter(|mv| mv.from() == point).map(|mv| mv.to()).collect()
    }

    /// Returns the reason why the piece on `from` may not move to `to`, or `None` if it may.
    ///
    /// ```
    /// use yipan_xiangqi::{Position, IllegalMoveError};
    ///
    /// let start = Position::start();
    /// let (b0, d1, c0) = ("b0".parse()?, "d1".parse()?, "c0".parse()?);
    /// let error = start.explain_illegal_move(b0, d1);
    /// assert!(matches!(error, Some(IllegalMoveError::BlockedLeg { at, .. }) if at == c0));
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

    /// Checks the movement of the piece and the pieces in its path, but not the safety of the general.
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
                across.or_else(|| {
                    middle()
                        .and_then(|at| Some(IllegalMoveError::BlockedEye { piece: self.piece_at(at)?, at }))
                })
            }
            (PieceKind::Horse, 1, 2) | (PieceKind::Horse, 2, 1) => {
                let leg = if ranks == 2 {
                    (from.file(), (from.rank() + to.rank()) / 2)
                } else {
                    ((from.file() + to.file()) / 2, from.rank())
                };
                let leg = Point::from_coords(leg.0, leg.1).filter(|&point| self.occupied.contains(point));
                leg.and_then(|at| Some(IllegalMoveError::BlockedLeg { piece: self.piece_at(at)?, at }))
            }
            (PieceKind::Rook, 0, 1..) | (PieceKind::Rook, 1.., 0) => {
                self.nearest_piece(from, attacks::between(from, to)).and_then(|at| self.blocked_error(at))
            }
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
        let own = self.by_color(piece.color).contains(to);
        obstacle.or_else(|| if own { self.blocked_error(to) } else { None })
    }

    fn blocked_error(&self, at: Point) -> Option<IllegalMoveError> {
        self.piece_at(at).map(|piece| IllegalMoveError::Blocked { piece, at })
    }

    fn pieces_on(&self, points: PointSet) -> Vec<Piece> {
        points.into_iter().filter_map(|point| self.piece_at(point)).collect()
    }

    fn cannon_movement_error(&self, from: Point, to: Point) -> Option<IllegalMoveError> {
        let screens = attacks::between(from, to) & self.occupied.points();
        let is_capture = self.by_color(self.side_to_move().other()).contains(to);
        match (is_capture, screens.len()) {
            (true, 0) => Some(IllegalMoveError::NoScreen { to }),
            (true, 2..) => Some(IllegalMoveError::TooManyScreens { at: screens }),
            (false, 1..) => self.nearest_piece(from, screens).and_then(|at| self.blocked_error(at)),
            (true, 1) | (false, 0) => None,
        }
    }

    /// Returns the piece on `points` that is nearest to `from`.
    fn nearest_piece(&self, from: Point, points: PointSet) -> Option<Point> {
        let pieces = points & self.occupied.points();
        pieces.into_iter().min_by_key(|point| point.index().abs_diff(from.index()))
    }

    /// Explains a pseudo-legal move that leaves the general attacked.
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
                _ => {
                    IllegalMoveError::GeneralMovesIntoCheck { to, attackers: by, pieces: self.pieces_on(by) }
                }
            };
        }
        if (by & checkers).any() {
            let evaders = self.evaders();
            return IllegalMoveError::CheckNotEvaded {
                checkers,
                pieces: self.pieces_on(checkers),
                evaders,
                evading_pieces: self.pieces_on(evaders),
            };
        }
        let attacker = by.lowest();
        if by == enemy.bit() {
            return IllegalMoveError::GeneralsWouldFace { at: enemy };
        }
        match self.piece_at(attacker).filter(|_| self.is_attacked_without(from, by)) {
            Some(piece) => IllegalMoveError::Pinned { piece, pinner: attacker },
            None => IllegalMoveError::BecomesScreen { cannon: attacker },
        }
    }

    /// Whether `by` would attack the general of the side to move if `point` were empty.
    fn is_attacked_without(&self, point: Point, by: PointSet) -> bool {
        let us = self.side_to_move();
        let occupied = self.occupied.points() ^ point.bit();
        (self.general_attackers(self.general(us), us.other(), occupied, PointSet::ALL) & by).any()
    }

    /// Returns the pieces that can evade the current check. The set is empty if there is no check.
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
        check(START, "e5e6", "there is no piece there; choose one of your own");
        check(START, "h7e7", "that piece is not yours; choose one of your own");
        check(START, "b0d1", "the horse's leg is blocked by the elephant next to it");
        check(START, "a0a4", "the soldier is in the way");
        check(START, "a0b0", "the horse is in the way");
        check(START, "a0b1", "chariots move any distance along a line");
        check(START, "e0e2", "the general moves one step along a line inside the palace");
        check(START, "a3b3", "soldiers move sideways only after they have crossed the river");
        check(START, "a3a2", "soldiers never move backward");
        check(START, "b2b7", "cannons capture over exactly one piece, and there is none between");
        check(START, "h2h8", "the cannon is in the way");
        check("3k5/9/9/9/9/9/9/9/9/3AK4 w", "d0c1", "advisors may not leave the palace");
        check("3k5/9/9/9/9/2B6/9/9/9/4K4 w", "c4e6", "elephants may not cross the river");
        check("4k4/9/9/9/9/9/9/9/3R5/2BK5 w", "c0e2", "the elephant is blocked by the chariot halfway");
        check(
            "r2k5/9/9/p8/p8/9/9/9/9/C3K4 w",
            "a0a9",
            "cannons capture over exactly one piece, and there are 2 between",
        );
    }

    #[test]
    fn a_move_that_exposes_the_general_is_illegal() {
        check(
            "5k3/9/9/9/9/9/9/9/r3K4/4R4 w",
            "e0a0",
            "you are in check from the chariot. Only the general can answer",
        );
        check(
            "4k4/9/9/9/4P4/9/9/9/9/4K4 w",
            "e5d5",
            "the two generals would face each other with nothing between them",
        );
        check(
            "3k5/9/9/9/9/9/9/9/9/4K4 w",
            "e0d0",
            "the two generals would face each other with nothing between them",
        );
        check(
            "3kr4/9/9/9/9/9/9/4R4/9/4K4 w",
            "e2a2",
            "this piece is pinned: your general would be in check from the chariot",
        );
        check(
            "3kc4/9/9/4p4/9/9/9/4R4/9/4K4 w",
            "e2a2",
            "this piece is pinned: your general would be in check from the cannon",
        );
        check(
            "3kc4/9/9/9/9/9/9/R8/9/4K4 w",
            "a2e2",
            "this piece would become the screen of the cannon, which would give check",
        );
        let leg = "3k5/9/9/9/9/9/9/3n5/3R5/4K4 w";
        check(leg, "d1d2", "legal");
        check(leg, "d1a1", "this piece is pinned: your general would be in check from the horse");
        check("3k1r3/9/9/9/9/9/9/9/9/4K4 w", "e0f0", "the general would be in check from the chariot");
    }
}
