//! The choice of a puzzle.

use yipan_core::splitmix64;
use yipan_puzzles::{Puzzle, PuzzleFile, PuzzleTheme};

use crate::puzzles::puzzle_progress::PuzzleProgress;

/// The number of puzzles after which a streak has reached the hardest. A short file has fewer.
const STREAK_STEPS: usize = 50;

/// Returns the puzzle of a day, the same for all players. Days are counted from 1970-01-01 in UTC.
#[must_use]
pub fn daily_puzzle(file: &PuzzleFile, day: u64) -> Option<&Puzzle> {
    let hash = |text: &str| text.bytes().fold(0, |hash, byte| splitmix64(hash ^ u64::from(byte)).1);
    let hashes: Vec<u64> = file.puzzles.iter().map(|puzzle| hash(&puzzle.id())).collect();
    // The greatest number wins, so that a new puzzle in the file changes only the days that it takes itself.
    let best_except = |day: u64, other: Option<usize>| {
        let seed = splitmix64(day).1;
        let indices = (0..hashes.len()).filter(|index| Some(*index) != other);
        indices.max_by_key(|index| splitmix64(seed ^ hashes[*index]).1)
    };
    let best_two = |day: u64| {
        let best = best_except(day, None);
        [best, best_except(day, best)]
    };
    // A puzzle that was not even the second best of the day before is chosen whatever the earlier days had.
    let is_free = |day: &u64| !best_two(*day - 1).contains(&best_two(*day)[0]);
    let first = (1..=day).rev().find(is_free).unwrap_or(0);
    let chosen = (first..=day).fold(None, |before: Option<usize>, day| {
        let [best, second] = best_two(day);
        if best == before { second.or(best) } else { best }
    });
    file.puzzles.get(chosen?)
}

/// The number of puzzles among which one near the player's rating is chosen.
const NEAR_COUNT: usize = 24;

/// Returns a puzzle with the theme for practice: not the current one if there is another, one that is not solved yet if
/// there is any, and one whose difficulty is near the player's rating if that is known.
#[must_use]
pub fn practice_puzzle<'a>(
    file: &'a PuzzleFile,
    theme: Option<PuzzleTheme>,
    progress: &PuzzleProgress,
    current: Option<&Puzzle>,
    rating: Option<i32>,
    seed: u64,
) -> Option<&'a Puzzle> {
    let has_theme = |puzzle: &&Puzzle| theme.is_none_or(|theme| puzzle.themes.contains(&theme));
    let all: Vec<_> = file.puzzles.iter().filter(has_theme).collect();
    let others: Vec<_> = all.iter().copied().filter(|puzzle| current != Some(*puzzle)).collect();
    let is_new = |puzzle: &&Puzzle| !progress.is_solved(file.set, &puzzle.id());
    let unsolved: Vec<_> = others.iter().copied().filter(is_new).collect();
    let candidates = [unsolved, others, all].into_iter().find(|puzzles| !puzzles.is_empty())?;
    pick(&near_rating(candidates, rating), seed)
}

/// Returns the puzzles whose difficulties are nearest to a rating; all of them without one.
fn near_rating(mut puzzles: Vec<&Puzzle>, rating: Option<i32>) -> Vec<&Puzzle> {
    if let Some(points) = rating.and_then(|points| u32::try_from(points).ok()) {
        puzzles.sort_by_key(|puzzle| puzzle.difficulty.abs_diff(points));
        puzzles.truncate(NEAR_COUNT);
    }
    puzzles
}

/// Returns the puzzle of a streak after `solved` others. They become harder, and none comes twice before all have come.
#[must_use]
pub fn streak_puzzle(file: &PuzzleFile, solved: u32, seed: u64) -> Option<&Puzzle> {
    let mut sorted: Vec<_> = file.puzzles.iter().collect();
    sorted.sort_by_key(|puzzle| puzzle.difficulty);
    let last = sorted.len().checked_sub(1)?;
    let (solved, steps) = (solved as usize, sorted.len().min(STREAK_STEPS));
    let of_step = |step: usize| {
        let bounds = [step, step + 1].map(|step| step * sorted.len() / steps);
        pick(&sorted[bounds[0]..bounds[1]], seed.wrapping_add(step as u64))
    };
    if solved < steps {
        return of_step(solved);
    }
    let used: Vec<_> = (0..steps).filter_map(of_step).collect();
    let mut rest = sorted.iter().rev().copied().filter(|puzzle| !used.contains(puzzle));
    let turn = solved - steps;
    // After all of them the hardest come in turn. The very hardest may just have been solved, so it does not begin.
    rest.nth(turn).or_else(|| sorted.get(last - (turn + 1) % steps).copied())
}

/// Returns the themes of a file, each with its number of puzzles.
#[must_use]
pub fn theme_counts(file: &PuzzleFile) -> Vec<(PuzzleTheme, usize)> {
    let count =
        |theme: PuzzleTheme| file.puzzles.iter().filter(|puzzle| puzzle.themes.contains(&theme)).count();
    let counts = PuzzleTheme::ALL.iter().map(|theme| (*theme, count(*theme)));
    counts.filter(|(_, count)| *count > 0).collect()
}

