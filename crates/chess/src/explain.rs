use alloc::vec::Vec;

use crate::castling::CastlingObstacle;
use crate::{Bitboard, PieceKind, Position, Square, attacks};

/// The reason why a move is illegal. [`Localize`](yipan_core::Localize) gives the message in three languages.
///
/// ```
/// use yipan_chess::Position;
/// use yipan_core::{Language, Localize};
///
/// let error = Position::start().explain_illegal_move("a1".parse()?, "a3".parse()?).unwrap();
/// assert_eq!(error.localize(Language::Simplified), "去路被 a2 的棋子挡住");
/// # Ok::<(), yipan_chess::SquareError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IllegalMoveError {
    /// The square is empty.
    EmptySquare {
        /// The empty square.
        from: Square,
    },
    /// The piece belongs to the opponent.
    NotOwnPiece {
        /// The square of the piece.
        from: Square,
    },
    /// A piece of this kind does not move that way.
    ImpossibleForPiece {
        /// The kind of the piece.
        kind: PieceKind,
        /// The square of the piece.
        from: Square,
        /// The requested destination.
        to: Square,
    },
    /// A pawn moves diagonally only to capture, and there is nothing to capture.
    NothingToCapture {
        /// The empty square.
        at: Square,
    },
    /// A piece blocks the path, or a piece of the same side is on the destination.
    Blocked {
        /// The first blocking piece.
        at: Square,
    },
    /// The piece is pinned and must stay on the line between its king and the pinning piece.
    Pinned {
        /// The pinning piece.
        pinner: Square,
        /// The squares on which the pinned piece may stand.
        pin_ray: Bitboard,
    },
    /// An en-passant capture, which removes two pieces at once, would expose the king.
    ExposesKing {
        /// The attackers.
        attackers: Bitboard,
    },
    /// The king would move to an attacked square.
    KingMovesIntoCheck {
        /// The square.
        to: Square,
        /// The pieces that attack it.
        attackers: Bitboard,
    },
    /// The king is in check, and the move does not answer it.
    CheckNotEvaded {
        /// The squares of the checking pieces.
        checkers: Bitboard,
        /// The kinds of the pieces on those squares, in the same order.
        checker_kinds: Vec<PieceKind>,
        /// The checking piece, if it can be captured.
        captures: Bitboard,
        /// The squares on which the check can be blocked.
        blocks: Bitboard,
        /// The squares to which the king can move.
        king_moves: Bitboard,
    },
    /// Castling is illegal.
    Castling(IllegalCastlingReason),
    /// The pawn reaches its last rank, but the promotion is missing.
    MissingPromotion {
        /// The destination of the pawn.
        to: Square,
    },
    /// A promotion was given, but the move is not a promotion.
    UnexpectedPromotion {
        /// The destination of the piece.
        to: Square,
    },
}

/// The reason why castling is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IllegalCastlingReason {
    /// The king or that rook has moved, or the rook is gone.
    RightLost,
    /// A piece is between king and rook, or on an arrival square.
    Blocked {
        /// The blocking pieces.
        at: Bitboard,
    },
    /// The king is in check.
    InCheck {
        /// The checking pieces.
        checkers: Bitboard,
    },
    /// The king would cross an attacked square.
    ThroughCheck {
        /// The square.
        at: Square,
        /// The attackers.
        attackers: Bitboard,
    },
    /// The king would arrive on an attacked square.
    IntoCheck {
        /// The square.
        at: Square,
        /// The attackers.
        attackers: Bitboard,
    },
}

