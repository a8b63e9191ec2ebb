//! Perft with bulk counting, compared with Fairy-Stockfish: `cargo bench -p yipan-xiangqi`.
//!
//! The comparison needs Debian's package `fairy-stockfish`. Both programs alternate, and the best round counts.

use std::time::Instant;

use yipan_competitors::FairyStockfish;
use yipan_core::perft;
use yipan_xiangqi::Position;

const ROUNDS: usize = 3;

const POSITIONS: [(&str, &str, u32, u64); 2] = [
    ("start", "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1", 5, 133_312_995),
    (
        "middlegame",
        "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
        4,
        4_485_547,
    ),
];

fn main() {
    let mut fairy_stockfish = FairyStockfish::start();
    if fairy_stockfish.is_none() {
        println!("fairy-stockfish is not here; `apt-get install fairy-stockfish` brings it");
    }
    println!("{:<12}{:<18}{:>12}{:>12}{:>14}", "position", "program", "seconds", "Mnodes/s", "yipan is");
    for (name, fen, depth, nodes) in POSITIONS {
        let position: Position = fen.parse().expect("a FEN of our own");
        let (mut ours, mut theirs) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..ROUNDS {
            let start = Instant::now();
            assert_eq!(perft(&position, depth), nodes, "our own count");
            ours = ours.min(start.elapsed().as_secs_f64());
            if let Some(competitor) = &mut fairy_stockfish {
                let start = Instant::now();
                assert_eq!(competitor.perft(fen, depth), nodes, "fairy-stockfish counts another number");
                theirs = theirs.min(start.elapsed().as_secs_f64());
            }
        }
        for (program, best) in [("yipan", ours), ("fairy-stockfish", theirs)] {
            if best.is_finite() {
                let speed = nodes as f64 / best / 1e6;
                println!("{name:<12}{program:<18}{best:>12.3}{speed:>12.1}{:>13.2}x", best / ours);
            }
        }
    }
}
