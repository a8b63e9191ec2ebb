//! `yipan puzzles make`.

use std::collections::{BTreeMap, HashSet};
use std::io::Write;
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use yipan_core::Language;
use yipan_puzzles::{AnyPuzzleMaker, Provenance, Puzzle, PuzzleFile};

use super::options::MakeOptions;
use super::puzzle_path;
use crate::threads::ThreadCount;

/// The time between two writes of the file.
const WRITE_INTERVAL: Duration = Duration::from_secs(5);

pub(super) fn run(options: &MakeOptions, language: Language) -> Result<ExitCode> {
    let file = open(options, language)?;
    let (threads, start, known) = (ThreadCount::new(options.threads), Instant::now(), file.puzzles.len());
    let mut collector = Collector::new(file, options.count);
    make_puzzles(options, threads, &mut collector, language)?;
    puzzle_path::write(&options.out, &collector.file, language)?;
    let (made, minutes) = (collector.file.puzzles.len() - known, start.elapsed().as_secs_f64() / 60.0);
    let rate = made as f64 / minutes;
    let mut output = anstream::stdout();
    writeln!(output, "puzzles {}", collector.file.puzzles.len())?;
    writeln!(output, "games {}", collector.file.provenance.games)?;
    writeln!(
        output,
        "{made} new in {:.1} s, {rate:.1} per minute, {:.1} for each thread",
        minutes * 60.0,
        rate / threads.count() as f64
    )?;
    Ok(ExitCode::SUCCESS)
}

/// Returns the file to continue, or an empty one.
fn open(options: &MakeOptions, language: Language) -> Result<PuzzleFile> {
    let fresh = Provenance { seed: options.seed, nodes: options.nodes, ..Provenance::default() };
    let Some(mut file) = puzzle_path::read(&options.out)? else {
        let file = PuzzleFile::new(options.game, fresh);
        // An unwritable path is found before the long computation.
        puzzle_path::write(&options.out, &file, language)?;
        return Ok(file);
    };
    let Provenance { seed, nodes, .. } = file.provenance;
    if (file.set, seed, nodes) != (options.game, options.seed, options.nodes) {
        let (path, game) = (options.out.display(), file.set);
        bail!(match language {
            Language::English => format!(
                "{path} has puzzles of {game} with --seed {seed} --nodes {nodes}; use these to continue it, or another file"
            ),
            Language::Simplified => format!(
                "{path} 是 {game} 的题目，参数为 --seed {seed} --nodes {nodes}；请用同样的参数继续，或换一个文件"
            ),
            Language::Traditional => format!(
                "{path} 是 {game} 的題目，參數為 --seed {seed} --nodes {nodes}；請用同樣的參數繼續，或換一個檔案"
            ),
        });
    }
    // New puzzles are not checked yet.
    file.provenance.checked = 0;
    Ok(file)
}

/// Plays games on all threads until the collector has enough puzzles or the time is over.
fn make_puzzles(
    options: &MakeOptions,
    threads: ThreadCount,
    collector: &mut Collector,
    language: Language,
) -> Result<()> {
    let (next_game, is_done) =
        (AtomicU64::new(collector.file.provenance.games), AtomicBool::new(collector.is_full()));
    let deadline = options.duration.map(|seconds| Instant::now() + Duration::from_secs(seconds));
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {msg}  {elapsed}, {eta} left");
    let bar = ProgressBar::new(options.count as u64).with_style(style.expect("the template is valid"));
    std::thread::scope(|scope| {
        let (sender, receiver) = mpsc::channel();
        for _ in 0..threads.count() {
            let sender = sender.clone();
            let (next_game, is_done) = (&next_game, &is_done);
            scope.spawn(move || {
                let mut maker = AnyPuzzleMaker::new(options.game, options.nodes);
                while !is_done.load(Ordering::Relaxed) {
                    let number = next_game.fetch_add(1, Ordering::Relaxed);
                    let puzzles = maker.play_game(options.seed, number);
                    if sender.send((number, puzzles)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let (started_at, known) = (Instant::now(), collector.file.puzzles.len());
        let mut written_at = started_at;
        // The loop ends when every thread has finished its last game.
        let result = receiver.iter().try_for_each(|(number, puzzles)| {
            collector.add_game(number, puzzles);
            bar.set_position(collector.file.puzzles.len() as u64);
            let minutes = started_at.elapsed().as_secs_f64() / 60.0;
            let made = collector.file.puzzles.len() - known;
            bar.set_message(format!("{:.0} per minute", made as f64 / minutes));
            let is_late = deadline.is_some_and(|deadline| Instant::now() >= deadline);
            if collector.is_full() || is_late {
                is_done.store(true, Ordering::Relaxed);
            } else if written_at.elapsed() >= WRITE_INTERVAL {
                written_at = Instant::now();
                puzzle_path::write(&options.out, &collector.file, language)?;
            }
            Ok(())
        });
        is_done.store(true, Ordering::Relaxed);
        bar.finish_and_clear();
        result
    })
}

/// The puzzles of the games so far, in the order of the games, so that threads do not change the file.
struct Collector {
    file: PuzzleFile,
    count: usize,
    /// Positions that are reflections of each other have one key.
    known: HashSet<String>,
    /// Games that were finished before an earlier one.
    waiting: BTreeMap<u64, Vec<Puzzle>>,
}

impl Collector {
    fn new(file: PuzzleFile, count: usize) -> Collector {
        let known = file.puzzles.iter().map(|puzzle| puzzle.symmetry_key(file.set)).collect();
        Collector { file, count, known, waiting: BTreeMap::new() }
    }

    fn is_full(&self) -> bool {
        self.file.puzzles.len() >= self.count
    }

    /// Adds the puzzles of a game, once all earlier games are known.
    fn add_game(&mut self, number: u64, puzzles: Vec<Puzzle>) {
        self.waiting.insert(number, puzzles);
        while !self.is_full()
            && let Some(puzzles) = self.waiting.remove(&self.file.provenance.games)
        {
            self.file.provenance.games += 1;
            let (set, known) = (self.file.set, &mut self.known);
            let is_new = |puzzle: &Puzzle| known.insert(puzzle.symmetry_key(set));
            self.file.puzzles.extend(puzzles.into_iter().filter(is_new));
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_puzzles::PuzzleSet;

    use super::*;

    fn puzzle(name: &str) -> Puzzle {
        Puzzle {
            position: name.to_owned(),
            moves: vec!["a1a2".into()],
            themes: Vec::new(),
            difficulty: 700,
            dice: Vec::new(),
        }
    }

    #[test]
    fn the_order_in_which_games_end_does_not_matter() {
        let games =
            [vec![puzzle("a"), puzzle("b")], vec![], vec![puzzle("a"), puzzle("c")], vec![puzzle("d")]];
        for order in [[0, 1, 2, 3], [3, 2, 1, 0], [2, 0, 3, 1]] {
            let mut collector = Collector::new(PuzzleFile::new(PuzzleSet::Chess, Provenance::default()), 3);
            for number in order {
                collector.add_game(number as u64, games[number].clone());
            }
            let names: Vec<_> =
                collector.file.puzzles.iter().map(|puzzle| puzzle.position.as_str()).collect();
            assert_eq!((names, collector.file.provenance.games), (vec!["a", "b", "c"], 3), "{order:?}");
        }
    }
}
