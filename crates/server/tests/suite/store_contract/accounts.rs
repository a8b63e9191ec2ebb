use yipan_server::{AppendEntries, AuditRow, ModerationEffect, PasswordUpdate, ReportRow, Store, UserRow};
use yipan_wire::ReportReason;

use crate::store_contract::support::{CREATED, add_account, append, guest, on_every_store, session};

#[tokio::test]
async fn a_user_is_found_by_id_and_by_account() {
    on_every_store("user", async |store| {
        assert!(store.user("1").await.expect("an answer").is_none());
        store.add_user(guest("1", 7)).await.expect("a guest");
        assert_eq!(store.user("1").await.expect("an answer"), Some(guest("1", 7)));
        let ada = add_account(&*store, "2", "ada").await;
        assert_eq!(store.account("ada").await.expect("an answer"), Some(ada));
        assert!(store.account("bob").await.expect("an answer").is_none());
        store.rename("1", "Countess").await.expect("a new name");
        let name = store.user("1").await.expect("an answer").map(|user| user.name);
        assert_eq!(name.as_deref(), Some("Countess"));
    })
    .await;
}

#[tokio::test]
async fn an_account_name_is_given_once_and_signing_up_ends_other_sessions() {
    on_every_store("sign-up", async |store| {
        store.add_user(guest("1", CREATED)).await.expect("a guest");
        assert!(store.add_credential(session("old", "1"), None).await.expect("an answer"));
        let named = |id: &str, account: &str| UserRow {
            account: Some(account.to_owned()),
            password_hash: Some("hash".to_owned()),
            ..guest(id, CREATED)
        };
        assert!(store.sign_up(named("1", "ada"), session("new", "1")).await.expect("an answer"));
        assert!(store.credential("old").await.expect("an answer").is_none());
        assert!(store.credential("new").await.expect("an answer").is_some());
        store.add_user(guest("2", CREATED)).await.expect("a guest");
        assert!(!store.sign_up(named("2", "ada"), session("2", "2")).await.expect("it is taken"));
        assert!(!store.sign_up(named("1", "eve"), session("3", "1")).await.expect("it has an account"));
        assert!(store.credential("2").await.expect("an answer").is_none());
        assert!(store.has_look_alike(["ada".to_owned(), "ada".to_owned()], "2").await.expect("an answer"));
        assert!(!store.has_look_alike(["ada".to_owned(), "ada".to_owned()], "1").await.expect("an answer"));
        assert!(!store.has_look_alike(["bob".to_owned(), "bob".to_owned()], "2").await.expect("an answer"));
    })
    .await;
}

#[tokio::test]
async fn a_password_is_changed_only_from_the_one_that_was_verified() {
    on_every_store("password", async |store| {
        add_account(&*store, "1", "ada").await;
        let change = |old: &str, new: &str, kept: &str| PasswordUpdate {
            user_id: "1".to_owned(),
            old_hash: old.to_owned(),
            new_hash: new.to_owned(),
            kept_credential: kept.to_owned(),
            new_credential: Some(session(kept, "1")),
        };
        assert!(store.change_password(change("hash", "new", "kept")).await.expect("an answer"));
        assert!(!store.change_password(change("hash", "newer", "late")).await.expect("an answer"));
        let left = store.credentials_of("1").await.expect("credentials");
        assert_eq!(left.iter().map(|row| row.hash.as_str()).collect::<Vec<_>>(), ["kept"]);
    })
    .await;
}

#[tokio::test]
async fn a_guest_who_signs_in_is_linked_once_and_gives_the_account_their_seats() {
    on_every_store("link", async |store| {
        let account = add_account(&*store, "account", "ada").await;
        store.add_user(guest("guest", CREATED)).await.expect("a guest");
        assert!(store.add_credential(session("guest", "guest"), None).await.expect("an answer"));
        seat(&*store, "AAAAAA", &["guest"], false).await;
        seat(&*store, "BBBBBB", &["guest", "account"], false).await;
        assert!(store.linked_guests("AAAAAA").await.expect("guests").is_empty());
        let rooms = store.link_guest("guest", "account").await.expect("an answer");
        let mut rooms = rooms.expect("it was linked");
        rooms.sort();
        assert_eq!(rooms, ["AAAAAA", "BBBBBB"]);
        assert!(store.link_guest("guest", "account").await.expect("an answer").is_none(), "only once");
        assert!(store.link_guest("account", "account").await.expect("an answer").is_none());
        assert!(store.is_seated("account", "AAAAAA").await.expect("an answer"));
        assert!(store.credential("guest").await.expect("an answer").is_none());
        let linked = store.linked_guests("AAAAAA").await.expect("guests");
        assert_eq!(linked, [("guest".to_owned(), account)]);
    })
    .await;
}

