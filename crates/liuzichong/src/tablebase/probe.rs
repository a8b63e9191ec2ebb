//! Looking up positions in the tablebase.

use std::fmt;
use std::sync::LazyLock;

use yipan_core::Outcome;

use super::index::INDEX;
use super::wdl::{ProbeResult, Wdl};
use crate::{HouseRules, Move, Position};

/// The value of every position for one set of house rules.
///
/// Repetition and want of captures are left out of it: they are for people, and a win in time needs neither.
///
/// ```
/// use yipan_liuzichong::{Position, tablebase::{Tablebase, Wdl}};
///
/// let moves = Tablebase::embedded().probe_moves(&Position::start());
/// let holding: Vec<String> =
///     moves.iter().filter(|(_, v)| v.wdl == Wdl::Draw).map(|(mv, _)| mv.to_string()).collect();
/// assert_eq!(holding, ["a2b2", "d2c2"]);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Tablebase {
    pub(super) rules: HouseRules,
    /// One byte for each position, in the order of the index.
    pub(super) entries: Vec<u8>,
}

impl Tablebase {
    /// The table of the usual house rules, which is part of the program. Unpacked when first asked for; a program
    /// that never asks does not carry it.
    #[must_use]
    pub fn embedded() -> &'static Tablebase {
        static TABLEBASE: LazyLock<Tablebase> =
            LazyLock::new(|| Tablebase::read(Tablebase::EMBEDDED_FILE).expect("the embedded table is sound"));
        &TABLEBASE
    }

    pub(crate) fn new(rules: HouseRules, entries: Vec<u8>) -> Tablebase {
        debug_assert_eq!(entries.len(), INDEX.len());
        Tablebase { rules, entries }
    }

    /// The house rules it is solved for.
    #[must_use]
    pub const fn rules(&self) -> HouseRules {
        self.rules
    }

    /// What the position is worth by the table's own house rules, whatever rules the position carries.
    #[must_use]
    pub fn probe(&self, position: &Position) -> ProbeResult {
        let position = position.with_rules(self.rules);
        match position.outcome() {
            Some(Outcome { winner: None, .. }) => ProbeResult::DRAW,
            Some(Outcome { winner: Some(winner), .. }) => {
                let wdl = if winner == position.side_to_move() { Wdl::Win } else { Wdl::Loss };
                ProbeResult { wdl, plies: Some(0) }
            }
            None => ProbeResult::from_entry(self.entry(&position)),
        }
    }

    /// What is stored for a position in which both sides have pieces.
    #[inline]
    fn entry(&self, position: &Position) -> u8 {
        self.entries[INDEX.entry(
            position.by_color(position.side_to_move()),
            position.by_color(position.side_to_move().other()),
        )]
    }

    /// Every legal move with its worth to the one who makes it, plies counted from before the move.
    #[must_use]
    pub fn probe_moves(&self, position: &Position) -> Vec<(Move, ProbeResult)> {
        let position = position.with_rules(self.rules);
        let probe_move = |mv| (mv, self.probe(&position.after(mv)).before_move());
        position.legal_moves().into_iter().map(probe_move).collect()
    }

    /// How the game goes on if both do their best: until it is decided, or nothing where it is a draw.
    #[must_use]
    pub fn best_line(&self, position: &Position) -> Vec<Move> {
        let (mut position, mut line) = (position.with_rules(self.rules), Vec::new());
        // A sound table counts down to zero; one that was tampered with may not.
        let mut plies_left = self.probe(&position).plies;
        while let Some(plies) = plies_left.filter(|&plies| plies > 0) {
            // Of equals the first: `max_by_key` gives the last.
            let best =
                self.probe_moves(&position).into_iter().rev().max_by_key(|(_, result)| result.rank_key());
            let Some((mv, result)) = best else { break };
            line.push(mv);
            position.play_unchecked(mv);
            plies_left = result.plies.and(plies.checked_sub(1));
        }
        line
    }
}

impl fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tablebase").field("rules", &self.rules).finish_non_exhaustive()
    }
}
