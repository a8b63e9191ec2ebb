use crate::occupied::Occupied;
use crate::{FacingRule, Kind, Move, Piece, Point, Points, Position, attacks};

/// Why a move is refused. [`Words`](yipan_rules::Words) says it to a person, in three languages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refusal {
    /// Nobody stands there.
    NoMan {
        /// The empty point.
        from: Point,
    },
    /// The man belongs to the other side.
    NotYours {
        /// Where it stands.
        from: Point,
    },
    /// A man of this kind does not move so.
    NoSuchMove {
        /// Which man.
        man: Piece,
        /// Where it stands.
        from: Point,
        /// Where it was to go.
        to: Point,
    },
    /// General and advisors stay in the palace 九宫.
    OutsidePalace {
        /// Which man.
        man: Piece,
        /// Where it was to go.
        to: Point,
    },
    /// Elephants do not cross the river 河界.
    AcrossRiver {
        /// Which man.
        man: Piece,
        /// Where it was to go.
        to: Point,
    },
    /// A pawn steps sideways only after crossing the river.
    NotYetAcross {
        /// Which man.
        man: Piece,
    },
    /// A pawn never goes back.
    PawnBack {
        /// Which man.
        man: Piece,
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
    /// A man stands in the way, or a man of one's own on the arrival point.
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
    ManyScreens {
        /// Who stands in between.
        at: Points,
    },
    /// The man protects its general and must stay where it does.
    Pinned {
        /// The man that would attack the general.
        by: Point,
    },
    /// The generals would face each other on an open file 将帅对脸.
    WouldFace {
        /// Where the other general stands.
        at: Point,
    },
    /// The generals would come onto one file, which the folk rule forbids.
    SharesFile {
        /// Where the other general stands.
        at: Point,
    },
    /// The general would step onto an attacked point.
    GeneralAttacked {
        /// The point.
        to: Point,
        /// Who attacks it.
        by: Points,
    },
    /// The man would become the screen of an enemy cannon.
    BecomesScreen {
        /// The cannon.
        by: Point,
    },
    /// The general is in check, and this move does not answer it.
    CheckNotAnswered {
        /// The checking men.
        by: Points,
        /// The men that can answer.
        rescuers: Points,
    },
}

impl Position {
    /// The legal move between these points.
    ///
    /// # Errors
    /// The reason why there is no such move.
    pub fn resolve(&self, mv: Move) -> Result<Move, Refusal> {
        self.explain(mv.from(), mv.to()).map_or(Ok(mv), Err)
    }

    /// Where the man on `point` may legally go. Empty for a man of the side that is not to move.
    #[must_use]
    pub fn valid_path(&self, point: Point) -> Points {
        self.legal_moves().iter().filter(|mv| mv.from() == point).map(|mv| mv.to()).collect()
    }

    /// Why the man on `from` may not go to `to`; `None` if it may.
    ///
    /// ```
    /// use yipan_xiangqi::{Position, Refusal};
    ///
    /// let start = Position::start();
    /// let (b0, d1) = ("b0".parse()?, "d1".parse()?);
    /// assert_eq!(start.explain(b0, d1), Some(Refusal::BlockedLeg { at: "c0".parse()? }));
    /// # Ok::<(), yipan_xiangqi::PointError>(())
    /// ```
    #[must_use]
    pub fn explain(&self, from: Point, to: Point) -> Option<Refusal> {
        if self.valid_path(from).has(to) {
            return None;
        }
        let Some(man) = self.at(from) else { return Some(Refusal::NoMan { from }) };
        if man.color != self.side() {
            return Some(Refusal::NotYours { from });
        }
        Some(self.shape_refusal(man, from, to).unwrap_or_else(|| self.safety_refusal(man, from, to)))
    }

    /// Judges the move by the way the man moves and by who stands in its way; `None` if that is all right.
    fn shape_refusal(&self, man: Piece, from: Point, to: Point) -> Option<Refusal> {
        let files = to.file().abs_diff(from.file());
        let ranks = to.rank().abs_diff(from.rank());
        let no_such_move = Some(Refusal::NoSuchMove { man, from, to });
        let middle = || {
            let (file, rank) = ((from.file() + to.file()) / 2, (from.rank() + to.rank()) / 2);
            Point::at(file, rank).filter(|&point| self.occupied.has(point))
        };
        let obstacle = match (man.kind, files, ranks) {
            (Kind::General, 0, 1) | (Kind::General, 1, 0) | (Kind::Advisor, 1, 1) => {
                (!to.is_in_palace(man.color)).then_some(Refusal::OutsidePalace { man, to })
            }
            (Kind::Elephant, 2, 2) => {
                let across = to.is_across_river(man.color).then_some(Refusal::AcrossRiver { man, to });
                across.or_else(|| middle().map(|at| Refusal::BlockedEye { at }))
            }
            (Kind::Horse, 1, 2) | (Kind::Horse, 2, 1) => {
                let leg = if ranks == 2 {
                    (from.file(), (from.rank() + to.rank()) / 2)
                } else {
                    ((from.file() + to.file()) / 2, from.rank())
                };
                let leg = Point::at(leg.0, leg.1).filter(|&point| self.occupied.has(point));
                leg.map(|at| Refusal::BlockedLeg { at })
            }
            (Kind::Rook, 0, 1..) | (Kind::Rook, 1.., 0) => {
                self.first_on(from, attacks::between(from, to)).map(|at| Refusal::Blocked { at })
            }
            (Kind::Cannon, 0, 1..) | (Kind::Cannon, 1.., 0) => self.cannon_refusal(from, to),
            (Kind::Pawn, 0, 1) | (Kind::Pawn, 1, 0) => {
                if to.rank_for(man.color) < from.rank_for(man.color) {
                    Some(Refusal::PawnBack { man })
                } else {
                    let sideways = files == 1 && !from.is_across_river(man.color);
                    sideways.then_some(Refusal::NotYetAcross { man })
                }
            }
            _ => return no_such_move,
        };
        obstacle.or_else(|| self.men(man.color).has(to).then_some(Refusal::Blocked { at: to }))
    }

