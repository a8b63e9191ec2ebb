//! The inputs of a run that belong into the corpus.

use std::fs;
use std::path::Path;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use anyhow::{Context, Result};

use crate::program::FuzzProgram;
use crate::report::FuzzReport;

/// Copies the found inputs that reach more branches than the corpus to `directory`, `jobs` targets at a time, and
/// completes the reports: several processes together may have reached more branches than each of them.
pub(crate) fn collect(
    programs: &[FuzzProgram],
    reports: &mut [FuzzReport],
    jobs: usize,
    directory: &Path,
) -> Result<()> {
    let next = AtomicUsize::new(0);
    let collect_some = || -> Result<Vec<(usize, NewInputs)>> {
        let mut collected = Vec::new();
        loop {
            let index = next.fetch_add(1, Ordering::Relaxed);
            let Some(program) = programs.get(index) else { return Ok(collected) };
            collected.push((index, collect_for(program, directory)?));
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..jobs).map(|_| scope.spawn(collect_some)).collect();
        for thread in threads {
            for (index, new) in thread.join().expect("no thread panics")? {
                reports[index].covered_edges = new.covered_edges;
                reports[index].new_inputs = new.count;
            }
        }
        Ok(())
    })
}

/// The result of one target.
struct NewInputs {
    count: usize,
    /// The branches that they and the corpus reach.
    covered_edges: u64,
}

fn collect_for(program: &FuzzProgram, directory: &Path) -> Result<NewInputs> {
    let directory = directory.join(&program.name);
    let write_error = || format!("cannot write to {}", directory.display());
    fs::create_dir_all(&directory).with_context(write_error)?;
    let mut committed = Vec::new();
    for entry in fs::read_dir(&program.corpus)? {
        let entry = entry?;
        let path = directory.join(entry.file_name());
        fs::copy(entry.path(), &path).with_context(write_error)?;
        committed.push(path);
    }
    program.merge(&program.found, &directory)?;
    let covered_edges = program.covered_edges(&directory)?;
    for path in committed {
        fs::remove_file(path).with_context(write_error)?;
    }
    Ok(NewInputs { count: fs::read_dir(&directory)?.count(), covered_edges })
}
