use yipan_wire::{Frame, Spectators};

use crate::{BrokenLog, Entry, Eye, Projection, Table};

/// Where spectators stand: at the table, or at a second one that is some moves behind.
#[derive(Clone, Debug)]
pub struct Gallery {
    /// The table that is behind, where there is a delay.
    late: Option<Table>,
}

impl Gallery {
    /// The gallery of a table.
    ///
    /// # Errors
    /// The table's log does not hold together.
    pub fn of(table: &Table) -> Result<Gallery, BrokenLog> {
        let late = match table.terms.spectators {
            Spectators::Delay(plies) if plies > 0 => {
                Some(Table::fold(table.log[..shown(table, plies)].iter().cloned())?)
            }
            _ => None,
        };
        Ok(Gallery { late })
    }

    /// Returns whether spectators are some moves behind.
    #[must_use]
    pub const fn is_late(&self) -> bool {
        self.late.is_some()
    }

    /// The table as spectators may know it by now.
    #[must_use]
    pub fn shown<'a>(&'a self, table: &'a Table) -> &'a Table {
        self.late.as_ref().unwrap_or(table)
    }

    /// What spectators are told now that the table has gone on.
    ///
    /// # Errors
    /// The table's log does not hold together.
    pub fn advance(&mut self, told: &Projection<'_>) -> Result<Vec<Frame>, BrokenLog> {
        let (Some(late), table) = (&mut self.late, told.table()) else {
            return Ok(vec![told.frame(Eye::Guest)]);
        };
        let Spectators::Delay(plies) = table.terms.spectators else { return Ok(Vec::new()) };
        let mut frames = Vec::new();
        for entry in &table.log[late.log.len()..shown(table, plies).max(late.log.len())] {
            frames.push(late.advance(entry.clone())?.frame(Eye::Guest));
        }
        Ok(frames)
    }
}

/// How many entries of a table spectators may be shown.
fn shown(table: &Table, delay: u16) -> usize {
    if !table.is_playing() {
        return table.log.len();
    }
    // The moves of the last `delay` plies, and whatever came after the first of them, are still to come. Where moves
    // were taken back, more of them count, which only makes the wait longer.
    let is_move = |entry: &Entry| matches!(entry, Entry::Played { .. });
    let moves = table.log.iter().enumerate().filter(|(_, stamped)| is_move(&stamped.entry));
    let held = moves.map(|(at, _)| at).rev().take(delay.into()).last();
    held.unwrap_or(table.log.len())
}
