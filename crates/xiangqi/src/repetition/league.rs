//! The rule of the UCCI engine league: only the man that just moved can chase, and pins are not looked at.

use super::span::Span;
use super::threats::{takers, turn_to, victims};
use super::verdict::Offence;
use crate::{Color, Kind, Move, Points};

/// What each side is guilty of.
pub(super) fn guilt(span: &Span) -> [Option<Offence>; 2] {
    Color::BOTH.map(|side| {
        span.perpetual_check(side).or_else(|| {
            // Checks and chases in turn are allowed.
            if span.ever_checks(side) {
                return None;
            }
            let victim = span.victim(span.common(side, |ply| chased(span, ply)))?;
            Some(Offence::PerpetualChase { victim })
        })
    })
}

/// The names of the men that this move begins to attack with the man it moves.
fn chased(span: &Span, ply: usize) -> Points {
    let (mv, before, after) = (span.move_at(ply), &span.before(ply).position, span.after(ply));
    let position = turn_to(before.side, &after.position);
    let by = position.kind_at(mv.to());
    let attacks = position.targets(by, mv.to()) & victims(&position);
    let new = attacks.without(before.targets(by, mv.from()));
    let is_chased = |on: &_| match (by, position.kind_at(*on)) {
        (Kind::Horse | Kind::Cannon, Kind::Rook) => true,
        (Kind::Rook | Kind::Horse | Kind::Cannon, on_kind @ (Kind::Horse | Kind::Cannon | Kind::Pawn)) => {
            let taken = position.after(Move::new(mv.to(), *on));
            by != on_kind && takers(&taken, *on).next().is_none()
        }
        _ => false,
    };
    new.into_iter().filter(is_chased).map(|on| after.name(on)).collect()
}
