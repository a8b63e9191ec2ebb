//! `yipan puzzles check`.

use std::io::Write;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use anyhow::{Context, Result, bail};
use indicatif::{ProgressBar, ProgressStyle};
use yipan_core::Language;
use yipan_puzzles::{AnyPuzzleMaker, Puzzle, PuzzleCheck, PuzzleFile};

use super::options::CheckOptions;
use super::puzzle_path;
use crate::threads::ThreadCount;

/// The least share of puzzles that must pass, in percent.
const MIN_PERCENT: usize = 98;

pub(super) fn run(options: &CheckOptions, language: Language) -> Result<ExitCode> {
    let path = &options.file;
    let mut file = puzzle_path::read(path)?.with_context(|| format!("{} does not exist", path.display()))?;
    let nodes = options.nodes.unwrap_or(4 * file.provenance.nodes);
    if nodes == file.provenance.nodes {
        bail!(match language {
            Language::English =>
                format!("the puzzles were made with {nodes} nodes; a check needs another number"),
            Language::Simplified => format!("题目是用 {nodes} 个节点生成的；检验须用不同的节点数"),
            Language::Traditional => format!("題目是用 {nodes} 個節點產生的；檢驗須用不同的節點數"),
        });
    }
    let results = check_all(&file, nodes, ThreadCount::new(options.threads));
    let mut output = anstream::stdout();
    for (puzzle, result) in file.puzzles.iter().zip(&results) {
        if let Some(text) = failure_text(*result) {
            writeln!(output, "{} {text}: {puzzle}", puzzle.id())?;
        }
    }
    let (total, passed) =
        (results.len(), results.iter().filter(|result| **result == PuzzleCheck::Unique).count());
    let percent = 100.0 * passed as f64 / total.max(1) as f64;
    writeln!(
        output,
        "{passed} of {total} puzzles have the same only solution with {nodes} nodes: {percent:.1} %"
    )?;
    if let Some(out) = &options.out {
        let mut results = results.iter();
        file.puzzles.retain(|_| results.next() == Some(&PuzzleCheck::Unique));
        file.provenance.checked = nodes;
        puzzle_path::write(out, &file, language)?;
    }
    Ok(ExitCode::from(u8::from(100 * passed < MIN_PERCENT * total)))
}

fn check_all(file: &PuzzleFile, nodes: u64, threads: ThreadCount) -> Vec<PuzzleCheck> {
    let (next, results) =
        (AtomicUsize::new(0), Mutex::new(vec![PuzzleCheck::Unreadable; file.puzzles.len()]));
    let style = ProgressStyle::with_template("{bar:30} {pos}/{len}  {elapsed}, {eta} left");
    let bar = ProgressBar::new(file.puzzles.len() as u64).with_style(style.expect("the template is valid"));
    std::thread::scope(|scope| {
        for _ in 0..threads.count() {
            scope.spawn(|| {
                let mut maker = AnyPuzzleMaker::new(file.set, nodes);
                while let Some((index, puzzle)) = next_puzzle(&next, &file.puzzles) {
                    let result = maker.check(puzzle);
                    results.lock().expect("no thread panics with the lock")[index] = result;
                    bar.inc(1);
                }
            });
        }
    });
    bar.finish_and_clear();
    results.into_inner().expect("no thread panics with the lock")
}

fn next_puzzle<'a>(next: &AtomicUsize, puzzles: &'a [Puzzle]) -> Option<(usize, &'a Puzzle)> {
    let index = next.fetch_add(1, Ordering::Relaxed);
    Some((index, puzzles.get(index)?))
}

fn failure_text(result: PuzzleCheck) -> Option<String> {
    match result {
        PuzzleCheck::Unique => None,
        PuzzleCheck::NotUnique { ply } => Some(format!("has another solution at ply {}", ply + 1)),
        PuzzleCheck::Unreadable => Some("cannot be read".to_owned()),
    }
}
