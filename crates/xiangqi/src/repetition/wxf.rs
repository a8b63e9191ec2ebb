//! The rules of the World Xiangqi Federation: the same piece may not be chased by every move.

use alloc::vec::Vec;

use super::cycle::Cycle;
use super::threats::{Threat, Threats};
use super::verdict::Violation;
use crate::{Color, PointSet};

/// Returns the violation of each side, Red first.
pub(super) fn violations(cycle: &Cycle) -> [Option<Violation>; 2] {
    let behavior = Color::BOTH.map(|side| SideBehavior::new(cycle, side));
    Color::BOTH.map(|side| match behavior[side.index()].violation {
        // Root cutting is a violation against an idle opponent (V37), but not against one that always threatens
        // (V39).
        Some(Violation::RootCutting { .. }) if behavior[side.other().index()].always_threatens => None,
        violation => violation,
    })
}

/// The behavior of one side in the cycle.
struct SideBehavior {
    violation: Option<Violation>,
    /// Whether every move checks or chases a piece.
    always_threatens: bool,
}

impl SideBehavior {
    fn new(cycle: &Cycle, side: Color) -> SideBehavior {
        let chases = Chase::all(cycle, side);
        let always_threatens =
            cycle.plies(side).all(|ply| cycle.gives_check(ply) || chases[ply].all_victims().any());
        let chase = || {
            // An occasional check makes the other moves harmless (V13, V14).
            if cycle.ever_gives_check(side) {
                return None;
            }
            let direct = cycle.common_to_all_plies(side, |ply| chases[ply].direct_victims());
            if let Some(victim) = cycle.most_valuable_victim(direct) {
                return Some(Violation::PerpetualChase { victim });
            }
            let either = cycle.common_to_all_plies(side, |ply| chases[ply].all_victims());
            cycle.most_valuable_victim(either).map(|victim| Violation::RootCutting { victim })
        };
        SideBehavior { violation: cycle.perpetual_check(side).or_else(chase), always_threatens }
    }
}

/// The threats that a move creates and the reply removes.
pub(super) struct Chase {
    /// The threats by new attacks.
    direct: Vec<Threat>,
    /// The threats by existing attacks that became effective, because a root was cut.
    root_cutting: Vec<Threat>,
}

impl Chase {
    /// Returns the chases of this side's moves, indexed by ply. The plies of the other side have none.
    pub(super) fn all(cycle: &Cycle, side: Color) -> Vec<Chase> {
        let threats: Vec<Threats> =
            cycle.positions().iter().map(|board| Threats::ignoring_existing_checks(board, side)).collect();
        let mut chases: Vec<Chase> =
            (0..cycle.len()).map(|_| Chase { direct: Vec::new(), root_cutting: Vec::new() }).collect();
        for ply in cycle.plies(side) {
            let [before, after, after_reply] = [&threats[ply], &threats[ply + 1], &threats[ply + 2]];
            for threat in &after.effective {
                // Compared by attacker and victim, so that another attacker is a new threat. A victim that stays
                // capturable is not chased (V38, V45).
                if before.effective.contains(threat) || after_reply.effective.contains(threat) {
                    continue;
                }
                let new = if before.attacks.contains(threat) {
                    &mut chases[ply].root_cutting
                } else {
                    &mut chases[ply].direct
                };
                new.push(*threat);
            }
        }
        chases
    }

    /// Returns all threats of the move.
    pub(super) fn threats(&self) -> impl Iterator<Item = &Threat> {
        self.direct.iter().chain(&self.root_cutting)
    }

    fn direct_victims(&self) -> PointSet {
        self.direct.iter().map(|threat| threat.victim).collect()
    }

    fn all_victims(&self) -> PointSet {
        self.threats().map(|threat| threat.victim).collect()
    }
}
