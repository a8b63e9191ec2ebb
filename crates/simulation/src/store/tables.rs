use std::collections::{BTreeMap, BTreeSet};

use yipan_room::{LogEntry, RatedGame};
use yipan_server::{AppendEntries, CredentialRow, StoreError, UserRow};

/// The rows on the disk.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub(super) users: BTreeMap<String, UserRow>,
    pub(super) credentials: BTreeMap<String, CredentialRow>,
    pub(super) rooms: BTreeMap<String, RoomRow>,
    /// The time when a server was last running, in the server's milliseconds.
    pub(super) alive_at: Option<u64>,
    pub(super) outages: Vec<(u64, u64)>,
}

/// A room with its log.
#[derive(Debug, Default)]
pub(crate) struct RoomRow {
    /// The log as JSON lines.
    pub(crate) log: Vec<String>,
    pub(crate) is_over: bool,
    pub(crate) summary: Option<String>,
    pub(crate) rated_game: Option<RatedGame>,
    /// The users who have, or had, a seat.
    pub(super) seats: BTreeSet<String>,
}

impl RoomRow {
    /// Returns the time of the latest entry, in the server's milliseconds.
    pub(super) fn last_entry(&self) -> Option<u64> {
        let entry: LogEntry = serde_json::from_str(self.log.last()?).ok()?;
        Some(entry.at.0)
    }
}

impl Tables {
    /// Returns the rooms by code.
    pub(crate) const fn rooms(&self) -> &BTreeMap<String, RoomRow> {
        &self.rooms
    }

    /// Appends entries, all of them or none.
    pub(super) fn append(&mut self, append: &AppendEntries) -> Result<(), StoreError> {
        let length = self.rooms.get(&append.room).map_or(0, |room| room.log.len() as u64);
        if append.seq != length {
            let reason = format!("entry {} of room {}, which has {length}", append.seq, append.room);
            return Err(StoreError::Conflict(reason));
        }
        let room = self.rooms.entry(append.room.clone()).or_default();
        room.log.extend(append.entries.iter().cloned());
        room.is_over |= append.is_over;
        room.summary = append.summary.clone().or(room.summary.take());
        room.rated_game = append.rated_game.clone().or(room.rated_game.take());
        room.seats.extend(append.seated_users.iter().cloned());
        room.seats.retain(|user| !append.left_users.contains(user));
        Ok(())
    }
}
