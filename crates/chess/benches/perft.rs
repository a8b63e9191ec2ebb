//! Perft with bulk counting, compared with the best Rust crates in one run: `cargo bench -p yipan-chess`.
//!
//! The machine may be busy, so the crates take turns and the best of the rounds counts. Only ratios within
//! one run are meaningful.

use std::time::Instant;

use yipan_chess::Position;
use yipan_competitors::{COMPETITORS, Perft};
use yipan_core::perft;

const ROUNDS: usize = 5;

const POSITIONS: [(&str, &str, u32, u64); 3] = [
    ("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324),
    ("kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 5, 193_690_690),
    (
        "middlegame",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        5,
        164_075_551,
    ),
];

fn main() {
    println!("{:<12}{:<14}{:>12}{:>12}{:>14}", "position", "crate", "seconds", "Mnodes/s", "yipan is");
    for (name, fen, depth, nodes) in POSITIONS {
        let position: Position = fen.parse().expect("a FEN of our own");
        let ours: Perft = Box::new(move |depth| perft(&position, depth));
        let mut runners = vec![("yipan", ours, f64::INFINITY)];
        runners.extend(COMPETITORS.iter().map(|peer| (peer.name, (peer.prepare)(fen), f64::INFINITY)));
        for _ in 0..ROUNDS {
            for (name, count, best) in &mut runners {
                let start = Instant::now();
                let counted = count(depth);
                let seconds = start.elapsed().as_secs_f64();
                assert_eq!(counted, nodes, "{name} counts another number of nodes");
                *best = best.min(seconds);
            }
        }
        let ours = runners[0].2;
        for (crate_name, _, best) in &runners {
            let speed = nodes as f64 / best / 1e6;
            println!("{name:<12}{crate_name:<14}{best:>12.3}{speed:>12.0}{:>13.2}x", best / ours);
        }
    }
}
