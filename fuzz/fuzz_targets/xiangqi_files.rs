//! Random bytes as a game file: PGN in any encoding, DhtmlXQ and XQF. Accepted games must be writable.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_xiangqi::files::{dhtmlxq, encoding, pgn, xqf};

fuzz_target!(|bytes: &[u8]| {
    for game in pgn::games(bytes).flatten() {
        let text = game.to_string();
        assert!(pgn::games(text.as_bytes()).all(|again| again.is_ok()), "{text}");
    }
    if let Ok(game) = xqf::read(bytes) {
        assert!(pgn::games(game.to_string().as_bytes()).all(|again| again.is_ok()));
    }
    if let Ok(game) = dhtmlxq::read(&encoding::decode(bytes).0) {
        assert!(dhtmlxq::read(&dhtmlxq::write(&game)).is_ok());
    }
});
