use yipan_clock::Millis;
use yipan_core::Side;
use yipan_server::{AppendEntries, CorrespondenceTurn};

use crate::store_contract::support::{append, on_every_store};

fn turn(side: Side, at: u64, deadline: u64, plies: usize) -> Option<CorrespondenceTurn> {
    let users = ["ada".to_owned(), "bob".to_owned()];
    let (since, logged_until, deadline) = (Millis(at), Millis(at), Millis(deadline));
    Some(CorrespondenceTurn { side, users, since, logged_until, deadline, plies })
}

#[tokio::test]
async fn a_running_game_is_found_by_its_players_and_its_deadline() {
    on_every_store("correspondence", async |store| {
        for (room, deadline) in [("AAAAAA", 900), ("BBBBBB", 500)] {
            let summary = Some(format!("the game {room}"));
            let seated_users = vec!["ada".to_owned(), "bob".to_owned()];
            let correspondence = turn(Side::First, 100, deadline, 0);
            let started = AppendEntries {
                summary,
                seated_users,
                correspondence,
                ..append(room, 0, &[r#"{"at":100}"#])
            };
            store.append(started).await.expect("a game");
        }
        store.append(append("CCCCCC", 0, &["{}"])).await.expect("another game");
        let rooms = async |user: &str| -> Vec<(String, bool)> {
            let games = store.correspondence_games_of(user, 10).await.expect("games");
            games.into_iter().map(|game| (game.room, game.turn_user == user)).collect()
        };
        let listed = |room: &str, is_own| (room.to_owned(), is_own);
        assert_eq!(rooms("ada").await, [listed("BBBBBB", true), listed("AAAAAA", true)]);
        let moved =
            AppendEntries { correspondence: turn(Side::Second, 200, 400, 1), ..append("AAAAAA", 1, &["{}"]) };
        store.append(moved).await.expect("a move");
        assert_eq!(
            rooms("ada").await,
            [listed("BBBBBB", true), listed("AAAAAA", false)],
            "own turns come first"
        );
        assert_eq!(rooms("bob").await, [listed("AAAAAA", true), listed("BBBBBB", false)]);
        assert!(rooms("eve").await.is_empty());
        let games = store.correspondence_games_of("bob", 1).await.expect("games");
        let game = &games[0];
        assert_eq!((game.turn_since, game.logged_until, game.deadline, game.plies), (200, 200, 400, 1));
        assert_eq!(game.summary, "the game AAAAAA");
        assert_eq!(store.due_correspondence_games(450, 10).await.expect("games"), ["AAAAAA"]);
        assert_eq!(store.due_correspondence_games(900, 10).await.expect("games"), ["AAAAAA", "BBBBBB"]);
        assert_eq!(
            store.unfinished_rooms(None).await.expect("rooms"),
            ["CCCCCC"],
            "they are loaded on demand"
        );
        assert!(store.is_running_correspondence("AAAAAA").await.expect("an answer"));
        let over = AppendEntries { is_over: true, ..append("AAAAAA", 2, &["{}"]) };
        store.append(over).await.expect("an end");
        assert!(!store.is_running_correspondence("AAAAAA").await.expect("an answer"));
        assert_eq!(rooms("bob").await, [listed("BBBBBB", false)]);
    })
    .await;
}

#[tokio::test]
async fn the_time_without_a_server_is_recorded_once_and_forgotten_when_no_game_needs_it() {
    on_every_store("service-outages", async |store| {
        let summary = Some("a game".to_owned());
        let correspondence = turn(Side::First, 100, 900, 0);
        let started = AppendEntries { summary, correspondence, ..append("AAAAAA", 0, &[r#"{"at":100}"#]) };
        store.append(started).await.expect("a game");
        store.record_alive(100, 0).await.expect("the first server");
        for now in [150, 160] {
            store.record_alive(now, 60).await.expect("a sign");
        }
        assert!(store.outages_after(0).await.expect("outages").is_empty());
        // Two servers start at once.
        for _ in 0..2 {
            store.record_alive(300, 0).await.expect("a start");
        }
        store.record_alive(320, 60).await.expect("a sign");
        store.record_alive(500, 60).await.expect("a sign after a pause");
        let outages = store.outages_after(0).await.expect("outages");
        assert_eq!(outages, [(Millis(160), Millis(300)), (Millis(320), Millis(500))]);
        assert_eq!(store.outages_after(300).await.expect("outages"), outages[1..]);
        let games = store.correspondence_games_of("ada", 1).await.expect("games");
        assert_eq!(games[0].deadline_after(&outages), 900 + 140 + 180);
        store.record_alive(400, 0).await.expect("a server whose clock is behind");
        assert_eq!(store.outages_after(0).await.expect("outages"), outages);
        let caught_up = turn(Side::First, 100, 1220, 0)
            .map(|turn| CorrespondenceTurn { logged_until: Millis(500), ..turn });
        let logged = AppendEntries { correspondence: caught_up, ..append("AAAAAA", 1, &["{}"]) };
        store.append(logged).await.expect("the outages are in the log");
        store.record_alive(510, 60).await.expect("a sign");
        assert!(store.outages_after(0).await.expect("outages").is_empty());
    })
    .await;
}

#[tokio::test]
async fn turns_are_read_until_a_time_that_never_goes_back() {
    on_every_store("turns-read", async |store| {
        assert_eq!(store.turns_read_until("ada").await.expect("a time"), 0);
        for (until, stored) in [(5, 5), (9, 9), (7, 9)] {
            store.mark_turns_read("ada", until).await.expect("a mark");
            assert_eq!(store.turns_read_until("ada").await.expect("a time"), stored);
        }
        assert_eq!(store.turns_read_until("bob").await.expect("a time"), 0);
        store
            .append(AppendEntries { seated_users: vec!["ada".to_owned()], ..append("AAAAAA", 0, &["{}"]) })
            .await
            .expect("a room");
        assert_eq!(store.waiting_rooms_of("ada").await.expect("a number"), 1);
        assert_eq!(store.waiting_rooms_of("bob").await.expect("a number"), 0);
    })
    .await;
}
