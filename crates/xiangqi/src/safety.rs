//! Who attacks a general, and which moves may bare it.

use crate::occupancy::Occupancy;
use crate::{Color, PieceKind, Point, PointSet, Position, attacks};

/// What the general's safety asks of the other pieces.
#[derive(Clone, Copy)]
pub(crate) struct PinInfo {
    /// The enemy pieces that give check.
    pub(crate) checkers: PointSet,
    /// Pieces whose leaving may bare the general: each of their moves is tried out.
    pub(crate) pinned: PointSet,
    /// Points where a piece would become the screen of an enemy cannon.
    pub(crate) screen_points: PointSet,
}

impl Position {
    /// The pieces of `by` that attack `point`, which is where the enemy general stands or would stand, when the
    /// board is occupied so and only `alive` of them are left.
    ///
    /// The enemy general is one of them: it attacks along an open file. This is the whole rule about facing.
    #[inline]
    pub(crate) fn attacks_to(
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

    /// The pieces that attack the general of the side to move.
    #[must_use]
    pub fn checkers(&self) -> PointSet {
        self.attacks_to(
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

    /// Whether the side to move could take the enemy general, or the generals face. Never so in a position that
    /// was reached by legal moves; this is the definition of legality, written out.
    #[must_use]
    pub fn is_general_capturable(&self) -> bool {
        let them = self.side_to_move.other();
        self.attacks_to(self.general(them), self.side_to_move, self.occupied, PointSet::ALL).any()
    }

    /// Whether a move that is right in shape leaves the mover's general unattacked.
    #[inline]
    pub(crate) fn is_safe(&self, from: Point, to: Point) -> bool {
        self.general_attackers_after(from, to).is_empty()
    }

    /// Who would attack the mover's general after a move that is right in shape.
    #[inline]
    pub(crate) fn general_attackers_after(&self, from: Point, to: Point) -> PointSet {
        let us = self.side_to_move;
        let general = self.general(us);
        let general = if from == general { to } else { general };
        self.attacks_to(general, us.other(), self.occupied.after_move(from, to), !to.bit())
    }

    /// Looks outward from the general of the side to move, past the first and the second piece on each line.
    #[inline]
    pub(crate) fn pin_info(&self) -> PinInfo {
        let us = self.side_to_move;
        let (general, enemy, own) = (self.general(us), self.by_color(us.other()), self.by_color(us));
        let of = |kind: PieceKind| self.kinds[kind as usize] & enemy;
        let checkers = self.checkers();
        let mut pin_info = PinInfo { checkers, pinned: PointSet::EMPTY, screen_points: PointSet::EMPTY };

        let all = self.occupied.points();
        let first = attacks::rook(general, self.occupied) & all;
        for cannon in first & of(PieceKind::Cannon) {
            pin_info.screen_points |= attacks::between(general, cannon);
        }
        // With one piece between, a rook or the enemy general on the file would attack.
        let past_first = self.occupied.without(first);
        let second = attacks::rook(general, past_first) & past_first.points();
        let on_file = second & of(PieceKind::General) & attacks::rook_on_file(general, past_first);
        for sniper in second & of(PieceKind::Rook) | on_file {
            pin_info.pinned |= attacks::between(general, sniper) & own;
        }
        // With two pieces between, a cannon would, if one of them left.
        let cannons = of(PieceKind::Cannon) & !first & !second;
        if cannons.any() {
            let past_second = past_first.without(second);
            for cannon in attacks::rook(general, past_second) & past_second.points() & cannons {
                pin_info.pinned |= attacks::between(general, cannon) & own;
            }
        }
        // A piece on the leg of a horse holds it back.
        for path in attacks::horse_paths_to(general) {
            if (path.targets & of(PieceKind::Horse)).any() {
                pin_info.pinned |= path.blockers & own;
            }
        }
        pin_info
    }
}
