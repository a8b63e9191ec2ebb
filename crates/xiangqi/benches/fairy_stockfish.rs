//! The legal moves of random games, compared with those of Fairy-Stockfish: `cargo bench -p yipan-xiangqi --bench
//! fairy_stockfish`. `YIPAN_GAMES=<n>` plays `n` games instead of 200, `YIPAN_SEED=<n>` other ones.
//!
//! The comparison needs Debian's package `fairy-stockfish`.

use std::env;

use yipan_competitors::FairyStockfish;
use yipan_core::splitmix64;
use yipan_xiangqi::{Move, Point, Position};

/// The most moves of a game. Games rarely end by themselves when moves are random.
const MAX_PLIES: usize = 200;

/// Starts with many pieces, few pieces, checks and pins.
const STARTS: [&str; 5] = [
    "rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w - - 0 1",
    "1rbaka2R/5r3/6n2/2p1p1p2/4P1bP1/PpC3Bc1/1nPR2P2/2N2AN2/1c2K1p2/2BAC4 w - - 0 1",
    "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 b - - 0 1",
    "C1nNk4/9/9/9/9/9/n1pp5/B3C4/9/3A1K3 w - - 0 1",
    "3k5/4P4/9/9/9/9/9/4r4/3p1p3/4K4 w - - 0 1",
];

fn main() {
    let Some(mut fairy_stockfish) = FairyStockfish::start() else {
        println!("fairy-stockfish is not here; `apt-get install fairy-stockfish` brings it");
        return;
    };
    let games = number("YIPAN_GAMES").unwrap_or(200) as usize;
    let mut state = number("YIPAN_SEED").unwrap_or(1);
    let (mut positions, mut moves) = (0_u64, 0_u64);
    for game in 0..games {
        let mut position: Position = STARTS[game % STARTS.len()].parse().expect("a FEN of our own");
        for _ in 0..MAX_PLIES {
            let ours = position.legal_moves();
            compare(&position, &ours, &mut fairy_stockfish);
            positions += 1;
            moves += ours.len() as u64;
            if ours.is_empty() {
                break;
            }
            let (next, random) = splitmix64(state);
            state = next;
            position = position.after(ours[(random % ours.len() as u64) as usize]);
        }
    }
    println!("{games} games: {moves} moves in {positions} positions, all as fairy-stockfish has them");
}

fn number(variable: &str) -> Option<u64> {
    let text = env::var(variable).ok()?;
    Some(text.parse().unwrap_or_else(|_| panic!("{variable}={text} is not a number")))
}

fn compare(position: &Position, ours: &[Move], fairy_stockfish: &mut FairyStockfish) {
    let fen = position.to_string();
    let mut ours: Vec<_> = ours.iter().map(|mv| format!("{}{}", name(mv.from()), name(mv.to()))).collect();
    ours.sort_unstable();
    assert_eq!(ours, fairy_stockfish.legal_moves(&fen), "{fen}");
}

/// Returns the name of a point with ranks from 1.
fn name(point: Point) -> String {
    format!("{}{}", char::from(b'a' + point.file()), point.rank() + 1)
}
