//! The rule of engine matches, as implemented by Pikafish. It is cheaper to decide than the WXF rule, and milder.

use alloc::vec::Vec;

use super::cycle::Cycle;
use super::threats::Threats;
use super::verdict::Violation;
use crate::{Color, PointSet};

/// Returns the violation of each side, Red first.
pub(super) fn violations(cycle: &Cycle) -> [Option<Violation>; 2] {
    let checks = Color::BOTH.map(|side| cycle.perpetual_check(side));
    if checks.iter().any(Option::is_some) {
        return checks;
    }
    // A single check of either side excuses both from chasing (V22).
    if Color::BOTH.into_iter().any(|side| cycle.ever_gives_check(side)) {
        return [None, None];
    }
    Color::BOTH.map(|side| {
        let threatened: Vec<PointSet> =
            cycle.positions().iter().map(|board| Threats::legal(board, side).effective_victims()).collect();
        // A victim is new regardless of its attacker, and need not evade.
        let chased = cycle.common_to_all_plies(side, |ply| threatened[ply + 1].without(threatened[ply]));
        cycle.most_valuable_victim(chased).map(|victim| Violation::PerpetualChase { victim })
    })
}
