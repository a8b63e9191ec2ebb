//! Any bytes as a PGN file; what is read must be the same in one piece and in many, and read back as written.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_chess::pgn::Reader;

fuzz_target!(|bytes: &[u8]| {
    let read = |size: usize| {
        let mut reader = Reader::new();
        let mut games = Vec::new();
        for piece in bytes.chunks(size) {
            games.extend(reader.feed(piece));
        }
        games.extend(reader.finish());
        games
    };
    let whole = read(bytes.len().max(1));
    assert_eq!(whole, read(1));
    for game in whole.into_iter().flatten() {
        let text = game.to_string();
        let mut reader = Reader::new();
        let mut again: Vec<_> = reader.feed(text.as_bytes()).collect();
        again.extend(reader.finish());
        assert_eq!(again.len(), 1, "{text}");
        assert_eq!(again[0].as_ref().map(ToString::to_string), Ok(text));
    }
});
