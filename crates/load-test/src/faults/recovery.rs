//! The time until rooms go on after a fault, computed from acknowledged moves.

use std::collections::{HashMap, HashSet};
use std::time::{Duration, Instant};

use crate::latency::LatencySamples;
use crate::load::measurements::AckedMove;

/// A fault with the rooms that it affects.
#[derive(Debug)]
pub(super) struct FaultRecord {
    pub(super) began: Instant,
    /// The time when all nodes were healthy again.
    pub(super) ended: Instant,
    /// The unfinished rooms of the affected node, or of all.
    pub(super) rooms: HashSet<String>,
}

/// The times until the affected rooms went on.
#[derive(Clone, Debug, Default)]
pub(super) struct Recovery {
    /// The time from a fault until the first move in an affected room that was acknowledged after it.
    pub(super) takeover: LatencySamples,
    /// The longest time in an affected room that a move waited for its acknowledgment, not counting the time before the
    /// fault.
    pub(super) longest_wait: LatencySamples,
}

/// Acknowledgments of moves sent before a fault may still be on their way for this time.
const IN_FLIGHT: Duration = Duration::from_millis(100);

impl Recovery {
    pub(super) fn compute(faults: &[FaultRecord], moves: &[AckedMove]) -> Recovery {
        let mut recovery = Recovery::default();
        for fault in faults {
            let mut rooms: HashMap<&str, (Instant, Duration)> = HashMap::new();
            for acked in moves.iter().filter(|acked| is_after(acked, fault)) {
                let waited = acked.acked_at - acked.sent_at.max(fault.began);
                let room = rooms.entry(&acked.room).or_insert((acked.acked_at, waited));
                *room = (room.0.min(acked.acked_at), room.1.max(waited));
            }
            for (first_ack, longest_wait) in rooms.into_values() {
                recovery.takeover.add(first_ack - fault.began);
                recovery.longest_wait.add(longest_wait);
            }
        }
        recovery
    }
}

/// Returns whether a move in an affected room was acknowledged after the fault, and sent before its end.
fn is_after(acked: &AckedMove, fault: &FaultRecord) -> bool {
    let is_new = acked.sent_at >= fault.began || acked.acked_at >= fault.began + IN_FLIGHT;
    fault.rooms.contains(&acked.room)
        && is_new
        && acked.acked_at >= fault.began
        && acked.sent_at < fault.ended
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_takeover_ends_with_the_first_acknowledgment_after_the_fault() {
        let start = Instant::now();
        let at = |millis| start + Duration::from_millis(millis);
        let acked = |room: &str, sent: u64, acked: u64| AckedMove {
            room: room.to_owned(),
            user_id: "ada".to_owned(),
            id: sent.to_string(),
            seq: 0,
            sent_at: at(sent),
            acked_at: at(acked),
            thinking: Duration::ZERO,
            generator_delay: Duration::ZERO,
        };
        let rooms = ["a", "b"].map(str::to_owned).into();
        let faults = [FaultRecord { began: at(1_000), ended: at(9_000), rooms }];
        let moves = [
            acked("a", 900, 1_010), // on its way when the fault began
            acked("a", 950, 4_000),
            acked("a", 4_500, 4_700),
            acked("b", 2_000, 4_500),
            acked("b", 9_500, 20_000), // after the fault
            acked("c", 900, 8_000),    // not affected
        ];
        let recovery = Recovery::compute(&faults, &moves);
        let takeover = [5_000, 10_000].map(|rank| recovery.takeover.quantile_ms(rank) as u32);
        assert_eq!(takeover, [3_000, 3_500]);
        let waits = [5_000, 10_000].map(|rank| recovery.longest_wait.quantile_ms(rank) as u32);
        assert_eq!(waits, [2_500, 3_000]);
    }
}
