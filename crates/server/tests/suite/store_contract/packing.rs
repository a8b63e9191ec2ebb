//! Packed logs, on PostgreSQL alone: SQLite does not pack.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use sqlx::{Connection, PgConnection, Row};
use yipan_server::{AppendEntries, Store, StoreError, StoreLocation};

use crate::net::postgres::database_or_skip;
use crate::store_contract::archive::exported;
use crate::store_contract::support::{EPOCH, append, on_every_store, own_all_slots};

/// A time in a past month.
const LONG_AGO: u64 = 1_600_000_000_000;

/// A store in a database of its own, and a connection beside it.
struct Database {
    url: String,
    location: StoreLocation,
    store: Arc<dyn Store>,
    connection: PgConnection,
}

impl Database {
    async fn open(name: &str) -> Option<Database> {
        let url = database_or_skip(name)?;
        let location = StoreLocation::Postgres(url.parse().expect("an address"));
        let store = location.open().await.expect("a store");
        own_all_slots(&url).await;
        let connection = PgConnection::connect(&url).await.expect("a connection");
        Some(Database { url, location, store, connection })
    }

    async fn number(&mut self, query: &'static str) -> i64 {
        let row = sqlx::query(query).fetch_one(&mut self.connection).await.expect(query);
        row.try_get(0).expect(query)
    }

    async fn rows(&mut self) -> i64 {
        self.number("SELECT count(*) FROM entries").await
    }

    async fn partitions(&mut self) -> i64 {
        self.number("SELECT count(*) FROM pg_inherits WHERE inhparent = 'entries'::regclass").await
    }

    async fn pack(&self, room: &str) -> bool {
        self.store.pack_room(room, EPOCH).await.expect("an answer")
    }

    async fn log(&self, room: &str, from: u64) -> Vec<String> {
        self.store.log(room, from).await.expect("a log")
    }
}

/// Returns entries of a game that is over with them, opened long ago.
fn over(room: &str, seq: u64, entries: &[&str]) -> AppendEntries {
    AppendEntries { is_over: true, created: LONG_AGO, ..append(room, seq, entries) }
}

#[tokio::test]
async fn a_packed_log_is_read_and_exported_as_before() {
    let Some(mut database) = Database::open("pack-read").await else { return };
    let store = Arc::clone(&database.store);
    store.append(append("BBBBBB", 0, &["other"])).await.expect("a room");
    store.append(over("AAAAAA", 0, &["{\"a\":1}", "two\nlines", ""])).await.expect("a room");
    store.append(over("CCCCCC", 0, &["三"])).await.expect("a room");
    let before = exported(&database.location).await;
    assert!(!database.pack("BBBBBB").await, "its game is not over");
    assert!(!database.pack("DDDDDD").await, "there is no such room");
    assert!(!store.pack_room("AAAAAA", EPOCH + 1).await.expect("an answer"), "the slot has another owner");
    assert_eq!(database.rows().await, 5);
    assert!(database.pack("AAAAAA").await && database.pack("CCCCCC").await);
    assert!(!database.pack("AAAAAA").await, "only once");
    assert_eq!(database.rows().await, 1, "the entries are gone");
    assert_eq!(database.log("AAAAAA", 0).await, ["{\"a\":1}", "two\nlines", ""]);
    assert_eq!(database.log("AAAAAA", 2).await, [""]);
    assert!(database.log("AAAAAA", 3).await.is_empty());
    assert_eq!(exported(&database.location).await, before);
    store.close().await.expect("it closes");
}

