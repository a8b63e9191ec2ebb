//! The files that the page loads.

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use yipan_puzzles::{AnyPuzzleMaker, Puzzle, PuzzleCheck, PuzzleFile, PuzzleSet};

/// The greatest size of all files together, in bytes.
const MAX_BYTES: usize = 1_500_000;
/// The least number of puzzles of each set.
const MIN_COUNTS: [(PuzzleSet, usize); 4] = [
    (PuzzleSet::Chess, 5_000),
    (PuzzleSet::Xiangqi, 3_000),
    (PuzzleSet::Liuzichong, 500),
    (PuzzleSet::Dice, 200),
];
/// The number of puzzles of each set that are searched again here; `yipan puzzles check` searches all of them.
const SAMPLES: usize = 8;

pub(crate) fn shipped(set: PuzzleSet) -> (PuzzleFile, usize) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("../web/site/puzzles/{set}.txt"));
    let text = fs::read_to_string(&path).unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    let file = text.parse().unwrap_or_else(|error| panic!("{}: {error}", path.display()));
    (file, text.len())
}

#[test]
fn every_shipped_solution_is_legal() {
    let mut bytes = 0;
    for (set, min_count) in MIN_COUNTS {
        let (file, length) = shipped(set);
        bytes += length;
        assert_eq!((file.set, file.first_illegal()), (set, None));
        assert!(file.puzzles.len() >= min_count, "{set} has {} puzzles", file.puzzles.len());
        assert!(file.provenance.checked > file.provenance.nodes, "{set}: checked with more nodes than made");
        let ids: HashSet<_> = file.puzzles.iter().map(Puzzle::id).collect();
        assert_eq!(ids.len(), file.puzzles.len());
        let positions: HashSet<_> = file.puzzles.iter().map(|puzzle| puzzle.symmetry_key(set)).collect();
        assert_eq!(positions.len(), file.puzzles.len(), "{set} has reflections of a position");
    }
    assert!(bytes <= MAX_BYTES, "{bytes} bytes");
}

#[test]
fn a_sample_has_the_same_solution_again() {
    for set in PuzzleSet::ALL {
        let (file, _) = shipped(set);
        let mut maker = AnyPuzzleMaker::new(set, file.provenance.checked);
        for puzzle in file.puzzles.iter().step_by(file.puzzles.len().div_ceil(SAMPLES)) {
            assert_eq!(maker.check(puzzle), PuzzleCheck::Unique, "{puzzle}");
        }
    }
}
