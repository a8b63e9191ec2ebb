use yipan_puzzles::PuzzleFile;
use yipan_testkit::laws;

use crate::input;

/// Parses any text as a file of puzzles. An accepted file must round-trip, and its puzzles must be checkable.
pub fn puzzle_file(bytes: &[u8]) {
    if let Ok(file) = input::text(bytes).parse::<PuzzleFile>() {
        laws::text_round_trips(&file);
        let _ = file.first_illegal();
    }
}
