use yipan_wire::{ClientMessage, SequencedEvent, ServerMessage};

use crate::input;

/// Parses any text as a message of a client, of the server, and as an event. What is accepted must round-trip.
pub fn wire_messages(bytes: &[u8]) {
    let text = input::text(bytes);
    if let Ok(message) = serde_json::from_str::<ClientMessage>(text) {
        let written = serde_json::to_string(&message).expect("a message is serializable");
        assert_eq!(serde_json::from_str::<ClientMessage>(&written).ok(), Some(message), "{written}");
    }
    if let Ok(message) = serde_json::from_str::<ServerMessage>(text) {
        let written = serde_json::to_string(&message).expect("a message is serializable");
        assert_eq!(serde_json::from_str::<ServerMessage>(&written).ok(), Some(message), "{written}");
    }
    if let Ok(event) = serde_json::from_str::<SequencedEvent>(text) {
        let written = serde_json::to_string(&event).expect("an event is serializable");
        assert_eq!(serde_json::from_str::<SequencedEvent>(&written).ok(), Some(event), "{written}");
    }
}