#[tokio::test]
async fn a_packed_log_is_appended_to_and_packed_again() {
    let Some(mut database) = Database::open("pack-append").await else { return };
    let store = Arc::clone(&database.store);
    store.append(over("AAAAAA", 0, &["one", "two"])).await.expect("a room");
    assert!(database.pack("AAAAAA").await);
    assert_eq!(store.drop_empty_partitions().await.expect("an answer"), 3, "with two that were made ahead");
    for (seq, entries) in [(0, &["other"][..]), (1, &["other"]), (1, &["two", "three"]), (3, &["late"])] {
        let late = AppendEntries { created: LONG_AGO, ..append("AAAAAA", seq, entries) };
        let error = store.append(late).await.expect_err("it does not follow");
        assert!(matches!(error, StoreError::Conflict(_)), "{seq}: {error:?}");
    }
    // Its partition is gone, and the append of a batch with another room creates it again.
    let chat = |seq, line| AppendEntries { created: LONG_AGO, ..append("AAAAAA", seq, &[line]) };
    let (late, new) =
        tokio::join!(store.append(chat(2, "three")), store.append(append("BBBBBB", 0, &["new"])));
    late.expect("an entry after the end");
    new.expect("a room");
    store.append(chat(3, "four")).await.expect("another entry");
    assert_eq!(database.log("AAAAAA", 0).await, ["one", "two", "three", "four"]);
    assert_eq!(database.log("AAAAAA", 1).await, ["two", "three", "four"]);
    assert_eq!(database.log("AAAAAA", 3).await, ["four"]);
    let before = exported(&database.location).await;
    let unpacked = store.unpacked_rooms("", 10).await.expect("rooms");
    assert_eq!(unpacked.iter().map(|room| room.code.as_str()).collect::<Vec<_>>(), ["AAAAAA"]);
    assert!(database.pack("AAAAAA").await, "again, with what was added");
    assert_eq!(database.rows().await, 1);
    assert_eq!(exported(&database.location).await, before);
    assert!(store.unpacked_rooms("", 10).await.expect("rooms").is_empty());
    store.close().await.expect("it closes");
}

