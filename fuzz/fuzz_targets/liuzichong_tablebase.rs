//! Any bytes as a table, with a sound head and checksum so that the reader looks at the rest too.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_liuzichong::tablebase::Tablebase;

fuzz_target!(|bytes: &[u8]| {
    assert!(Tablebase::read(bytes).is_err(), "a table does not come by chance");
    let head = b"yipan6zt\x01\x00";
    let checksum = crc32fast::hash(&[head, bytes].concat()).to_le_bytes();
    let _ = Tablebase::read(&[head, &checksum[..], bytes].concat());
});
