//! Puzzles: positions in which exactly one line wins.
//!
//! [`PuzzleMaker`] plays even games, tries mistakes that one move punishes, and extends each to a line in which every
//! move of the solver is the only one. [`PuzzleMaker::check`] repeats that with another number of
//! nodes. Puzzles of liuzichong come from its tablebase, those with dice from an exact search. [`PuzzleFile`] stores a set of
//! puzzles as text.
//!
//! ```
//! use yipan_puzzles::PuzzleFile;
//!
//! let text = "yipan-puzzles 1 chess seed=1 games=4 nodes=20000 checked=0\n\
//!     6k1/5ppp/8/8/8/8/8/R6K w - - 0 1|a1a8|mate,mate-in-1,back-rank-mate|600\n";
//! let file: PuzzleFile = text.parse()?;
//! assert_eq!(file.puzzles[0].moves, ["a1a8"]);
//! assert_eq!(file.to_string(), text);
//! # Ok::<(), yipan_puzzles::ReadPuzzleFileError>(())
//! ```
//!
//! This crate performs no I/O and uses no randomness other than a given seed.

mod any_puzzle_maker;
mod chess;
mod dice;
mod dice_win_search;
mod liuzichong;
mod mistakes;
mod only_line;
mod positions;
mod puzzle;
mod puzzle_check;
mod puzzle_file;
mod puzzle_game;
mod puzzle_maker;
mod puzzle_set;
mod random_choice;
mod solution;
mod symmetry;
mod theme;
mod xiangqi;

pub use any_puzzle_maker::AnyPuzzleMaker;
pub use dice::DicePuzzleMaker;
pub use liuzichong::LiuzichongPuzzleMaker;
pub use puzzle::{ParsePuzzleError, Puzzle, PuzzleId};
pub use puzzle_check::PuzzleCheck;
pub use puzzle_file::{Provenance, PuzzleFile, ReadPuzzleFileError};
pub use puzzle_game::PuzzleGame;
pub use puzzle_maker::PuzzleMaker;
pub use puzzle_set::{PuzzleSet, UnknownPuzzleSetError};
pub use theme::{ParseThemeError, PuzzleTheme};