impl Position {
    /// Explains why the piece on `from` cannot move to `to`; `None` if it can.
    ///
    /// Castling is given as the king's move of two squares, or in Chess960 as the king's move to its rook.
    ///
    /// ```
    /// use yipan_chess::{Position, IllegalMoveError};
    ///
    /// let start = Position::start();
    /// let (a1, a3) = ("a1".parse()?, "a3".parse()?);
    /// assert_eq!(start.explain_illegal_move(a1, a3), Some(IllegalMoveError::Blocked { at: "a2".parse()? }));
    /// # Ok::<(), yipan_chess::SquareError>(())
    /// ```
    #[must_use]
    pub fn explain_illegal_move(&self, from: Square, to: Square) -> Option<IllegalMoveError> {
        if self.legal_destinations(from).contains(to) {
            return None;
        }
        let us = self.side_to_move();
        let Some(piece) = self.piece_at(from) else { return Some(IllegalMoveError::EmptySquare { from }) };
        if piece.color != us {
            return Some(IllegalMoveError::NotOwnPiece { from });
        }
        let by_geometry = self.geometry_error(piece.kind, from, to);
        Some(by_geometry.unwrap_or_else(|| self.king_safety_error(piece.kind, from, to)))
    }

    /// Checks how a piece of the side to move moves, castling included; `None` if the geometry is right.
    pub(crate) fn geometry_error(
        &self,
        kind: PieceKind,
        from: Square,
        to: Square,
    ) -> Option<IllegalMoveError> {
        self.castling_move_error(from, to).or_else(|| self.piece_movement_error(kind, from, to))
    }

    /// Checks a castling move in either notation.
    ///
    /// Returns `None` if the move is not castling, or if it is legal castling in the other notation.
    fn castling_move_error(&self, from: Square, to: Square) -> Option<IllegalMoveError> {
        let us = self.side_to_move();
        if self.king(us) != from || from.rank_for(us) != 0 || to.rank_for(us) != 0 {
            return None;
        }
        let steps = from.file().abs_diff(to.file());
        let rook = if self.by_color_and_kind(us, PieceKind::Rook).contains(to)
            && (steps > 1 || self.castling_rooks(us).contains(to))
        {
            to
        } else {
            let right = match to.file() {
                2 => false,
                6 => true,
                _ => return None,
            };
            let with_right = self.castling_rooks(us).into_iter().find(|rook| (*rook > from) == right);
            let corner = Square::from_coords(if right { 7 } else { 0 }, from.rank());
            let standard = corner.filter(|_| from == Position::standard_king_square(us));
            with_right.or(standard).filter(|_| steps > 1)?
        };
        let by = self.checkers();
        let error = if !self.castling_rooks(us).contains(rook) {
            IllegalCastlingReason::RightLost
        } else if by.any() {
            IllegalCastlingReason::InCheck { checkers: by }
        } else {
            match self.castling_obstacle(us, rook)? {
                CastlingObstacle::Blocked(at) => IllegalCastlingReason::Blocked { at },
                CastlingObstacle::ThroughCheck(at, by) => {
                    IllegalCastlingReason::ThroughCheck { at, attackers: by }
                }
                CastlingObstacle::IntoCheck(at, by) => IllegalCastlingReason::IntoCheck { at, attackers: by },
            }
        };
        Some(IllegalMoveError::Castling(error))
    }

    /// Checks the movement of the piece and what blocks it; `None` if both are right.
    fn piece_movement_error(&self, kind: PieceKind, from: Square, to: Square) -> Option<IllegalMoveError> {
        let us = self.side_to_move();
        let no_such_move = Some(IllegalMoveError::ImpossibleForPiece { kind, from, to });
        let path = attacks::between(from, to);
        if kind == PieceKind::Pawn {
            let steps = i16::from(to.rank_for(us)) - i16::from(from.rank_for(us));
            if from.file() == to.file() && (steps == 1 || steps == 2 && from.rank_for(us) == 1) {
                return self.nearest_piece(from, path | to.bit()).map(|at| IllegalMoveError::Blocked { at });
            }
            if !attacks::pawn(us, from).contains(to) {
                return no_such_move;
            }
            if !self.occupied().contains(to) && self.ep_square != Some(to) {
                return Some(IllegalMoveError::NothingToCapture { at: to });
            }
        } else if !self.attacks_from_with(from, Bitboard::EMPTY).contains(to) {
            return no_such_move;
        }
        self.nearest_piece(from, path | (to.bit() & self.by_color(us)))
            .map(|at| IllegalMoveError::Blocked { at })
    }

