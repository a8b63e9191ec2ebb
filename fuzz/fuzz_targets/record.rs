//! Any text as a record; what is read must read back as itself and fold or be refused.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_chess::Chess;
use yipan_record::Log;

fuzz_target!(|text: &str| {
    if let Ok(log) = text.parse::<Log<Chess>>() {
        assert_eq!(log.to_string().parse::<Log<Chess>>(), Ok(log.clone()));
        let _ = log.fold();
    }
});
