//! Reports, the actions of moderators, and the audit log that cannot be changed.

use serde_json::{Value, json};
use sqlx::{Connection, PgConnection, SqliteConnection};
use yipan_core::Side;
use yipan_ratings::Category;
use yipan_room::RatedGame;
use yipan_server::{
    AppendEntries, ArchiveRow, AuditRow, ModerationEffect, NotificationRow, PasswordUpdate, ReportRow,
    RestartRow, Sanctions, Store, StoreLocation,
};
use yipan_wire::{ReportReason, Role};

use crate::net::{TestDir, postgres};
use crate::store_contract::support::{CREATED, add_account, append, on_every_store, session};

fn report(id: &str, created: u64) -> ReportRow {
    ReportRow {
        id: id.to_owned(),
        reporter: "ada".to_owned(),
        reported: "bob".to_owned(),
        reason: ReportReason::Cheating,
        text: "too good".to_owned(),
        room: Some("AAAAAA".to_owned()),
        chat: "[]".to_owned(),
        created,
        is_open: true,
    }
}

fn entry(action: &str) -> AuditRow {
    AuditRow {
        number: 0,
        at: CREATED,
        moderator: Some("ada".to_owned()),
        target: Some("bob".to_owned()),
        action: action.to_owned(),
        reason: "because".to_owned(),
    }
}

async fn act(store: &dyn Store, action: &str, effect: ModerationEffect) -> bool {
    store.moderate(entry(action), effect).await.expect("an answer")
}

async fn actions(store: &dyn Store) -> Vec<String> {
    let rows = store.audit_log(u64::MAX >> 1, 100).await.expect("a log");
    rows.into_iter().map(|row| row.action).collect()
}

#[tokio::test]
async fn a_report_is_open_until_it_is_resolved_once() {
    on_every_store("reports", async |store| {
        for (id, created) in [("b", 20), ("a", 10)] {
            store.add_report(report(id, created)).await.expect("a report");
        }
        assert_eq!(store.open_reports(9).await.expect("reports"), [report("a", 10), report("b", 20)]);
        assert_eq!(store.count_reports("ada", 15).await.expect("a number"), 1);
        assert_eq!(store.count_reports("bob", 0).await.expect("a number"), 0);
        let resolve = || ModerationEffect::Resolve { report: "a".to_owned() };
        assert!(act(&*store, "resolve", resolve()).await);
        assert!(!act(&*store, "resolve again", resolve()).await, "it was resolved");
        assert_eq!(store.open_reports(9).await.expect("reports"), [report("b", 20)]);
        assert_eq!(actions(&*store).await, ["resolve"], "what changed nothing is not in the log");
    })
    .await;
}

#[tokio::test]
async fn a_deleted_account_leaves_neither_reports_nor_sanctions_nor_its_name() {
    on_every_store("delete-reported", async |store| {
        for id in ["ada", "bob", "eve"] {
            add_account(&*store, id, &format!("{id}-account")).await;
        }
        let message = |id: &str, name: &str| json!({"user_id": id, "name": name, "text": "bob"});
        let chat = json!([message("bob", "Bob"), message("eve", "Bob")]).to_string();
        for (id, reporter, reported) in [("a", "ada", "bob"), ("b", "bob", "ada"), ("c", "ada", "eve")] {
            let (reporter, reported) = (reporter.to_owned(), reported.to_owned());
            let row = ReportRow { reporter, reported, chat: chat.clone(), ..report(id, 10) };
            store.add_report(row).await.expect("a report");
        }
        let mute = ModerationEffect::Mute { user_id: "bob".to_owned(), until: 7 };
        assert!(act(&*store, "mute", mute).await);
        store.delete_account("bob", CREATED).await.expect("deleted");
        assert_eq!(store.sanctions_of("bob").await.expect("sanctions"), Sanctions::default());
        let left = store.open_reports(9).await.expect("reports");
        assert_eq!(left.iter().map(|row| row.id.as_str()).collect::<Vec<_>>(), ["c"]);
        let chat: Value = serde_json::from_str(&left[0].chat).expect("a chat");
        assert_eq!(chat, json!([message("bob", "deleted user"), message("eve", "Bob")]));
    })
    .await;
}

