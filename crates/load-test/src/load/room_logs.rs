use std::collections::BTreeMap;

use anyhow::{Context, Result};
use yipan_room::LogEntry;
use yipan_server::{ArchiveRow, StoreLocation};

/// The logs of all rooms, read from a store.
#[derive(Debug, Default)]
pub(crate) struct RoomLogs {
    logs: BTreeMap<String, Vec<LogEntry>>,
    /// Entries whose sequence number is not the next one.
    pub(crate) gaps: u64,
}

impl RoomLogs {
    /// Reads the logs. The server may be running.
    pub(crate) async fn read(store: &StoreLocation) -> Result<RoomLogs> {
        let mut logs = RoomLogs::default();
        let add_row = |row| {
            if let ArchiveRow::Entry { room, seq, line } = row {
                logs.add(room, seq, serde_json::from_str(&line)?);
            }
            Ok(())
        };
        yipan_server::export(store, add_row).await.context("cannot read the server's log")?;
        Ok(logs)
    }

    /// Adds an entry. Those of one room come in the order of their sequence numbers.
    pub(crate) fn add(&mut self, room: String, seq: u64, entry: LogEntry) {
        let log = self.logs.entry(room).or_default();
        self.gaps += u64::from(seq != log.len() as u64);
        log.push(entry);
    }

    pub(crate) fn get(&self, room: &str) -> &[LogEntry] {
        self.logs.get(room).map_or(&[], |log| log)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (&str, &[LogEntry])> {
        self.logs.iter().map(|(room, log)| (room.as_str(), log.as_slice()))
    }
}