#[tokio::test]
async fn a_server_that_dies_while_it_packs_leaves_the_log_as_it_was() {
    let Some(mut database) = Database::open("pack-kill").await else { return };
    let store = Arc::clone(&database.store);
    store.append(over("AAAAAA", 0, &["one", "two"])).await.expect("a room");
    let before = exported(&database.location).await;
    // The transaction has written the packed log, and waits to delete the entries.
    let mut blocking = database.connection.begin().await.expect("a transaction");
    sqlx::query("SELECT 1 FROM entries FOR UPDATE").execute(&mut *blocking).await.expect("locks");
    let mut killing = PgConnection::connect(&database.url).await.expect("a connection");
    let kill = async {
        let query = "SELECT count(pg_terminate_backend(pid)) FROM pg_stat_activity
            WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE 'DELETE FROM entries%'";
        loop {
            let row = sqlx::query(query).fetch_one(&mut killing).await.expect("an answer");
            if row.try_get::<i64, _>(0).expect("a number") > 0 {
                break;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    };
    let (packed, ()) = tokio::join!(store.pack_room("AAAAAA", EPOCH), kill);
    assert!(packed.is_err(), "{packed:?}");
    blocking.rollback().await.expect("it ends");
    assert_eq!(exported(&database.location).await, before);
    assert_eq!(database.number("SELECT count(*) FROM rooms WHERE packed IS NULL").await, 1);
    // The store replaces its connection.
    while store.pack_room("AAAAAA", EPOCH).await.is_err() {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert_eq!(exported(&database.location).await, before);
    store.close().await.expect("it closes");
}

#[tokio::test]
async fn the_name_of_a_deleted_account_is_removed_from_a_packed_log() {
    let Some(database) = Database::open("pack-anonymize").await else { return };
    let store = Arc::clone(&database.store);
    let line = r#"{"player":{"id":"1","name":"Ada"},"text":"Ada"}"#;
    store.append(over("AAAAAA", 0, &[line, "{}"])).await.expect("a room");
    assert!(database.pack("AAAAAA").await);
    let late = AppendEntries { created: LONG_AGO, ..append("AAAAAA", 2, &[line]) };
    store.append(late).await.expect("an entry after the end");
    store.anonymize("1", "AAAAAA").await.expect("no name");
    let log = database.log("AAAAAA", 0).await;
    for line in [&log[0], &log[2]] {
        assert!(line.contains("deleted user") && line.contains(r#""text":"Ada""#), "{log:?}");
    }
    assert_eq!((log.len(), log[1].as_str()), (3, "{}"));
    store.close().await.expect("it closes");
}

#[tokio::test]
async fn a_log_with_a_gap_or_a_room_that_is_being_changed_is_left_as_it_is() {
    let Some(mut database) = Database::open("pack-gap").await else { return };
    let store = Arc::clone(&database.store);
    store.append(over("AAAAAA", 0, &["one", "two"])).await.expect("a room");
    let mut changing = database.connection.begin().await.expect("a transaction");
    sqlx::query("SELECT 1 FROM rooms FOR UPDATE").execute(&mut *changing).await.expect("a lock");
    assert!(!store.pack_room("AAAAAA", EPOCH).await.expect("an answer"), "it does not wait");
    changing.rollback().await.expect("it ends");
    sqlx::query("DELETE FROM entries WHERE seq = 0")
        .execute(&mut database.connection)
        .await
        .expect("a damaged log");
    let error = store.pack_room("AAAAAA", EPOCH).await.expect_err("an entry is missing");
    assert!(matches!(error, StoreError::Failed(_)), "{error:?}");
    assert_eq!(database.rows().await, 1);
    store.close().await.expect("it closes");
}

#[tokio::test]
async fn only_partitions_of_past_months_without_entries_are_dropped() {
    let Some(mut database) = Database::open("pack-partitions").await else { return };
    let store = Arc::clone(&database.store);
    let now = SystemTime::now().duration_since(UNIX_EPOCH).expect("a date").as_millis();
    let this_month = AppendEntries { created: now as u64, is_over: true, ..append("AAAAAA", 0, &["one"]) };
    store.append(this_month).await.expect("a room");
    let ahead = database.partitions().await;
    assert!((3..=4).contains(&ahead), "this month, and 60 days ahead: {ahead}");
    assert_eq!(
        database
            .number(
                "SELECT count(*) FROM pg_class WHERE relname =
        'entries_' || to_char(now() + INTERVAL '59 days', 'YYYY_MM')"
            )
            .await,
        1
    );
    assert!(database.pack("AAAAAA").await);
    assert_eq!(store.drop_empty_partitions().await.expect("an answer"), 0, "neither this month nor the next");
    store.append(over("BBBBBB", 0, &["one"])).await.expect("a room");
    store.append(append("CCCCCC", 0, &["one"])).await.expect("a room");
    let all = database.partitions().await;
    // Those of the two months after the one of the room were created with its own.
    assert_eq!(store.drop_empty_partitions().await.expect("an answer"), 2);
    assert!(database.pack("BBBBBB").await);
    let mut reading = database.connection.begin().await.expect("a transaction");
    sqlx::query("SELECT 1 FROM entries").execute(&mut *reading).await.expect("a lock");
    assert_eq!(store.drop_empty_partitions().await.expect("an answer"), 0, "it does not wait for readers");
    reading.rollback().await.expect("it ends");
    assert_eq!(store.drop_empty_partitions().await.expect("an answer"), 1);
    assert_eq!(database.partitions().await, all - 3);
    assert_eq!(database.log("BBBBBB", 0).await, ["one"]);
    store.close().await.expect("it closes");
}

#[tokio::test]
async fn a_store_without_packing_has_nothing_to_pack() {
    on_every_store("pack-none", async |store| {
        store.append(append("AAAAAA", 0, &["one"])).await.expect("a room");
        assert!(store.unpacked_rooms("", 10).await.expect("rooms").is_empty(), "its game is not over");
        assert!(!store.pack_room("AAAAAA", EPOCH).await.expect("an answer"));
        assert_eq!(store.drop_empty_partitions().await.expect("an answer"), 0);
        assert_eq!(store.log("AAAAAA", 0).await.expect("a log"), ["one"]);
    })
    .await;
}
