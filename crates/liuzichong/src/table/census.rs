//! What the table says of all positions together.

use super::index::{Class, INDEX};
use super::{DRAW, Table, Value, Verdict};
use crate::ending::{Standing, by_numbers};
use crate::{BLACK, Position};

/// How many positions there are, with one to six men a side, told as (mover, other); and what they are worth.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Census {
    /// Won for the side to move.
    pub won: u64,
    /// Lost for the side to move.
    pub lost: u64,
    /// Drawn.
    pub drawn: u64,
}

/// A win that takes as long as any.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Longest {
    /// Where it begins; Black is to move.
    pub position: Position,
    /// How many plies it takes.
    pub plies: u8,
}

impl Census {
    /// All of them.
    #[must_use]
    pub const fn positions(&self) -> u64 {
        self.won + self.lost + self.drawn
    }
}

impl Table {
    /// Counts the positions by their worth.
    #[must_use]
    pub fn census(&self) -> Census {
        let mut census = Census::default();
        for class in Class::all() {
            let standing = by_numbers(self.rules, class.mover as u32, class.other as u32);
            for entry in INDEX.range(class) {
                // An entry stands for each face of the mover's men.
                let faces = INDEX.position(class, entry).2.faces as u64;
                let value = match standing {
                    Some(Standing::Won(_)) => Value::Win,
                    Some(Standing::Drawn(_)) => Value::Draw,
                    Some(Standing::Lost(_)) => Value::Loss,
                    None => Verdict::from_entry(self.entries[entry]).value,
                };
                *match value {
                    Value::Win => &mut census.won,
                    Value::Draw => &mut census.drawn,
                    Value::Loss => &mut census.lost,
                } += faces;
            }
        }
        census
    }

    /// A win that takes as long as any; the first in the order of the table.
    #[must_use]
    pub fn longest(&self) -> Option<Longest> {
        let is_win = |plies: u8| plies != DRAW && plies % 2 == 1;
        let entries = Class::all().flat_map(|class| INDEX.range(class).map(move |entry| (class, entry)));
        let wins = entries.filter(|&(_, entry)| is_win(self.entries[entry]));
        // Of equals the first stays.
        let (class, entry) = wins.reduce(|a, b| if self.entries[b.1] > self.entries[a.1] { b } else { a })?;
        let (black, white, _) = INDEX.position(class, entry);
        let position = Position::new(black, white, BLACK).expect("the index gives positions");
        Some(Longest { position: position.with_rules(self.rules), plies: self.entries[entry] })
    }
}
