//! Texts of PGN, and the games that are read from them.
use yipan_chess::pgn::{self, Game, PgnError, Reader};
use yipan_testkit::vectors;

pub(crate) fn read(text: &[u8]) -> Vec<Result<Game, PgnError>> {
    pgn::games(text).collect()
}

pub(crate) fn read_one(text: &str) -> Game {
    let mut games = read(text.as_bytes());
    assert_eq!(games.len(), 1, "{text}");
    games.remove(0).unwrap_or_else(|error| panic!("{error} in {text}"))
}

/// Reads a text in chunks.
pub(crate) fn read_in(text: &[u8], size: usize) -> Vec<Result<Game, PgnError>> {
    let mut reader = Reader::new();
    let mut games = Vec::new();
    for chunk in text.chunks(size) {
        games.extend(reader.feed(chunk));
    }
    games.extend(reader.finish());
    games
}

/// Returns all test vectors, valid, sloppy and malformed, one after the other.
pub(crate) fn everything() -> Vec<u8> {
    let mut text = vectors::bytes("chess_pgn/games.pgn");
    for directory in ["loose", "malformed"] {
        let files = std::fs::read_dir(vectors::path(&format!("chess_pgn/{directory}")))
            .expect("the vectors are there");
        let mut files: Vec<_> = files.map(|file| file.expect("a file").path()).collect();
        files.sort();
        for file in files {
            text.extend(b"\n\n");
            text.extend(std::fs::read(file).expect("a file can be read"));
        }
    }
    text
}
