//! Parses any bytes as a PGN file. The games must not depend on how the file is chunked, and must round-trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_chess::Move;
use yipan_chess::pgn::{self, Game, Reader};

fuzz_target!(|bytes: &[u8]| {
    let whole: Vec<_> = pgn::games(bytes).collect();
    let mut reader = Reader::new();
    let mut chunked = Vec::new();
    for byte in bytes.chunks(1) {
        chunked.extend(reader.feed(byte));
    }
    chunked.extend(reader.finish());
    assert_eq!(whole, chunked);
    for game in whole.into_iter().flatten() {
        let again = written_and_read(&game);
        assert_eq!(moves(&again), moves(&game));
        assert_eq!(again.result, game.result);
        // A comment may lose its line breaks, but only once.
        assert_eq!(written_and_read(&again), again);
    }
});

fn written_and_read(game: &Game) -> Game {
    let text = game.to_string();
    let mut games: Vec<_> = pgn::games(text.as_bytes()).collect();
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn moves(game: &Game) -> Vec<Option<Move>> {
    game.main_line.nodes.iter().map(|node| node.mv).collect()
}
