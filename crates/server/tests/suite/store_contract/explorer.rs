//! The opening explorer: each game counts once, voided ones do not, and a recount gives the same.

use futures_util::future::join_all;
use yipan_core::Side;
use yipan_server::{
    AppendEntries, AuditRow, ExplorerGame, ExplorerMoveRow, ImportedExplorerGame, ModerationEffect,
    PositionKey, Store,
};

use crate::store_contract::support::{CREATED, append, on_every_store};

/// The first number has the highest bit, which the databases store as a negative number.
const START: PositionKey = PositionKey { hash: u64::MAX - 1, check: 5 };
const NEXT: PositionKey = PositionKey { hash: 7, check: u64::MAX };

fn game(moves: &[(PositionKey, &str)], winner: Option<Side>, rating: Option<u32>) -> ExplorerGame {
    let moves = moves.iter().map(|(position, action)| (*position, (*action).to_owned())).collect();
    ExplorerGame { moves, winner, rating }
}

fn end(room: &str) -> AppendEntries {
    AppendEntries { is_over: true, summary: Some("{}".to_owned()), ..append(room, 0, &["{}"]) }
}

fn row(action: &str, results: [u64; 3], ratings: [u64; 2], rooms: &[&str]) -> ExplorerMoveRow {
    ExplorerMoveRow {
        action: action.to_owned(),
        first_wins: results[0],
        draws: results[1],
        second_wins: results[2],
        rating_sum: ratings[0],
        rated_games: ratings[1],
        recent_rooms: rooms.iter().map(|room| (*room).to_owned()).collect(),
    }
}

async fn moves(store: &dyn Store, position: PositionKey) -> Vec<ExplorerMoveRow> {
    store.explorer_moves(position).await.expect("an answer")
}

#[tokio::test]
async fn a_game_counts_once_even_if_many_count_it() {
    on_every_store("explorer-once", async |store| {
        assert!(store.unexplored_rooms("", 10).await.expect("rooms").is_empty());
        for room in ["AAAAAA", "BBBBBB"] {
            store.append(end(room)).await.expect("an end");
        }
        store.append(append("CCCCCC", 0, &["{}"])).await.expect("a room whose game is not over");
        assert_eq!(store.unexplored_rooms("", 10).await.expect("rooms"), ["AAAAAA", "BBBBBB"]);
        assert_eq!(store.unexplored_rooms("AAAAAA", 10).await.expect("rooms"), ["BBBBBB"]);
        let won = game(&[(START, "e2e4"), (NEXT, "e7e5")], Some(Side::First), Some(1600));
        let counts = (0..10).map(|_| store.count_explorer_game("AAAAAA", Some(won.clone()), true));
        let counted =
            join_all(counts).await.into_iter().filter(|counted| *counted.as_ref().expect("an answer"));
        assert_eq!(counted.count(), 1);
        assert!(!store.count_explorer_game("CCCCCC", Some(won.clone()), true).await.expect("it is not over"));
        assert_eq!(moves(&*store, START).await, [row("e2e4", [1, 0, 0], [1600, 1], &["AAAAAA"])]);
        // A game that does not count is not looked at again.
        assert!(!store.count_explorer_game("BBBBBB", None, false).await.expect("an answer"));
        assert!(store.unexplored_rooms("", 10).await.expect("rooms").is_empty());
        let other = PositionKey { check: START.check + 1, ..START };
        assert!(moves(&*store, other).await.is_empty(), "a collision of the first hash");
        assert!(moves(&*store, PositionKey { hash: 8, ..NEXT }).await.is_empty());
    })
    .await;
}

#[tokio::test]
async fn results_ratings_and_the_latest_rooms_are_added_up() {
    on_every_store("explorer-sums", async |store| {
        let rooms = ["AAAAAA", "BBBBBB", "CCCCCC", "DDDDDDDD", "EEEEEE", "FFFFFF"];
        let results = [Some(Side::First), None, Some(Side::Second), Some(Side::Second), None, None];
        for (number, (room, winner)) in rooms.into_iter().zip(results).enumerate() {
            store.append(end(room)).await.expect("an end");
            let rating = (number < 2).then_some(1500 + number as u32);
            let played = game(&[(START, "e2e4")], winner, rating);
            assert!(store.count_explorer_game(room, Some(played), number != 4).await.expect("an answer"));
        }
        let expected = row("e2e4", [1, 3, 2], [3001, 2], &["FFFFFF", "DDDDDDDD", "CCCCCC", "BBBBBB"]);
        assert_eq!(moves(&*store, START).await, [expected]);
        let rows = store.game_rows(vec!["DDDDDDDD".to_owned(), "unknown".to_owned()]).await.expect("rows");
        let found: Vec<_> = rows.iter().map(|row| (row.room.as_str(), row.created)).collect();
        assert_eq!(found, [("DDDDDDDD", CREATED)]);
    })
    .await;
}

