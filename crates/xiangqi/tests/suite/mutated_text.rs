//! A million random and mutated texts for the parsers of positions, moves and setups. Errors are expected, panics
//! are not.

use yipan_testkit::mutated_text::TextMutator;
use yipan_xiangqi::{Move, Position, Setup, XiangqiSetup};

const TEXTS: usize = 1_000_000;

const FENS: [&str; 4] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 3 20",
    "4kcP1N/8n/3rb4/9/9/9/9/3p1A3/4K4/5CB2 b",
    "9/9/3k5/9/9/9/9/9/4K4/9 r - - 12 60",
];

#[test]
fn no_fen_makes_the_parser_panic() {
    let mut mutator = TextMutator::new(1, FENS);
    let mut read = 0;
    for _ in 0..TEXTS {
        let text = mutator.next_text();
        if let Ok(position) = text.parse::<Position>() {
            read += 1;
            // An accepted position must be playable.
            for mv in position.legal_moves() {
                let next = position.after(mv);
                assert_eq!(next.to_string().parse(), Ok(next), "after {mv:?} in {position:?}");
            }
        } else if let Ok(Ok(position)) = text.parse::<Setup>().map(|setup| setup.to_position_lenient()) {
            assert!(position.legal_moves().len() < 200);
        }
    }
    assert!(read > 1_000, "only {read} mutated FENs were valid; the test covers too little");
}

#[test]
fn no_setup_makes_the_parser_panic() {
    let samples = [
        "startpos repetition=ucci-league no-capture=off",
        "startpos facing=no-new-shared-file free-checks=10 material=off",
        FENS[3],
    ];
    let mut mutator = TextMutator::new(2, samples);
    for _ in 0..TEXTS {
        if let Ok(setup) = mutator.next_text().parse::<XiangqiSetup>() {
            assert_eq!(setup.to_string().parse(), Ok(setup));
        }
    }
}

#[test]
fn no_move_makes_the_parser_panic() {
    let positions = FENS.map(|fen| fen.parse::<Position>().expect("a FEN of our own"));
    let mut mutator = TextMutator::new(3, ["h2e2", "a0a9", "e9d9", "i4i5"]);
    for i in 0..TEXTS {
        if let Ok(mv) = mutator.next_text().parse::<Move>() {
            let _ = positions[i % positions.len()].resolve(mv).map_err(|reason| reason.to_string());
        }
    }
}
