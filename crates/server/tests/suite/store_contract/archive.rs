use yipan_server::{
    AppendEntries, ArchiveRow, AuditRow, NewPuzzleAttempt, NewSecret, NotificationRow, RelationKind,
    RelationRow, ReportRow, StoreError, StoreLocation, export, import,
};
use yipan_wire::{ReportReason, Role};

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

/// Returns a row of each table about relations and moderation, for the users `1` and `2`.
fn community_rows() -> Vec<ArchiveRow> {
    let [user_id, other_id] = ["1", "2"].map(str::to_owned);
    vec![
        ArchiveRow::Relation(RelationRow {
            user_id: user_id.clone(),
            other_id: other_id.clone(),
            kind: RelationKind::Block,
            created: 5,
        }),
        ArchiveRow::Notification(NotificationRow {
            user_id: user_id.clone(),
            id: "warning".to_owned(),
            created: 6,
            event: "{}".to_owned(),
            is_read: true,
        }),
        ArchiveRow::Role { user_id: user_id.clone(), role: Role::Moderator },
        ArchiveRow::Sanction {
            user_id: other_id.clone(),
            muted_until: 7,
            close_reason: Some("insults".to_owned()),
        },
        ArchiveRow::Report(ReportRow {
            id: "report".to_owned(),
            reporter: user_id.clone(),
            reported: other_id.clone(),
            reason: ReportReason::Chat,
            text: "insults".to_owned(),
            room: Some("AAAAAA".to_owned()),
            chat: "[]".to_owned(),
            created: 8,
            is_open: false,
        }),
        ArchiveRow::VoidedGame { room: "AAAAAA".to_owned() },
        ArchiveRow::AuditEntry(AuditRow {
            number: 1,
            at: 9,
            moderator: Some(user_id),
            target: Some(other_id),
            action: "{}".to_owned(),
            reason: "insults".to_owned(),
        }),
    ]
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
    let [session, replaced, previous, secret] =
        ["1-session", "1-session", "1-session", "second"].map(str::to_owned);
    let change = NewSecret { session, replaced, previous, secret, issued: 5, expires: 1_000 };
    assert!(store.rotate_secret(change).await.expect("an answer"));
    store.put_settings("1", "{}").await.expect("settings");
    let opened = AppendEntries { seated_users: vec!["1".to_owned()], ..append("AAAAAA", 0, &["one", "二"]) };
    store.append(opened).await.expect("a room");
    let attempt = NewPuzzleAttempt {
        user_id: "1".to_owned(),
        puzzle_set: "chess".to_owned(),
        puzzle: "abc".to_owned(),
        difficulty: 1200,
        is_solved: true,
        attempted: 5,
    };
    assert!(store.add_puzzle_attempt(attempt).await.expect("an answer"));
    add_account(&*store, "2", "bob").await;
    store.import_rows(community_rows()).await.expect("rows");
    store.close().await.expect("it closes");
    let lines = exported(&sqlite).await;
    for row in community_rows() {
        let line = serde_json::to_string(&row).expect("a line");
        assert!(lines.contains(&line), "{line}");
    }
    let there = StoreLocation::Postgres(url.parse().expect("an address"));
    import(&there, lines.iter().cloned().map(Ok)).await.expect("an import");
    assert_eq!(exported(&there).await, lines);
    let error = import(&there, lines.iter().cloned().map(Ok)).await.expect_err("it is not empty");
    assert!(error.to_string().contains("already holds data"), "{error}");
    let store = there.open().await.expect("a store");
    assert_eq!(store.signing_key().await.expect("a key"), key);
    for secret in ["1-session", "second"] {
        let session = store.credential_of_secret(secret, 10).await.expect("an answer");
        assert_eq!(session.map(|session| session.hash).as_deref(), Some("1-session"), "{secret}");
    }
    assert_eq!(store.log("AAAAAA", 0).await.expect("a log"), ["one", "二"]);
    own_all_slots(&url).await;
    store.append(append("AAAAAA", 2, &["three"])).await.expect("play goes on");
    let moved = exported(&there).await;
    store.close().await.expect("it closes");
    let back = StoreLocation::DataDir(back.0.clone());
    import(&back, moved.iter().cloned().map(Ok)).await.expect("an import");
    assert_eq!(exported(&back).await, moved);
}
