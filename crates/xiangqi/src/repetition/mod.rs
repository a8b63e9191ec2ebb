//! The repetition rules 循环: which side must deviate when a position repeats.
//!
//! No side may check perpetually 长将 or chase one piece perpetually 长捉. The [`RepetitionRule`] decides on other
//! violations and on the required number of occurrences. A [`Verdict`] names the violating side, the violation,
//! the victim and the moves. It does not depend on which side completes the cycle.
//!
//! ```
//! use yipan_core::{Language, Localize};
//! use yipan_xiangqi::repetition::{RepetitionRule, adjudicate};
//! use yipan_xiangqi::{Move, Position};
//!
//! // A rook checks from a8 and a9 in turn, and the general moves back and forth.
//! let start: Position = "3k5/R8/9/9/9/9/9/9/9/4K4 w".parse().unwrap();
//! let round = ["a8a9", "d9d8", "a9a8", "d8d9"].map(|text| text.parse::<Move>().unwrap());
//!
//! assert_eq!(adjudicate(&start, &round, RepetitionRule::Wxf), None);
//! let verdict = adjudicate(&start, &round.repeat(2), RepetitionRule::Wxf).unwrap();
//! assert_eq!(verdict.localize(Language::English), "red gives check perpetually and must deviate");
//! ```
//!
//! A running game has a [`History`], which detects a repetition with a few comparisons and examines the moves
//! only then.

mod cxa;
mod cycle;
mod engine_rule;
mod history;
mod rule;
mod threats;
mod ucci_league;
mod verdict;
mod wxf;

use alloc::vec::Vec;

use crate::{Move, Position};

pub use cxa::{ArbiterAdvice, Label};
pub use history::{History, adjudicate_cycle};
pub use rule::{ParseRepetitionRuleError, RepetitionRule};
pub use verdict::{Verdict, Victim, Violation};

/// Returns the verdict on the current position, or `None` if it has not occurred often enough.
///
/// `moves` are the legal moves played from `start`.
#[must_use]
pub fn adjudicate(start: &Position, moves: &[Move], rule: RepetitionRule) -> Option<Verdict> {
    History::from_moves(start, moves).adjudicate(rule)
}

/// Returns the legal moves after which the side to move loses by the rule.
///
/// They stay legal. A user interface can warn about them, and an engine can exclude them (`banmoves`). `moves`
/// are the legal moves played from `start`.
#[must_use]
pub fn banned_moves(start: &Position, moves: &[Move], rule: RepetitionRule) -> Vec<Move> {
    History::from_moves(start, moves).banned_moves(rule)
}

/// Labels the moves of a repetition by the rules of the Chinese Xiangqi Association.
///
/// `moves` are the legal moves played from `start`. Returns `None` if the position has not repeated often enough.
#[must_use]
pub fn advise(start: &Position, moves: &[Move]) -> Option<ArbiterAdvice> {
    History::from_moves(start, moves).advise()
}