#[tokio::test]
async fn resolved_reports_are_removed_after_a_time() {
    on_every_store("old-reports", async |store| {
        for (id, created) in [("open", 10), ("old", 10), ("new", 20)] {
            store.add_report(report(id, created)).await.expect("a report");
        }
        for id in ["old", "new"] {
            assert!(act(&*store, "resolve", ModerationEffect::Resolve { report: id.to_owned() }).await);
        }
        store.remove_resolved_reports(20).await.expect("removed");
        for (id, is_left) in [("open", true), ("old", false), ("new", true)] {
            assert_eq!(store.report(id).await.expect("an answer").is_some(), is_left, "{id}");
        }
    })
    .await;
}

#[tokio::test]
async fn roles_and_sanctions_are_set_with_their_entry_in_the_log() {
    on_every_store("roles", async |store| {
        for id in ["ada", "bob"] {
            add_account(&*store, id, &format!("{id}-account")).await;
        }
        let set = |role| ModerationEffect::SetRole { user_id: "bob".to_owned(), role };
        assert_eq!(store.role_of("bob").await.expect("an answer"), None);
        assert!(act(&*store, "promote", set(Some(Role::Moderator))).await);
        assert!(!act(&*store, "same", set(Some(Role::Moderator))).await);
        assert!(act(&*store, "promote again", set(Some(Role::Operator))).await);
        assert_eq!(store.role_of("bob").await.expect("an answer"), Some(Role::Operator));
        let all = store.accounts_with_role().await.expect("accounts");
        assert_eq!(all.len(), 1);
        assert_eq!((all[0].0.id.as_str(), all[0].1), ("bob", Role::Operator));
        assert!(act(&*store, "demote", set(None)).await);
        assert!(!act(&*store, "demoted before", set(None)).await);

        let user_id = || "bob".to_owned();
        assert!(act(&*store, "mute", ModerationEffect::Mute { user_id: user_id(), until: 7 }).await);
        let close = ModerationEffect::Close { user_id: user_id(), reason: "insults".to_owned() };
        assert!(!store.credentials_of("bob").await.expect("credentials").is_empty());
        assert!(act(&*store, "close", close).await);
        assert!(store.credentials_of("bob").await.expect("credentials").is_empty(), "sessions end");
        let sanctions = store.sanctions_of("bob").await.expect("sanctions");
        assert_eq!((sanctions.muted_until, sanctions.close_reason.as_deref()), (7, Some("insults")));
        assert!(act(&*store, "reopen", ModerationEffect::Reopen { user_id: user_id() }).await);
        assert!(!act(&*store, "reopened before", ModerationEffect::Reopen { user_id: user_id() }).await);
        assert_eq!(store.sanctions_of("bob").await.expect("sanctions").close_reason, None);
        let warning = NotificationRow {
            user_id: user_id(),
            id: "warning".to_owned(),
            created: 5,
            event: "{}".to_owned(),
            is_read: false,
        };
        assert!(act(&*store, "warn", ModerationEffect::Notify(warning.clone(), 50)).await);
        assert_eq!(store.notifications_of("bob").await.expect("notifications"), [warning]);
        let log = ["warn", "reopen", "close", "mute", "demote", "promote again", "promote"];
        assert_eq!(actions(&*store).await, log);
        let older = store.audit_log(3, 1).await.expect("a log");
        assert_eq!((older.len(), older[0].number, older[0].action.as_str()), (1, 2, "promote again"));
        assert_eq!(AuditRow { number: 0, ..older[0].clone() }, entry("promote again"));
    })
    .await;
}

