//! Checks, pins and the safety of the general.

use crate::{Color, PieceKind, Point, PointSet, Position, attacks};

/// The constraints that the safety of the general puts on the other pieces of the side to move.
#[derive(Clone, Copy)]
pub(crate) struct CheckInfo {
    /// The enemy pieces that give check.
    pub(crate) checkers: PointSet,
    /// The points where a piece other than a screen may answer every check. All points without a check.
    pub(crate) evasion_points: PointSet,
    /// The pieces of the side to move that are the only screen of a cannon that gives check. They may leave.
    pub(crate) checking_screens: PointSet,
    /// The pieces that may expose the general by moving. Each of their moves must be verified.
    pub(crate) pinned: PointSet,
    /// The points where a piece would become the screen of an enemy cannon.
    pub(crate) screen_points: PointSet,
}

impl CheckInfo {
    const NONE: CheckInfo = CheckInfo {
        checkers: PointSet::EMPTY,
        evasion_points: PointSet::ALL,
        checking_screens: PointSet::EMPTY,
        pinned: PointSet::EMPTY,
        screen_points: PointSet::EMPTY,
    };

    fn add_checker(&mut self, checker: Point, interpositions: PointSet) {
        self.checkers |= checker.bit();
        self.evasion_points &= interpositions | checker.bit();
    }
}

impl Position {
    /// Returns the pieces of `by` that attack the enemy general, if it stands on `point`, the board is occupied as
    /// given and only the pieces in `remaining` are left.
    ///
    /// The general of `by` is included if it faces `point` on an open file. This alone implements the rule about
    /// facing generals; they are never on one rank. Advisors and elephants never reach the enemy palace, so they are
    /// not tested.
    #[inline]
    pub(crate) fn general_attackers(
        &self,
        point: Point,
        by: Color,
        occupied: PointSet,
        remaining: PointSet,
    ) -> PointSet {
        let enemy = self.by_color(by) & remaining;
        let cannons = self.by_kind(PieceKind::Cannon);
        let mut attackers = attacks::pawn_attackers(by, point) & self.by_kind(PieceKind::Pawn) & enemy;
        // Few pieces are on the lines of a general, so each is tested alone.
        for sniper in self.snipers(point) & enemy {
            let pieces_between = attacks::between_on_line(point, sniper) & occupied;
            let screens_needed = u32::from(cannons.contains(sniper));
            if pieces_between.len() == screens_needed {
                attackers |= sniper.bit();
            }
        }
        let horses = attacks::horse_leaps_to(point) & self.by_kind(PieceKind::Horse) & enemy;
        if horses.any() {
            attackers |= attacks::unblocked_horses(point, occupied) & horses;
        }
        attackers
    }

    /// Returns the pieces of both sides that would attack `point` along a line, if the right number of pieces were
    /// between.
    #[inline]
    fn snipers(&self, point: Point) -> PointSet {
        let kinds = self.by_kind(PieceKind::Rook)
            | self.by_kind(PieceKind::Cannon)
            | self.by_kind(PieceKind::General);
        attacks::lines(point) & kinds
    }

    /// Returns the pieces that attack the general of the side to move.
    ///
    /// ```
    /// use yipan_xiangqi::Position;
    ///
    /// let position: Position = "3k5/R8/9/9/9/9/9/9/9/4K4 w".parse()?;
    /// assert!(position.checkers().is_empty());
    /// assert_eq!(position.after("a8a9".parse().unwrap()).checkers().to_string(), "a9");
    /// # Ok::<(), yipan_xiangqi::FenError>(())
    /// ```
    #[must_use]
    pub fn checkers(&self) -> PointSet {
        self.general_attackers(
            self.general(self.side_to_move),
            self.side_to_move.other(),
            self.occupied.points(),
            PointSet::ALL,
        )
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Whether a pseudo-legal move leaves the mover's general unattacked.
    #[inline]
    pub(crate) fn is_safe(&self, from: Point, to: Point) -> bool {
        self.general_attackers_after(from, to).is_empty()
    }

    /// Returns the attackers of the mover's general after a pseudo-legal move.
    #[inline]
    pub(crate) fn general_attackers_after(&self, from: Point, to: Point) -> PointSet {
        let us = self.side_to_move;
        let general = self.general(us);
        let general = if from == general { to } else { general };
        let occupied = self.occupied.points().without(from.bit()) | to.bit();
        self.general_attackers(general, us.other(), occupied, !to.bit())
    }

    /// Collects checks and pins, looking from the general.
    #[inline]
    pub(crate) fn check_info(&self) -> CheckInfo {
        let us = self.side_to_move;
        let (general, own, enemy) = (self.general(us), self.by_color(us), self.by_color(us.other()));
        let (occupied, cannons) = (self.occupied.points(), self.by_kind(PieceKind::Cannon));
        let mut info = CheckInfo::NONE;
        for sniper in self.snipers(general) & enemy {
            let path = attacks::between_on_line(general, sniper);
            let pieces = path & occupied;
            match (pieces.len(), cannons.contains(sniper)) {
                (0, false) => info.add_checker(sniper, path),
                (0, true) => info.screen_points |= path,
                (1, true) => {
                    info.add_checker(sniper, path);
                    info.checking_screens |= pieces & own;
                }
                // A rook or general attacks if the piece leaves; a cannon, if either of the two leaves.
                (1, false) | (2, true) => info.pinned |= pieces & own,
                _ => {}
            }
        }
        let horses = attacks::horse_leaps_to(general) & self.by_kind(PieceKind::Horse) & enemy;
        if horses.any() {
            for path in attacks::horse_paths_to(general) {
                let attacking = path.targets & horses;
                if (path.blockers & occupied).any() {
                    // A piece on the leg of an attacking horse is pinned.
                    info.pinned |= if attacking.any() { path.blockers & own } else { PointSet::EMPTY };
                } else {
                    attacking.for_each(|horse| info.add_checker(horse, path.blockers));
                }
            }
        }
        let pawns = attacks::pawn_attackers(us.other(), general) & self.by_kind(PieceKind::Pawn) & enemy;
        for pawn in pawns {
            info.add_checker(pawn, PointSet::EMPTY);
        }
        info
    }
}
