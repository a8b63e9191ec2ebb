//! Appends of a former owner, and the slots of rooms, on PostgreSQL alone: SQLite has one server.

use sqlx::{Connection, PgConnection, Row};
use yipan_server::{AppendEntries, StoreError, StoreLocation};

use crate::net::postgres::database_or_skip;
use crate::store_contract::support::{EPOCH, append, own_all_slots};

async fn execute(connection: &mut PgConnection, query: &'static str) {
    sqlx::query(query).execute(connection).await.expect(query);
}

#[tokio::test]
async fn an_append_of_another_epoch_is_rejected_and_writes_nothing() {
    let Some(url) = database_or_skip("fence") else { return };
    let store = StoreLocation::Postgres(url.parse().expect("an address")).open().await.expect("a store");
    let fenced = async |append: AppendEntries| {
        let error = store.append(append).await.expect_err("it is fenced");
        assert!(matches!(error, StoreError::Fenced(_)), "{error:?}");
    };
    let users = || vec!["ada".to_owned()];
    let opened = || AppendEntries { seated_users: users(), ..append("AAAAAA", 0, &["one"]) };
    fenced(opened()).await;
    own_all_slots(&url).await;
    store.append(opened()).await.expect("a room");
    let mut connection = PgConnection::connect(&url).await.expect("a connection");

    // Released, and then claimed by another.
    execute(&mut connection, "UPDATE slots SET owner = NULL").await;
    fenced(append("AAAAAA", 1, &["two"])).await;
    execute(&mut connection, "UPDATE slots SET owner = 'other', epoch = epoch + 1").await;
    let over = AppendEntries { is_over: true, left_users: users(), ..append("AAAAAA", 1, &["two"]) };
    fenced(over).await;
    fenced(append("AAAAAA", 0, &["one"])).await;
    assert_eq!(store.log("AAAAAA", 0).await.expect("a log"), ["one"]);
    assert!(store.is_seated("ada", "AAAAAA").await.expect("an answer"));
    assert_eq!(store.unfinished_rooms(None).await.expect("rooms"), ["AAAAAA"]);

    // In one batch, and in one slot, each append counts for itself.
    let stale = append("AAAAAA", 1, &["stale"]);
    let current = AppendEntries { epoch: EPOCH + 1, ..append("AAAAAA", 1, &["current"]) };
    let (stale, current) = tokio::join!(store.append(stale), store.append(current));
    assert!(matches!(stale, Err(StoreError::Fenced(_))), "{stale:?}");
    current.expect("the owner appends");
    assert_eq!(store.log("AAAAAA", 0).await.expect("a log"), ["one", "current"]);
    store.close().await.expect("it closes");
}

#[tokio::test]
async fn the_rooms_of_slots_are_found_by_the_slot_that_the_database_computes() {
    let Some(url) = database_or_skip("slots-of-rooms") else { return };
    let store = StoreLocation::Postgres(url.parse().expect("an address")).open().await.expect("a store");
    own_all_slots(&url).await;
    let mut connection = PgConnection::connect(&url).await.expect("a connection");
    for number in 0..40 {
        let code = format!("R{number:05}");
        store.append(append(&code, 0, &["one"])).await.expect("a room");
        let row = sqlx::query("SELECT room_slot($1)").bind(&code).fetch_one(&mut connection).await;
        let slot = row.and_then(|row| row.try_get::<i32, _>(0)).expect("a slot");
        // The store leaves out rooms whose slot it computes differently.
        let found = store.unfinished_rooms(Some(vec![slot as u16])).await.expect("rooms");
        assert!(found.contains(&code), "{code} in {slot}: {found:?}");
    }
    assert_eq!(store.unfinished_rooms(None).await.expect("rooms").len(), 40);
    assert!(store.unfinished_rooms(Some(Vec::new())).await.expect("rooms").is_empty());
    store.close().await.expect("it closes");
}

#[tokio::test]
async fn appends_race_against_takeovers_without_a_double_entry() {
    const ROOMS: usize = 8;
    const TAKEOVERS: usize = 1_500;
    let Some(url) = database_or_skip("takeovers") else { return };
    let store = StoreLocation::Postgres(url.parse().expect("an address")).open().await.expect("a store");
    own_all_slots(&url).await;
    let codes: Vec<_> = (0..ROOMS).map(|number| format!("RACE{number:02}")).collect();
    for code in &codes {
        store.append(append(code, 0, &["0"])).await.expect("a room");
    }
    // Each epoch has its own owner, which reads the log and appends until it is fenced.
    let owner = async |code: &str, first_epoch: u64| {
        let (mut epoch, mut seq, mut written, mut fenced) = (first_epoch, 0, 0, 0);
        while epoch < EPOCH + TAKEOVERS as u64 {
            seq += store.log(code, seq).await.expect("a log").len() as u64;
            loop {
                let entry = AppendEntries { epoch, ..append(code, seq, &[&format!("{epoch}:{seq}")]) };
                match store.append(entry).await {
                    Ok(()) => (seq, written) = (seq + 1, written + 1),
                    Err(StoreError::Fenced(_)) => break,
                    Err(error) => panic!("neither written nor fenced: {error:?}"),
                }
            }
            fenced += 1;
            epoch += 1;
        }
        (written, fenced)
    };
    let takeovers = async {
        let mut connection = PgConnection::connect(&url).await.expect("a connection");
        for _ in 0..TAKEOVERS {
            execute(&mut connection, "UPDATE slots SET owner = 'next', epoch = epoch + 1").await;
        }
    };
    let owners = futures_util::future::join_all(codes.iter().map(|code| owner(code, EPOCH)));
    let ((), owners) = tokio::join!(takeovers, owners);
    for (code, (written, fenced)) in codes.iter().zip(owners) {
        let log = store.log(code, 0).await.expect("a log");
        assert_eq!((log.len(), fenced), (written + 1, TAKEOVERS), "{code}: each acknowledged entry, once");
        let epochs: Vec<u64> = log[1..]
            .iter()
            .map(|line| line.split(':').next().expect("an epoch").parse().expect("it"))
            .collect();
        assert!(epochs.is_sorted(), "{code}: no entry of a former owner is after one of the next");
    }
    store.close().await.expect("it closes");
}
