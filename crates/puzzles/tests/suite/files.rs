//! The file of puzzles: round trips, and damaged text.

use yipan_puzzles::{
    ParsePuzzleError, Provenance, Puzzle, PuzzleFile, PuzzleSet, PuzzleTheme, ReadPuzzleFileError,
};
use yipan_testkit::mutated_text::TextMutator;

const HEADER: &str = "yipan-puzzles 1 chess seed=7 games=12 nodes=20000 checked=80000";
const MATE: &str = "6k1/5ppp/8/8/8/8/8/R6K w - - 0 1|a1a8|mate,mate-in-1,back-rank-mate|600";
const FORK: &str = "r3k3/8/8/1N6/8/8/8/1K6 w - - 0 1|b5c7 e8d7 c7a8|advantage,fork|900";

#[test]
fn a_file_is_read_as_it_was_written() {
    let text = format!("{HEADER}\n{MATE}\n{FORK}\n");
    let file: PuzzleFile = text.parse().unwrap();
    assert_eq!((file.set, file.puzzles.len()), (PuzzleSet::Chess, 2));
    assert_eq!(file.provenance, Provenance { seed: 7, games: 12, nodes: 20_000, checked: 80_000 });
    assert_eq!(file.puzzles[1].themes, [PuzzleTheme::Advantage, PuzzleTheme::Fork]);
    assert_eq!(file.to_string(), text);
    assert_eq!(file.first_illegal(), None);
}

#[track_caller]
fn check_error(text: &str, expected: &str) {
    let error = text.parse::<PuzzleFile>().expect_err(text);
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_wrong_file_is_explained() {
    let not_a_file = "this is not a puzzle file: the first line must begin with `yipan-puzzles 1 SET`";
    for text in ["", "\n", "yipan-puzzles 2 chess", "yipan-puzzles 1 go seed=1", "yipan-puzzles 1"] {
        check_error(text, not_a_file);
    }
    let fields = "the first line must have seed=, games=, nodes=, checked=, each with a number";
    check_error("yipan-puzzles 1 chess", fields);
    check_error("yipan-puzzles 1 chess seed=1 games=x nodes=1 checked=0", fields);
    check_error("yipan-puzzles 1 chess seed=1 seed=1 nodes=1 checked=0", fields);
    let parts =
        "a puzzle has four parts, POSITION|MOVES|THEMES|DIFFICULTY, and with dice a fifth; this line has 2";
    check_error(&format!("{HEADER}\n{MATE}\na|b"), &format!("line 3: {parts}"));
    check_error(&format!("{HEADER}\n{MATE}\n{MATE}"), "line 3 repeats an earlier position; remove it");
}

#[test]
fn a_wrong_line_is_explained() {
    let parse = |line: &str| line.parse::<Puzzle>().unwrap_err();
    assert_eq!(parse("a|b c||1"), ParsePuzzleError::EvenMoves { moves: 2 });
    assert_eq!(parse("a|||1"), ParsePuzzleError::EvenMoves { moves: 0 });
    assert_eq!(parse("a|b||x"), ParsePuzzleError::Difficulty);
    assert_eq!(parse("a|b||1|die\r"), ParsePuzzleError::ControlCharacter);
    assert_eq!(parse("a|b|knight|1").to_string(), "`knight` is not a theme of puzzles");
}

#[test]
fn damaged_text_is_an_error_or_another_file() {
    let samples = [format!("{HEADER}\n{MATE}\n{FORK}\n"), HEADER.to_owned(), format!("{HEADER}\n{FORK}")];
    let mut mutator = TextMutator::new(24, samples);
    let (mut errors, mut files) = (0, 0);
    for _ in 0..20_000 {
        match mutator.next_text().parse::<PuzzleFile>() {
            Err(ReadPuzzleFileError::Header | ReadPuzzleFileError::Provenance) => errors += 1,
            Err(error) => assert!(error.to_string().starts_with("line "), "{error}"),
            Ok(file) => {
                files += 1;
                // What was read can be written, and illegal moves are found without a panic.
                assert_eq!(file.to_string().parse(), Ok(file.clone()));
                let _ = file.first_illegal();
            }
        }
    }
    assert!(errors > 100 && files > 100, "{errors} errors, {files} files");
}

#[test]
fn an_illegal_solution_is_found() {
    let text = format!("{HEADER}\n{MATE}\n6k1/5ppp/8/8/8/8/8/RR5K w - - 0 1|a1h8|mate|600\n");
    let file: PuzzleFile = text.parse().unwrap();
    assert_eq!(file.first_illegal(), file.puzzles.last());
}

#[test]
fn an_identifier_follows_from_the_position() {
    let [mate, fork]: [Puzzle; 2] = [MATE, FORK].map(|line| line.parse().unwrap());
    assert_eq!(mate.id(), Puzzle { difficulty: 1, ..mate.clone() }.id());
    assert_ne!(mate.id(), fork.id());
    assert!(mate.id().len() == 7 && mate.id().bytes().all(|byte| byte.is_ascii_alphanumeric()));
}
