//! Random bytes as a tablebase, also with a valid header and checksum to reach the decompressor.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_liuzichong::tablebase::Tablebase;

fuzz_target!(|bytes: &[u8]| {
    assert!(Tablebase::read(bytes).is_err(), "a table does not come by chance");
    let head = b"yipan6zt\x01\x00";
    let checksum = crc32fast::hash(&[head, bytes].concat()).to_le_bytes();
    let _ = Tablebase::read(&[head, &checksum[..], bytes].concat());
});
