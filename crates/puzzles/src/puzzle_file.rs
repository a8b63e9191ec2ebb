use std::collections::HashSet;
use std::fmt;
use std::str::FromStr;

use yipan_core::NullSink;

use crate::{ParsePuzzleError, Puzzle, PuzzleSet};

/// The first word of a file, and the version of the format.
const MAGIC: &str = "yipan-puzzles";
const VERSION: &str = "1";

/// A set of puzzles.
///
/// The first line is `yipan-puzzles 1 SET` and where the puzzles come from, as `key=number`. Each other line is a
/// puzzle as [`Puzzle`] writes it. A puzzle takes about 110 bytes, and a third of that when the file is compressed for
/// the page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleFile {
    /// The set.
    pub set: PuzzleSet,
    /// The way the puzzles were made, which continues the file.
    pub provenance: Provenance,
    /// The puzzles, each position once.
    pub puzzles: Vec<Puzzle>,
}

/// The way the puzzles of a file were made. Equal numbers give equal puzzles.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Provenance {
    /// The seed of the games.
    pub seed: u64,
    /// The number of games that were played.
    pub games: u64,
    /// The nodes with which each move of a solution was searched.
    pub nodes: u64,
    /// The nodes of the check that all puzzles have passed; 0 without a check.
    pub checked: u64,
}

impl Provenance {
    const KEYS: [&'static str; 4] = ["seed", "games", "nodes", "checked"];

    /// Returns the field with this key.
    fn field(&mut self, key: &str) -> Option<&mut u64> {
        Some(match key {
            "seed" => &mut self.seed,
            "games" => &mut self.games,
            "nodes" => &mut self.nodes,
            "checked" => &mut self.checked,
            _ => return None,
        })
    }
}

impl fmt::Display for Provenance {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Provenance { seed, games, nodes, checked } = self;
        write!(f, "seed={seed} games={games} nodes={nodes} checked={checked}")
    }
}

impl PuzzleFile {
    /// Creates a file without puzzles.
    #[must_use]
    pub const fn new(set: PuzzleSet, provenance: Provenance) -> PuzzleFile {
        PuzzleFile { set, provenance, puzzles: Vec::new() }
    }

    /// Returns the first puzzle whose position or moves break the rules of the game.
    #[must_use]
    pub fn first_illegal(&self) -> Option<&Puzzle> {
        self.puzzles.iter().find(|puzzle| !is_legal(self.set, puzzle))
    }
}

fn is_legal(set: PuzzleSet, puzzle: &Puzzle) -> bool {
    let Ok(mut game) = puzzle.start_game(set) else { return false };
    puzzle.moves.iter().all(|action| game.apply_action(action, &mut NullSink).is_ok())
}

impl fmt::Display for PuzzleFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{MAGIC} {VERSION} {} {}", self.set, self.provenance)?;
        self.puzzles.iter().try_for_each(|puzzle| writeln!(f, "{puzzle}"))
    }
}

/// The error of a text that is not a puzzle file.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ReadPuzzleFileError {
    /// The first line does not name this format.
    #[error("this is not a puzzle file: the first line must begin with `{} {} SET`", MAGIC, VERSION)]
    Header,
    /// A field of the first line is missing, unknown or not a number.
    #[error("the first line must have {}, each with a number", Provenance::KEYS.map(|key| format!("{key}=")).join(", "))]
    Provenance,
    /// A line is not a puzzle.
    #[error("line {line}: {error}")]
    Puzzle {
        /// The number of the line, from 1.
        line: usize,
        /// The reason.
        error: ParsePuzzleError,
    },
    /// A position occurs twice.
    #[error("line {line} repeats an earlier position; remove it")]
    Repeated {
        /// The number of the line, from 1.
        line: usize,
    },
}

impl FromStr for PuzzleFile {
    type Err = ReadPuzzleFileError;

    fn from_str(text: &str) -> Result<PuzzleFile, ReadPuzzleFileError> {
        let mut lines = text.lines();
        let mut words = lines.next().unwrap_or_default().split(' ');
        if [words.next(), words.next()] != [Some(MAGIC), Some(VERSION)] {
            return Err(ReadPuzzleFileError::Header);
        }
        let set = words.next().and_then(|name| name.parse().ok()).ok_or(ReadPuzzleFileError::Header)?;
        let fields: Vec<_> = words.filter_map(|word| word.split_once('=')).collect();
        if !fields.iter().map(|(key, _)| *key).eq(Provenance::KEYS) {
            return Err(ReadPuzzleFileError::Provenance);
        }
        let mut file = PuzzleFile::new(set, Provenance::default());
        for (key, value) in fields {
            let field = file.provenance.field(key).ok_or(ReadPuzzleFileError::Provenance)?;
            *field = value.parse().map_err(|_| ReadPuzzleFileError::Provenance)?;
        }
        let mut seen = HashSet::new();
        for (index, line) in lines.enumerate() {
            let line_number = index + 2;
            let puzzle: Puzzle =
                line.parse().map_err(|error| ReadPuzzleFileError::Puzzle { line: line_number, error })?;
            if !seen.insert(puzzle.id()) {
                return Err(ReadPuzzleFileError::Repeated { line: line_number });
            }
            file.puzzles.push(puzzle);
        }
        Ok(file)
    }
}
