//! Games that start without a command.

use yipan_clock::Millis;

use crate::{LogEntry, Room};

impl Room {
    /// Returns the entries that start the game by itself: if the configuration says so, both players are seated, and no
    /// human among them is absent. In a tournament one who has left again has to come back in time for the first move, and
    /// in a correspondence game they need not be there at all.
    #[must_use]
    pub fn auto_start(&self, is_present: impl Fn(&str) -> bool, now: Millis) -> Vec<LogEntry> {
        let players = [Some(self.host()), self.guest()];
        let is_absent = |player: &yipan_wire::Player| player.level.is_none() && !is_present(&player.id);
        let needs_presence = !self.is_in_tournament() && !self.is_correspondence();
        let waits_for_player = needs_presence && players.into_iter().flatten().any(is_absent);
        if !self.config.auto_start || !self.is_waiting() || waits_for_player {
            return Vec::new();
        }
        // An error means that a player is not seated.
        let events = self.start_events().unwrap_or_default();
        events.into_iter().map(|event| LogEntry { at: now, command: None, event }).collect()
    }
}
