//! Static exchange evaluation.

use crate::occupancy::Occupancy;
use crate::{Color, Move, PieceKind, Point, Position, attacks};

/// The value of each [`PieceKind`] in an exchange, in the order of [`PieceKind::ALL`].
///
/// The unit is a hundredth of a pawn that has crossed the river. The general
/// outweighs all other pieces together.
///
/// ```
/// use yipan_xiangqi::{PieceKind, SEE_VALUES};
///
/// assert!(SEE_VALUES[PieceKind::Rook as usize] > SEE_VALUES[PieceKind::Cannon as usize]);
/// ```
pub const SEE_VALUES: [i32; 7] = [20_000, 120, 120, 270, 600, 285, 80];

/// The kinds from least to most valuable.
const KINDS_BY_VALUE: [PieceKind; 7] = [
    PieceKind::Pawn,
    PieceKind::Advisor,
    PieceKind::Elephant,
    PieceKind::Horse,
    PieceKind::Cannon,
    PieceKind::Rook,
    PieceKind::General,
];

impl Position {
    /// Returns the static exchange evaluation of a capture or quiet move, for the side to move.
    ///
    /// Both sides capture on the arrival point as long as it pays, with the least valuable piece first. Legs, eyes
    /// and screens change as pieces leave. Pins are ignored.
    ///
    /// ```
    /// use yipan_xiangqi::Position;
    ///
    /// // The cannon captures a horse that a rook protects.
    /// let start = Position::start();
    /// assert_eq!(start.see("h2h9".parse()?), 270 - 285);
    /// # Ok::<(), yipan_xiangqi::MoveError>(())
    /// ```
    #[must_use]
    pub fn see(&self, mv: Move) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        let mut occupant_value = SEE_VALUES[self.kind_at(from) as usize];
        // The balance of the side that has just captured, if the exchange ended here.
        let mut gains = [0; 32];
        if self.occupied.contains(to) {
            gains[0] = SEE_VALUES[self.kind_at(to) as usize];
        }
        let mut occupied = self.occupied.after_move(from, to);
        let mut side = self.side_to_move.other();
        let mut last = 0;
        while last + 1 < gains.len() {
            let Some((by, kind)) = self.least_valuable_attacker(to, side, occupied) else { break };
            // A general may not capture a protected piece.
            if kind == PieceKind::General {
                let after = occupied.toggled(by);
                if self.least_valuable_attacker(to, side.other(), after).is_some() {
                    break;
                }
            }
            last += 1;
            gains[last] = occupant_value - gains[last - 1];
            occupant_value = SEE_VALUES[kind as usize];
            occupied = occupied.toggled(by);
            side = side.other();
        }
        while last > 0 {
            gains[last - 1] = -i32::max(-gains[last - 1], gains[last]);
            last -= 1;
        }
        gains[0]
    }

    /// Returns whether the static exchange evaluation of a move is at least `threshold`.
    ///
    /// Same as `see(mv) >= threshold`, but ends as soon as the answer is known.
    ///
    /// ```
    /// use yipan_xiangqi::Position;
    ///
    /// let (start, takes) = (Position::start(), "h2h9".parse()?);
    /// assert!(start.see_at_least(takes, -15) && !start.see_at_least(takes, -14));
    /// # Ok::<(), yipan_xiangqi::MoveError>(())
    /// ```
    #[must_use]
    pub fn see_at_least(&self, mv: Move, threshold: i32) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let mut side = self.side_to_move.other();
        // What the mover has above the threshold if nothing recaptures.
        let mut surplus = -threshold;
        if self.by_color(side).contains(to) {
            surplus += SEE_VALUES[self.kind_at(to) as usize];
        }
        if surplus < 0 {
            return false;
        }
        // What the side to capture gains below the threshold by its capture, if nothing recaptures.
        let mut gain = SEE_VALUES[self.kind_at(from) as usize] - surplus;
        if gain <= 0 {
            return true;
        }
        let mut occupied = self.occupied.after_move(from, to);
        let mut is_reached = true;
        loop {
            let Some((by, kind)) = self.least_valuable_attacker(to, side, occupied) else {
                return is_reached;
            };
            occupied = occupied.toggled(by);
            // A general may not capture a protected piece.
            if kind == PieceKind::General {
                return is_reached == self.least_valuable_attacker(to, side.other(), occupied).is_some();
            }
            is_reached = !is_reached;
            gain = SEE_VALUES[kind as usize] - gain;
            if gain < i32::from(is_reached) {
                return is_reached;
            }
            side = side.other();
        }
    }

    /// Returns the least valuable remaining piece of `side` that can capture on the occupied point `to`.
    fn least_valuable_attacker(
        &self,
        to: Point,
        side: Color,
        occupied: Occupancy,
    ) -> Option<(Point, PieceKind)> {
        let remaining = (self.by_color(side) & occupied.points()).without(to.bit());
        for kind in KINDS_BY_VALUE {
            let of_kind = remaining & self.kinds[kind as usize];
            // Attacks that depend on other pieces are computed only if a piece may attack from where it stands.
            let from = match kind {
                PieceKind::Pawn => of_kind & attacks::pawn_attackers(side, to),
                PieceKind::Advisor => of_kind & attacks::advisor(to),
                PieceKind::Elephant if to.is_across_river(side) || of_kind.is_empty() => continue,
                PieceKind::Elephant => of_kind & attacks::elephant(to, occupied),
                PieceKind::Horse if (of_kind & attacks::horse_leaps_to(to)).is_empty() => continue,
                PieceKind::Horse => of_kind & attacks::horse_attackers(to, occupied),
                PieceKind::Cannon | PieceKind::Rook if (of_kind & attacks::lines(to)).is_empty() => continue,
                PieceKind::Cannon => of_kind & attacks::cannon(to, occupied),
                PieceKind::Rook => of_kind & attacks::rook(to, occupied),
                PieceKind::General => of_kind & attacks::general(to),
            };
            if let Some(from) = from.first() {
                return Some((from, kind));
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, mv: &str, expected: i32) {
        let position: Position = fen.parse().expect(fen);
        assert_eq!(position.see(mv.parse().expect(mv)), expected, "{mv} in {position:?}");
    }

    #[test]
    fn the_least_valuable_piece_captures_first_and_neither_side_has_to_continue() {
        // An unprotected pawn, then one that a horse protects.
        check("3k5/9/9/9/4p4/9/9/9/9/4RK3 w", "e0e5", 80);
        check("3k5/9/5n3/9/4p4/9/9/9/9/4RK3 w", "e0e5", 80 - 600);
    }

    #[test]
    fn a_cannon_needs_its_screen_and_may_lose_it() {
        // The cannon on e9 protects the pawn on e5 only over the advisor on e8.
        check("4c4/4a4/3k5/9/4p4/9/9/9/9/4RK3 w", "e0e5", 80 - 600);
        check("4c4/9/3k5/9/4p4/9/9/9/9/4RK3 w", "e0e5", 80);
    }

    #[test]
    fn a_threshold_is_reached_exactly_up_to_the_value() {
        for fen in [
            "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w",
            "2bak3r/4an3/4b2c1/p3n4/3C2pR1/2P1r3p/P5P2/5C2B/4AN3/R1BAK4 w",
            "3ak4/4a4/2P1b4/9/9/9/6N2/9/3K5/9 b",
        ] {
            let start: Position = fen.parse().expect(fen);
            let replies = start.legal_moves().into_iter().map(|mv| start.after(mv));
            for position in replies.chain([start]) {
                for mv in position.legal_moves() {
                    let value = position.see(mv);
                    for threshold in [value - 800, value - 1, value, value + 1, value + 600, 0, 1, -100] {
                        assert_eq!(
                            position.see_at_least(mv, threshold),
                            value >= threshold,
                            "{mv} at {threshold} in {position:?}"
                        );
                    }
                }
            }
        }
    }

    #[test]
    fn a_rook_behind_a_rook_joins_in() {
        check("3k5/4r4/9/9/4p4/9/9/9/4R4/4RK3 w", "e1e5", 80);
    }

    #[test]
    fn a_general_captures_only_unprotected_pieces() {
        check("3ak4/9/9/9/9/9/9/9/9/3R1K3 w", "d0d9", 120 - 600);
        check("3ak4/9/9/9/9/9/9/9/3R5/3R1K3 w", "d1d9", 120);
    }

    #[test]
    fn a_horse_with_a_blocked_leg_protects_nothing() {
        check("3k5/9/5n3/9/4p4/9/9/9/9/4RK3 w", "e0e5", 80 - 600);
        check("3k5/9/5n3/5c3/4p4/9/9/9/9/4RK3 w", "e0e5", 80);
    }
}