    /// Returns the piece on these squares that is nearest to `from`.
    fn nearest_piece(&self, from: Square, squares: Bitboard) -> Option<Square> {
        let pieces = squares & self.occupied();
        pieces.into_iter().min_by_key(|square| square.index().abs_diff(from.index()))
    }

    /// Explains a move that is illegal only because of the king's safety.
    pub(crate) fn king_safety_error(&self, kind: PieceKind, from: Square, to: Square) -> IllegalMoveError {
        let us = self.side_to_move();
        if kind == PieceKind::King {
            let by = self.attacks_to_with(to, us.other(), self.occupied() ^ from.bit());
            return IllegalMoveError::KingMovesIntoCheck { to, attackers: by };
        }
        let takes_in_passing = kind == PieceKind::Pawn && self.ep_square == Some(to);
        let victim = if takes_in_passing { to.with_rank_of(from).bit() } else { to.bit() };
        let occupied = self.occupied().without(from.bit() | victim) | to.bit();
        let by = self.attacks_to_with(self.king(us), us.other(), occupied).without(victim);
        if (by & self.checkers()).any() {
            return self.check_not_evaded_error();
        }
        match self.pins(us).find(|pin| pin.pinned == from && !pin.ray.contains(to)) {
            Some(pin) => IllegalMoveError::Pinned { pinner: pin.pinner, pin_ray: pin.ray },
            None => IllegalMoveError::ExposesKing { attackers: by },
        }
    }

