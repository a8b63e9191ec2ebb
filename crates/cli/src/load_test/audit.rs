//! What the log says in the end, held against what everybody was told.

use std::collections::HashMap;

use anyhow::{Context, Result};
use yipan_core::Side;
use yipan_room::{LogEntry, Room, RoomEvent};
use yipan_server::ArchiveRow;
use yipan_wire::Clocks;

use super::server_process::TempDir;
use super::stats::Stats;

/// What was found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct AuditResult {
    /// Moves that were acknowledged and are not in the log.
    pub(super) lost: u64,
    /// Moves that are in the log more than once.
    pub(super) duplicated: u64,
    /// Logs that do not fold.
    pub(super) unreadable_logs: u64,
    /// Moves in the log.
    pub(super) logged: u64,
    /// The clock that was furthest from what the log says, in milliseconds, and how many were compared.
    pub(super) max_clock_error_ms: u64,
    pub(super) clocks_compared: u64,
}

/// Milliseconds that `table::CLOCK` gives at first, and for every turn.
const MAIN_TIME_MS: i64 = 30 * 60_000;
const INCREMENT_MS: i64 = 1_000;

pub(super) async fn audit(folder: &TempDir, book: &Stats) -> Result<AuditResult> {
    let mut logs: HashMap<String, Vec<LogEntry>> = HashMap::new();
    yipan_server::export(folder.path(), |kept| {
        if let ArchiveRow::Entry { room, line, .. } = kept {
            logs.entry(room).or_default().push(serde_json::from_str(&line)?);
        }
        Ok(())
    })
    .await
    .context("the hall's folder cannot be read")?;
    let notes = book.snapshot();
    let mut verdict = AuditResult::default();
    let mut done: HashMap<(&str, &str, &str), u64> = HashMap::new();
    for (room, log) in &logs {
        for stamped in log {
            if let (RoomEvent::Played { .. }, Some(by)) = (&stamped.event, &stamped.command) {
                *done.entry((room, &by.user_id, &by.id)).or_default() += 1;
                verdict.logged += 1;
            }
        }
        verdict.unreadable_logs += u64::from(Room::replay(log.iter().cloned()).is_err());
    }
    verdict.duplicated = done.values().filter(|count| **count > 1).count() as u64;
    let is_lost = |(room, person, id): &&(String, String, String)| {
        !done.contains_key(&(room.as_str(), person.as_str(), id.as_str()))
    };
    verdict.lost = notes.acked_moves.iter().filter(is_lost).count() as u64;
    for (room, (seq, told)) in &notes.clocks {
        let log = logs.get(room).map_or(&[][..], |log| log);
        if let Some(off) = clock_error(log, *seq, told) {
            verdict.max_clock_error_ms = verdict.max_clock_error_ms.max(off);
            verdict.clocks_compared += 1;
        }
    }
    Ok(verdict)
}

/// How far what was told with a frame is from what the entries up to it add up to. It is added up here anew, in the
/// plainest way; dice, where turns are no alternation, are left to the table's own tests.
fn clock_error(log: &[LogEntry], seq: u64, told: &Clocks) -> Option<u64> {
    let RoomEvent::Opened { config: terms, .. } = &log.first()?.event else { return None };
    if terms.modes.iter().any(|mode| mode.starts_with("dice")) {
        return None;
    }
    let mut clocks = ReplayedClocks::default();
    for (number, stamped) in log.iter().enumerate().take(usize::try_from(seq).ok()? + 1) {
        let before = number.checked_sub(1).map_or(stamped.at.0, |before| log[before].at.0);
        clocks.apply(stamped, before as i64);
    }
    let at = told.at as i64;
    let off = Side::BOTH.map(|seat| {
        let told = told.time_left[seat.index()].map_or(0, |left| left.main as i64);
        clocks.time_left_at(seat, at).abs_diff(told)
    });
    off.into_iter().max()
}

/// Two clocks that are added up by hand.
#[derive(Debug)]
struct ReplayedClocks {
    left: [i64; 2],
    moved: [bool; 2],
    awaiting_return: [bool; 2],
    to_move: Side,
    running: Option<(Side, i64)>,
}

impl Default for ReplayedClocks {
    fn default() -> ReplayedClocks {
        ReplayedClocks {
            left: [MAIN_TIME_MS; 2],
            moved: [false; 2],
            awaiting_return: [false; 2],
            to_move: Side::First,
            running: None,
        }
    }
}

impl ReplayedClocks {
    fn time_left_at(&self, seat: Side, at: i64) -> i64 {
        let spent = self.running.filter(|(running, _)| *running == seat).map_or(0, |(_, since)| at - since);
        self.left[seat.index()] - spent
    }

    fn stop_clock(&mut self, at: i64, credit: i64) {
        if let Some((seat, since)) = self.running.take() {
            self.left[seat.index()] -= (at - since - credit).max(0);
        }
    }

    fn start_clock(&mut self, at: i64) {
        let seat = self.to_move;
        let runs = self.moved[seat.index()] && !self.awaiting_return[seat.index()];
        self.running = runs.then_some((seat, at));
    }

    fn apply(&mut self, stamped: &LogEntry, before: i64) {
        let at = stamped.at.0 as i64;
        match &stamped.event {
            RoomEvent::Played { side: seat, lag_compensation: credit, .. } => {
                let seat = *seat;
                self.stop_clock(at, *credit as i64);
                if std::mem::replace(&mut self.moved[seat.index()], true) {
                    self.left[seat.index()] += INCREMENT_MS;
                }
                self.to_move = seat.other();
                self.start_clock(at);
            }
            RoomEvent::Restarted => {
                self.stop_clock(before, 0);
                self.awaiting_return = [true; 2];
            }
            RoomEvent::Reconnected { side: seat } => self.resume_clocks(&[(*seat)], at),
            RoomEvent::Resumed => self.resume_clocks(&Side::BOTH, at),
            RoomEvent::Outage { since } => {
                self.stop_clock((since.0 as i64).clamp(before, at), 0);
                self.start_clock(at);
            }
            RoomEvent::Ended { .. } => self.stop_clock(at, 0),
            _ => {}
        }
    }

    fn resume_clocks(&mut self, seats: &[Side], at: i64) {
        for &seat in seats {
            if std::mem::take(&mut self.awaiting_return[seat.index()]) && seat == self.to_move {
                self.start_clock(at);
            }
        }
    }
}
