//! The rule of engine matches, as Pikafish plays it: cheaper to decide than the federation's and milder.

use super::span::Span;
use super::threats::Threats;
use super::verdict::Offence;
use crate::{Color, Points};

/// What each side is guilty of.
pub(super) fn guilt(span: &Span) -> [Option<Offence>; 2] {
    let checks = Color::BOTH.map(|side| span.perpetual_check(side));
    if checks.iter().any(Option::is_some) {
        return checks;
    }
    // A single check of either side excuses both from chasing (V22).
    if Color::BOTH.into_iter().any(|side| span.ever_checks(side)) {
        return [None, None];
    }
    Color::BOTH.map(|side| {
        let threatened: Vec<Points> =
            span.boards().iter().map(|board| Threats::legal(board, side).victims()).collect();
        // A victim counts as new whoever attacks it, and need not run away.
        let chased = span.common(side, |ply| threatened[ply + 1].without(threatened[ply]));
        span.victim(chased).map(|victim| Offence::PerpetualChase { victim })
    })
}
