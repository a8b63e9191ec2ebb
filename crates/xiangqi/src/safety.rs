//! Checks, pins and the safety of the general.

use crate::occupancy::Occupancy;
use crate::{Color, PieceKind, Point, PointSet, Position, attacks};

/// The constraints that the safety of the general puts on the other pieces of the side to move.
#[derive(Clone, Copy)]
pub(crate) struct PinInfo {
    /// The pieces that may expose the general by moving. Each of their moves must be verified.
    pub(crate) pinned: PointSet,
    /// The points where a piece would become the screen of an enemy cannon.
    pub(crate) screen_points: PointSet,
}

impl Position {
    /// Returns the pieces of `by` that attack the enemy general, if it stands on `point`, the board is occupied as
    /// given and only the pieces in `remaining` are left.
    ///
    /// The general of `by` is included if it faces `point` on an open file. This alone implements the rule about
    /// facing generals. Advisors and elephants never reach the enemy palace, so they are not tested.
    #[inline]
    pub(crate) fn general_attackers(
        &self,
        point: Point,
        by: Color,
        occupied: Occupancy,
        remaining: PointSet,
    ) -> PointSet {
        let of = |kind: PieceKind| self.kinds[kind as usize];
        let straight = attacks::rook(point, occupied) & of(PieceKind::Rook)
            | attacks::cannon(point, occupied) & of(PieceKind::Cannon)
            | attacks::rook_on_file(point, occupied) & of(PieceKind::General);
        let stepping = attacks::horse_attackers(point, occupied) & of(PieceKind::Horse)
            | attacks::pawn_attackers(by, point) & of(PieceKind::Pawn);
        (straight | stepping) & self.by_color(by) & remaining
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
            self.occupied,
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
        self.general_attackers(general, us.other(), self.occupied.after_move(from, to), !to.bit())
    }

    /// Collects pins, looking from the general past the first and second piece of each line.
    #[inline]
    pub(crate) fn pin_info(&self) -> PinInfo {
        let us = self.side_to_move;
        let (general, enemy, own) = (self.general(us), self.by_color(us.other()), self.by_color(us));
        let of = |kind: PieceKind| self.kinds[kind as usize] & enemy;
        let mut pin_info = PinInfo { pinned: PointSet::EMPTY, screen_points: PointSet::EMPTY };

        let all = self.occupied.points();
        let first = attacks::rook(general, self.occupied) & all;
        for cannon in first & of(PieceKind::Cannon) {
            pin_info.screen_points |= attacks::between(general, cannon);
        }
        // Behind one piece, a rook or the enemy general on the file pins it.
        let past_first = self.occupied.without(first);
        let second = attacks::rook(general, past_first) & past_first.points();
        let on_file = second & of(PieceKind::General) & attacks::rook_on_file(general, past_first);
        for sniper in second & of(PieceKind::Rook) | on_file {
            pin_info.pinned |= attacks::between(general, sniper) & own;
        }
        // Behind two pieces, a cannon pins both: it attacks if either of them leaves.
        let cannons = of(PieceKind::Cannon) & !first & !second;
        if cannons.any() {
            let past_second = past_first.without(second);
            for cannon in attacks::rook(general, past_second) & past_second.points() & cannons {
                pin_info.pinned |= attacks::between(general, cannon) & own;
            }
        }
        // A piece on the leg of an attacking horse is pinned.
        for path in attacks::horse_paths_to(general) {
            if (path.targets & of(PieceKind::Horse)).any() {
                pin_info.pinned |= path.blockers & own;
            }
        }
        pin_info
    }
}
