//! Static exchange evaluation.

use crate::{Bitboard, Move, PieceKind, Position, attacks};

/// Piece values for static exchange evaluation in centipawns, indexed by [`PieceKind`].
///
/// The king is worth more than all other pieces together.
pub const SEE_VALUES: [i32; 6] = [100, 320, 330, 500, 900, 20_000];

impl Position {
    /// Returns the static exchange evaluation of a move in centipawns.
    ///
    /// Both sides capture on the destination as long as it pays, least valuable piece first. Pins are
    /// ignored.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// // The rook takes a pawn that a pawn protects.
    /// let position: Position = "4k3/2p5/3p4/8/8/8/8/3RK3 w - - 0 1".parse()?;
    /// let takes = position.parse_san("Rxd6").unwrap();
    /// assert_eq!(position.see(takes), 100 - 500);
    /// # Ok::<(), yipan_chess::FenError>(())
    /// ```
    #[must_use]
    pub fn see(&self, mv: Move) -> i32 {
        if mv.is_castling() {
            return 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let [_, _, bishops, rooks, queens, _] = self.by_kind;
        let (straight, diagonal) = (rooks | queens, bishops | queens);
        let mut occupied = self.occupied() ^ from.bit();
        let mut occupant_value = SEE_VALUES[self.kind_at(from) as usize];
        // The gain of the side that captured last, if the exchange ended here.
        let mut gains = [0; 32];
        if mv.is_en_passant() {
            occupied ^= to.with_rank_of(from).bit();
            gains[0] = SEE_VALUES[PieceKind::Pawn as usize];
        } else if self.occupied().contains(to) {
            gains[0] = SEE_VALUES[self.kind_at(to) as usize];
        }
        if let Some(kind) = mv.promotes_to() {
            occupant_value = SEE_VALUES[kind as usize];
            gains[0] += occupant_value - SEE_VALUES[PieceKind::Pawn as usize];
        }
        let both = |occupied| {
            self.attacks_to_with(to, crate::WHITE, occupied)
                | self.attacks_to_with(to, crate::BLACK, occupied)
        };
        let mut attackers = both(occupied) & occupied;
        let mut side = self.side_to_move().other();
        let mut last = 0;
        while last + 1 < gains.len() {
            let Some((square, kind)) = self.least_valuable_attacker(attackers & self.by_color(side)) else {
                break;
            };
            // A king does not capture a protected piece.
            if kind == PieceKind::King && (attackers & self.by_color(side.other())).any() {
                break;
            }
            last += 1;
            gains[last] = occupant_value - gains[last - 1];
            occupant_value = SEE_VALUES[kind as usize];
            occupied ^= square;
            // The capturing piece may have uncovered another slider on the same line.
            attackers |= attacks::rook(to, occupied) & straight | attacks::bishop(to, occupied) & diagonal;
            attackers &= occupied;
            side = side.other();
        }
        while last > 0 {
            gains[last - 1] = -i32::max(-gains[last - 1], gains[last]);
            last -= 1;
        }
        gains[0]
    }

    /// Returns whether the static exchange evaluation of a move is at least `threshold` centipawns.
    ///
    /// Same as `see(mv) >= threshold`, but ends as soon as the answer is known.
    ///
    /// ```
    /// use yipan_chess::Position;
    /// // The rook takes a pawn that a pawn protects.
    /// let position: Position = "4k3/2p5/3p4/8/8/8/8/3RK3 w - - 0 1".parse()?;
    /// let takes = position.parse_san("Rxd6").unwrap();
    /// assert!(position.see_at_least(takes, -400) && !position.see_at_least(takes, -399));
    /// # Ok::<(), yipan_chess::FenError>(())
    /// ```
    #[must_use]
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        if mv.is_castling() {
            return threshold <= 0;
        }
        let (from, to) = (mv.from(), mv.to());
        let mut occupied = self.occupied();
        // What the mover has above the threshold if nothing recaptures.
        let mut surplus = -threshold;
        if mv.is_en_passant() {
            occupied ^= to.with_rank_of(from).bit();
            surplus += SEE_VALUES[PieceKind::Pawn as usize];
        } else if occupied.contains(to) {
            surplus += SEE_VALUES[self.kind_at(to) as usize];
        }
        let mut occupant_value = SEE_VALUES[self.kind_at(from) as usize];
        if let Some(kind) = mv.promotes_to() {
            occupant_value = SEE_VALUES[kind as usize];
            surplus += occupant_value - SEE_VALUES[PieceKind::Pawn as usize];
        }
        if surplus < 0 {
            return false;
        }
        // What the side to capture gains below the threshold by its capture, if nothing recaptures.
        let mut gain = occupant_value - surplus;
        if gain <= 0 {
            return true;
        }
        let [pawns, knights, bishops, rooks, queens, kings] = self.by_kind;
        let (straight, diagonal) = (rooks | queens, bishops | queens);
        occupied ^= from.bit();
        let mut attackers = occupied
            & (attacks::pawn(crate::BLACK, to) & pawns & self.by_color(crate::WHITE)
                | attacks::pawn(crate::WHITE, to) & pawns & self.by_color(crate::BLACK)
                | attacks::knight(to) & knights
                | attacks::king(to) & kings
                | attacks::bishop(to, occupied) & diagonal
                | attacks::rook(to, occupied) & straight);
        let mut side = self.side_to_move().other();
        let mut is_reached = true;
        loop {
            let Some((square, kind)) = self.least_valuable_attacker(attackers & self.by_color(side)) else {
                return is_reached;
            };
            // A king does not capture a protected piece.
            if kind == PieceKind::King {
                return is_reached == (attackers & self.by_color(side.other())).any();
            }
            is_reached = !is_reached;
            gain = SEE_VALUES[kind as usize] - gain;
            if gain < i32::from(is_reached) {
                return is_reached;
            }
            occupied ^= square;
            // The capturing piece may have uncovered a slider on the same line.
            if kind != PieceKind::Rook && kind != PieceKind::Knight {
                attackers |= attacks::bishop(to, occupied) & diagonal;
            }
            if kind == PieceKind::Rook || kind == PieceKind::Queen {
                attackers |= attacks::rook(to, occupied) & straight;
            }
            attackers &= occupied;
            side = side.other();
        }
    }

