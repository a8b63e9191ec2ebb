//! A million random and spoilt texts for every parser: an error is fine, a panic is not.

use yipan_chess::pgn::Reader;
use yipan_chess::{ChessSetup, Position, Uci};
use yipan_testkit::hostile::Hostile;

const TEXTS: usize = 1_000_000;

const FENS: [&str; 4] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "4k3/8/8/3pP3/8/8/8/R3K2R w HA d6 0 2",
    "1rk1bnr1/3p4/4p1p1/1pp2pP1/1pn5/1Q2P1NB/2PP1P1P/2KRB1RN b kq - 1 21",
];

#[test]
fn no_fen_makes_the_parser_panic() {
    let mut hostile = Hostile::new(1, FENS);
    let mut read = 0;
    for _ in 0..TEXTS {
        if let Ok(position) = hostile.text().parse::<Position>() {
            read += 1;
            // What is accepted must be playable to the last move.
            for mv in position.legal_moves() {
                let next = position.after(mv);
                assert_eq!(next.to_string().parse(), Ok(next), "after {mv:?} in {position:?}");
            }
        }
    }
    assert!(read > 1_000, "only {read} spoilt FENs were still good; the test has lost its bite");
}

#[test]
fn no_setup_makes_the_parser_panic() {
    let mut hostile =
        Hostile::new(2, ["startpos draws=claimed", "chess960:518 chess960=yes draws=automatic", FENS[0]]);
    for _ in 0..TEXTS {
        let _ = hostile.text().parse::<ChessSetup>();
    }
}

#[test]
fn no_uci_makes_the_parser_panic() {
    let positions = FENS.map(|fen| fen.parse::<Position>().expect("a FEN of our own"));
    let mut hostile = Hostile::new(3, ["e2e4", "e7e8q", "e1g1", "a7b8n"]);
    for i in 0..TEXTS {
        if let Ok(uci) = hostile.text().parse::<Uci>() {
            let _ = positions[i % positions.len()].resolve(uci);
        }
    }
}

#[test]
fn no_san_makes_the_parser_panic() {
    let positions = FENS.map(|fen| fen.parse::<Position>().expect("a FEN of our own"));
    let samples =
        ["e4", "Nf3", "exd6 e.p.", "O-O-O", "e8=Q+", "Qh4e1#", "R1a3", "Ng1-f3!?", "♘xd5", "a7-a8(Q)"];
    let mut hostile = Hostile::new(4, samples);
    for i in 0..TEXTS {
        let _ = positions[i % positions.len()].read_san(&hostile.text()).map_err(|error| error.to_string());
    }
}

#[test]
fn no_pgn_makes_the_reader_panic() {
    let samples = [
        "[Event \"a\"]\n[Result \"1-0\"]\n\n1. e4 e5 2. Nf3 $1 {good} (2. f4! exf4 (2... d5)) 2... Nc6 1-0\n",
        "[FEN \"8/P6k/8/8/8/8/7K/8 w - - 0 1\"]\n[SetUp \"1\"]\n\n1. a8=Q Kg6 ; rest\n2. Qe4+ -- *\n",
        "[Variant \"Chess960\"]\n[FEN \"bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1\"]\n\n1. O-O *",
        "1.d4{[%clk 0:09:58.5]}d5\n% escape\n2.c4?!dxc4 1/2-1/2\n\n[White \"x\\\"y\"]\n\n*\n",
    ];
    let mut hostile = Hostile::new(5, samples);
    let (mut read, mut faults) = (0, 0);
    for _ in 0..TEXTS {
        let mut reader = Reader::new();
        let mut games: Vec<_> = reader.feed(hostile.text().as_bytes()).collect();
        games.extend(reader.finish());
        for game in games {
            match game {
                Ok(_) => read += 1,
                Err(fault) => {
                    assert!(fault.line > 0 && fault.column > 0, "{fault}");
                    faults += 1;
                }
            }
        }
    }
    assert!(read > 10_000 && faults > 10_000, "{read} read and {faults} faults; the test has lost its bite");
}