    fn cannon_refusal(&self, from: Point, to: Point) -> Option<Refusal> {
        let men = attacks::between(from, to) & self.occupied.points();
        let takes = self.men(self.side().other()).has(to);
        match (takes, men.len()) {
            (true, 0) => Some(Refusal::NoScreen { to }),
            (true, 2..) => Some(Refusal::ManyScreens { at: men }),
            (false, 1..) => self.first_on(from, men).map(|at| Refusal::Blocked { at }),
            (true, 1) | (false, 0) => None,
        }
    }

    /// The man on these points that is nearest to `from`.
    fn first_on(&self, from: Point, points: Points) -> Option<Point> {
        let men = points & self.occupied.points();
        men.into_iter().min_by_key(|point| point.index().abs_diff(from.index()))
    }

    /// Judges a move that is right but for the general's safety.
    fn safety_refusal(&self, man: Piece, from: Point, to: Point) -> Refusal {
        let us = self.side();
        let enemy = self.general(us.other());
        let by = self.attackers_after(from, to);
        let already = self.checkers();
        if man.kind == Kind::General {
            return match self.facing {
                FacingRule::NoNewSharedFile if by.is_empty() => Refusal::SharesFile { at: enemy },
                _ if by == enemy.bit() => Refusal::WouldFace { at: enemy },
                _ => Refusal::GeneralAttacked { to, by },
            };
        }
        if (by & already).any() {
            return Refusal::CheckNotAnswered { by: already, rescuers: self.rescuers() };
        }
        let attacker = by.lowest();
        if by == enemy.bit() {
            Refusal::WouldFace { at: enemy }
        } else if self.is_attacked_without(from, by) {
            Refusal::Pinned { by: attacker }
        } else {
            Refusal::BecomesScreen { by: attacker }
        }
    }

    /// Whether the men of `by` would attack the general of the side to move if nobody stood on `point`.
    fn is_attacked_without(&self, point: Point, by: Points) -> bool {
        let us = self.side();
        let occupied: Occupied = self.occupied.toggled(point);
        (self.attackers(self.general(us), us.other(), occupied, Points::ALL) & by).any()
    }

    /// The men that can answer the check: only these may be moved now. Empty when there is no check.
    #[must_use]
    pub fn rescuers(&self) -> Points {
        if self.in_check() { self.legal_moves().iter().map(|mv| mv.from()).collect() } else { Points::EMPTY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fen: &str, mv: &str, reason: &str) {
        let position: Position = fen.parse().expect(fen);
        let mv: Move = mv.parse().expect(mv);
        let said = position.explain(mv.from(), mv.to()).map(|refusal| refusal.to_string());
        assert_eq!(said.as_deref().unwrap_or("legal"), reason, "{mv} in {position:?}");
    }

    const START: &str = "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w";

    #[test]
    fn a_move_is_refused_by_the_way_the_man_moves() {
        check(START, "h2e2", "legal");
        check(START, "e5e6", "there is no man on e5; choose one of your own");
        check(START, "h7e7", "the man on h7 is not yours; choose one of your own");
        check(START, "b0d1", "the horse's leg is blocked by the man on c0");
        check(START, "a0a4", "the way is blocked by the man on a3");
        check(START, "a0b0", "the way is blocked by the man on b0");
        check(START, "a0b1", "the rook does not move from a0 to b1");
        check(START, "e0e2", "the general does not move from e0 to e2");
        check(START, "a3b3", "the pawn steps sideways only after it has crossed the river");
        check(START, "a3a2", "the pawn never goes back");
        check(START, "b2b7", "the cannon takes only over a screen, and there is none before b7");
        check(START, "h2h8", "the way is blocked by the man on h7");
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
        check("4k4/9/9/9/9/9/9/9/3R5/2BK5 w", "c0e2", "the elephant's eye is blocked by the man on d1");
        check(
            "r2k5/9/9/p8/p8/9/9/9/9/C3K4 w",
            "a0a9",
            "the cannon takes over exactly one screen, and there are several: a5 a6",
        );
    }

    #[test]
    fn a_move_is_refused_when_it_bares_the_general() {
        check(
            "5k3/9/9/9/9/9/9/9/r3K4/4R4 w",
            "e0a0",
            "your general is in check from a1 and this does not answer it; men that can: e1",
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
            "that man is pinned by the man on e9: your general would be attacked",
        );
        check(
            "3kc4/9/9/4p4/9/9/9/4R4/9/4K4 w",
            "e2a2",
            "that man is pinned by the man on e9: your general would be attacked",
        );
        check(
            "3kc4/9/9/9/9/9/9/R8/9/4K4 w",
            "a2e2",
            "that man would become the screen of the cannon on e9, which then checks",
        );
        let leg = "3k5/9/9/9/9/9/9/3n5/3R5/4K4 w";
        check(leg, "d1d2", "legal");
        check(leg, "d1a1", "that man is pinned by the man on d2: your general would be attacked");
        check("3k1r3/9/9/9/9/9/9/9/9/4K4 w", "e0f0", "the general would be attacked on f0 by f9");
    }
}