#[tokio::test]
async fn a_closed_account_gets_no_credential_until_it_is_reopened() {
    on_every_store("closed-credential", async |store| {
        add_account(&*store, "bob", "bob-account").await;
        let close = || ModerationEffect::Close { user_id: "bob".to_owned(), reason: "insults".to_owned() };
        let add = |hash: &str| store.add_credential(session(hash, "bob"), Some("hash".to_owned()));
        let change = || PasswordUpdate {
            user_id: "bob".to_owned(),
            old_hash: "hash".to_owned(),
            new_hash: "hash".to_owned(),
            kept_credential: "kept".to_owned(),
            new_credential: Some(session("kept", "bob")),
        };
        assert!(act(&*store, "close", close()).await);
        assert!(!add("late").await.expect("an answer"));
        assert!(!store.change_password(change()).await.expect("an answer"));
        assert!(store.credentials_of("bob").await.expect("credentials").is_empty());
        // A sign-in and the closing at the same time leave no session either.
        for number in 0..10 {
            let reopen = ModerationEffect::Reopen { user_id: "bob".to_owned() };
            assert!(act(&*store, "reopen", reopen).await);
            let hash = format!("session-{number}");
            let (added, closed) = tokio::join!(add(&hash), act(&*store, "close", close()));
            added.expect("an answer");
            assert!(closed);
            assert!(store.credentials_of("bob").await.expect("credentials").is_empty(), "{number}");
        }
        assert!(act(&*store, "reopen", ModerationEffect::Reopen { user_id: "bob".to_owned() }).await);
        assert!(store.change_password(change()).await.expect("an answer"));
        assert!(add("again").await.expect("an answer"));
    })
    .await;
}

fn rated(winner: Side, ended: u64) -> RatedGame {
    RatedGame {
        category: "chess.blitz".parse::<Category>().expect("a category"),
        users: ["ada".to_owned(), "bob".to_owned()],
        winner: Some(winner),
        ended_at: yipan_clock::Millis(ended),
    }
}

async fn end_game(store: &dyn Store, room: &str, game: RatedGame) {
    let entries = AppendEntries { is_over: true, rated_game: Some(game), ..append(room, 0, &["{}"]) };
    store.append(entries).await.expect("a game");
    while store.rate_games(8).await.expect("an answer") {}
}

async fn points(store: &dyn Store, user: &str) -> Option<i32> {
    let category = "chess.blitz".parse().expect("a category");
    let row = store.rating_of(user, category).await.expect("an answer");
    row.map(|row| row.rating.points())
}

#[tokio::test]
async fn a_voided_game_changes_the_ratings_as_if_it_had_not_been_played() {
    on_every_store("void", async |store| {
        for id in ["ada", "bob"] {
            add_account(&*store, id, &format!("{id}-account")).await;
        }
        end_game(&*store, "AAAAAA", rated(Side::First, CREATED + 1)).await;
        let after_one = (points(&*store, "ada").await, points(&*store, "bob").await);
        end_game(&*store, "BBBBBB", rated(Side::First, CREATED + 2)).await;
        assert_ne!((points(&*store, "ada").await, points(&*store, "bob").await), after_one);
        let void = |room: &str| ModerationEffect::VoidGame { room: room.to_owned() };
        assert!(act(&*store, "void", void("BBBBBB")).await);
        assert!(!act(&*store, "void again", void("BBBBBB")).await);
        assert!(!act(&*store, "void nothing", void("CCCCCC")).await);
        let other = store.rated_game("AAAAAA").await.expect("an answer").expect("a game");
        assert!(other.changes.is_some(), "the rater resets it, not the transaction of the moderator");
        while store.rate_games(8).await.expect("an answer") {}
        assert_eq!((points(&*store, "ada").await, points(&*store, "bob").await), after_one);
        assert_eq!(store.rated_game("BBBBBB").await.expect("an answer"), None);
        // A rebuild from the logs does not bring it back.
        let games = [("AAAAAA", 1), ("BBBBBB", 2)]
            .map(|(room, after)| (room.to_owned(), rated(Side::First, CREATED + after)));
        store.replace_rated_games(games.to_vec()).await.expect("replaced");
        while store.rate_games(8).await.expect("an answer") {}
        assert_eq!((points(&*store, "ada").await, points(&*store, "bob").await), after_one);
    })
    .await;
}

