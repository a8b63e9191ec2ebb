//! Statistics of a tablebase.

use super::index::{INDEX, MaterialClass};
use super::probe::Tablebase;
use super::wdl::{DRAW_ENTRY, ProbeResult, Wdl};
use crate::outcome::{MaterialOutcome, material_outcome};
use crate::{BLACK, Position};

/// The number of positions with one to six pieces on each side, by value for the side to move.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TablebaseStats {
    /// The number of won positions.
    pub won: u64,
    /// The number of lost positions.
    pub lost: u64,
    /// The number of drawn positions.
    pub drawn: u64,
}

/// A win of maximum length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LongestWin {
    /// The position with Black to move.
    pub position: Position,
    /// The number of plies to the win.
    pub plies: u8,
}

impl TablebaseStats {
    /// Returns the number of all positions.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.won + self.lost + self.drawn
    }
}

impl Tablebase {
    /// Counts the positions by value.
    #[must_use]
    pub fn stats(&self) -> TablebaseStats {
        let mut stats = TablebaseStats::default();
        for class in MaterialClass::all() {
            let material = material_outcome(self.rules, class.mover as u32, class.other as u32);
            for entry in INDEX.range(class) {
                // An entry represents all orientations of the mover's pieces.
                let orientations = INDEX.position(class, entry).2.orientations as u64;
                let wdl = match material {
                    Some(MaterialOutcome::Won(_)) => Wdl::Win,
                    Some(MaterialOutcome::Drawn(_)) => Wdl::Draw,
                    Some(MaterialOutcome::Lost(_)) => Wdl::Loss,
                    None => ProbeResult::from_entry(self.entries[entry]).wdl,
                };
                *match wdl {
                    Wdl::Win => &mut stats.won,
                    Wdl::Draw => &mut stats.drawn,
                    Wdl::Loss => &mut stats.lost,
                } += orientations;
            }
        }
        stats
    }

    /// Returns the first win of maximum length, in index order, or `None` if no position is won.
    #[must_use]
    pub fn longest_win(&self) -> Option<LongestWin> {
        let is_win = |plies: u8| plies != DRAW_ENTRY && plies % 2 == 1;
        let entries =
            MaterialClass::all().flat_map(|class| INDEX.range(class).map(move |entry| (class, entry)));
        let wins = entries.filter(|&(_, entry)| is_win(self.entries[entry]));
        // The first of equal entries is chosen.
        let (class, entry) = wins.reduce(|a, b| if self.entries[b.1] > self.entries[a.1] { b } else { a })?;
        let (black, white, _) = INDEX.position(class, entry);
        let position =
            Position::new(black, white, BLACK).expect("every entry of the index has a valid position");
        Some(LongestWin { position: position.with_rules(self.rules), plies: self.entries[entry] })
    }
}
