use yipan_server::{AppendEntries, ArchiveRow, StoreError, StoreLocation, export, import};

use crate::net::{TestDir, postgres};
use crate::store_contract::support::{add_account, append, on_every_store, own_all_slots};

/// Returns the archive of a store as lines.
pub(crate) async fn exported(location: &StoreLocation) -> Vec<String> {
    let mut lines = Vec::new();
    let count = export(location, |row: ArchiveRow| {
        lines.push(serde_json::to_string(&row)?);
        Ok(())
    });
    assert_eq!(count.await.expect("an export"), lines.len() as u64);
    lines
}

#[tokio::test]
async fn rows_of_an_archive_are_imported_all_or_none() {
    on_every_store("import", async |store| {
        let room = |code: &str| ArchiveRow::Room {
            code: code.to_owned(),
            created: 5,
            game: "chess".to_owned(),
            is_over: false,
            summary: None,
        };
        let entry = |room: &str, seq| ArchiveRow::Entry { room: room.to_owned(), seq, line: "x".to_owned() };
        store.import_rows(vec![room("AAAAAA"), entry("AAAAAA", 0)]).await.expect("an import");
        assert_eq!(store.log("AAAAAA", 0).await.expect("a log"), ["x"]);
        let rows = vec![room("BBBBBB"), entry("BBBBBB", 0), entry("AAAAAA", 0)];
        let error = store.import_rows(rows).await.expect_err("an entry exists");
        assert!(matches!(error, StoreError::Conflict(_)), "{error:?}");
        assert!(store.log("BBBBBB", 0).await.expect("a log").is_empty());
        let error = store.import_rows(vec![entry("CCCCCC", 0)]).await.expect_err("there is no such room");
        assert!(matches!(error, StoreError::Failed(_)), "{error:?}");
    })
    .await;
}

#[tokio::test]
async fn an_installation_moves_from_sqlite_to_postgres_and_back() {
    let Some(url) = postgres::database_or_skip("move") else { return };
    let (from, back) = (TestDir::new("move-from"), TestDir::new("move-back"));
    let sqlite = StoreLocation::DataDir(from.0.clone());
    let store = sqlite.open().await.expect("a store");
    let key = store.signing_key().await.expect("a key");
    add_account(&*store, "1", "ada").await;
    store.put_settings("1", "{}").await.expect("settings");
    let opened = AppendEntries { seated_users: vec!["1".to_owned()], ..append("AAAAAA", 0, &["one", "二"]) };
    store.append(opened).await.expect("a room");
    store.close().await.expect("it closes");
    let lines = exported(&sqlite).await;
    let there = StoreLocation::Postgres(url.parse().expect("an address"));
    import(&there, lines.iter().cloned().map(Ok)).await.expect("an import");
    assert_eq!(exported(&there).await, lines);
    let error = import(&there, lines.iter().cloned().map(Ok)).await.expect_err("it is not empty");
    assert!(error.to_string().contains("already holds data"), "{error}");
    let store = there.open().await.expect("a store");
    assert_eq!(store.signing_key().await.expect("a key"), key);
    assert_eq!(store.log("AAAAAA", 0).await.expect("a log"), ["one", "二"]);
    own_all_slots(&url).await;
    store.append(append("AAAAAA", 2, &["three"])).await.expect("play goes on");
    let moved = exported(&there).await;
    store.close().await.expect("it closes");
    let back = StoreLocation::DataDir(back.0.clone());
    import(&back, moved.iter().cloned().map(Ok)).await.expect("an import");
    assert_eq!(exported(&back).await, moved);
}