#[tokio::test]
async fn the_database_rejects_changes_of_the_audit_log() {
    let statements = ["UPDATE audit_log SET reason = 'nice'", "DELETE FROM audit_log"];
    let dir = TestDir::new("audit-sqlite");
    let location = StoreLocation::DataDir(dir.0.clone());
    let store = location.open().await.expect("a store");
    let set = ModerationEffect::Mute { user_id: "bob".to_owned(), until: 1 };
    assert!(act(&*store, "mute", set.clone()).await);
    store.close().await.expect("it closes");
    let mut files =
        std::fs::read_dir(&dir.0).expect("a directory").filter_map(Result::ok).map(|file| file.path());
    let file = files.find(|path| path.extension().is_some_and(|extension| extension == "sqlite"));
    let url = format!("sqlite://{}", file.expect("a database").display());
    let mut connection = SqliteConnection::connect(&url).await.expect("a connection");
    for statement in statements {
        let error = sqlx::query(statement).execute(&mut connection).await.expect_err("it is rejected");
        assert!(error.to_string().contains("only appended to"), "{error}");
    }
    if let Some(url) = postgres::database_or_skip("audit") {
        let location = StoreLocation::Postgres(url.parse().expect("an address"));
        let store = location.open().await.expect("a store");
        assert!(act(&*store, "mute", set).await);
        store.close().await.expect("it closes");
        let mut connection = PgConnection::connect(&url).await.expect("a connection");
        for statement in statements.into_iter().chain(["TRUNCATE audit_log"]) {
            let error = sqlx::query(statement).execute(&mut connection).await.expect_err("it is rejected");
            assert!(error.to_string().contains("only appended to"), "{error}");
        }
    }
}

#[tokio::test]
async fn an_archive_has_reports_roles_sanctions_and_the_log() {
    on_every_store("moderation-archive", async |store| {
        add_account(&*store, "bob", "bob-account").await;
        let rows = vec![
            ArchiveRow::Role { user_id: "bob".to_owned(), role: Role::Moderator },
            ArchiveRow::Sanction { user_id: "bob".to_owned(), muted_until: 3, close_reason: None },
            ArchiveRow::Report(report("a", 10)),
            ArchiveRow::VoidedGame { room: "AAAAAA".to_owned() },
            ArchiveRow::AuditEntry(entry("mute")),
        ];
        store.import_rows(rows).await.expect("an import");
        assert_eq!(store.role_of("bob").await.expect("an answer"), Some(Role::Moderator));
        assert_eq!(store.sanctions_of("bob").await.expect("sanctions").muted_until, 3);
        assert_eq!(store.open_reports(9).await.expect("reports"), [report("a", 10)]);
        assert_eq!(actions(&*store).await, ["mute"]);
    })
    .await;
}

#[tokio::test]
async fn one_restart_is_announced_at_a_time_and_withdrawn_once() {
    on_every_store("restarts", async |store| {
        let stored = async || store.announced_restart().await.expect("an answer");
        let row =
            |announced: u64, text: &str| RestartRow { announced, at: announced + 60_000, text: text.into() };
        assert_eq!(stored().await, None);
        for row in [row(10, "update"), row(20, "")] {
            assert!(act(&*store, "announce", ModerationEffect::AnnounceRestart(row.clone())).await);
            assert_eq!(stored().await, Some(row));
        }
        for (due_after, expected) in [(60_020, false), (60_019, true), (60_019, false)] {
            assert_eq!(
                act(&*store, "withdraw", ModerationEffect::WithdrawRestart { due_after }).await,
                expected
            );
        }
        assert_eq!(stored().await, None);
        assert_eq!(actions(&*store).await, ["withdraw", "announce", "announce"]);
    })
    .await;
}

#[tokio::test]
async fn a_closed_room_is_in_the_audit_log_once() {
    on_every_store("closed-rooms", async |store| {
        for (action, expected) in [("close A", true), ("close A", false), ("close B", true)] {
            assert_eq!(act(&*store, action, ModerationEffect::CloseRoom).await, expected, "{action}");
        }
        assert_eq!(actions(&*store).await, ["close B", "close A"]);
    })
    .await;
}
