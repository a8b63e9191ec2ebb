//! The whole game, solved: every position's value and distance, one byte each.

mod file;
pub(crate) mod index;
mod stats;
pub(crate) mod symmetry;

use std::sync::LazyLock;

use yipan_core::Outcome;

pub use file::ReadTablebaseError;
pub use stats::{LongestWin, TablebaseStats};

use crate::{HouseRules, Move, Position};
use index::INDEX;

/// What a position is worth for the side to move, endless play counting as a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Wdl {
    /// The other side wins, whatever is played.
    Loss,
    /// Nobody can force more.
    Draw,
    /// The side to move wins.
    Win,
}

/// A value with its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ProbeResult {
    /// What it is worth.
    pub wdl: Wdl,
    /// How many plies the game still takes if the winner hurries and the loser tarries; none for a draw.
    pub plies: Option<u8>,
}

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
    rules: HouseRules,
    /// By the order of the index.
    entries: Vec<u8>,
}

/// The entry of a draw. Any other is the distance: a win takes an odd number of plies, a loss an even one, so the
/// distance tells the value as well.
pub(crate) const DRAW_ENTRY: u8 = u8::MAX;

impl ProbeResult {
    const DRAW: ProbeResult = ProbeResult { wdl: Wdl::Draw, plies: None };

    /// What a position is worth to the one who moves there, counted from before the move.
    fn before_move(self) -> ProbeResult {
        ProbeResult {
            wdl: match self.wdl {
                Wdl::Loss => Wdl::Win,
                Wdl::Draw => Wdl::Draw,
                Wdl::Win => Wdl::Loss,
            },
            plies: self.plies.map(|plies| plies.saturating_add(1)),
        }
    }

    fn from_entry(entry: u8) -> ProbeResult {
        match entry {
            DRAW_ENTRY => ProbeResult::DRAW,
            plies => {
                ProbeResult { wdl: if plies % 2 == 0 { Wdl::Loss } else { Wdl::Win }, plies: Some(plies) }
            }
        }
    }

    /// How good it is: a win the sooner the better, a loss the later.
    #[must_use]
    pub fn rank_key(self) -> i16 {
        let plies = i16::from(self.plies.unwrap_or(0));
        match self.wdl {
            Wdl::Win => 1_000 - plies,
            Wdl::Draw => 0,
            Wdl::Loss => plies - 1_000,
        }
    }
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

impl std::fmt::Debug for Tablebase {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Tablebase").field("rules", &self.rules).finish_non_exhaustive()
    }
}
