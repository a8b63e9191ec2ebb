use yipan_wire::{Frame, Spectators, State};

use crate::{BrokenLog, Entry, Eye, Projection, Table};

/// Where spectators stand: a table that may be some moves behind the one that is played.
#[derive(Clone, Debug)]
pub struct Gallery {
    shown: Table,
}

impl Gallery {
    /// The gallery of a table.
    ///
    /// # Errors
    /// The table's log does not hold together.
    pub fn of(table: &Table) -> Result<Gallery, BrokenLog> {
        let shown = &table.log[..shown(table)];
        Ok(Gallery { shown: Table::fold(shown.iter().cloned())? })
    }

    /// The table as spectators may know it by now.
    #[must_use]
    pub fn state(&self) -> State {
        self.shown.state(Eye::Guest)
    }

    /// How many entries spectators have been shown.
    #[must_use]
    pub fn seq(&self) -> u64 {
        self.shown.log.len() as u64
    }

    /// What spectators are told now that the table has gone on.
    ///
    /// # Errors
    /// The table's log does not hold together.
    pub fn advance(&mut self, table: &Table) -> Result<Vec<Frame>, BrokenLog> {
        let mut frames = Vec::new();
        let until = shown(table);
        while self.shown.log.len() < until {
            let before = self.shown.clone();
            self.shown.apply(table.log[before.log.len()].clone())?;
            frames.push(Projection::new(&before, &self.shown).frame(Eye::Guest));
        }
        Ok(frames)
    }
}

/// How many entries of a table spectators may be shown.
fn shown(table: &Table) -> usize {
    let Spectators::Delay(delay) = table.terms.spectators else { return table.log.len() };
    if delay == 0 || !table.is_playing() {
        return table.log.len();
    }
    // The moves of the last `delay` plies, and whatever came after the first of them, are still to come. Where moves
    // were taken back, more of them count, which only makes the wait longer.
    let is_move = |entry: &Entry| matches!(entry, Entry::Played { .. });
    let moves = table.log.iter().enumerate().filter(|(_, stamped)| is_move(&stamped.entry));
    let held: Vec<usize> = moves.map(|(at, _)| at).rev().take(delay.into()).collect();
    held.last().copied().unwrap_or(table.log.len())
}
