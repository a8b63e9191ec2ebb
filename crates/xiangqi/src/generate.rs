//! The one move generator: legal moves, given to a list or merely counted.

use yipan_core::{MoveKind, MoveList};

use crate::{Color, FacingRule, Move, PieceKind, Point, PointSet, Position, attacks};

/// Where moves go as they are found: one piece and every point it may go to.
trait MoveCollector {
    fn add_piece_moves(&mut self, from: Point, to: PointSet);
}

struct MoveCounter(u64);

impl MoveCollector for MoveCounter {
    #[inline]
    fn add_piece_moves(&mut self, _: Point, to: PointSet) {
        self.0 += u64::from(to.len());
    }
}

impl MoveCollector for MoveList<Move> {
    #[inline]
    fn add_piece_moves(&mut self, from: Point, to: PointSet) {
        for to in to {
            self.push(Move::new(from, to));
        }
    }
}

impl Position {
    #[inline]
    pub(crate) fn generate_legal_moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        self.collect_legal_moves(kind, out);
    }

    #[inline]
    pub(crate) fn count_moves(&self) -> u64 {
        let mut count = MoveCounter(0);
        self.collect_legal_moves(MoveKind::All, &mut count);
        count.0
    }

    /// Adds the moves that are right but for the safety of the mover's general.
    pub fn pseudo_legal_moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        let target_mask = self.target_mask(kind);
        for kind in PieceKind::ALL {
            for from in self.by_color_and_kind(self.side_to_move, kind) {
                out.add_piece_moves(from, self.pseudo_legal_targets(kind, from) & target_mask);
            }
        }
    }

    fn collect_legal_moves(&self, kind: MoveKind, out: &mut impl MoveCollector) {
        let us = self.side_to_move;
        let pin_info = self.pin_info();
        let target_mask = self.target_mask(kind);
        let general = self.general(us);
        out.add_piece_moves(
            general,
            self.safe_targets(general, self.pseudo_legal_targets(PieceKind::General, general) & target_mask),
        );
        // In check every move is tried out; otherwise only those of pieces that may bare the general.
        let must_verify = if pin_info.checkers.any() { PointSet::ALL } else { pin_info.pinned };
        for kind in [
            PieceKind::Advisor,
            PieceKind::Elephant,
            PieceKind::Horse,
            PieceKind::Rook,
            PieceKind::Cannon,
            PieceKind::Pawn,
        ] {
            for from in self.by_color_and_kind(us, kind) {
                let targets = self.pseudo_legal_targets(kind, from) & target_mask;
                let legal = if must_verify.contains(from) {
                    self.safe_targets(from, targets)
                } else {
                    targets.without(pin_info.screen_points)
                };
                out.add_piece_moves(from, legal);
            }
        }
    }

    #[inline]
    fn target_mask(&self, kind: MoveKind) -> PointSet {
        match kind {
            MoveKind::All => !self.by_color(self.side_to_move),
            MoveKind::Captures => self.by_color(self.side_to_move.other()),
            MoveKind::Quiets => !self.occupied.points(),
        }
    }

    /// Where a piece of the side to move may go by its way of moving, own pieces not yet excluded.
    #[inline]
    pub(crate) fn pseudo_legal_targets(&self, kind: PieceKind, from: Point) -> PointSet {
        match kind {
            PieceKind::General => self.general_steps(self.side_to_move, from),
            PieceKind::Advisor => attacks::advisor(from),
            PieceKind::Elephant => attacks::elephant(from, self.occupied),
            PieceKind::Horse => attacks::horse(from, self.occupied),
            PieceKind::Rook => attacks::rook(from, self.occupied),
            PieceKind::Cannon => {
                let empty = !self.occupied.points();
                attacks::rook(from, self.occupied) & empty | attacks::cannon(from, self.occupied)
            }
            PieceKind::Pawn => attacks::pawn(self.side_to_move, from),
        }
    }

    fn general_steps(&self, color: Color, from: Point) -> PointSet {
        let steps = attacks::general(from);
        let enemy = self.general(color.other());
        let shares_file = |point: &Point| point.file() == enemy.file();
        match self.facing_rule {
            FacingRule::NoNewSharedFile if !shares_file(&from) => {
                steps.into_iter().filter(|to| !shares_file(to)).collect()
            }
            _ => steps,
        }
    }

    fn safe_targets(&self, from: Point, to: PointSet) -> PointSet {
        to.into_iter().filter(|&to| self.is_safe(from, to)).collect()
    }
}
