use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::Result;
use yipan_core::Side;
use yipan_room::{Audience, LogEntry, Room, RoomEvent};
use yipan_server::StoreLocation;
use yipan_wire::Clocks;

use super::clock_model::ReplayedClocks;
use super::measurements::{AckedMove, Measurements, PlayerState};
use super::player_clock::{charged_times, is_modeled};
use super::room_logs::RoomLogs;
use super::worst_loss::WorstLoss;
use crate::latency::LatencySamples;

/// The result of comparing the log with what the clients received.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AuditResult {
    /// Acknowledged moves that are not in the log at the acknowledged sequence number.
    pub(crate) lost: u64,
    /// Moves that are in the log more than once.
    pub(crate) duplicated: u64,
    /// Entries whose sequence number does not follow the one before.
    pub(crate) gaps: u64,
    /// Logs that cannot be replayed.
    pub(crate) unreadable_logs: u64,
    /// Rooms that a player saw differently than a newcomer, who gets what the log leads to.
    pub(crate) wrong_states: u64,
    pub(crate) states_compared: u64,
    /// Moves in the log.
    pub(crate) logged: u64,
    /// The greatest difference between a clock that was sent and the log, in milliseconds.
    pub(crate) max_clock_error_ms: u64,
    pub(crate) clocks_compared: u64,
    /// The most that a move during a fault took from its player's clock beyond the time the player thought and the generator
    /// was late, in milliseconds.
    pub(crate) max_lost_time_ms: u64,
    /// The same for moves without a fault, at the 99th percentile: the delay of a busy machine.
    pub(crate) ordinary_delay_ms: u64,
    pub(crate) moves_during_faults: u64,
}

/// The time from the start of a fault until the service has recovered.
pub(crate) type FaultPeriod = (Instant, Instant);

/// Compares the log in a store with the measurements of a run.
pub(crate) async fn audit(
    store: &StoreLocation,
    measurements: &Measurements,
    faults: &[FaultPeriod],
) -> Result<(AuditResult, Option<WorstLoss>)> {
    Ok(compare(&RoomLogs::read(store).await?, measurements, faults))
}

/// Compares logs with the measurements of a run.
pub(super) fn compare(
    logs: &RoomLogs,
    measurements: &Measurements,
    faults: &[FaultPeriod],
) -> (AuditResult, Option<WorstLoss>) {
    let mut worst = None;
    let mut audit = AuditResult { gaps: logs.gaps, ..AuditResult::default() };
    let mut charged = HashMap::new();
    for (room, log) in logs.iter() {
        let mut moves: HashMap<(&str, &str), u64> = HashMap::new();
        for command in log.iter().filter_map(move_command) {
            *moves.entry(command).or_default() += 1;
            audit.logged += 1;
        }
        audit.duplicated += moves.values().filter(|count| **count > 1).count() as u64;
        audit.unreadable_logs += u64::from(Room::replay(log.iter().cloned()).is_err());
        charged.insert(room, charged_times(log));
    }
    let mut ordinary_delays = LatencySamples::default();
    for acked in &measurements.acked_moves {
        audit.lost += u64::from(is_lost(logs.get(&acked.room), acked));
        let during_fault = faults.iter().any(|(began, ended)| {
            acked.sent_at.checked_sub(acked.thinking).is_none_or(|turn| turn < *ended)
                && acked.acked_at > *began
        });
        let charged = charged.get(acked.room.as_str());
        let charged = charged.and_then(|moves| moves.get(&(acked.user_id.as_str(), acked.id.as_str())));
        let Some(charged) = charged else { continue };
        let used = acked.thinking + acked.generator_delay;
        let lost_time: u64 = (charged - used.as_millis() as i64).try_into().unwrap_or(0);
        if during_fault {
            if lost_time > audit.max_lost_time_ms {
                (audit.max_lost_time_ms, worst) = (lost_time, Some((acked, *charged)));
            }
            audit.moves_during_faults += 1;
        } else {
            ordinary_delays.add(Duration::from_millis(lost_time));
        }
    }
    audit.ordinary_delay_ms = ordinary_delays.quantile_ms(9_900) as u64;
    for (room, (seq, reported)) in &measurements.clocks {
        if let Some(error) = clock_error(logs.get(room), *seq, reported) {
            audit.max_clock_error_ms = audit.max_clock_error_ms.max(error);
            audit.clocks_compared += 1;
        }
    }
    for player in &measurements.player_states {
        audit.wrong_states += u64::from(!is_state_of_newcomer(logs.get(&player.state.room), player));
        audit.states_compared += 1;
    }
    let worst = worst.map(|(acked, charged_ms)| WorstLoss::new(logs.get(&acked.room), acked, charged_ms));
    (audit, worst)
}

/// Returns the user id and the command id of a move.
fn move_command(entry: &LogEntry) -> Option<(&str, &str)> {
    let command = entry.command.as_ref()?;
    matches!(entry.event, RoomEvent::Played { .. }).then_some((command.user_id.as_str(), command.id.as_str()))
}

fn is_lost(log: &[LogEntry], acked: &AckedMove) -> bool {
    let entry = usize::try_from(acked.seq).ok().and_then(|seq| log.get(seq));
    entry.and_then(move_command) != Some((acked.user_id.as_str(), acked.id.as_str()))
}

/// Returns whether a player saw the room as the log up to the same event shows it.
fn is_state_of_newcomer(log: &[LogEntry], player: &PlayerState) -> bool {
    let seen = usize::try_from(player.state.seq).ok().and_then(|seq| log.get(..seq));
    let room = seen.and_then(|seen| Room::replay(seen.iter().cloned()).ok());
    // Before the game has started, a player has no side.
    let audience = player.state.host_side.map_or(Audience::Spectator, |_| Audience::Player(player.side));
    room.is_some_and(|room| room.state(audience) == *player.state)
}

/// Returns how far the clocks sent with an event are from those of the log up to it, in milliseconds.
///
/// Returns `None` for games that [`ReplayedClocks`] does not model.
fn clock_error(log: &[LogEntry], seq: u64, reported: &Clocks) -> Option<u64> {
    if !is_modeled(log) {
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
