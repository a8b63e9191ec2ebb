//! Rooms: their configuration, their log, and any commands of any users.

mod commands;

use yipan_room::{LogEntry, Room, ValidatedConfig};
use yipan_wire::RoomConfig;

pub use self::commands::room_commands;
pub(crate) use self::commands::{ROOM_CODE, started_states};
use crate::input;

/// Parses any text as the configuration of a room. A normalized one must be valid and stay as it is.
pub fn room_config(bytes: &[u8]) {
    let Ok(config) = serde_json::from_str::<RoomConfig>(input::text(bytes)) else { return };
    let _ = ValidatedConfig::validate(&config);
    if let Ok(normalized) = ValidatedConfig::normalize(config) {
        assert!(ValidatedConfig::validate(&normalized).is_ok(), "{normalized:?}");
        assert_eq!(ValidatedConfig::normalize(normalized.clone()).ok(), Some(normalized));
    }
}

/// Parses each line as an entry of a room's log and replays it. An invalid log is rejected.
pub fn room_log(bytes: &[u8]) {
    let entries: Vec<LogEntry> =
        input::text(bytes).lines().map_while(|line| serde_json::from_str(line).ok()).collect();
    if let Ok(room) = Room::replay(entries.iter().cloned()) {
        assert_eq!(room.log(), entries);
    }
}
