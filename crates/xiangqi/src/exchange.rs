//! What a series of captures on one point is worth.

use crate::occupied::Occupied;
use crate::{Color, Kind, Move, Point, Points, Position, attacks};

/// The worth of each kind in an exchange, in hundredths of a pawn that has crossed the river; a general is worth
/// more than everything.
const WORTH: [i32; 7] = [20_000, 120, 120, 270, 600, 285, 80];

/// The cheapest first.
const BY_WORTH: [Kind; 7] =
    [Kind::Pawn, Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Cannon, Kind::Rook, Kind::General];

impl Position {
    /// Static exchange evaluation: what the mover wins or loses if both sides take on the arrival point as long as
    /// it pays, the cheapest man first. Legs, eyes and screens change as men leave; pins are not looked at.
    ///
    /// ```
    /// use yipan_xiangqi::Position;
    /// // The cannon takes a horse that a rook protects.
    /// let start = Position::start();
    /// assert_eq!(start.exchange("h2h9".parse()?), 270 - 285);
    /// # Ok::<(), yipan_xiangqi::MoveError>(())
    /// ```
    #[must_use]
    pub fn exchange(&self, mv: Move) -> i32 {
        let (from, to) = (mv.from(), mv.to());
        let mut standing = WORTH[self.kind_at(from) as usize];
        // What the side that has just taken has won so far, if the exchange ended here.
        let mut gains = [0; 32];
        if self.occupied.has(to) {
            gains[0] = WORTH[self.kind_at(to) as usize];
        }
        let mut occupied = self.occupied.moved(from, to);
        let mut side = self.side.other();
        let mut last = 0;
        while last + 1 < gains.len() {
            let Some((by, kind)) = self.cheapest_taker(to, side, occupied) else { break };
            // A general does not take what is protected.
            if kind == Kind::General {
                let after = occupied.toggled(by);
                if self.cheapest_taker(to, side.other(), after).is_some() {
                    break;
                }
            }
            last += 1;
            gains[last] = standing - gains[last - 1];
            standing = WORTH[kind as usize];
            occupied = occupied.toggled(by);
            side = side.other();
        }
        while last > 0 {
            gains[last - 1] = -i32::max(-gains[last - 1], gains[last]);
            last -= 1;
        }
        gains[0]
    }

    /// The cheapest man of `side` still there that could take on `to`, where somebody stands.
    fn cheapest_taker(&self, to: Point, side: Color, occupied: Occupied) -> Option<(Point, Kind)> {
        let men = self.men(side) & occupied.points();
        let men = men.without(to.bit());
        BY_WORTH.into_iter().find_map(|kind| {
            let of_kind = men & self.kinds[kind as usize];
            if of_kind.is_empty() {
                return None;
            }
            let from: Points = match kind {
                Kind::Pawn => attacks::pawn_to(side, to),
                Kind::Advisor => attacks::advisor(to),
                Kind::Elephant => attacks::elephant(to, occupied),
                Kind::Horse => attacks::horse_to(to, occupied),
                Kind::Cannon => attacks::cannon(to, occupied),
                Kind::Rook => attacks::rook(to, occupied),
                Kind::General => attacks::general(to),
            };
            Some(((of_kind & from).first()?, kind))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, mv: &str, worth: i32) {
        let position: Position = fen.parse().expect(fen);
        assert_eq!(position.exchange(mv.parse().expect(mv)), worth, "{mv} in {position:?}");
    }

    #[test]
    fn the_cheapest_man_takes_first_and_nobody_has_to_go_on() {
        // A free pawn, then one that a horse guards.
        check("3k5/9/9/9/4p4/9/9/9/9/4RK3 w", "e0e5", 80);
        check("3k5/9/5n3/9/4p4/9/9/9/9/4RK3 w", "e0e5", 80 - 600);
    }

    #[test]
    fn a_cannon_needs_its_screen_and_may_lose_it() {
        // The cannon on e9 guards the pawn on e5 only over the advisor on e8.
        check("4c4/4a4/3k5/9/4p4/9/9/9/9/4RK3 w", "e0e5", 80 - 600);
        check("4c4/9/3k5/9/4p4/9/9/9/9/4RK3 w", "e0e5", 80);
    }

    #[test]
    fn a_rook_behind_a_rook_joins_in() {
        check("3k5/4r4/9/9/4p4/9/9/9/4R4/4RK3 w", "e1e5", 80);
    }

    #[test]
    fn a_general_takes_only_what_is_left_unprotected() {
        check("3ak4/9/9/9/9/9/9/9/9/3R1K3 w", "d0d9", 120 - 600);
        check("3ak4/9/9/9/9/9/9/9/3R5/3R1K3 w", "d1d9", 120);
    }

    #[test]
    fn a_horse_with_a_blocked_leg_guards_nothing() {
        check("3k5/9/5n3/9/4p4/9/9/9/9/4RK3 w", "e0e5", 80 - 600);
        check("3k5/9/5n3/5c3/4p4/9/9/9/9/4RK3 w", "e0e5", 80);
    }
}
