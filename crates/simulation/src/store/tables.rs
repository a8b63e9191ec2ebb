use std::collections::{BTreeMap, BTreeSet};

use yipan_room::{LogEntry, RatedGame};
use yipan_server::simulation::OwnershipTables;
use yipan_server::{AppendEntries, CredentialRow, StoreError, UserRow};

use super::ratings::Ratings;

/// The rows on the disk.
#[derive(Debug, Default)]
pub(crate) struct Tables {
    pub(super) users: BTreeMap<String, UserRow>,
    pub(super) credentials: BTreeMap<String, CredentialRow>,
    pub(super) rooms: BTreeMap<String, RoomRow>,
    /// The time when a server was last running, in the server's milliseconds.
    pub(super) alive_at: Option<u64>,
    pub(super) outages: Vec<(u64, u64)>,
    pub(crate) ratings: Ratings,
    /// The owners of slots; `None` if one server is alone with the disk.
    pub(crate) ownership: Option<OwnershipTables>,
    /// Whether appends of former owners are accepted, which is a planted fault.
    pub(crate) ignores_epochs: bool,
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
    /// Returns the finished games that are not rated, in the order of their ends.
    fn unrated_games(&self) -> Vec<(String, RatedGame)> {
        let unrated = self.rooms.iter().filter(|(code, _)| !self.ratings.is_rated(code));
        let games = unrated.filter_map(|(code, room)| Some((code.clone(), room.rated_game.clone()?)));
        let mut games: Vec<_> = games.collect();
        games.sort_by_key(|(code, game)| (game.ended_at, code.clone()));
        games
    }

    pub(super) fn has_unrated_games(&self) -> bool {
        !self.unrated_games().is_empty()
    }

    /// Rates the games that ended first. Returns whether there was one.
    pub(super) fn rate_games(&mut self, limit: usize) -> bool {
        let games = self.unrated_games();
        games.iter().take(limit).for_each(|(room, game)| self.ratings.rate(room, game));
        !games.is_empty()
    }

    /// Returns the rooms by code.
    pub(crate) const fn rooms(&self) -> &BTreeMap<String, RoomRow> {
        &self.rooms
    }

    /// Whether the slot of a room has the epoch of an append. A server that is alone owns every slot.
    pub(super) fn is_owned(&self, append: &AppendEntries) -> bool {
        self.ownership.as_ref().is_none_or(|ownership| ownership.is_owned(&append.room, append.epoch))
    }

    /// Appends entries, all of them or none.
    pub(super) fn append(&mut self, append: &AppendEntries) -> Result<(), StoreError> {
        if !self.ignores_epochs && !self.is_owned(append) {
            let reason = format!("its slot has another owner than in epoch {}", append.epoch);
            return Err(StoreError::Fenced(reason));
        }
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
