//! Messages nobody should send: each is read or refused, and what is read says the same when it is written.

use yipan_testkit::hostile::Hostile;
use yipan_wire::{Command, Request, Terms};

const SAMPLES: [&str; 9] = [
    r#"{"type":"hello","version":1,"lang":"zh-Hant"}"#,
    r#"{"type":"join","room":"K4T7QX","from":12}"#,
    r#"{"type":"part","room":"K4T7QX"}"#,
    r#"{"type":"do","room":"K4T7QX","id":"17","seen":9,"command":{"type":"act","act":"e2e4"}}"#,
    r#"{"type":"do","room":"K4T7QX","id":"18","seen":9,"command":{"type":"offer","offer":"rematch-same"}}"#,
    r#"{"type":"do","room":"K4T7QX","id":"19","seen":9,"command":{"type":"say","text":"<b>\u0000</b>"}}"#,
    r#"{"type":"lobby","watch":true}"#,
    r#"{"type":"ping","at":18446744073709551615}"#,
    r#"{"game":"chess","modes":["fog"],"clock":"5+3 v 1+0","colour":"random","spectators":{"delay":4},"chat":false}"#,
];

#[test]
fn a_million_hostile_messages_are_read_or_refused() {
    let mut hostile = Hostile::new(7, SAMPLES);
    let mut read = 0;
    for _ in 0..1_000_000 {
        let text = hostile.text();
        if let Ok(request) = serde_json::from_str::<Request>(&text) {
            let written = serde_json::to_string(&request).expect("a request is text");
            assert_eq!(serde_json::from_str::<Request>(&written).ok(), Some(request), "{text}");
            read += 1;
        }
        if let Ok(terms) = serde_json::from_str::<Terms>(&text) {
            let written = serde_json::to_string(&terms).expect("terms are text");
            assert_eq!(serde_json::from_str::<Terms>(&written).ok(), Some(terms), "{text}");
            read += 1;
        }
    }
    assert!(read > 1_000, "hostile text should come near enough to be read now and then, not {read} times");
}

#[test]
fn an_unknown_field_is_ignored_but_not_in_terms() {
    let newer = serde_json::from_str::<Command>(r#"{"type":"act","act":"e2e4","force":true}"#);
    assert_eq!(newer.ok(), Some(Command::Act { act: "e2e4".to_owned() }));
    // A misspelled option would open another game than the one that was meant.
    assert!(serde_json::from_str::<Terms>(r#"{"game":"chess","mode":["fog"]}"#).is_err());
}

#[test]
fn every_sample_is_understood() {
    for sample in SAMPLES {
        let understood =
            serde_json::from_str::<Request>(sample).is_ok() || serde_json::from_str::<Terms>(sample).is_ok();
        assert!(understood, "{sample}");
    }
}
