use yipan_wire::{SequencedEvent, SpectatorPolicy};

use crate::{Audience, InvalidLogError, Projection, Room, RoomEvent};

/// Where spectators stand: at the table, or at a second one that is some moves behind.
#[derive(Clone, Debug)]
pub struct SpectatorFeed {
    /// The table that is behind, where there is a delay.
    delayed: Option<Room>,
}

impl SpectatorFeed {
    /// The gallery of a table.
    ///
    /// # Errors
    /// The table's log does not hold together.
    pub fn new(table: &Room) -> Result<SpectatorFeed, InvalidLogError> {
        let delayed = match table.config.spectators {
            SpectatorPolicy::Delay(plies) if plies > 0 => {
                Some(Room::replay(table.log[..visible_entry_count(table, plies)].iter().cloned())?)
            }
            _ => None,
        };
        Ok(SpectatorFeed { delayed })
    }

    /// Returns whether spectators are some moves behind.
    #[must_use]
    pub const fn is_delayed(&self) -> bool {
        self.delayed.is_some()
    }

    /// The table as spectators may know it by now.
    #[must_use]
    pub fn visible_room<'a>(&'a self, table: &'a Room) -> &'a Room {
        self.delayed.as_ref().unwrap_or(table)
    }

    /// What spectators are told now that the table has gone on.
    ///
    /// # Errors
    /// The table's log does not hold together.
    pub fn advance(&mut self, projection: &Projection<'_>) -> Result<Vec<SequencedEvent>, InvalidLogError> {
        let (Some(delayed), table) = (&mut self.delayed, projection.room()) else {
            return Ok(vec![projection.sequenced_event(Audience::Spectator)]);
        };
        let SpectatorPolicy::Delay(plies) = table.config.spectators else { return Ok(Vec::new()) };
        let mut events = Vec::new();
        for entry in &table.log[delayed.log.len()..visible_entry_count(table, plies).max(delayed.log.len())] {
            events.push(delayed.advance(entry.clone())?.sequenced_event(Audience::Spectator));
        }
        Ok(events)
    }
}

/// How many entries of a table spectators may be shown.
fn visible_entry_count(table: &Room, delay: u16) -> usize {
    if !table.is_playing() {
        return table.log.len();
    }
    // The moves of the last `delay` plies, and whatever came after the first of them, are still to come. Where moves
    // were taken back, more of them count, which only makes the wait longer.
    let is_move = |entry: &RoomEvent| matches!(entry, RoomEvent::Played { .. });
    let moves = table.log.iter().enumerate().filter(|(_, stamped)| is_move(&stamped.event));
    let first_withheld = moves.map(|(at, _)| at).rev().take(delay.into()).last();
    first_withheld.unwrap_or(table.log.len())
}
