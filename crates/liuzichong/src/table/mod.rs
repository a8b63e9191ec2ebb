//! The whole game, solved: every position's value and distance, one byte each.

mod census;
mod file;
pub(crate) mod index;
pub(crate) mod symmetry;

use std::sync::LazyLock;

use yipan_rules::Outcome;

pub use census::{Census, Longest};
pub use file::TableError;

use crate::{HouseRules, Move, Position};
use index::INDEX;

/// What a position is worth for the side to move, endless play counting as a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Value {
    /// The other side wins, whatever is played.
    Loss,
    /// Nobody can force more.
    Draw,
    /// The side to move wins.
    Win,
}

/// A value with its distance.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Verdict {
    /// What it is worth.
    pub value: Value,
    /// How many plies the game still takes if the winner hurries and the loser tarries; none for a draw.
    pub plies: Option<u8>,
}

/// The value of every position for one set of house rules.
///
/// Repetition and want of captures are left out of it: they are for people, and a win in time needs neither.
///
/// ```
/// use yipan_liuzichong::{Position, table::{Table, Value}};
///
/// let moves = Table::embedded().moves(&Position::start());
/// let holding: Vec<String> =
///     moves.iter().filter(|(_, v)| v.value == Value::Draw).map(|(mv, _)| mv.to_string()).collect();
/// assert_eq!(holding, ["a2b2", "d2c2"]);
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct Table {
    rules: HouseRules,
    /// By the order of the index.
    entries: Vec<u8>,
}

/// The entry of a draw. Any other is the distance: a win takes an odd number of plies, a loss an even one, so the
/// distance tells the value as well.
pub(crate) const DRAW: u8 = u8::MAX;

impl Verdict {
    const DRAW: Verdict = Verdict { value: Value::Draw, plies: None };

    /// What a position is worth to the one who moves there, counted from before the move.
    fn before(self) -> Verdict {
        Verdict {
            value: match self.value {
                Value::Loss => Value::Win,
                Value::Draw => Value::Draw,
                Value::Win => Value::Loss,
            },
            plies: self.plies.map(|plies| plies.saturating_add(1)),
        }
    }

    fn from_entry(entry: u8) -> Verdict {
        match entry {
            DRAW => Verdict::DRAW,
            plies => {
                Verdict { value: if plies % 2 == 0 { Value::Loss } else { Value::Win }, plies: Some(plies) }
            }
        }
    }

    /// How good it is: a win the sooner the better, a loss the later.
    #[must_use]
    pub fn merit(self) -> i16 {
        let plies = i16::from(self.plies.unwrap_or(0));
        match self.value {
            Value::Win => 1_000 - plies,
            Value::Draw => 0,
            Value::Loss => plies - 1_000,
        }
    }
}

impl Table {
    /// The table of the usual house rules, which is part of the program. Unpacked when first asked for; a program
    /// that never asks does not carry it.
    #[must_use]
    pub fn embedded() -> &'static Table {
        static TABLE: LazyLock<Table> =
            LazyLock::new(|| Table::read(Table::EMBEDDED_FILE).expect("the embedded table is sound"));
        &TABLE
    }

    pub(crate) fn new(rules: HouseRules, entries: Vec<u8>) -> Table {
        debug_assert_eq!(entries.len(), INDEX.len());
        Table { rules, entries }
    }

    /// The house rules it is solved for.
    #[must_use]
    pub const fn rules(&self) -> HouseRules {
        self.rules
    }

    /// What the position is worth by the table's own house rules, whatever rules the position carries.
    #[must_use]
    pub fn probe(&self, position: &Position) -> Verdict {
        let position = position.with_rules(self.rules);
        match position.ending() {
            Some(Outcome { winner: None, .. }) => Verdict::DRAW,
            Some(Outcome { winner: Some(winner), .. }) => {
                let value = if winner == position.side() { Value::Win } else { Value::Loss };
                Verdict { value, plies: Some(0) }
            }
            None => Verdict::from_entry(self.entry(&position)),
        }
    }

    /// What is stored for a position in which both sides have men.
    #[inline]
    fn entry(&self, position: &Position) -> u8 {
        self.entries[INDEX.entry(position.men(position.side()), position.men(position.side().other()))]
    }

    /// Every legal move with its worth to the one who makes it, plies counted from before the move.
    #[must_use]
    pub fn moves(&self, position: &Position) -> Vec<(Move, Verdict)> {
        let position = position.with_rules(self.rules);
        let worth = |mv| (mv, self.probe(&position.after(mv)).before());
        position.legal_moves().into_iter().map(worth).collect()
    }

    /// How the game goes on if both do their best: until it is decided, or nothing where it is a draw.
    #[must_use]
    pub fn line(&self, position: &Position) -> Vec<Move> {
        let (mut position, mut line) = (position.with_rules(self.rules), Vec::new());
        // A sound table counts down to zero; one that was tampered with may not.
        let mut left = self.probe(&position).plies;
        while let Some(plies) = left.filter(|&plies| plies > 0) {
            // Of equals the first: `max_by_key` gives the last.
            let best = self.moves(&position).into_iter().rev().max_by_key(|(_, verdict)| verdict.merit());
            let Some((mv, verdict)) = best else { break };
            line.push(mv);
            position.play_unchecked(mv);
            left = verdict.plies.and(plies.checked_sub(1));
        }
        line
    }
}

impl std::fmt::Debug for Table {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Table").field("rules", &self.rules).finish_non_exhaustive()
    }
}
