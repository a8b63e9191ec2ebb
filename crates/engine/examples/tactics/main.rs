//! Tactics: positions with exactly one winning move, from self-play of the levels.
//!
//! ```sh
//! cargo run --release -p yipan-engine --example tactics -- find chess 400 1 > vectors/tactics_chess.jsonl
//! cargo run --release -p yipan-engine --example tactics -- solve chess vectors/tactics_chess.jsonl
//! ```
//!
//! `find GAME GAMES SEED` plays games and writes one position with its solution per line. Equal seeds give equal
//! positions in the same version. `solve GAME FILE` searches each position for one second on one thread and reports
//! how many are solved.

mod find;
mod game;
mod proof;
mod row;

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use yipan_engine::{Limits, SearchControl, SearchParams, SearchThread, TranspositionTable};

use game::SelfPlayGame;
use row::TacticRow;

/// The time limit of a position.
const TIME_PER_POSITION: Duration = Duration::from_secs(1);

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments.as_slice() {
        ["find", "chess", games, seed] => find::run::<yipan_chess::Position>(games.parse()?, seed.parse()?),
        ["find", "xiangqi", games, seed] => {
            find::run::<yipan_xiangqi::Position>(games.parse()?, seed.parse()?)
        }
        ["solve", "chess", file] => solve::<yipan_chess::Position>(file),
        ["solve", "xiangqi", file] => solve::<yipan_xiangqi::Position>(file),
        _ => Err("usage: tactics find GAME GAMES SEED | tactics solve GAME FILE".into()),
    }
}

/// Searches every position of a file and prints those that are not solved.
fn solve<P: SelfPlayGame>(file: &str) -> Result<(), Box<dyn Error>> {
    let mut output = std::io::stdout().lock();
    let (mut solved, mut mates, mut total, mut nodes) = (0, 0, 0, 0);
    let mut tt = TranspositionTable::new(16);
    for line in BufReader::new(std::fs::File::open(file)?).lines() {
        let row: TacticRow = serde_json::from_str(&line?)?;
        let root: P = row.fen.parse().map_err(|_| format!("`{}` is not a position", row.fen))?;
        tt.clear();
        let clock = WallClock(Instant::now());
        let params = SearchParams {
            root: &root,
            game_history: &P::game_history(&root, &[]),
            limits: Limits::time(TIME_PER_POSITION),
            tt: &tt,
            control: &clock,
            multi_pv: 1,
            search_moves: None,
            split_pool: None,
        };
        let result = SearchThread::new(P::Evaluator::default()).search(&params, &mut |_| {});
        let found_move = result.best_move().map(|mv| root.move_text(mv)).unwrap_or_default();
        total += 1;
        nodes += result.nodes;
        if found_move == row.line[0] {
            solved += 1;
            mates += usize::from(row.mate.is_some());
        } else {
            writeln!(output, "{}: found {found_move}, expected {}", row.fen, row.line[0])?;
        }
    }
    let share = 100.0 * solved as f64 / f64::from(total.max(1));
    writeln!(output, "{solved} of {total} solved ({share:.1} %), {mates} of them mates; {nodes} nodes")?;
    Ok(())
}

/// A wall clock without a stop flag.
struct WallClock(Instant);

impl SearchControl for WallClock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn should_stop(&self) -> bool {
        false
    }
}
