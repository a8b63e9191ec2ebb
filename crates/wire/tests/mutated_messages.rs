//! Mutated messages are parsed or rejected, and a parsed message is the same after writing and parsing it.

use yipan_testkit::mutated_text::TextMutator;
use yipan_wire::{ClientMessage, Command, RoomConfig};

const SAMPLES: [&str; 9] = [
    r#"{"type":"hello","version":2,"lang":"zh-Hant"}"#,
    r#"{"type":"join","room":"K4T7QX","from":12}"#,
    r#"{"type":"unsubscribe","room":"K4T7QX"}"#,
    r#"{"type":"command","room":"K4T7QX","id":"17","seen":9,"command":{"type":"play","action":"e2e4"}}"#,
    r#"{"type":"command","room":"K4T7QX","id":"18","seen":9,"command":{"type":"offer","offer":"rematch-same"}}"#,
    r#"{"type":"command","room":"K4T7QX","id":"19","seen":9,"command":{"type":"chat","text":"<b>\u0000</b>"}}"#,
    r#"{"type":"lobby","watch":true}"#,
    r#"{"type":"ping","at":18446744073709551615}"#,
    r#"{"game":"chess","modes":["fog"],"clock":"5+3 v 1+0","host_side":"random","spectators":{"delay":4},"chat":false}"#,
];

#[test]
fn a_million_mutated_messages_are_parsed_or_rejected() {
    let mut mutator = TextMutator::new(7, SAMPLES);
    let mut parsed = 0;
    for _ in 0..1_000_000 {
        let text = mutator.next_text();
        if let Ok(message) = serde_json::from_str::<ClientMessage>(&text) {
            let written = serde_json::to_string(&message).expect("a message is serializable");
            assert_eq!(serde_json::from_str::<ClientMessage>(&written).ok(), Some(message), "{text}");
            parsed += 1;
        }
        if let Ok(config) = serde_json::from_str::<RoomConfig>(&text) {
            let written = serde_json::to_string(&config).expect("a configuration is serializable");
            assert_eq!(serde_json::from_str::<RoomConfig>(&written).ok(), Some(config), "{text}");
            parsed += 1;
        }
    }
    assert!(parsed > 1_000, "only {parsed} mutated messages were parsed");
}

#[test]
fn an_unknown_field_is_ignored_except_in_a_room_config() {
    let newer = serde_json::from_str::<Command>(r#"{"type":"play","action":"e2e4","force":true}"#);
    assert_eq!(newer.ok(), Some(Command::Play { action: "e2e4".to_owned() }));
    // A misspelled option would silently open another game.
    assert!(serde_json::from_str::<RoomConfig>(r#"{"game":"chess","mode":["fog"]}"#).is_err());
}

#[test]
fn every_sample_is_parsed() {
    for sample in SAMPLES {
        let is_parsed = serde_json::from_str::<ClientMessage>(sample).is_ok()
            || serde_json::from_str::<RoomConfig>(sample).is_ok();
        assert!(is_parsed, "{sample}");
    }
}
