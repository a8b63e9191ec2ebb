//! The resolution of a move, in this order:
//!
//! 1. **Move and capture**, as in chess; a pawn that reaches its last rank by itself is promoted.
//! 2. **Mine** under the piece that arrived. The outer ranks have no mines, so this cannot change 1.
//! 3. **Portal** under it: it is carried; then the mine at the exit; then promotion, if it is a pawn on its
//!    last rank.
//! 4. **Gravity**: everything falls.
//! 5. **Repeat until nothing changes**: mines under pieces that fell, one by one, each followed by gravity;
//!    then the mover's pieces that fell onto a portal and have not been carried yet, each followed by gravity.
//!
//! Each piece is carried at most once per move and each mine explodes once, so this terminates. `turn.rs`
//! decides who moves next.

use yipan_core::{Cause, Effect, EffectSink, Mark};

use super::board::ModeBoard;
use super::gravity::{PieceTracker, apply_gravity};
use super::mines::{MINEFIELD, Mines};
use super::portals::portal_exit;
use crate::castling::CastlingPath;
use crate::{Bitboard, Color, Move, PieceKind, Square};

/// The modes that act during a move. Without mines they are those that a player may take into account.
pub(crate) struct ActiveModes<'a> {
    pub(crate) gravity: bool,
    /// The mover's portals.
    pub(crate) portal_pair: Bitboard,
    pub(crate) mines: Option<&'a mut Mines>,
    /// The promotion of a pawn that a portal carries to its last rank.
    pub(crate) promotion: PieceKind,
}

/// The result of a move besides the new board.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct MoveResolution {
    /// Whether the mover's pair was used and must be placed again.
    pub(crate) portal_used: bool,
    /// Whether a portal carried a pawn to its last rank.
    pub(crate) promoted_by_portal: bool,
    /// The side whose king a mine destroyed.
    pub(crate) king_destroyed: Option<Color>,
}

/// Resolves a move of the side to move. Its king may be attacked afterwards; see `legal.rs`.
pub(crate) fn resolve_move(
    board: &mut ModeBoard,
    mv: Move,
    active_modes: ActiveModes<'_>,
    effects: &mut impl EffectSink,
) -> MoveResolution {
    let mover = board.position.side_to_move();
    let mut stages = MoveResolver {
        board,
        active_modes,
        mover,
        tracker: PieceTracker::default(),
        stopped_safely: Bitboard::EMPTY,
        resolution: MoveResolution::default(),
    };
    stages.run(mv, effects);
    stages.resolution
}

struct MoveResolver<'a, 'm> {
    board: &'a mut ModeBoard,
    active_modes: ActiveModes<'m>,
    mover: Color,
    tracker: PieceTracker,
    /// The squares where pieces stopped in this move without an explosion.
    stopped_safely: Bitboard,
    resolution: MoveResolution,
}

impl MoveResolver<'_, '_> {
    fn run(&mut self, mv: Move, effects: &mut impl EffectSink) {
        self.board.make_move(mv, effects);
        // A castling king arrives before its rook.
        let path = mv.is_castling().then(|| CastlingPath::new(mv.from(), mv.to()));
        let (first, second) = path.map_or((mv.to(), None), |path| (path.king_to, Some(path.rook_to)));
        for at in [Some(first), second].into_iter().flatten() {
            if self.trigger_mine_under(at, effects) || self.enter_portal(at, effects) {
                continue;
            }
            self.stopped_safely |= at.bit();
        }
        self.apply_gravity(effects);
        while self.resolution.king_destroyed.is_none() && self.resolve_next_stop(effects) {}
        self.push_mine_counts(effects);
    }

    /// Processes the pieces that fell: first mines, then portals. Returns false if nothing is left to do.
    fn resolve_next_stop(&mut self, effects: &mut impl EffectSink) -> bool {
        let stopped = self.tracker.stopped;
        if let Some(mines) = &self.active_modes.mines
            && let Some(at) = first_in_resolution_order(stopped & mines.live)
        {
            self.trigger_mine_under(at, effects);
            self.apply_gravity(effects);
            return true;
        }
        let entering = stopped & self.active_modes.portal_pair & self.board.position.by_color(self.mover);
        if let Some(at) = first_in_resolution_order(entering.without(self.tracker.teleported)) {
            // It has entered the portal, whether or not it is carried.
            self.tracker.stopped = stopped.without(at.bit());
            self.stopped_safely |= at.bit();
            if self.enter_portal(at, effects) {
                self.apply_gravity(effects);
            }
            return true;
        }
        self.stopped_safely |= stopped;
        false
    }

    fn apply_gravity(&mut self, effects: &mut impl EffectSink) {
        if self.active_modes.gravity && self.resolution.king_destroyed.is_none() {
            apply_gravity(self.board, &mut self.tracker, effects);
        }
    }

    /// Triggers the mine under the piece on `at`. Returns whether there was one.
    fn trigger_mine_under(&mut self, at: Square, effects: &mut impl EffectSink) -> bool {
        let hit = self.active_modes.mines.as_mut().is_some_and(|mines| mines.trigger(at));
        if hit {
            let lost = self.board.remove_piece(at, Cause::Mine, effects);
            effects.push(Effect::Mark { at: at.into(), mark: Mark::Crater });
            self.tracker.remove(at);
            self.resolution.king_destroyed =
                lost.filter(|piece| piece.kind == PieceKind::King).map(|piece| piece.color);
        }
        hit
    }

    /// Carries the mover's piece on `at` through an open portal. Returns whether there was one.
    fn enter_portal(&mut self, at: Square, effects: &mut impl EffectSink) -> bool {
        let Some(exit) = portal_exit(self.board, self.active_modes.portal_pair, self.mover, at) else {
            return false;
        };
        self.board.remove_piece(exit, Cause::Capture, effects);
        self.tracker.remove(exit);
        self.board.relocate(at, exit, Cause::Portal, effects);
        self.tracker.remove(at);
        self.tracker.teleported |= exit.bit();
        self.resolution.portal_used = true;
        if !self.trigger_mine_under(exit, effects) {
            self.stopped_safely |= exit.bit();
            self.promote_teleported_pawn(exit, effects);
        }
        true
    }

    fn promote_teleported_pawn(&mut self, at: Square, effects: &mut impl EffectSink) {
        let pawn = self.board.position.by_color_and_kind(self.mover, PieceKind::Pawn).contains(at);
        if pawn && at.rank_for(self.mover) == 7 {
            self.board.promote(at, self.mover, self.active_modes.promotion, effects);
            self.resolution.promoted_by_portal = true;
        }
    }

    /// Reveals the number of adjacent mines to the owners of pieces that stopped safely.
    fn push_mine_counts(&mut self, effects: &mut impl EffectSink) {
        let Some(mines) = &mut self.active_modes.mines else { return };
        if !mines.rules.show_mine_counts || self.resolution.king_destroyed.is_some() {
            return;
        }
        for side in [self.mover, self.mover.other()] {
            for at in self.stopped_safely & MINEFIELD & self.board.position.by_color(side) {
                let mark = Mark::MineCount { viewer: side, mines: mines.reveal_count(side, at) };
                effects.push(Effect::Mark { at: at.into(), mark });
            }
        }
    }
}

/// Returns the square that is processed first: rank 1 to 8, file h to a.
fn first_in_resolution_order(squares: Bitboard) -> Option<Square> {
    squares.into_iter().min_by_key(|square| (square.rank(), 7 - square.file()))
}
