//! The rules of the Chinese Xiangqi Association, as help for an arbiter.
//!
//! The book forbids to check, to threaten mate 杀 and to chase 捉 in any mixture without an idle move 闲. No
//! board alone can decide that: it asks for mate search, for the value of exchanges and for endgame knowledge.
//! So each move gets a label by what a short look finds, and the arbiter decides. A long exchange on one point
//! and a check that wins a piece are not seen.

use yipan_core::{Language, Localize};

use super::cycle::Cycle;
use super::threats::{Threat, with_side_to_move};
use super::wxf::Chase;
use crate::{Color, Move, Position};

/// How many moves a threatened mate may take, each of them a check.
const MAX_MATE_MOVES: u32 = 3;

/// What a move does, the gravest thing first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// It gives check 将.
    Check,
    /// It threatens mate by checks, within three moves 杀.
    MateThreat,
    /// It threatens to take a piece and win by it 捉.
    Chase,
    /// None of these 闲.
    Idle,
}

impl Localize for Label {
    fn localize(&self, language: Language) -> String {
        let [english, simplified, traditional] = match self {
            Label::Check => ["check", "将", "將"],
            Label::MateThreat => ["kill", "杀", "殺"],
            Label::Chase => ["chase", "捉", "捉"],
            Label::Idle => ["idle", "闲", "閒"],
        };
        language.choose(english, simplified, traditional).to_owned()
    }
}

/// What the rules of the Chinese association make of a repetition, as far as a short look can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ArbiterAdvice {
    /// The index of the first labelled move in the moves of the game.
    pub first_ply: usize,
    /// A label for this move and each one after it.
    pub labels: Vec<Label>,
    /// The side that should change: the one that has no idle move, or the only one that checks all the time.
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

/// Perpetual check is the gravest; apart from it, one idle move makes a side's moves legal.
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

/// Whether the taker is not mated at once for what it took.
fn is_capture_safe(cycle: &Cycle, ply: usize, threat: &Threat) -> bool {
    let board = cycle.after(ply);
    let (Some(from), Some(on)) = (board.point_of(threat.attacker), board.point_of(threat.victim)) else {
        return false;
    };
    let side = cycle.before(ply).position.side_to_move();
    let after_capture = with_side_to_move(side, &board.position).after(Move::new(from, on));
    !mates_by_checks(&after_capture, 1)
}

/// Whether the side to move mates by checks alone, in so many moves at most.
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