fn pick<'a>(puzzles: &[&'a Puzzle], seed: u64) -> Option<&'a Puzzle> {
    let index = splitmix64(seed).1 % u64::try_from(puzzles.len()).ok().filter(|length| *length > 0)?;
    puzzles.get(usize::try_from(index).ok()?).copied()
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use yipan_puzzles::{Provenance, PuzzleSet};

    use super::*;

    fn file(count: u32) -> PuzzleFile {
        let themes = |number: u32| {
            if number.is_multiple_of(3) { vec![PuzzleTheme::Fork] } else { vec![PuzzleTheme::Mate] }
        };
        let puzzle = |number: u32| Puzzle {
            position: number.to_string(),
            moves: vec!["a1a2".to_owned()],
            themes: themes(number),
            difficulty: 1000 - number,
            dice: Vec::new(),
        };
        let puzzles = (0..count).map(puzzle).collect();
        PuzzleFile { puzzles, ..PuzzleFile::new(PuzzleSet::Chess, Provenance::default()) }
    }

    #[test]
    fn a_day_has_one_puzzle_and_days_differ() {
        let file = file(300);
        let days: HashSet<_> =
            (20_000..20_100).map(|day| daily_puzzle(&file, day).expect("a puzzle").id()).collect();
        assert!(days.len() > 70, "{} different puzzles on 100 days", days.len());
        assert_eq!(daily_puzzle(&file, 20_000), daily_puzzle(&file, 20_000));
        assert_eq!(daily_puzzle(&self::file(0), 1), None);
    }

    #[test]
    fn neighboring_days_differ_and_a_longer_file_keeps_most_days() {
        for count in [2, 3, 5, 300] {
            let file = file(count);
            let days: Vec<_> = (1_000..1_040).map(|day| daily_puzzle(&file, day)).collect();
            assert!(days.windows(2).all(|days| days[0] != days[1]), "{count}");
        }
        let (short, long, one) = (file(300), file(310), file(1));
        let is_kept = |day: &u64| daily_puzzle(&short, *day) == daily_puzzle(&long, *day);
        let kept = (20_000..20_100).filter(is_kept).count();
        assert!(kept > 85, "{kept} of 100 days are kept");
        assert_eq!(daily_puzzle(&one, 20_000), one.puzzles.first());
    }

    #[test]
    fn practice_prefers_what_is_not_solved() {
        let (file, mut progress) = (file(30), PuzzleProgress::default());
        for seed in 0..20 {
            let puzzle = practice_puzzle(&file, Some(PuzzleTheme::Fork), &progress, None, None, seed)
                .expect("a puzzle");
            assert!(puzzle.themes.contains(&PuzzleTheme::Fork));
            if seed < 10 {
                assert!(!progress.is_solved(PuzzleSet::Chess, &puzzle.id()));
                progress.record_solved(PuzzleSet::Chess, &puzzle.id());
            }
        }
        assert_eq!(practice_puzzle(&file, Some(PuzzleTheme::Pin), &progress, None, None, 1), None);
        let two = self::file(2);
        for seed in 0..20 {
            let current = two.puzzles.first();
            let chosen = practice_puzzle(&two, None, &progress, current, None, seed);
            assert_eq!(chosen, two.puzzles.last());
        }
        let one = self::file(1);
        assert_eq!(practice_puzzle(&one, None, &progress, one.puzzles.first(), None, 1), one.puzzles.first());
    }

    #[test]
    fn practice_is_near_the_rating_if_that_is_known() {
        let (file, progress) = (file(300), PuzzleProgress::default());
        let difficulties = |rating| -> HashSet<u32> {
            let puzzle =
                |seed| practice_puzzle(&file, None, &progress, None, rating, seed).expect("a puzzle");
            (0..200).map(|seed| puzzle(seed).difficulty).collect()
        };
        let near = difficulties(Some(850));
        assert!(near.len() > 10 && near.iter().all(|difficulty| difficulty.abs_diff(850) <= 12), "{near:?}");
        let hardest = difficulties(Some(2500));
        assert!(hardest.iter().all(|difficulty| *difficulty > 1000 - NEAR_COUNT as u32), "{hardest:?}");
        assert!(difficulties(None).len() > 100);
    }

    #[test]
    fn a_streak_becomes_harder() {
        let file = file(500);
        let difficulties: Vec<_> =
            (0..60).map(|solved| streak_puzzle(&file, solved, 9).expect("a puzzle").difficulty).collect();
        assert!(difficulties[..50].is_sorted(), "{difficulties:?}");
        for count in [1, 2, 7, 49, 51, 120] {
            let short = self::file(count);
            let streak: Vec<_> =
                (0..200).map(|solved| streak_puzzle(&short, solved, 3).expect("a puzzle").id()).collect();
            let different: HashSet<_> = streak.iter().take(count as usize).collect();
            assert_eq!(different.len(), count as usize, "none comes twice before all have come");
            assert!(count == 1 || streak.windows(2).all(|pair| pair[0] != pair[1]), "{count}");
        }
        assert_eq!(streak_puzzle(&self::file(0), 0, 1), None);
    }

    #[test]
    fn themes_are_counted() {
        assert_eq!(theme_counts(&file(30)), [(PuzzleTheme::Mate, 20), (PuzzleTheme::Fork, 10)]);
    }
}
