//! The rules of the Chinese Xiangqi Association, as advice for an arbiter.
//!
//! The rules forbid any sequence of checks, mate threats 杀 and chases 捉 without an idle move 闲. A program cannot
//! decide this fully: it needs mate search, exchange values and endgame knowledge. So each move is labeled by a
//! shallow search, and the arbiter decides. Long exchanges on one point and checks that win a piece are not
//! detected.

use alloc::{borrow::ToOwned, string::String, vec::Vec};

use yipan_core::{Language, Localize};

use super::cycle::Cycle;
use super::threats::{Threat, with_side_to_move};
use super::wxf::Chase;
use crate::{Color, Move, Position};

/// The maximum length of a threatened mate, in moves. Each of them gives check.
const MAX_MATE_MOVES: u32 = 3;

/// The classification of a move. The most severe one that applies counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// The move gives check 将.
    Check,
    /// The move threatens mate by checks within three moves 杀.
    MateThreat,
    /// The move threatens to win a piece 捉.
    Chase,
    /// None of the above 闲.
    Idle,
}

impl Localize for Label {
    fn localize(&self, language: Language) -> String {
        let [english, simplified, traditional] = match self {
            Label::Check => ["check", "将", "將"],
            Label::MateThreat => ["mate threat", "杀", "殺"],
            Label::Chase => ["chase", "捉", "捉"],
            Label::Idle => ["idle", "闲", "閒"],
        };
        language.choose(english, simplified, traditional).to_owned()
    }
}

/// The classification of a repetition by the rules of the Chinese Xiangqi Association.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArbiterAdvice {
    /// The index of the first labeled move among the moves of the game.
    pub first_ply: usize,
    /// The labels of this move and all later ones.
    pub labels: Vec<Label>,
    /// The side that must deviate, because it has no idle move or is the only one to check perpetually.
    pub should_change: Option<Color>,
}

pub(super) fn advise_on_cycle(cycle: &Cycle) -> ArbiterAdvice {
    let chases = Color::BOTH.map(|side| Chase::all(cycle, side));
    let label = |ply| {
        let side = cycle.before(ply).position.side_to_move();
        if cycle.gives_check(ply) {
            Label::Check
        } else if mates_by_checks(&with_side_to_move(side, &cycle.after(ply).position), MAX_MATE_MOVES) {
            Label::MateThreat
        } else if chases[side.index()][ply].threats().any(|threat| is_capture_safe(cycle, ply, threat)) {
            Label::Chase
        } else {
            Label::Idle
        }
    };
    let labels: Vec<Label> = (0..cycle.len()).map(label).collect();
    ArbiterAdvice { first_ply: cycle.first_ply(), should_change: side_to_change(cycle, &labels), labels }
}

/// Returns the side that must deviate.
///
/// Perpetual check is the most severe violation. Otherwise, one idle move makes a side's moves legal.
fn side_to_change(cycle: &Cycle, labels: &[Label]) -> Option<Color> {
    let sole_offender = |offends: [bool; 2]| match offends {
        [true, false] => Some(crate::RED),
        [false, true] => Some(crate::BLACK),
        _ => None,
    };
    let checks = Color::BOTH.map(|side| cycle.perpetual_check(side).is_some());
    let forbidden = Color::BOTH.map(|side| cycle.plies(side).all(|ply| labels[ply] != Label::Idle));
    sole_offender(checks).or_else(|| sole_offender(forbidden))
}

/// Whether the capturing side is not mated at once.
fn is_capture_safe(cycle: &Cycle, ply: usize, threat: &Threat) -> bool {
    let board = cycle.after(ply);
    let (Some(from), Some(on)) = (board.point_of(threat.attacker), board.point_of(threat.victim)) else {
        return false;
    };
    let side = cycle.before(ply).position.side_to_move();
    let after_capture = with_side_to_move(side, &board.position).after(Move::new(from, on));
    !mates_by_checks(&after_capture, 1)
}

/// Whether the side to move mates within `moves` moves, giving check with each.
fn mates_by_checks(position: &Position, moves: u32) -> bool {
    position.legal_moves().iter().any(|&mv| {
        let next = position.after(mv);
        next.in_check()
            && next
                .legal_moves()
                .iter()
                .all(|&reply| moves > 1 && mates_by_checks(&next.after(reply), moves - 1))
    })
}
