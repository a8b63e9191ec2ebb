use yipan_wire::{SequencedEvent, SpectatorPolicy};

use crate::{Audience, InvalidLogError, Projection, Room, RoomEvent};

/// The room as spectators see it: the room itself, or a copy that is some plies behind.
#[derive(Clone, Debug)]
pub struct SpectatorFeed {
    /// The copy, if the room has a delay.
    delayed: Option<Room>,
}

impl SpectatorFeed {
    /// Creates the feed of a room.
    ///
    /// # Errors
    /// Returns [`InvalidLogError`] if the log cannot be replayed.
    pub fn new(room: &Room) -> Result<SpectatorFeed, InvalidLogError> {
        let delayed = match room.config.spectators {
            SpectatorPolicy::Delay(plies) if plies > 0 => {
                Some(Room::replay(room.log[..visible_entry_count(room, plies)].iter().cloned())?)
            }
            _ => None,
        };
        Ok(SpectatorFeed { delayed })
    }

    /// Whether spectators are some plies behind.
    #[must_use]
    pub const fn is_delayed(&self) -> bool {
        self.delayed.is_some()
    }

    /// Returns the room as spectators may see it now.
    #[must_use]
    pub fn visible_room<'a>(&'a self, room: &'a Room) -> &'a Room {
        self.delayed.as_ref().unwrap_or(room)
    }

    /// Returns the events that spectators receive after an entry of the room.
    ///
    /// # Errors
    /// Returns [`InvalidLogError`] if the log cannot be replayed.
    pub fn advance(&mut self, projection: &Projection<'_>) -> Result<Vec<SequencedEvent>, InvalidLogError> {
        let (Some(delayed), room) = (&mut self.delayed, projection.room()) else {
            return Ok(vec![projection.sequenced_event(Audience::Spectator)]);
        };
        let SpectatorPolicy::Delay(plies) = room.config.spectators else { return Ok(Vec::new()) };
        let mut events = Vec::new();
        for entry in &room.log[delayed.log.len()..visible_entry_count(room, plies).max(delayed.log.len())] {
            events.push(delayed.advance(entry.clone())?.sequenced_event(Audience::Spectator));
        }
        Ok(events)
    }
}

/// Returns the number of entries that spectators may see.
fn visible_entry_count(room: &Room, delay: u16) -> usize {
    if !room.is_playing() {
        return room.log.len();
    }
    // The last `delay` moves and all entries after the first of them are withheld. Moves that were taken back count too,
    // which only makes the delay longer.
    let is_move = |event: &RoomEvent| matches!(event, RoomEvent::Played { .. });
    let moves = room.log.iter().enumerate().filter(|(_, entry)| is_move(&entry.event));
    let first_withheld = moves.map(|(at, _)| at).rev().take(delay.into()).last();
    first_withheld.unwrap_or(room.log.len())
}
