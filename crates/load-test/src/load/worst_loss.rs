use std::fmt;

use yipan_room::LogEntry;

use super::measurements::AckedMove;

/// The log entries before the move that are shown.
const ENTRIES_BEFORE: usize = 10;

/// The move that cost its player the most time beyond the time they thought, with the end of the log.
#[derive(Clone, Debug)]
pub(crate) struct WorstLoss {
    room: String,
    user_id: String,
    thinking_ms: u128,
    generator_delay_ms: u128,
    charged_ms: i64,
    entries: Vec<LogEntry>,
}

impl WorstLoss {
    pub(super) fn new(log: &[LogEntry], acked: &AckedMove, charged_ms: i64) -> WorstLoss {
        let end = usize::try_from(acked.seq).unwrap_or(usize::MAX).min(log.len().saturating_sub(1));
        let start = end.saturating_sub(ENTRIES_BEFORE);
        WorstLoss {
            room: acked.room.clone(),
            user_id: acked.user_id.clone(),
            thinking_ms: acked.thinking.as_millis(),
            generator_delay_ms: acked.generator_delay.as_millis(),
            charged_ms,
            entries: log.get(start..=end).unwrap_or_default().to_vec(),
        }
    }
}

impl fmt::Display for WorstLoss {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let WorstLoss { room, user_id, thinking_ms, generator_delay_ms, charged_ms, .. } = self;
        write!(f, "room {room}, user {user_id}, thought {thinking_ms} ms, charged {charged_ms} ms, ")?;
        write!(f, "generator late {generator_delay_ms} ms")?;
        for entry in &self.entries {
            let event = serde_json::to_string(&entry.event).map_err(|_| fmt::Error)?;
            write!(f, "\n  {} {event}", entry.at.0)?;
        }
        Ok(())
    }
}
