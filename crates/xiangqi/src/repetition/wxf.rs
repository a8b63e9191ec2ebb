//! The rules of the World Xiangqi Federation: the same man may not be chased on every move.

use super::span::Span;
use super::threats::{Threat, Threats};
use super::verdict::Offence;
use crate::{Color, Points};

/// What each side is guilty of.
pub(super) fn guilt(span: &Span) -> [Option<Offence>; 2] {
    let conduct = Color::BOTH.map(|side| Conduct::of(span, side));
    Color::BOTH.map(|side| match conduct[side.index()].guilt {
        // Cutting roots offends against an idle opponent (V37), not against one that always threatens (V39).
        Some(Offence::RootCutting { .. }) if conduct[side.other().index()].is_busy => None,
        guilt => guilt,
    })
}

/// What one side does in the span.
struct Conduct {
    guilt: Option<Offence>,
    /// Whether every move checks or chases something.
    is_busy: bool,
}

impl Conduct {
    fn of(span: &Span, side: Color) -> Conduct {
        let chases = Chase::all(span, side);
        let is_busy = span.plies(side).all(|ply| span.checks(ply) || chases[ply].either().any());
        let chase = || {
            // One check now and then makes the rest of the moves harmless (V13, V14).
            if span.ever_checks(side) {
                return None;
            }
            let direct = span.common(side, |ply| chases[ply].direct());
            if let Some(victim) = span.victim(direct) {
                return Some(Offence::PerpetualChase { victim });
            }
            let either = span.common(side, |ply| chases[ply].either());
            span.victim(either).map(|victim| Offence::RootCutting { victim })
        };
        Conduct { guilt: span.perpetual_check(side).or_else(chase), is_busy }
    }
}

/// What one move begins to threaten, and the answer puts an end to.
pub(super) struct Chase {
    /// Attacks that were not there before.
    direct: Vec<Threat>,
    /// Attacks that were there before and win something only now, because a root was cut.
    rootcut: Vec<Threat>,
}

impl Chase {
    /// By ply: what the moves of this side chase. The plies of the other side chase nothing.
    pub(super) fn all(span: &Span, side: Color) -> Vec<Chase> {
        let threats: Vec<Threats> = span.boards().iter().map(|board| Threats::of(board, side)).collect();
        let mut chases: Vec<Chase> =
            (0..span.len()).map(|_| Chase { direct: Vec::new(), rootcut: Vec::new() }).collect();
        for ply in span.plies(side) {
            let [before, after, answered] = [&threats[ply], &threats[ply + 1], &threats[ply + 2]];
            for threat in &after.effective {
                // By attacker and victim, so that another attacker is a new threat. A victim that stays where
                // it can be taken is not being chased (V38, V45).
                if before.effective.contains(threat) || answered.effective.contains(threat) {
                    continue;
                }
                let new = if before.attacks.contains(threat) {
                    &mut chases[ply].rootcut
                } else {
                    &mut chases[ply].direct
                };
                new.push(*threat);
            }
        }
        chases
    }

    /// Every threat of the move.
    pub(super) fn threats(&self) -> impl Iterator<Item = &Threat> {
        self.direct.iter().chain(&self.rootcut)
    }

    fn direct(&self) -> Points {
        self.direct.iter().map(|threat| threat.on).collect()
    }

    fn either(&self) -> Points {
        self.threats().map(|threat| threat.on).collect()
    }
}