#[tokio::test]
async fn a_deleted_account_leaves_its_games_and_no_name() {
    on_every_store("delete", async |store| {
        add_account(&*store, "1", "ada").await;
        store.put_settings("1", "{}").await.expect("settings");
        let line = r#"{"player":{"id":"1","name":"Ada"},"text":"Ada"}"#;
        let over = AppendEntries {
            summary: Some(line.to_owned()),
            is_over: true,
            seated_users: vec!["1".to_owned()],
            ..append("AAAAAA", 0, &[line, "{}"])
        };
        store.append(over).await.expect("a game");
        assert!(store.named_games(10).await.expect("games").is_empty());
        store.delete_account("1", 5).await.expect("it is deleted");
        assert!(store.account("ada").await.expect("an answer").is_none());
        assert!(store.credentials_of("1").await.expect("credentials").is_empty());
        assert!(store.settings_of("1").await.expect("an answer").is_none());
        assert_eq!(store.named_games(10).await.expect("games"), [("1".to_owned(), "AAAAAA".to_owned())]);
        assert!(store.named_games(0).await.expect("games").is_empty());
        store.anonymize("1", "AAAAAA").await.expect("no name");
        assert!(store.named_games(10).await.expect("games").is_empty());
        let log = store.log("AAAAAA", 0).await.expect("a log");
        assert!(log[0].contains("deleted user") && log[0].contains(r#""text":"Ada""#), "{log:?}");
        assert_eq!(log[1], "{}");
        let summaries = store.games_of("1").await.expect("games");
        assert!(summaries[0].contains("deleted user"), "{summaries:?}");
    })
    .await;
}

#[tokio::test]
async fn only_guests_that_nothing_refers_to_are_removed() {
    on_every_store("stale", async |store| {
        for id in ["a", "b", "c", "d", "e", "late"] {
            store.add_user(guest(id, if id == "late" { 99 } else { 5 })).await.expect("a guest");
        }
        assert!(store.add_credential(session("b", "b"), None).await.expect("an answer"));
        seat(&*store, "AAAAAA", &["c"], false).await;
        add_account(&*store, "account", "ada").await;
        assert_eq!(store.stale_guests(50, "", 10).await.expect("guests"), ["a", "d", "e"]);
        assert_eq!(store.stale_guests(50, "a", 1).await.expect("guests"), ["d"]);
        assert!(store.add_credential(session("d", "d"), None).await.expect("an answer"));
        store.remove_guests(["a", "b", "d"].map(str::to_owned).to_vec()).await.expect("an answer");
        for (id, is_left) in [("a", false), ("b", true), ("c", true), ("d", true), ("e", true)] {
            assert_eq!(store.user(id).await.expect("an answer").is_some(), is_left, "{id}");
        }
    })
    .await;
}

#[tokio::test]
async fn a_guest_without_games_leaves_no_private_data() {
    on_every_store("expired-guest", async |store| {
        for id in ["host", "player", "waiting"] {
            store.add_user(guest(id, 5)).await.expect("a guest");
        }
        add_account(&*store, "account", "ada").await;
        // A room that was closed before its game began, one with a game, and one that still waits.
        let line = r#"{"player":{"id":"host","name":"Hosea"}}"#;
        let room = |code: &str, user: &str| AppendEntries {
            seated_users: vec![user.to_owned()],
            ..append(code, 0, &[line])
        };
        let closed = AppendEntries { is_over: true, ..room("AAAAAA", "host") };
        let played =
            AppendEntries { is_over: true, summary: Some("{}".to_owned()), ..room("BBBBBB", "player") };
        for room in [closed, played, room("CCCCCC", "waiting")] {
            store.append(room).await.expect("a room");
        }
        let chat = r#"[{"user_id":"host","name":"Hosea","text":"hello"}]"#;
        let report = |id: &str, reported: &str| ReportRow {
            id: id.to_owned(),
            reporter: "account".to_owned(),
            reported: reported.to_owned(),
            reason: ReportReason::Chat,
            text: String::new(),
            room: Some("BBBBBB".to_owned()),
            chat: chat.to_owned(),
            created: 5,
            is_open: true,
        };
        store.add_report(report("about", "host")).await.expect("a report");
        store.add_report(report("other", "player")).await.expect("a report");
        let entry = AuditRow {
            number: 0,
            at: 5,
            moderator: None,
            target: None,
            action: "{}".into(),
            reason: "x".into(),
        };
        let mute = ModerationEffect::Mute { user_id: "host".to_owned(), until: 1_000 };
        assert!(store.moderate(entry, mute).await.expect("an answer"));

        assert_eq!(store.stale_guests(50, "", 10).await.expect("guests"), ["host"]);
        store
            .remove_guests(["host", "player", "waiting"].map(str::to_owned).to_vec())
            .await
            .expect("an answer");
        for (id, is_left) in [("host", false), ("player", true), ("waiting", true)] {
            assert_eq!(store.user(id).await.expect("an answer").is_some(), is_left, "{id}");
        }
        assert!(!store.is_seated("host", "AAAAAA").await.expect("an answer"));
        assert!(store.muted_users(0).await.expect("users").is_empty());
        assert!(store.report("about").await.expect("an answer").is_none());
        let other = store.report("other").await.expect("an answer").expect("it is about another guest");
        let log = store.log("AAAAAA", 0).await.expect("a log");
        for text in [&log[0], &other.chat] {
            assert!(text.contains("deleted user") && !text.contains("Hosea"), "{text}");
        }
    })
    .await;
}

async fn seat(store: &dyn Store, room: &str, users: &[&str], is_over: bool) {
    let seated_users = users.iter().map(|id| (*id).to_owned()).collect();
    let opened = AppendEntries { seated_users, is_over, ..append(room, 0, &["{}"]) };
    store.append(opened).await.expect("a room");
}
