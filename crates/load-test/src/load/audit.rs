use std::collections::HashMap;
use std::path::Path;

use anyhow::{Context, Result};
use yipan_core::Side;
use yipan_room::{LogEntry, Room, RoomEvent};
use yipan_server::ArchiveRow;
use yipan_wire::Clocks;

use super::clock_model::ReplayedClocks;
use super::stats::Measurements;

/// The result of comparing the log with what the clients received.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct AuditResult {
    /// Acknowledged moves that are missing in the log.
    pub(crate) lost: u64,
    /// Moves that are in the log more than once.
    pub(crate) duplicated: u64,
    /// Logs that cannot be replayed.
    pub(crate) unreadable_logs: u64,
    /// Moves in the log.
    pub(crate) logged: u64,
    /// The greatest difference between a clock that was sent and the log, in milliseconds.
    pub(crate) max_clock_error_ms: u64,
    pub(crate) clocks_compared: u64,
}

/// Compares the log in a data directory with the measurements of a run.
pub(crate) async fn audit(data_dir: &Path, measurements: &Measurements) -> Result<AuditResult> {
    let mut logs: HashMap<String, Vec<LogEntry>> = HashMap::new();
    let location = yipan_server::StoreLocation::DataDir(data_dir.to_owned());
    yipan_server::export(&location, |row| {
        if let ArchiveRow::Entry { room, line, .. } = row {
            logs.entry(room).or_default().push(serde_json::from_str(&line)?);
        }
        Ok(())
    })
    .await
    .context("cannot read the server's data directory")?;
    let mut audit = AuditResult::default();
    let mut logged: HashMap<(&str, &str, &str), u64> = HashMap::new();
    for (room, log) in &logs {
        for entry in log {
            if let (RoomEvent::Played { .. }, Some(command)) = (&entry.event, &entry.command) {
                *logged.entry((room, &command.user_id, &command.id)).or_default() += 1;
                audit.logged += 1;
            }
        }
        audit.unreadable_logs += u64::from(Room::replay(log.iter().cloned()).is_err());
    }
    audit.duplicated = logged.values().filter(|count| **count > 1).count() as u64;
    let is_lost = |(room, user_id, id): &&(String, String, String)| {
        !logged.contains_key(&(room.as_str(), user_id.as_str(), id.as_str()))
    };
    audit.lost = measurements.acked_moves.iter().filter(is_lost).count() as u64;
    for (room, (seq, reported)) in &measurements.clocks {
        let log = logs.get(room).map_or(&[][..], |log| log);
        if let Some(error) = clock_error(log, *seq, reported) {
            audit.max_clock_error_ms = audit.max_clock_error_ms.max(error);
            audit.clocks_compared += 1;
        }
    }
    Ok(audit)
}

/// Returns how far the clocks sent with an event are from those of the log up to it, in milliseconds.
///
/// Returns `None` for games with dice, which [`ReplayedClocks`] does not model.
fn clock_error(log: &[LogEntry], seq: u64, reported: &Clocks) -> Option<u64> {
    let RoomEvent::Opened { config, .. } = &log.first()?.event else { return None };
    if config.modes.iter().any(|mode| mode.starts_with("dice")) {
        return None;
    }
    let mut clocks = ReplayedClocks::default();
    for (index, entry) in log.iter().enumerate().take(usize::try_from(seq).ok()? + 1) {
        let previous = index.checked_sub(1).map_or(entry, |previous| &log[previous]);
        clocks.apply(entry, previous.at.0 as i64);
    }
    let at = reported.at as i64;
    let errors = Side::BOTH.map(|side| {
        let reported = reported.time_left[side.index()].map_or(0, |left| left.main as i64);
        clocks.time_left_at(side, at).abs_diff(reported)
    });
    errors.into_iter().max()
}
