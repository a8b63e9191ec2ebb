//! Tactics: positions with one winning move, taken from games of the levels against themselves.
//!
//! ```sh
//! cargo run --release -p yipan-engine --example tactics -- find chess 400 1 > vectors/tactics_chess.jsonl
//! cargo run --release -p yipan-engine --example tactics -- solve chess vectors/tactics_chess.jsonl
//! ```
//!
//! `find GAME GAMES SEED` plays games and writes a position a line, with its solution; one version finds the same
//! positions with the same seed. `solve GAME FILE` gives each of them a second at full strength on one thread and says how many are solved.

mod find;
mod game;
mod proof;
mod row;

use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::time::{Duration, Instant};

use yipan_engine::{Host, Limits, Table, Task, Thinker};

use game::Played;
use row::Row;

/// What a position may take.
const SECOND: Duration = Duration::from_secs(1);

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words.as_slice() {
        ["find", "chess", games, seed] => find::run::<yipan_chess::Position>(games.parse()?, seed.parse()?),
        ["find", "xiangqi", games, seed] => {
            find::run::<yipan_xiangqi::Position>(games.parse()?, seed.parse()?)
        }
        ["solve", "chess", file] => solve::<yipan_chess::Position>(file),
        ["solve", "xiangqi", file] => solve::<yipan_xiangqi::Position>(file),
        _ => Err("say `find GAME GAMES SEED` or `solve GAME FILE`".into()),
    }
}

/// Gives every position of a file its second, and says which were not solved.
fn solve<P: Played>(file: &str) -> Result<(), Box<dyn Error>> {
    let mut output = std::io::stdout().lock();
    let (mut solved, mut mates, mut total, mut nodes) = (0, 0, 0, 0);
    let mut table = Table::new(16);
    for line in BufReader::new(std::fs::File::open(file)?).lines() {
        let row: Row = serde_json::from_str(&line?)?;
        let root: P = row.fen.parse().map_err(|_| format!("`{}` is not a position", row.fen))?;
        table.clear();
        let clock = Clock(Instant::now());
        let task = Task {
            root: &root,
            past: &P::past(&root, &[]),
            limits: Limits::time(SECOND),
            table: &table,
            host: &clock,
            lines: 1,
            only: None,
            team: None,
        };
        let thought = Thinker::new(P::Judge::default()).think(&task, &mut |_| {});
        let answer = thought.best().map(|mv| root.write(mv)).unwrap_or_default();
        total += 1;
        nodes += thought.nodes;
        if answer == row.line[0] {
            solved += 1;
            mates += usize::from(row.mate.is_some());
        } else {
            writeln!(output, "{}: {answer} and not {}", row.fen, row.line[0])?;
        }
    }
    let share = 100.0 * solved as f64 / f64::from(total.max(1));
    writeln!(output, "{solved} of {total} solved ({share:.1} %), {mates} of them mates; {nodes} nodes")?;
    Ok(())
}

/// A clock that nobody stops.
struct Clock(Instant);

impl Host for Clock {
    fn elapsed(&self) -> Duration {
        self.0.elapsed()
    }

    fn is_stopped(&self) -> bool {
        false
    }
}
