use futures_util::future::join_all;
use yipan_server::{AppendEntries, StoreError, StoreStatus};

use crate::store_contract::support::{CREATED, append, on_every_store};

#[tokio::test]
async fn a_log_is_read_as_it_was_appended_from_any_number_on() {
    on_every_store("log", async |store| {
        assert!(store.log("AAAAAA", 0).await.expect("no log").is_empty());
        store.append(append("AAAAAA", 0, &["{\"a\":1}", "two"])).await.expect("the first entries");
        store.append(append("AAAAAA", 2, &["三"])).await.expect("the next entry");
        store.append(append("BBBBBB", 0, &["other"])).await.expect("another room");
        assert_eq!(store.log("AAAAAA", 0).await.expect("a log"), ["{\"a\":1}", "two", "三"]);
        assert_eq!(store.log("AAAAAA", 1).await.expect("a log"), ["two", "三"]);
        assert!(store.log("AAAAAA", 3).await.expect("a log").is_empty());
        assert_eq!(store.log("BBBBBB", 0).await.expect("a log"), ["other"]);
    })
    .await;
}

#[tokio::test]
async fn an_entry_is_never_replaced_and_a_conflict_writes_nothing() {
    on_every_store("conflict", async |store| {
        store.append(append("AAAAAA", 0, &["one"])).await.expect("the first entry");
        for (seq, entries) in [(0, &["other"][..]), (0, &["other", "two"])] {
            let error = store.append(append("AAAAAA", seq, entries)).await.expect_err("it is taken");
            assert!(matches!(error, StoreError::Conflict(_)), "{error:?}");
        }
        store.append(append("AAAAAA", 1, &["two"])).await.expect("the next entry");
        let seated =
            AppendEntries { seated_users: vec!["ada".to_owned()], ..append("AAAAAA", 1, &["two", "three"]) };
        let error = store.append(seated).await.expect_err("it is taken");
        assert!(matches!(error, StoreError::Conflict(_)), "{error:?}");
        assert_eq!(store.log("AAAAAA", 0).await.expect("a log"), ["one", "two"]);
        assert!(!store.is_seated("ada", "AAAAAA").await.expect("an answer"), "all of an append or nothing");
        assert_eq!(*store.status().borrow(), StoreStatus::Writable, "a conflict is no outage");
    })
    .await;
}

#[tokio::test]
async fn many_appends_at_once_succeed_or_fail_each_on_its_own() {
    on_every_store("batch", async |store| {
        store.append(append("ROOM007", 0, &["taken"])).await.expect("a room");
        let codes: Vec<_> = (0..300).map(|number| format!("ROOM{number:03}")).collect();
        let appends = codes.iter().map(|code| store.append(append(code, 0, &["one", "two"])));
        for (code, result) in codes.iter().zip(join_all(appends).await) {
            match result {
                Err(StoreError::Conflict(_)) => assert_eq!(code, "ROOM007"),
                result => result.expect(code),
            }
        }
        let appends = codes.iter().map(|code| store.append(append(code, 2, &["three"])));
        let failed = join_all(appends).await.iter().filter(|result| result.is_err()).count();
        assert!(failed <= 1, "only the room without an entry before may fail");
        assert_eq!(store.log("ROOM042", 0).await.expect("a log"), ["one", "two", "three"]);
        assert_eq!(store.log("ROOM007", 0).await.expect("a log")[0], "taken");
    })
    .await;
}

#[tokio::test]
async fn unfinished_rooms_and_the_latest_time_are_those_of_games_that_are_not_over() {
    on_every_store("unfinished", async |store| {
        assert_eq!(store.latest_entry_time().await.expect("an answer"), 0);
        store.append(append("AAAAAA", 0, &[r#"{"at":5}"#, r#"{"at":9}"#])).await.expect("a room");
        store.append(append("BBBBBB", 0, &[r#"{"at":7}"#])).await.expect("a room");
        store.append(append("CCCCCC", 0, &["damaged"])).await.expect("a room");
        let over = AppendEntries { is_over: true, ..append("AAAAAA", 2, &[r#"{"at":11}"#]) };
        let mut unfinished = store.unfinished_rooms(None).await.expect("rooms");
        unfinished.sort();
        assert_eq!(unfinished, ["AAAAAA", "BBBBBB", "CCCCCC"]);
        assert_eq!(store.latest_entry_time().await.expect("an answer"), 9);
        store.append(over).await.expect("the end");
        let mut unfinished = store.unfinished_rooms(None).await.expect("rooms");
        unfinished.sort();
        assert_eq!(unfinished, ["BBBBBB", "CCCCCC"]);
        assert_eq!(store.latest_entry_time().await.expect("an answer"), 7);
    })
    .await;
}

#[tokio::test]
async fn seats_and_summaries_follow_the_appends() {
    on_every_store("seats", async |store| {
        let users = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect::<Vec<_>>();
        let opened = AppendEntries { seated_users: users(&["ada", "bob"]), ..append("AAAAAA", 0, &["one"]) };
        store.append(opened).await.expect("a room");
        assert!(store.games_of("ada").await.expect("games").is_empty(), "the game has not begun");
        let repeated = AppendEntries { seated_users: users(&["ada"]), ..append("AAAAAA", 1, &["two"]) };
        store.append(repeated).await.expect("a seat is taken once");
        let left = AppendEntries { left_users: users(&["bob"]), ..append("AAAAAA", 2, &["three"]) };
        store.append(left).await.expect("a seat is left");
        for (user, is_seated) in [("ada", true), ("bob", false), ("cleo", false)] {
            assert_eq!(store.is_seated(user, "AAAAAA").await.expect("an answer"), is_seated, "{user}");
        }
        let summary = |text: &str| Some(text.to_owned());
        store
            .append(AppendEntries { summary: summary("begun"), ..append("AAAAAA", 3, &["four"]) })
            .await
            .expect("a summary");
        store
            .append(AppendEntries {
                created: CREATED + 40 * 86_400_000,
                seated_users: users(&["ada"]),
                summary: summary("later"),
                ..append("BBBBBB", 0, &["one"])
            })
            .await
            .expect("a room of another month, with a summary from the start");
        assert_eq!(store.games_of("ada").await.expect("games"), ["later", "begun"]);
        store
            .append(AppendEntries {
                summary: summary("over"),
                is_over: true,
                ..append("AAAAAA", 4, &["five"])
            })
            .await
            .expect("the end");
        assert_eq!(store.games_of("ada").await.expect("games"), ["later", "over"]);
        assert!(store.games_of("bob").await.expect("games").is_empty());
    })
    .await;
}
