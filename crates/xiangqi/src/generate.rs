//! The move generator, which lists or counts legal moves.

use core::ops::ControlFlow;

use yipan_core::{MoveKind, MoveList};

use crate::occupancy::Occupancy;
use crate::safety::PinInfo;
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
        for to in to {
            self.push(Move::new(from, to));
        }
        ControlFlow::Continue(())
    }
}

/// The constraints on the moves of all pieces except the general.
struct Constraints {
    /// The points where moves may end.
    targets: PointSet,
    /// The pieces whose every move must be verified.
    must_verify: PointSet,
    /// The points that the other pieces may not enter.
    screen_points: PointSet,
}

impl Position {
    #[inline]
    pub(crate) fn generate_legal_moves(&self, kind: MoveKind, out: &mut MoveList<Move>) {
        let _ = self.collect_legal_moves(kind, out);
    }

    /// Returns all legal moves if it is known whether the side to move is in check.
    pub(crate) fn legal_moves_if(&self, in_check: bool) -> MoveList<Move> {
        let mut moves = MoveList::new();
        let _ = self.collect_general_moves(MoveKind::All, &mut moves);
        let _ = self.collect_other_moves(MoveKind::All, in_check, &mut moves);
        moves
    }

    /// Passes each piece that has a legal move to `visit`, with its destinations, in the order of the legal moves.
    #[inline]
    pub(crate) fn for_each_moving_piece(&self, in_check: bool, visit: impl FnMut(Point, PointSet)) {
        let mut visitor = PieceVisitor(visit);
        let _ = self.collect_general_moves(MoveKind::All, &mut visitor);
        let _ = self.collect_other_moves(MoveKind::All, in_check, &mut visitor);
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
            || self.collect_other_moves(MoveKind::All, in_check, &mut MoveFinder).is_break()
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
        self.collect_other_moves(kind, self.in_check(), out)
    }

    #[inline]
    fn collect_general_moves(&self, kind: MoveKind, out: &mut impl MoveCollector) -> ControlFlow<()> {
        let general = self.general(self.side_to_move);
        let steps = self.pseudo_legal_targets(PieceKind::General, general) & self.target_mask(kind);
        out.add_piece_moves(general, self.safe_targets(general, steps))
    }

    /// Collects the moves of all pieces except the general. `in_check` is whether it is in check.
    #[inline]
    fn collect_other_moves(
        &self,
        kind: MoveKind,
        in_check: bool,
        out: &mut impl MoveCollector,
    ) -> ControlFlow<()> {
        // In check, every move is verified; otherwise only the moves of pinned pieces.
        let pin_info = if in_check {
            PinInfo { pinned: PointSet::ALL, screen_points: PointSet::EMPTY }
        } else {
            self.pin_info()
        };
        let constraints = Constraints {
            targets: self.target_mask(kind),
            must_verify: pin_info.pinned,
            screen_points: pin_info.screen_points,
        };
        // Each call is compiled for its kind.
        self.collect_kind(PieceKind::Advisor, attacks::advisor, &constraints, out)?;
        self.collect_kind(
            PieceKind::Elephant,
            |from| attacks::elephant(from, self.occupied),
            &constraints,
            out,
        )?;
        self.collect_kind(PieceKind::Horse, |from| attacks::horse(from, self.occupied), &constraints, out)?;
        self.collect_kind(PieceKind::Rook, |from| attacks::rook(from, self.occupied), &constraints, out)?;
        self.collect_kind(PieceKind::Cannon, |from| self.cannon_targets(from), &constraints, out)?;
        self.collect_kind(PieceKind::Pawn, |from| attacks::pawn(self.side_to_move, from), &constraints, out)
    }

    /// Collects the moves of the pieces of a kind, whose pseudo-legal targets are given.
    #[inline]
    fn collect_kind(
        &self,
        kind: PieceKind,
        targets: impl Fn(Point) -> PointSet,
        constraints: &Constraints,
        out: &mut impl MoveCollector,
    ) -> ControlFlow<()> {
        for from in self.by_color_and_kind(self.side_to_move, kind) {
            let targets = targets(from) & constraints.targets;
            let legal = if constraints.must_verify.contains(from) {
                self.safe_targets(from, targets)
            } else {
                targets.without(constraints.screen_points)
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
