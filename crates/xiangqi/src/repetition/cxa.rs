//! The rules of the Chinese Xiangqi Association, as help for an arbiter.
//!
//! The book forbids to check, to threaten mate 杀 and to chase 捉 in any mixture without an idle move 闲. No
//! board alone can decide that: it asks for mate search, for the value of exchanges and for endgame knowledge.
//! So each move gets a label by what a short look finds, and the arbiter decides. A long exchange on one point
//! and a check that wins a man are not seen.

use yipan_rules::{Language, Words};

use super::History;
use super::span::Span;
use super::threats::{Threat, turn_to};
use super::wxf::Chase;
use crate::{Color, Move, Position};

/// How many moves a threatened mate may take, each of them a check.
const MATE_MOVES: u32 = 3;

/// What a move does, the gravest thing first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Label {
    /// It gives check 将.
    Check,
    /// It threatens mate by checks, within three moves 杀.
    Kill,
    /// It threatens to take a man and win by it 捉.
    Chase,
    /// None of these 闲.
    Idle,
}

impl Words for Label {
    fn words(&self, language: Language) -> String {
        let [english, simplified, traditional] = match self {
            Label::Check => ["check", "将", "將"],
            Label::Kill => ["kill", "杀", "殺"],
            Label::Chase => ["chase", "捉", "捉"],
            Label::Idle => ["idle", "闲", "閒"],
        };
        language.pick(english, simplified, traditional).to_owned()
    }
}

/// What the rules of the Chinese association make of a repetition, as far as a short look can tell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Advice {
    /// The index of the first labelled move in the moves of the game.
    pub first: usize,
    /// A label for this move and each one after it.
    pub labels: Vec<Label>,
    /// The side that should change: the one that has no idle move, or the only one that checks all the time.
    pub should_change: Option<Color>,
}

/// What the rules of the Chinese association make of the position now on the board, or `None` if it has not
/// come back often enough. `moves` are the legal moves played from `start`.
#[must_use]
pub fn advise(start: &Position, moves: &[Move]) -> Option<Advice> {
    History::of(start, moves).advise()
}

pub(super) fn advice(span: &Span) -> Advice {
    let chases = Color::BOTH.map(|side| Chase::all(span, side));
    let label = |ply| {
        let side = span.before(ply).position.side();
        if span.checks(ply) {
            Label::Check
        } else if mates_by_checks(&turn_to(side, &span.after(ply).position), MATE_MOVES) {
            Label::Kill
        } else if chases[side.index()][ply].threats().any(|threat| is_worth_taking(span, ply, threat)) {
            Label::Chase
        } else {
            Label::Idle
        }
    };
    let labels: Vec<Label> = (0..span.len()).map(label).collect();
    Advice { first: span.first(), should_change: guilty(span, &labels), labels }
}

/// Perpetual check is the gravest; apart from it, one idle move makes a side's moves legal.
fn guilty(span: &Span, labels: &[Label]) -> Option<Color> {
    let only = |guilt: [bool; 2]| match guilt {
        [true, false] => Some(crate::RED),
        [false, true] => Some(crate::BLACK),
        _ => None,
    };
    let checks = Color::BOTH.map(|side| span.perpetual_check(side).is_some());
    let forbidden = Color::BOTH.map(|side| span.plies(side).all(|ply| labels[ply] != Label::Idle));
    only(checks).or_else(|| only(forbidden))
}

/// Whether the taker is not mated at once for what it took.
fn is_worth_taking(span: &Span, ply: usize, threat: &Threat) -> bool {
    let board = span.after(ply);
    let (Some(from), Some(on)) = (board.find(threat.by), board.find(threat.on)) else { return false };
    let side = span.before(ply).position.side();
    let taken = turn_to(side, &board.position).after(Move::new(from, on));
    !mates_by_checks(&taken, 1)
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
