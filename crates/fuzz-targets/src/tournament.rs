use yipan_tournament::Event;

use crate::input;

/// Parses each line as an entry of the log of a tournament. An accepted entry must round-trip.
pub fn tournament_log(bytes: &[u8]) {
    for line in input::text(bytes).lines() {
        if let Ok(event) = serde_json::from_str::<Event>(line) {
            let written = serde_json::to_string(&event).expect("an entry is serializable");
            assert_eq!(serde_json::from_str::<Event>(&written).ok(), Some(event), "{written}");
        }
    }
}
