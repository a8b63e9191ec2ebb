use yipan_xiangqi::files::{dhtmlxq, encoding, pgn, xqf};

/// Parses any bytes as PGN in any encoding. Accepted games must be writable.
pub fn xiangqi_pgn(bytes: &[u8]) {
    for game in pgn::games(bytes).flatten() {
        let text = game.to_string();
        assert!(pgn::games(text.as_bytes()).all(|again| again.is_ok()), "{text}");
    }
}

/// Parses any bytes as the text format of Chinese forums. An accepted game must be writable.
pub fn xiangqi_dhtmlxq(bytes: &[u8]) {
    if let Ok(game) = dhtmlxq::read(&encoding::decode(bytes).0) {
        assert!(dhtmlxq::read(&dhtmlxq::write(&game)).is_ok());
    }
}

/// Parses any bytes as an XQF file. An accepted game must be writable as PGN and as XQF.
pub fn xiangqi_xqf(bytes: &[u8]) {
    if let Ok(game) = xqf::read(bytes) {
        let text = game.to_string();
        assert!(pgn::games(text.as_bytes()).all(|again| again.is_ok()), "{text}");
        assert!(xqf::read(&xqf::write(&game)).is_ok(), "{text}");
    }
}
