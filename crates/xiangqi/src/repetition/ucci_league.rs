//! The rule of the UCCI engine league: only the moved piece can chase, and pins are ignored.

use super::cycle::Cycle;
use super::threats::{capturers, chaseable_points, with_side_to_move};
use super::verdict::Violation;
use crate::{Color, Move, PieceKind, PointSet};

/// Returns the violation of each side, Red first.
pub(super) fn violations(cycle: &Cycle) -> [Option<Violation>; 2] {
    Color::BOTH.map(|side| {
        cycle.perpetual_check(side).or_else(|| {
            // A side may alternate checks and chases.
            if cycle.ever_gives_check(side) {
                return None;
            }
            let victim =
                cycle.most_valuable_victim(cycle.common_to_all_plies(side, |ply| chased(cycle, ply)))?;
            Some(Violation::PerpetualChase { victim })
        })
    })
}

/// Returns the victims, by origin, that this move newly attacks with the moved piece.
fn chased(cycle: &Cycle, ply: usize) -> PointSet {
    let (mv, before, after) = (cycle.move_at(ply), &cycle.before(ply).position, cycle.after(ply));
    let position = with_side_to_move(before.side_to_move, &after.position);
    let by = position.kind_at(mv.to());
    let attacks = position.pseudo_legal_targets(by, mv.to()) & chaseable_points(&position);
    let new = attacks.without(before.pseudo_legal_targets(by, mv.from()));
    let is_chased = |on: &_| match (by, position.kind_at(*on)) {
        (PieceKind::Horse | PieceKind::Cannon, PieceKind::Rook) => true,
        (
            PieceKind::Rook | PieceKind::Horse | PieceKind::Cannon,
            on_kind @ (PieceKind::Horse | PieceKind::Cannon | PieceKind::Pawn),
        ) => {
            let after_capture = position.after(Move::new(mv.to(), *on));
            by != on_kind && capturers(&after_capture, *on).next().is_none()
        }
        _ => false,
    };
    new.into_iter().filter(is_chased).map(|on| after.origin_of(on)).collect()
}
