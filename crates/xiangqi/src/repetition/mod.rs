//! The law of repetition 循环: who must change when a position keeps coming back.
//!
//! Nobody may give check without end 长将, nor chase one piece without end 长捉; what else counts, and how often
//! a position must come back, is for the [`RepetitionRule`] to say. A [`Verdict`] names the guilty side, the
//! offence, the victim and the moves, and does not depend on who completes the loop.
//!
//! ```
//! use yipan_core::{Language, Localize};
//! use yipan_xiangqi::repetition::{RepetitionRule, adjudicate};
//! use yipan_xiangqi::{Move, Position};
//!
//! // A lone rook checks from a8 and a9 in turn, and the general walks up and down.
//! let start: Position = "3k5/R8/9/9/9/9/9/9/9/4K4 w".parse().unwrap();
//! let round = ["a8a9", "d9d8", "a9a8", "d8d9"].map(|text| text.parse::<Move>().unwrap());
//!
//! assert_eq!(adjudicate(&start, &round, RepetitionRule::Wxf), None);
//! let verdict = adjudicate(&start, &round.repeat(2), RepetitionRule::Wxf).unwrap();
//! assert_eq!(verdict.localize(Language::English), "red repeats check without end and must change");
//! ```
//!
//! A running game keeps a [`History`], which sees a repetition in a few comparisons and looks into the moves
//! only when there is one.

mod cxa;
mod cycle;
mod engine_rule;
mod history;
mod rule;
mod threats;
mod ucci_league;
mod verdict;
mod wxf;

use crate::{Move, Position};

pub use cxa::{ArbiterAdvice, Label};
pub use history::{History, adjudicate_cycle};
pub use rule::{ParseRepetitionRuleError, RepetitionRule};
pub use verdict::{Verdict, Victim, Violation};

/// The verdict on the position now on the board, or `None` if it has not come back often enough.
///
/// `moves` are the legal moves played from `start`.
#[must_use]
pub fn adjudicate(start: &Position, moves: &[Move], rule: RepetitionRule) -> Option<Verdict> {
    History::from_moves(start, moves).adjudicate(rule)
}

/// The legal moves after which the side now to move would be judged lost. They stay legal: this is for a page
/// that warns, and for engines that are told which moves to leave alone (`banmoves`).
///
/// `moves` are the legal moves played from `start`.
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
