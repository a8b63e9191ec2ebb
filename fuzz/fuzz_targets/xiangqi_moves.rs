//! Random text as a move in any notation. Accepted moves must survive a round trip.
#![no_main]

use libfuzzer_sys::fuzz_target;
use yipan_xiangqi::Position;
use yipan_xiangqi::notation::Notation;

const POSITIONS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w",
    "3k5/9/9/4C4/9/9/9/4C4/4A4/4K4 w",
    "3k5/9/9/2P1P4/2P1P4/4P4/9/9/9/4K4 w",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 b",
];

fuzz_target!(|text: &str| {
    for fen in POSITIONS {
        let position: Position = fen.parse().expect("a FEN of our own");
        if let Ok(mv) = position.read_any(text) {
            for notation in Notation::ALL {
                let written = position.write_move(mv, notation);
                assert_eq!(position.read_move(&written, notation), Ok(mv), "{written}");
            }
        }
    }
});
