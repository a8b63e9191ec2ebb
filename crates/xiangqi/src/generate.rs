//! The move generator, which lists or counts legal moves.

use core::ops::ControlFlow;

use yipan_core::{MoveKind, MoveList};

use crate::occupancy::Occupancy;
use crate::safety::CheckInfo;
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

/// Passes on each piece that can move.
struct PieceVisitor<F>(F);

impl<F: FnMut(Point, PointSet)> MoveCollector for PieceVisitor<F> {
    #[inline]
    fn add_piece_moves(&mut self, from: Point, to: PointSet) -> ControlFlow<()> {
        if to.any() {
            (self.0)(from, to);
        }
        ControlFlow::Continue(())
    }
}

impl MoveCollector for MoveList<Move> {
    #[inline]
    fn add_piece_moves(&mut self, from: Point, to: PointSet) -> ControlFlow<()> {
        to.for_each(|to| self.push(Move::new(from, to)));
        ControlFlow::Continue(())
    }
}

impl Position {
    #[inline]
    pub(crate) fn generate_legal_moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        let _ = self.collect_legal_moves(kind, out);
    }

    /// Passes each piece that has a legal move to `visit`, with its destinations, in the order of the legal moves.
    /// Returns whether the side to move is in check.
    #[inline]
    pub(crate) fn for_each_moving_piece(&self, visit: impl FnMut(Point, PointSet)) -> bool {
        let mut visitor = PieceVisitor(visit);
        let check_info = self.check_info();
        let _ = self.collect_general_moves(MoveKind::All, &mut visitor);
        let _ = self.collect_other_moves(MoveKind::All, &check_info, &mut visitor);
        check_info.checkers.any()
    }

    #[inline]
    pub(crate) fn count_moves(&self) -> u64 {
        let mut count = MoveCounter(0);
        let _ = self.collect_legal_moves(MoveKind::All, &mut count);
        count.0
    }

    /// Whether the side to move has a legal move. `in_check` is whether it is in check.
    pub(crate) fn has_legal_move(&self, in_check: bool) -> bool {
        // Every step of the general is verified, so they come last.
        !in_check && self.has_free_move()
            || self.collect_other_moves(MoveKind::All, &self.check_info(), &mut MoveFinder).is_break()
            || self.collect_general_moves(MoveKind::All, &mut MoveFinder).is_break()
    }

    /// Whether a piece can move without any effect on the safety of its general, which is not in check.
    ///
    /// Nearly every position has such a piece, and nothing needs to be verified for it: it leaves neither a line of the
    /// general nor the leg of a horse, and enters no line.
    fn has_free_move(&self) -> bool {
        let own = self.by_color(self.side_to_move);
        let general = self.general(self.side_to_move);
        let lines = attacks::rook(general, Occupancy::EMPTY);
        let legs =
            attacks::horse_paths_to(general).iter().fold(PointSet::EMPTY, |legs, path| legs | path.blockers);
        let free = own.without(lines | legs | general.bit());
        [PieceKind::Rook, PieceKind::Pawn, PieceKind::Horse, PieceKind::Cannon].into_iter().any(|kind| {
            let pieces = free & self.by_kind(kind);
            pieces.into_iter().any(|from| self.pseudo_legal_targets(kind, from).without(own | lines).any())
        })
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

    #[inline]
    fn collect_legal_moves(&self, kind: MoveKind, out: &mut impl MoveCollector) -> ControlFlow<()> {
        self.collect_general_moves(kind, out)?;
        self.collect_other_moves(kind, &self.check_info(), out)
    }

    #[inline]
    fn collect_general_moves(&self, kind: MoveKind, out: &mut impl MoveCollector) -> ControlFlow<()> {
        let general = self.general(self.side_to_move);
        let steps = self.pseudo_legal_targets(PieceKind::General, general) & self.target_mask(kind);
        out.add_piece_moves(general, self.safe_targets(general, steps))
    }

    /// Collects the moves of all pieces except the general.
    #[inline]
    fn collect_other_moves(
        &self,
        kind: MoveKind,
        check_info: &CheckInfo,
        out: &mut impl MoveCollector,
    ) -> ControlFlow<()> {
        let mask = self.target_mask(kind);
        // Each call is compiled for its kind.
        self.collect_kind(PieceKind::Advisor, attacks::advisor, mask, check_info, out)?;
        let elephant = |from| attacks::elephant(from, self.occupied);
        self.collect_kind(PieceKind::Elephant, elephant, mask, check_info, out)?;
        let horse = |from| attacks::horse(from, self.occupied);
        self.collect_kind(PieceKind::Horse, horse, mask, check_info, out)?;
        let rook = |from| attacks::rook(from, self.occupied);
        self.collect_kind(PieceKind::Rook, rook, mask, check_info, out)?;
        self.collect_kind(PieceKind::Cannon, |from| self.cannon_targets(from), mask, check_info, out)?;
        let pawn = |from| attacks::pawn(self.side_to_move, from);
        self.collect_kind(PieceKind::Pawn, pawn, mask, check_info, out)
    }

    /// Collects the moves of the pieces of a kind, whose pseudo-legal targets are given.
    #[inline]
    fn collect_kind(
        &self,
        kind: PieceKind,
        targets: impl Fn(Point) -> PointSet,
        mask: PointSet,
        check_info: &CheckInfo,
        out: &mut impl MoveCollector,
    ) -> ControlFlow<()> {
        // In check, every move is verified; otherwise only the moves of pinned pieces.
        let in_check = check_info.checkers.any();
        for from in self.by_color_and_kind(self.side_to_move, kind) {
            let targets = targets(from) & mask;
            let legal = if in_check || check_info.pinned.contains(from) {
                let is_screen = check_info.checking_screens.contains(from);
                let points = if is_screen { PointSet::ALL } else { check_info.evasion_points };
                self.safe_targets(from, targets & points)
            } else {
                targets.without(check_info.screen_points)
            };
            out.add_piece_moves(from, legal)?;
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
            PieceKind::Cannon => self.cannon_targets(from),
            PieceKind::Pawn => attacks::pawn(self.side_to_move, from),
        }
    }

    #[inline]
    fn cannon_targets(&self, from: Point) -> PointSet {
        let empty = !self.occupied.points();
        attacks::rook(from, self.occupied) & empty | attacks::cannon(from, self.occupied)
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
