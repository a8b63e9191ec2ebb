//! The one move generator: legal moves, given to a list or merely counted.

use yipan_rules::{MoveKind, MoveList};

use crate::{Color, FacingRule, Kind, Move, Point, Points, Position, attacks};

/// Where moves go as they are found: one man and every point it may go to.
trait Collect {
    fn man(&mut self, from: Point, to: Points);
}

struct Count(u64);

impl Collect for Count {
    #[inline]
    fn man(&mut self, _: Point, to: Points) {
        self.0 += u64::from(to.len());
    }
}

impl Collect for MoveList<Move> {
    #[inline]
    fn man(&mut self, from: Point, to: Points) {
        for to in to {
            self.push(Move::new(from, to));
        }
    }
}

impl Position {
    #[inline]
    pub(crate) fn generate(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        self.collect(kind, out);
    }

    #[inline]
    pub(crate) fn count_moves(&self) -> u64 {
        let mut count = Count(0);
        self.collect(MoveKind::All, &mut count);
        count.0
    }

    /// Adds the moves that are right but for the safety of the mover's general.
    pub fn pseudo_moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        let wanted = self.wanted(kind);
        for kind in Kind::ALL {
            for from in self.of(self.side, kind) {
                out.man(from, self.targets(kind, from) & wanted);
            }
        }
    }

    fn collect(&self, kind: MoveKind, out: &mut impl Collect) {
        let us = self.side;
        let guard = self.guard();
        let wanted = self.wanted(kind);
        let general = self.general(us);
        out.man(general, self.safe(general, self.targets(Kind::General, general) & wanted));
        // In check every move is tried out; otherwise only those of men that may bare the general.
        let tried = if guard.checkers.any() { Points::ALL } else { guard.shields };
        for kind in [Kind::Advisor, Kind::Elephant, Kind::Horse, Kind::Rook, Kind::Cannon, Kind::Pawn] {
            for from in self.of(us, kind) {
                let targets = self.targets(kind, from) & wanted;
                let legal =
                    if tried.has(from) { self.safe(from, targets) } else { targets.without(guard.screens) };
                out.man(from, legal);
            }
        }
    }

    #[inline]
    fn wanted(&self, kind: MoveKind) -> Points {
        match kind {
            MoveKind::All => !self.men(self.side),
            MoveKind::Captures => self.men(self.side.other()),
            MoveKind::Quiets => !self.occupied.points(),
        }
    }

    /// Where a man of the side to move may go by its way of moving, own men not yet excluded.
    #[inline]
    pub(crate) fn targets(&self, kind: Kind, from: Point) -> Points {
        match kind {
            Kind::General => self.general_steps(self.side, from),
            Kind::Advisor => attacks::advisor(from),
            Kind::Elephant => attacks::elephant(from, self.occupied),
            Kind::Horse => attacks::horse(from, self.occupied),
            Kind::Rook => attacks::rook(from, self.occupied),
            Kind::Cannon => {
                let empty = !self.occupied.points();
                attacks::rook(from, self.occupied) & empty | attacks::cannon(from, self.occupied)
            }
            Kind::Pawn => attacks::pawn(self.side, from),
        }
    }

    fn general_steps(&self, color: Color, from: Point) -> Points {
        let steps = attacks::general(from);
        let enemy = self.general(color.other());
        let shares = |point: &Point| point.file() == enemy.file();
        match self.facing {
            FacingRule::NoNewSharedFile if !shares(&from) => {
                steps.into_iter().filter(|to| !shares(to)).collect()
            }
            _ => steps,
        }
    }

    fn safe(&self, from: Point, to: Points) -> Points {
        to.into_iter().filter(|&to| self.is_safe(from, to)).collect()
    }
}
