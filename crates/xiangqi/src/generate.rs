//! The move generator, which lists or counts legal moves.

use core::ops::ControlFlow;

use yipan_core::{MoveKind, MoveList};

use crate::{Color, FacingRule, Move, PieceKind, Point, PointSet, Position, attacks};

/// A destination for generated moves, given as a piece and all points it may move to.
trait MoveCollector {
    /// Adds the moves of a piece. Returns `Break` if no more are needed.
    fn add_piece_moves(&mut self, from: Point, to: PointSet) -> ControlFlow<()>;
}

struct MoveCounter(u64);

impl MoveCollector for MoveCounter {
    #[inline]
    fn add_piece_moves(&mut self, _: Point, to: PointSet) -> ControlFlow<()> {
        self.0 += u64::from(to.len());
        ControlFlow::Continue(())
    }
}

/// Stops at the first piece that can move.
struct MoveFinder;

impl MoveCollector for MoveFinder {
    #[inline]
    fn add_piece_moves(&mut self, _: Point, to: PointSet) -> ControlFlow<()> {
        if to.any() { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

impl MoveCollector for MoveList<Move> {
    #[inline]
    fn add_piece_moves(&mut self, from: Point, to: PointSet) -> ControlFlow<()> {
        for to in to {
            self.push(Move::new(from, to));
        }
        ControlFlow::Continue(())
    }
}

impl Position {
    #[inline]
    pub(crate) fn generate_legal_moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        let _ = self.collect_legal_moves(kind, out);
    }

    #[inline]
    pub(crate) fn count_moves(&self) -> u64 {
        let mut count = MoveCounter(0);
        let _ = self.collect_legal_moves(MoveKind::All, &mut count);
        count.0
    }

    /// Whether the side to move has a legal move.
    pub(crate) fn has_legal_move(&self) -> bool {
        self.collect_legal_moves(MoveKind::All, &mut MoveFinder).is_break()
    }

    /// Appends the pseudo-legal moves, which may leave the mover's general attacked.
    pub fn pseudo_legal_moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        let target_mask = self.target_mask(kind);
        for kind in PieceKind::ALL {
            for from in self.by_color_and_kind(self.side_to_move, kind) {
                let _ = out.add_piece_moves(from, self.pseudo_legal_targets(kind, from) & target_mask);
            }
        }
    }

    fn collect_legal_moves(&self, kind: MoveKind, out: &mut impl MoveCollector) -> ControlFlow<()> {
        let us = self.side_to_move;
        let pin_info = self.pin_info();
        let target_mask = self.target_mask(kind);
        let general = self.general(us);
        let steps = self.pseudo_legal_targets(PieceKind::General, general) & target_mask;
        out.add_piece_moves(general, self.safe_targets(general, steps))?;
        // In check, every move is verified; otherwise only the moves of pinned pieces.
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
                out.add_piece_moves(from, legal)?;
            }
        }
        ControlFlow::Continue(())
    }

    #[inline]
    fn target_mask(&self, kind: MoveKind) -> PointSet {
        match kind {
            MoveKind::All => !self.by_color(self.side_to_move),
            MoveKind::Captures => self.by_color(self.side_to_move.other()),
            MoveKind::Quiets => !self.occupied.points(),
        }
    }

    /// Returns the pseudo-legal targets of a piece of the side to move, including those its own side occupies.
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
