//! The committed inputs of the fuzzer, run through their targets.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use yipan_fuzz_targets::TARGETS;

/// The directory of the fuzzer.
const FUZZ: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../fuzz");

/// The most inputs of a target, and the most bytes of an input, so that the repository stays small.
const MAX_INPUTS: usize = 50;
const MAX_BYTES: usize = 1536;

fn names(directory: &str) -> BTreeSet<String> {
    let entries = fs::read_dir(Path::new(FUZZ).join(directory)).expect("a directory of the repository");
    let path = |entry: Result<fs::DirEntry, _>| entry.expect("a readable directory").path();
    entries.map(path).map(|path| path.file_stem().expect("a name").to_string_lossy().into_owned()).collect()
}

fn inputs(target: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(Path::new(FUZZ).join("corpus").join(target)).expect("a corpus");
    entries.map(|entry| entry.expect("a readable directory").path()).collect()
}

#[test]
fn every_target_has_a_program_and_a_corpus() {
    let targets: BTreeSet<_> = TARGETS.iter().map(|target| target.name.to_owned()).collect();
    assert_eq!(names("src/bin"), targets);
    assert_eq!(names("corpus"), targets);
    assert!(TARGETS.is_sorted_by_key(|target| target.name));
}

#[test]
fn no_target_fails_on_its_corpus() {
    for target in TARGETS {
        let inputs = inputs(target.name);
        assert!((1..=MAX_INPUTS).contains(&inputs.len()), "{}: {} inputs", target.name, inputs.len());
        for input in inputs {
            let bytes = fs::read(&input).expect("an input");
            assert!(bytes.len() <= MAX_BYTES, "{} has {} bytes", input.display(), bytes.len());
            // Printed only if the target panics.
            println!("{}", input.display());
            (target.run)(&bytes);
        }
    }
}

#[test]
fn no_target_fails_on_nothing_or_on_the_inputs_of_another() {
    let all: Vec<_> = TARGETS.iter().flat_map(|target| inputs(target.name)).collect();
    let all: Vec<_> = all.iter().map(|input| (input, fs::read(input).expect("an input"))).collect();
    for target in TARGETS {
        (target.run)(b"");
        for (input, bytes) in &all {
            println!("{} on {}", target.name, input.display());
            (target.run)(bytes);
        }
    }
}