    fn check_not_evaded_error(&self) -> IllegalMoveError {
        let (by, king_square) = (self.checkers(), self.king(self.side_to_move()));
        let (mut capture, mut block, mut king) = (Bitboard::EMPTY, Bitboard::EMPTY, Bitboard::EMPTY);
        for mv in self.legal_moves() {
            if mv.from() == king_square {
                king |= mv.to().bit();
            } else if mv.is_en_passant() && by.contains(mv.to().with_rank_of(mv.from())) {
                capture |= by;
            } else if by.contains(mv.to()) {
                capture |= mv.to().bit();
            } else {
                block |= mv.to().bit();
            }
        }
        IllegalMoveError::CheckNotEvaded {
            checkers: by,
            checker_kinds: by.into_iter().filter_map(|square| Some(self.piece_at(square)?.kind)).collect(),
            captures: capture | (king & by),
            blocks: block,
            king_moves: king,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, mv: &str, reason: &str) {
        let position: Position = fen.parse().expect(fen);
        let (from, to) = (mv[..2].parse().expect(mv), mv[2..].parse().expect(mv));
        let actual = position.explain_illegal_move(from, to).map(|error| error.to_string());
        assert_eq!(actual.as_deref().unwrap_or("legal"), reason, "{mv} in {position:?}");
    }

    #[test]
    fn a_rejected_move_is_explained() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, "e2e4", "legal");
        check(start, "e4e5", "there is no piece on e4; choose one of your own");
        check(start, "e7e5", "the piece on e7 is not yours; choose one of your own");
        check(
            start,
            "e2e5",
            "pawns move one square forward, or two from where they start, and capture diagonally",
        );
        check(
            start,
            "e2d3",
            "a pawn moves diagonally only to capture, and there is nothing to capture on d3",
        );
        check(start, "a1a4", "the path is blocked by the piece on a2");
        check(start, "a1b1", "the path is blocked by the piece on b1");
        check(start, "e1g1", "the king cannot castle: there are pieces in the way on f1 and g1");
    }

    #[test]
    fn a_pinned_piece_stays_on_its_line() {
        let pinned = "k3r3/8/8/8/8/8/4N3/4K3 w - - 0 1";
        check(
            pinned,
            "e2c3",
            "that piece is pinned by the piece on e8 and must stay between it and the king",
        );
    }

    #[test]
    fn a_king_does_not_move_into_check() {
        let fen = "k2r4/8/8/8/8/8/8/4K3 w - - 0 1";
        check(fen, "e1d2", "the king would be in check on d2 from d8");
        check("k3r3/8/8/8/8/8/8/4K3 w - - 0 1", "e1e2", "the king would be in check on e2 from e8");
    }

    #[test]
    fn a_check_must_be_evaded() {
        check(
            "k3r3/8/8/8/7B/8/8/3QK3 w - - 0 1",
            "h4g5",
            "you are in check from the rook on e8. Block on e2 or e7, or move the king to f1, d2 or f2",
        );
        check(
            "4k3/8/8/8/8/5n2/4r3/3QK3 w - - 0 1",
            "d1d2",
            "you are in check from the rook on e2 and the knight on f3. Capture the piece on e2, \
             or move the king to f1",
        );
    }

    #[test]
    fn capturing_en_passant_may_expose_the_king_along_the_rank() {
        check("8/8/8/K2pP2r/8/8/8/7k w - d6 0 2", "e5d6", "that would leave your king in check from h5");
    }

    #[test]
    fn an_en_passant_capture_may_leave_the_king_in_check() {
        check(
            "2b1k3/8/8/3pP3/8/7K/8/8 w - d6 0 2",
            "e5d6",
            "you are in check from the bishop on c8. \
             Block on e6, or move the king to g2, h2, g3 or h4",
        );
    }

    #[test]
    fn a_checking_pawn_may_be_captured_en_passant() {
        let position: Position = "8/8/8/3pP3/4K3/8/8/k7 w - d6 0 2".parse().expect("a FEN");
        let error = position.explain_illegal_move("e4".parse().unwrap(), "e4".parse().unwrap());
        assert!(matches!(error, Some(IllegalMoveError::ImpossibleForPiece { .. })), "{error:?}");
        assert_eq!(position.check_evaders().to_string(), "e4 e5");
        let error = position.check_not_evaded_error();
        let IllegalMoveError::CheckNotEvaded { captures: capture, blocks: block, .. } = error else {
            panic!("{error:?}")
        };
        assert_eq!((capture.to_string(), block), ("d5".to_owned(), Bitboard::EMPTY));
    }

    #[test]
    fn castling_in_the_other_way_of_writing_is_still_castling() {
        let start = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
        check(start, "e1h1", "the king cannot castle: there are pieces in the way on f1 and g1");
        let chess960 = Position::chess960(518).expect("the standard start");
        let (e1, g1) = ("e1".parse().unwrap(), "g1".parse().unwrap());
        assert!(matches!(
            chess960.explain_illegal_move(e1, g1),
            Some(IllegalMoveError::Castling(IllegalCastlingReason::Blocked { .. }))
        ));
    }

    #[test]
    fn crossing_an_attacked_square_differs_from_arriving_on_one() {
        let error = |fen: &str| {
            let position: Position = fen.parse().expect(fen);
            position.explain_illegal_move("e1".parse().unwrap(), "g1".parse().unwrap())
        };
        let through = error("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        assert!(
            matches!(through, Some(IllegalMoveError::Castling(IllegalCastlingReason::ThroughCheck { .. }))),
            "{through:?}"
        );
        let into = error("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1");
        assert!(
            matches!(into, Some(IllegalMoveError::Castling(IllegalCastlingReason::IntoCheck { .. }))),
            "{into:?}"
        );
    }

    #[test]
    fn castling_says_what_forbids_it() {
        check("4k3/8/8/8/8/8/8/R3K2R w - - 0 1", "e1g1", "the king cannot castle: king or rook has moved");
        check("4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "the king cannot castle: f1 is attacked from f8");
        check("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "the king cannot castle: g1 is attacked from g8");
        check("4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1g1", "the king cannot castle: it is in check from e8");
        check("4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "legal");
        check("1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1c1", "legal");
        let home = "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1";
        check(home, "e8g8", "legal");
    }
}