    fn least_valuable_attacker(&self, pieces: Bitboard) -> Option<(Bitboard, PieceKind)> {
        PieceKind::ALL
            .into_iter()
            .find_map(|kind| Some(((pieces & self.by_kind[kind as usize]).first()?.bit(), kind)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, san: &str, expected: i32) {
        let position: Position = fen.parse().expect(fen);
        assert_eq!(position.see(position.parse_san(san).expect(san)), expected, "{san} in {position:?}");
    }

    #[test]
    fn the_least_valuable_piece_captures_first_and_no_side_has_to_continue() {
        check("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "Rxe5", 100);
        check("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "Nxe5", 100 - 320);
        check("4k3/8/3p4/4p3/8/8/8/4RK2 w - - 0 1", "Rxe5", 100 - 500);
    }

    #[test]
    fn an_x_ray_attacker_joins_the_exchange() {
        check("3k4/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5+", 100);
        check("3r3k/8/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100);
        check("3r3k/3r4/8/3p4/8/8/3R4/3RK3 w - - 0 1", "Rxd5", 100 - 500);
    }

    #[test]
    fn a_quiet_move_may_lose_the_piece() {
        check("3k4/8/3p4/8/8/8/8/4RK2 w - - 0 1", "Re5", -500);
        check("3k4/8/8/8/8/8/8/4RK2 w - - 0 1", "Re5", 0);
    }

    #[test]
    fn a_king_takes_only_what_is_left_unprotected() {
        check("8/8/3k4/4p3/8/8/4R3/4RK2 w - - 0 1", "Rxe5", 100);
        check("8/8/3k4/4p3/8/8/8/4RK2 w - - 0 1", "Rxe5", 100 - 500);
    }

    #[test]
    fn a_promotion_counts_the_new_piece() {
        check("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "exd8=Q+", 500 + 800);
        check("3r3k/4P3/8/8/8/8/8/4K3 w - - 0 1", "e8=Q+", 800 - 900);
    }

    #[test]
    fn a_threshold_is_reached_exactly_up_to_the_value() {
        let fens = [
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
            "1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1",
            "8/2p5/3p4/KP5r/1R3pPk/8/4P3/8 b - g3 0 1",
        ];
        for fen in fens {
            let start: Position = fen.parse().expect(fen);
            let replies = start.legal_moves().into_iter().map(|mv| start.after(mv));
            for position in replies.chain([start]) {
                for mv in position.legal_moves() {
                    let value = position.see(mv);
                    for threshold in [value - 800, value - 1, value, value + 1, value + 600, 0, 1, -100] {
                        assert_eq!(
                            position.see_at_least(mv, threshold),
                            value >= threshold,
                            "{mv:?} at {threshold} in {position:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_pawn_captured_en_passant_counts_as_a_pawn() {
        check("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 2", "exd6", 100);
    }
}
