//! Time to solve the game, to decompress the tablebase and to probe a position: `cargo bench -p yipan-liuzichong
//! --bench tablebase`.

use std::hint::black_box;
use std::time::Instant;

use yipan_core::splitmix64;
use yipan_liuzichong::solve::{SingleThread, solve};
use yipan_liuzichong::tablebase::Tablebase;
use yipan_liuzichong::{BLACK, HouseRules, Point, PointSet, Position};

const PROBES: usize = 1_000_000;
const ROUNDS: usize = 5;

fn main() {
    let start = Instant::now();
    let tablebase = solve(HouseRules::default(), &SingleThread, &mut |_| {});
    println!("solve, one thread  {:>9.2} s", start.elapsed().as_secs_f64());
    let bytes = tablebase.to_bytes();
    let start = Instant::now();
    let read = Tablebase::read(&bytes).expect("what was written reads");
    println!("unpack             {:>9.1} ms  {} bytes", start.elapsed().as_secs_f64() * 1e3, bytes.len());
    let positions: Vec<Position> = random_positions().take(PROBES).collect();
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let start = Instant::now();
        for position in &positions {
            black_box(read.probe(black_box(position)));
        }
        best = best.min(start.elapsed().as_secs_f64());
    }
    println!("probe              {:>9.1} ns  each of {PROBES} random positions", best * 1e9 / PROBES as f64);
}

/// Returns unrelated positions, so that no cache speeds up the next probe.
fn random_positions() -> impl Iterator<Item = Position> {
    let numbers = std::iter::successors(Some((0, 0)), |&(state, _)| Some(splitmix64(state)));
    numbers.filter_map(|(_, number)| {
        // The conjunction of two random words gives four pieces on each side on average.
        let set = |bits: u64| -> PointSet {
            Point::all().filter(|point| (bits & bits >> 16) >> point.index() & 1 == 1).collect()
        };
        let (black, white) = (set(number), set(number >> 32));
        Position::new(black, white.without(black), BLACK).ok()
    })
}
