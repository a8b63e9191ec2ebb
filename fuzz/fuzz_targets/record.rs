//! Parses any text as a record. An accepted record must round-trip, and replaying it must not panic.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_chess::Chess;
use yipan_record::GameRecord;

fuzz_target!(|text: &str| {
    if let Ok(record) = text.parse::<GameRecord<Chess>>() {
        assert_eq!(record.to_string().parse::<GameRecord<Chess>>(), Ok(record.clone()));
        let _ = record.replay();
    }
});
