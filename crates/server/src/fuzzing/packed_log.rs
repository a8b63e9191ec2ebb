use crate::storage::sql::packed_log::{pack, unpack};

/// Unpacks any bytes as the log of a room, and packs their lines. Both lead back to the same lines.
pub fn packed_log(bytes: &[u8]) {
    if let Ok(lines) = unpack(bytes) {
        assert_eq!(repack(&lines), lines);
    }
    let lines: Vec<String> = String::from_utf8_lossy(bytes).split('\0').map(str::to_owned).collect();
    assert_eq!(repack(&lines), lines);
}

fn repack(lines: &[String]) -> Vec<String> {
    unpack(&pack(lines).expect("memory is writable")).expect("a packed log can be unpacked")
}
