#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| yipan_fuzz_targets::network_file(bytes));
