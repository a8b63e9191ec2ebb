use yipan_clock::Millis;
use yipan_core::Side;
use yipan_server::{
    AppendEntries, ArchiveRow, AuditRow, ChallengeRow, ChapterRow, NewPuzzleAttempt, NewSecret,
    NotificationRow, RelationKind, RelationRow, ReportRow, Store, StoreError, StoreLocation,
    StoredChallengeState, StoredStage, StudyRow, TournamentRow, export, import,
};
use yipan_wire::{ReportReason, Role, StudyVisibility};

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

/// Returns rows about the games of the users `1` and `2`: a rated one, those of a tournament, a study, challenges and turns.
fn game_rows() -> Vec<ArchiveRow> {
    let [user_id, other_id] = ["1", "2"].map(str::to_owned);
    let challenge = |id: &str, state| {
        ArchiveRow::Challenge(ChallengeRow {
            id: id.to_owned(),
            challenger: user_id.clone(),
            challenged: other_id.clone(),
            config: "{}".to_owned(),
            created: 5,
            expires: 50,
            state,
        })
    };
    vec![
        ArchiveRow::RatedGame {
            room: "AAAAAA".to_owned(),
            category: "chess-blitz".to_owned(),
            users: [user_id.clone(), other_id.clone()],
            winner: Some(Side::Second),
            ended: 9,
        },
        ArchiveRow::CorrespondenceGame {
            room: "AAAAAA".to_owned(),
            users: [user_id.clone(), other_id.clone()],
            turn_user: other_id.clone(),
            turn_since: 10,
            logged_until: 11,
            deadline: 12,
            plies: 13,
        },
        ArchiveRow::ServiceSeen { seen: 100 },
        ArchiveRow::ServiceOutage { began: 60, ended: 70 },
        challenge("accepted", StoredChallengeState::Accepted { room: "AAAAAA".to_owned() }),
        challenge("declined", StoredChallengeState::Declined { reason: "later".to_owned() }),
        challenge("open", StoredChallengeState::Open),
        challenge("withdrawn", StoredChallengeState::Withdrawn),
        ArchiveRow::TurnsRead { user_id: user_id.clone(), until: 14 },
        ArchiveRow::Tournament(TournamentRow {
            code: "TTTTTT".to_owned(),
            creator: user_id.clone(),
            config: "{}".to_owned(),
            password_hash: Some("hash".to_owned()),
            created: 15,
            starts: 16,
            stage: StoredStage::Running,
            players: 2,
        }),
        ArchiveRow::TournamentEntry { tournament: "TTTTTT".to_owned(), seq: 0, line: "{}".to_owned() },
        ArchiveRow::Study(StudyRow {
            id: "study".to_owned(),
            user_id: user_id.clone(),
            title: "Endings".to_owned(),
            visibility: StudyVisibility::Link,
            version: 3,
            created: 17,
            updated: 18,
        }),
        ArchiveRow::StudyChapter(ChapterRow {
            study_id: "study".to_owned(),
            id: "chapter".to_owned(),
            position: 0,
            title: "Rooks".to_owned(),
            bottom: Side::Second,
            tree: "{}".to_owned(),
            version: 2,
        }),
    ]
}

/// Deletes the account `3` after two games, of which one still contains its name.
async fn delete_account(store: &dyn Store) {
    add_account(store, "3", "cleo").await;
    let player = r#"{"id":"3","name":"Guest 3"}"#;
    for room in ["CCCCCC", "DDDDDD"] {
        let seated_users = vec!["3".to_owned()];
        let game = AppendEntries { seated_users, is_over: true, ..append(room, 0, &[player]) };
        store.append(game).await.expect("a game");
    }
    store.delete_account("3", 20).await.expect("a deletion");
    store.anonymize("3", "CCCCCC").await.expect("a change");
}

/// Asserts that the account `3` is known to be deleted, and which of its games still contains its name.
async fn assert_deleted(store: &dyn Store) {
    assert_eq!(store.named_games(9).await.expect("games"), [("3".to_owned(), "DDDDDD".to_owned())]);
    store.rename("3", "Cleo").await.expect("an answer");
    let user = store.user("3").await.expect("an answer").expect("its row stays");
    assert_eq!((user.name.as_str(), user.account), ("deleted user", None));
    let log = store.log("CCCCCC", 0).await.expect("a log");
    assert!(log[0].contains("deleted user"), "{log:?}");
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
    let rows = || [community_rows(), game_rows()].concat();
    store.import_rows(rows()).await.expect("rows");
    delete_account(&*store).await;
    store.close().await.expect("it closes");
    let lines = exported(&sqlite).await;
    for row in rows() {
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
    assert_deleted(&*store).await;
    own_all_slots(&url).await;
    store.append(append("AAAAAA", 2, &["three"])).await.expect("play goes on");
    let moved = exported(&there).await;
    store.close().await.expect("it closes");
    let back = StoreLocation::DataDir(back.0.clone());
    import(&back, moved.iter().cloned().map(Ok)).await.expect("an import");
    assert_eq!(exported(&back).await, moved);
    let store = back.open().await.expect("a store");
    assert_deleted(&*store).await;
    assert_eq!(store.turns_read_until("1").await.expect("a time"), 14);
    store.record_alive(1_000, 500).await.expect("a server starts");
    let outages = store.outages_after(0).await.expect("outages");
    assert_eq!(outages, [(Millis(60), Millis(70)), (Millis(100), Millis(1_000))], "charged to no player");
    store.close().await.expect("it closes");
}
