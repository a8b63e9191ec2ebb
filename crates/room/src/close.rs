use yipan_clock::Millis;
use yipan_core::EndReason;

use crate::{LogEntry, Room, RoomEvent};

impl Room {
    /// Returns the reason for which a moderator has closed the room.
    #[must_use]
    pub fn close_reason(&self) -> Option<&str> {
        self.close_reason.as_deref()
    }

    /// Returns the entries with which a moderator closes the room; none if the game is over.
    ///
    /// The game counts as aborted, so it is not rated.
    #[must_use]
    pub fn close(&self, reason: &str, now: Millis) -> Vec<LogEntry> {
        if self.is_over() {
            return Vec::new();
        }
        let events = [
            RoomEvent::Closed { reason: reason.to_owned() },
            RoomEvent::Ended { winner: None, reason: EndReason::Aborted },
        ];
        events.map(|event| LogEntry { at: now, command: None, event }).into()
    }
}
