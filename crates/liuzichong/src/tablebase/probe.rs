//! Tablebase lookups.

use std::fmt;
use std::sync::LazyLock;

use yipan_core::Outcome;

use super::index::INDEX;
use super::wdl::{ProbeResult, Wdl};
use crate::{HouseRules, Move, Position};

/// The values of all positions for one set of house rules.
///
/// Draws by repetition and by the no-capture limit are not included.
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
    /// One byte for each entry, in index order.
    pub(super) entries: Vec<u8>,
}

impl Tablebase {
    /// Returns the tablebase of the default house rules, which is embedded in the program.
    ///
    /// It is decompressed on first use. A program that never calls this function does not contain it.
    #[must_use]
    pub fn embedded() -> &'static Tablebase {
        static TABLEBASE: LazyLock<Tablebase> = LazyLock::new(|| {
            Tablebase::read(Tablebase::EMBEDDED_FILE).expect("the embedded tablebase is valid")
        });
        &TABLEBASE
    }

    pub(crate) fn new(rules: HouseRules, entries: Vec<u8>) -> Tablebase {
        debug_assert_eq!(entries.len(), INDEX.len());
        Tablebase { rules, entries }
    }

    /// Returns the house rules for which it is solved.
    #[must_use]
    pub const fn rules(&self) -> HouseRules {
        self.rules
    }

    /// Returns the value of a position under the house rules of the tablebase. Those of the position are ignored.
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

    /// Returns the entry of a position in which both sides have pieces.
    #[inline]
    fn entry(&self, position: &Position) -> u8 {
        self.entries[INDEX.entry(
            position.by_color(position.side_to_move()),
            position.by_color(position.side_to_move().other()),
        )]
    }

    /// Returns all legal moves with their values for the mover. Plies are counted from before the move.
    #[must_use]
    pub fn probe_moves(&self, position: &Position) -> Vec<(Move, ProbeResult)> {
        let position = position.with_rules(self.rules);
        let probe_move = |mv| (mv, self.probe(&position.after(mv)).before_move());
        position.legal_moves().into_iter().map(probe_move).collect()
    }

    /// Returns the line of best play until the game is decided. It is empty for a draw.
    #[must_use]
    pub fn best_line(&self, position: &Position) -> Vec<Move> {
        let (mut position, mut line) = (position.with_rules(self.rules), Vec::new());
        // A valid tablebase counts down to zero; a manipulated one may not.
        let mut plies_left = self.probe(&position).plies;
        while let Some(plies) = plies_left.filter(|&plies| plies > 0) {
            // `max_by_key` returns the last maximum, so the moves are reversed to get the first.
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
