//! Who attacks a general, and which moves may bare it.

use crate::occupied::Occupied;
use crate::{Color, Kind, Point, Points, Position, attacks};

/// What the general's safety asks of the other men.
#[derive(Clone, Copy)]
pub(crate) struct Guard {
    /// The enemy men that give check.
    pub(crate) checkers: Points,
    /// Men whose leaving may bare the general: each of their moves is tried out.
    pub(crate) shields: Points,
    /// Points where a man would become the screen of an enemy cannon.
    pub(crate) screens: Points,
}

impl Position {
    /// The men of `by` that attack `point`, which is where the enemy general stands or would stand, when the
    /// board is occupied so and only `alive` of them are left.
    ///
    /// The enemy general is one of them: it attacks along an open file. This is the whole rule about facing.
    #[inline]
    pub(crate) fn attackers(&self, point: Point, by: Color, occupied: Occupied, alive: Points) -> Points {
        let of = |kind: Kind| self.kinds[kind as usize];
        let straight = attacks::rook(point, occupied) & of(Kind::Rook)
            | attacks::cannon(point, occupied) & of(Kind::Cannon)
            | attacks::file(point, occupied) & of(Kind::General);
        let stepping = attacks::horse_to(point, occupied) & of(Kind::Horse)
            | attacks::pawn_to(by, point) & of(Kind::Pawn);
        (straight | stepping) & self.men(by) & alive
    }

    /// The men that attack the general of the side to move.
    #[must_use]
    pub fn checkers(&self) -> Points {
        self.attackers(self.general(self.side), self.side.other(), self.occupied, Points::ALL)
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn in_check(&self) -> bool {
        self.checkers().any()
    }

    /// Whether the side to move could take the enemy general, or the generals face. Never so in a position that
    /// was reached by legal moves; this is the definition of legality, written out.
    #[must_use]
    pub fn could_take_general(&self) -> bool {
        let them = self.side.other();
        self.attackers(self.general(them), self.side, self.occupied, Points::ALL).any()
    }

    /// Whether a move that is right in shape leaves the mover's general unattacked.
    #[inline]
    pub(crate) fn is_safe(&self, from: Point, to: Point) -> bool {
        self.attackers_after(from, to).is_empty()
    }

    /// Who would attack the mover's general after a move that is right in shape.
    #[inline]
    pub(crate) fn attackers_after(&self, from: Point, to: Point) -> Points {
        let us = self.side;
        let general = self.general(us);
        let general = if from == general { to } else { general };
        self.attackers(general, us.other(), self.occupied.moved(from, to), !to.bit())
    }

    /// Looks outward from the general of the side to move, past the first and the second man on each line.
    #[inline]
    pub(crate) fn guard(&self) -> Guard {
        let us = self.side;
        let (general, enemy, own) = (self.general(us), self.men(us.other()), self.men(us));
        let of = |kind: Kind| self.kinds[kind as usize] & enemy;
        let checkers = self.checkers();
        let mut guard = Guard { checkers, shields: Points::EMPTY, screens: Points::EMPTY };

        let all = self.occupied.points();
        let first = attacks::rook(general, self.occupied) & all;
        for cannon in first & of(Kind::Cannon) {
            guard.screens |= attacks::between(general, cannon);
        }
        // With one man between, a rook or the enemy general on the file would attack.
        let past_first = self.occupied.without(first);
        let second = attacks::rook(general, past_first) & past_first.points();
        let on_file = second & of(Kind::General) & attacks::file(general, past_first);
        for sniper in second & of(Kind::Rook) | on_file {
            guard.shields |= attacks::between(general, sniper) & own;
        }
        // With two men between, a cannon would, if one of them left.
        let cannons = of(Kind::Cannon) & !first & !second;
        if cannons.any() {
            let past_second = past_first.without(second);
            for cannon in attacks::rook(general, past_second) & past_second.points() & cannons {
                guard.shields |= attacks::between(general, cannon) & own;
            }
        }
        // A man on the leg of a horse holds it back.
        for way in attacks::horse_ways_to(general) {
            if (way.to & of(Kind::Horse)).any() {
                guard.shields |= way.over & own;
            }
        }
        guard
    }
}