#[tokio::test]
async fn a_voided_game_is_taken_out_and_a_recount_leaves_it_out() {
    on_every_store("explorer-void", async |store| {
        let won = game(&[(START, "e2e4"), (NEXT, "e7e5")], Some(Side::First), Some(1700));
        let drawn = game(&[(START, "e2e4")], None, None);
        for (room, game) in [("AAAAAA", &won), ("BBBBBB", &drawn)] {
            store.append(end(room)).await.expect("an end");
            assert!(store.count_explorer_game(room, Some(game.clone()), true).await.expect("an answer"));
        }
        assert!(store.voided_explorer_rooms(10).await.expect("rooms").is_empty());
        void(&*store, "AAAAAA").await;
        assert_eq!(store.voided_explorer_rooms(10).await.expect("rooms"), ["AAAAAA"]);
        for is_first in [true, false] {
            let removed = store.remove_explorer_game("AAAAAA", Some(won.clone())).await.expect("an answer");
            assert_eq!(removed, is_first);
        }
        assert!(store.voided_explorer_rooms(10).await.expect("rooms").is_empty());
        let left = [row("e2e4", [0, 1, 0], [0, 0], &["BBBBBB"])];
        assert_eq!(moves(&*store, START).await, left);
        assert!(moves(&*store, NEXT).await.is_empty(), "a move without games");
        store.reset_explorer().await.expect("a reset");
        assert!(moves(&*store, START).await.is_empty());
        assert_eq!(store.unexplored_rooms("", 10).await.expect("rooms"), ["AAAAAA", "BBBBBB"]);
        assert!(!store.count_explorer_game("AAAAAA", Some(won.clone()), true).await.expect("an answer"));
        assert!(store.count_explorer_game("BBBBBB", Some(drawn.clone()), true).await.expect("an answer"));
        assert_eq!(moves(&*store, START).await, left);
    })
    .await;
}

/// Voids a game, which must be a rated one.
async fn void(store: &dyn Store, room: &str) {
    use yipan_clock::Millis;
    use yipan_room::RatedGame;
    let rated = RatedGame {
        category: "chess.blitz".parse().expect("a category"),
        users: ["ada", "bob"].map(str::to_owned),
        winner: Some(Side::First),
        ended_at: Millis(CREATED),
    };
    store.replace_rated_games(vec![(room.to_owned(), rated)]).await.expect("a rated game");
    let entry = AuditRow {
        number: 0,
        at: CREATED,
        moderator: None,
        target: None,
        action: "{}".to_owned(),
        reason: "cheating".to_owned(),
    };
    let effect = ModerationEffect::VoidGame { room: room.to_owned() };
    assert!(store.moderate(entry, effect).await.expect("an answer"));
}

#[tokio::test]
async fn an_imported_game_counts_once_and_survives_a_recount() {
    on_every_store("explorer-import", async |store| {
        let import = |digest: &str, winner| ImportedExplorerGame {
            digest: digest.to_owned(),
            game: game(&[(START, "e2e4")], winner, Some(2500)),
        };
        let games = vec![import("a", Some(Side::First)), import("b", None), import("a", Some(Side::First))];
        for _ in 0..2 {
            store.import_explorer_games(games.clone()).await.expect("an import");
        }
        let asked = ["a", "b", "c"].map(str::to_owned).to_vec();
        let mut known = store.imported_digests(asked).await.expect("digests");
        known.sort();
        assert_eq!(known, ["a", "b"]);
        store.append(end("AAAAAA")).await.expect("an end");
        let played = game(&[(START, "e2e4")], Some(Side::Second), None);
        assert!(store.count_explorer_game("AAAAAA", Some(played), true).await.expect("an answer"));
        assert_eq!(moves(&*store, START).await, [row("e2e4", [1, 1, 1], [5000, 2], &["AAAAAA"])]);
        store.reset_explorer().await.expect("a reset");
        assert_eq!(moves(&*store, START).await, [row("e2e4", [1, 1, 0], [5000, 2], &[])]);
    })
    .await;
}
