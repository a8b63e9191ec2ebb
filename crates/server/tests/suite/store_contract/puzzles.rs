//! Attempts at puzzles: each account counts once, and both ratings change with it.

use futures_util::future::join_all;
use yipan_server::{NewPuzzleAttempt, PuzzleRatingKind, Store};

use crate::store_contract::support::{CREATED, add_account, on_every_store};

const DAY: u64 = 86_400_000;

fn attempt(user: &str, puzzle: &str, is_solved: bool) -> NewPuzzleAttempt {
    NewPuzzleAttempt {
        user_id: user.to_owned(),
        puzzle_set: "chess".to_owned(),
        puzzle: puzzle.to_owned(),
        difficulty: 1500,
        is_solved,
        attempted: CREATED,
    }
}

async fn points(store: &dyn Store, kind: PuzzleRatingKind, id: &str) -> Option<i32> {
    let row = store.puzzle_rating("chess", kind, id).await.expect("an answer");
    row.map(|row| row.rating().points())
}

#[tokio::test]
async fn only_the_first_attempt_counts_even_if_many_come_at_once() {
    on_every_store("puzzle-once", async |store| {
        let attempts =
            join_all((0..20).map(|number| store.add_puzzle_attempt(attempt("ada", "abc", number == 0))));
        let counted =
            attempts.await.into_iter().filter(|counted| *counted.as_ref().expect("an answer")).count();
        assert_eq!(counted, 1);
        let row = store.puzzle_rating("chess", PuzzleRatingKind::Solver, "ada").await.expect("an answer");
        let row = row.expect("a rating");
        assert_eq!((row.attempts, row.updated), (1, CREATED));
        let first =
            store.puzzle_attempt("ada", "chess", "abc").await.expect("an answer").expect("an attempt");
        assert_eq!((first.before, first.after, first.attempted), (1500.0, row.value, CREATED));
        assert_eq!(row.solved, u64::from(first.is_solved));
        assert!(store.puzzle_attempt("bob", "chess", "abc").await.expect("an answer").is_none());
    })
    .await;
}

#[tokio::test]
async fn an_attempt_is_a_game_between_solver_and_puzzle() {
    on_every_store("puzzle-ratings", async |store| {
        assert!(store.add_puzzle_attempt(attempt("ada", "easy", true)).await.expect("an answer"));
        assert!(store.add_puzzle_attempt(attempt("bob", "hard", false)).await.expect("an answer"));
        let [ada, bob] = [
            points(&*store, PuzzleRatingKind::Solver, "ada").await.expect("a rating"),
            points(&*store, PuzzleRatingKind::Solver, "bob").await.expect("a rating"),
        ];
        let [easy, hard] = [
            points(&*store, PuzzleRatingKind::Puzzle, "easy").await.expect("a rating"),
            points(&*store, PuzzleRatingKind::Puzzle, "hard").await.expect("a rating"),
        ];
        assert!(ada > 1500 && easy < 1500 && bob < 1500 && hard > 1500, "{ada} {easy} {bob} {hard}");
        // The rating of a puzzle is the one that others have left, not its estimate.
        assert!(store.add_puzzle_attempt(attempt("bob", "easy", true)).await.expect("an answer"));
        assert!(points(&*store, PuzzleRatingKind::Puzzle, "easy").await < Some(easy));
        let later = NewPuzzleAttempt { attempted: CREATED + 400 * DAY, ..attempt("ada", "hard", true) };
        let before = store.puzzle_rating("chess", PuzzleRatingKind::Solver, "ada").await.expect("an answer");
        assert!(store.add_puzzle_attempt(later).await.expect("an answer"));
        let after = store.puzzle_rating("chess", PuzzleRatingKind::Solver, "ada").await.expect("an answer");
        assert!(after.expect("a rating").value > before.expect("a rating").value);
    })
    .await;
}

#[tokio::test]
async fn sets_are_rated_apart_and_a_deleted_account_has_no_attempts() {
    on_every_store("puzzle-sets", async |store| {
        add_account(&*store, "1", "ada").await;
        store.add_puzzle_attempt(attempt("1", "abc", true)).await.expect("an answer");
        for puzzle in ["abc", "def"] {
            let attempt =
                NewPuzzleAttempt { puzzle_set: "xiangqi".to_owned(), ..attempt("1", puzzle, false) };
            assert!(store.add_puzzle_attempt(attempt).await.expect("an answer"), "{puzzle}");
        }
        let rows = store.puzzle_ratings_of("1").await.expect("ratings");
        let counts: Vec<_> =
            rows.iter().map(|row| (row.puzzle_set.as_str(), row.attempts, row.solved)).collect();
        assert_eq!(counts, [("xiangqi", 2, 0), ("chess", 1, 1)]);
        store.delete_account("1", 5).await.expect("it is deleted");
        assert!(store.puzzle_ratings_of("1").await.expect("ratings").is_empty());
        assert!(store.puzzle_attempt("1", "chess", "abc").await.expect("an answer").is_none());
        assert!(points(&*store, PuzzleRatingKind::Puzzle, "abc").await.is_some(), "the puzzle stays rated");
    })
    .await;
}
