//! A store that fails for a while: failed commands are rejected, and automatic events happen later.

use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Executor, SqliteConnection};

use crate::net::{Client, TestDir, TestServer, create_room, generous_limits, http, metrics, start_game};

/// Makes every entry fail.
const FAIL_ALL_INSERTS: &str = "CREATE TRIGGER saboteur BEFORE INSERT ON entries
     BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";

/// Makes the commands of computer players fail.
const FAIL_COMPUTER_MOVES: &str =
    "CREATE TRIGGER saboteur BEFORE INSERT ON entries WHEN NEW.line LIKE '%\"id\":\"computer-%'
     BEGIN SELECT RAISE(ABORT, 'the disk is full'); END";

/// A connection that makes the store of a server fail, and repairs it.
struct StoreSaboteur(SqliteConnection);

impl StoreSaboteur {
    async fn at(dir: &TestDir) -> StoreSaboteur {
        let options = SqliteConnectOptions::new().filename(dir.0.join("yipan.sqlite"));
        StoreSaboteur(options.connect().await.expect("the server's store"))
    }

    /// Makes writes fail with this trigger.
    async fn fail(&mut self, trigger: &'static str) {
        self.0.execute(trigger).await.expect("a trigger");
    }

    async fn repair(&mut self) {
        self.0.execute("DROP TRIGGER saboteur").await.expect("no trigger");
    }
}

#[tokio::test]
async fn a_command_that_could_not_be_stored_was_not_executed_and_may_be_sent_again() {
    let dir = TestDir::new("store-command");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    let before = bob.join(&code).await;
    let mut saboteur = StoreSaboteur::at(&dir).await;
    saboteur.fail(FAIL_ALL_INSERTS).await;
    let seq = before["seq"].as_u64().expect("a number");
    let command = json!({"type": "command", "room": code, "id": "again", "seen": seq, "command": {"type": "play", "action": "e2e4"}});
    ada.send(&command).await;
    let rejected = ada.receive("rejected").await;
    assert_eq!(
        (&rejected["error"]["code"], &rejected["state"]["moves"]),
        (&json!("storage-unavailable"), &json!([]))
    );
    assert_eq!(bob.join(&code).await, before, "it is not published");
    saboteur.repair().await;
    ada.send(&command).await;
    assert_eq!(ada.receive("ack").await["seq"], seq);
    assert_eq!(bob.receive_event("played").await["seq"], seq);
    server.close().await;
}

#[tokio::test]
async fn a_computers_move_that_could_not_be_stored_is_retried() {
    let dir = TestDir::new("store-computer");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_guest(server.address).await;
    let code = create_room(server.address, &ada, &json!({"game": "liuzichong", "host_side": "first"})).await;
    ada.join(&code).await;
    ada.command_ok(&code, json!({"type": "sit", "contribution": "07".repeat(32)})).await;
    ada.command_ok(&code, json!({"type": "seat-computer", "level": 1})).await;
    ada.command_ok(&code, json!({"type": "start"})).await;
    let mut saboteur = StoreSaboteur::at(&dir).await;
    saboteur.fail(FAIL_COMPUTER_MOVES).await;
    let state = ada.join(&code).await;
    ada.command_ok(&code, json!({"type": "play", "action": state["view"]["actions"][0]})).await;
    // The search has ended, and its move could not be stored.
    while metrics(server.address).await.contains("yipan_rejected_commands_total 0\n") {
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    }
    assert_eq!(ada.join(&code).await["moves"].as_array().map(Vec::len), Some(1));
    saboteur.repair().await;
    let played = ada.receive_event("played").await;
    assert_eq!(played["event"]["entry"]["side"], "second");
    server.close().await;
}

#[tokio::test]
async fn a_room_whose_log_has_grown_elsewhere_publishes_what_it_finds() {
    let dir = TestDir::new("store-conflict");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    let before = bob.join(&code).await;
    let seq = before["seq"].as_i64().expect("a number");
    let at = 1_000 + before["clocks"]["at"].as_u64().expect("a time");
    let said = json!({"at": at, "event": {"type": "chat-message", "author": before["host"], "text": "from elsewhere"}});
    let mut other = StoreSaboteur::at(&dir).await;
    sqlx::query("INSERT INTO entries (room, seq, line) VALUES ($1, $2, $3)")
        .bind(&code)
        .bind(seq)
        .bind(said.to_string())
        .execute(&mut other.0)
        .await
        .expect("an entry");
    let rejected = ada.command(&code, 1 << 40, json!({"type": "play", "action": "e2e4"})).await;
    assert_eq!(rejected["error"]["code"], "storage-unavailable");
    let said = bob.receive_event("chat-message").await;
    assert_eq!((&said["event"]["message"]["text"], &said["seq"]), (&json!("from elsewhere"), &json!(seq)));
    assert_eq!(rejected["state"]["seq"], seq + 1);
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    assert_eq!(bob.receive_event("played").await["seq"], seq + 1);
    server.close().await;
}

#[tokio::test]
async fn time_does_not_go_back_though_the_machines_clock_was_set_back() {
    let dir = TestDir::new("store-clock");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, _bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    let host = ada.join(&code).await["host"].clone();
    server.close().await;
    // An entry of an hour later simulates a system clock that was set back by an hour.
    let hour = std::time::SystemTime::UNIX_EPOCH.elapsed().expect("a date").as_millis() as u64 + 3_600_000;
    let said = json!({"at": hour, "event": {"type": "chat-message", "author": host, "text": "later"}});
    sqlx::query(
        "INSERT INTO entries (room, seq, line) SELECT room, MAX(seq) + 1, $2 FROM entries WHERE room = $1",
    )
    .bind(&code)
    .bind(said.to_string())
    .execute(&mut StoreSaboteur::at(&dir).await.0)
    .await
    .expect("an entry");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_with_cookie(server.address, &ada.cookie).await;
    ada.send(&json!({"type": "join", "room": code, "from": 0})).await;
    let mut last = 0;
    loop {
        let event = ada.receive("event").await;
        let at = event["at"].as_u64().expect("a time");
        assert!(at >= last, "{event}");
        last = at;
        if event["event"]["type"] == "reconnected" {
            break;
        }
    }
    assert!(last >= hour);
    server.close().await;
}

#[tokio::test]
async fn a_store_error_is_localized_for_the_request() {
    let dir = TestDir::new("store-language");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut saboteur = StoreSaboteur::at(&dir).await;
    saboteur.fail("CREATE TRIGGER saboteur BEFORE INSERT ON users BEGIN SELECT RAISE(ABORT, 'the disk is full'); END").await;
    for (language, words) in [("en", "try again"), ("zh-Hans", "请重试"), ("zh-Hant", "請重試")] {
        for (method, path, body) in [("GET", "/api/me", ""), ("POST", "/api/rooms", r#"{"game":"chess"}"#)] {
            let reply = http(server.address, method, path, &[("Accept-Language", language)], body).await;
            assert_eq!(
                (reply.status, reply.json()["code"].clone()),
                (503, json!("storage-unavailable")),
                "{path}"
            );
            assert!(
                reply.json()["message"].as_str().is_some_and(|received| received.contains(words)),
                "{}",
                reply.body
            );
            assert!(reply.head.contains("content-type: application/json"), "{}", reply.head);
        }
    }
    saboteur.repair().await;
    assert_eq!(http(server.address, "GET", "/api/me", &[], "").await.status, 200);
    server.close().await;
}

#[tokio::test]
async fn a_damaged_row_stops_neither_the_server_nor_other_games() {
    let dir = TestDir::new("store-damage");
    let server = TestServer::open(&dir, generous_limits()).await;
    let config = json!({"game": "chess", "host_side": "first"});
    let (damaged, ada, _bob) = start_game(server.address, &config).await;
    let (sound, cleo, _dan) = start_game(server.address, &config).await;
    server.close().await;
    let mut saboteur = StoreSaboteur::at(&dir).await;
    for (statement, code) in [
        ("UPDATE entries SET line = x'00ff' WHERE room = $1 AND seq >= 1", &damaged),
        ("INSERT INTO rooms (code, created, game) VALUES (x'00ff', 'never', $1)", &damaged),
        ("UPDATE users SET name = x'00ff' WHERE id = $1", &ada.id),
    ] {
        sqlx::query(statement).bind(code).execute(&mut saboteur.0).await.expect("damage");
    }
    let server = TestServer::open(&dir, generous_limits()).await;
    let me = http(server.address, "GET", "/api/me", &[("Cookie", &ada.cookie)], "").await;
    assert_eq!((me.status, me.json()["code"].clone()), (503, json!("storage-unavailable")));
    let code = &damaged;
    let lost =
        http(server.address, "GET", &format!("/api/rooms/{code}"), &[("Cookie", &cleo.cookie)], "").await;
    assert_eq!(lost.status, 503, "{}", lost.body);
    let mut cleo = Client::connect_with_cookie(server.address, &cleo.cookie).await;
    cleo.join(&sound).await;
    cleo.command_ok(&sound, json!({"type": "play", "action": "e2e4"})).await;
    server.close().await;
}

#[tokio::test]
async fn a_room_with_other_rules_is_kept_and_not_played() {
    let dir = TestDir::new("store-rules");
    let server = TestServer::open(&dir, generous_limits()).await;
    let config = json!({"game": "chess", "host_side": "first"});
    let (newer, ada, _bob) = start_game(server.address, &config).await;
    let (sound, cleo, _dan) = start_game(server.address, &config).await;
    server.close().await;
    let mut saboteur = StoreSaboteur::at(&dir).await;
    let lines = "SELECT COUNT(*) FROM entries WHERE room = $1";
    let before: i64 =
        sqlx::query_scalar(lines).bind(&newer).fetch_one(&mut saboteur.0).await.expect("a number");
    let current = yipan_games::GameKind::Chess.rules_version();
    let rename = |from: u32, to: u32| {
        let [from, to] = [from, to].map(|version| format!("\"rules_version\":{version}"));
        let query =
            "UPDATE entries SET line = replace(line, $2, $3) WHERE room = $1 AND line LIKE '%' || $2 || '%'";
        sqlx::query(query).bind(newer.clone()).bind(from).bind(to)
    };
    let changed = rename(current, 99).execute(&mut saboteur.0).await.expect("a change");
    assert_eq!(changed.rows_affected(), 1, "the first entry names the version");
    let server = TestServer::open(&dir, generous_limits()).await;
    let path = format!("/api/rooms/{newer}");
    let lost = http(server.address, "GET", &path, &[("Cookie", &cleo.cookie)], "").await;
    assert_eq!(lost.status, 503, "{}", lost.body);
    let mut cleo = Client::connect_with_cookie(server.address, &cleo.cookie).await;
    cleo.join(&sound).await;
    cleo.command_ok(&sound, json!({"type": "play", "action": "e2e4"})).await;
    server.close().await;
    let after: i64 =
        sqlx::query_scalar(lines).bind(&newer).fetch_one(&mut saboteur.0).await.expect("a number");
    assert_eq!(before, after, "nothing is written under the wrong rules");
    rename(99, current).execute(&mut saboteur.0).await.expect("a change");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_with_cookie(server.address, &ada.cookie).await;
    ada.join(&newer).await;
    ada.command_ok(&newer, json!({"type": "play", "action": "e2e4"})).await;
    server.close().await;
}

#[tokio::test]
async fn nothing_is_acknowledged_while_the_database_is_gone_and_play_resumes_when_it_is_back() {
    let dir = TestDir::new("store-gone");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    let (file, away) = (dir.0.join("yipan.sqlite"), dir.0.join("elsewhere"));
    std::fs::rename(&file, &away).expect("the database moves");
    let rejected = ada.command(&code, 1 << 40, json!({"type": "play", "action": "e2e4"})).await;
    assert_eq!(rejected["error"]["code"], "storage-unavailable", "{rejected}");
    assert!(!file.exists(), "no empty database takes its place");
    assert_eq!(http(server.address, "GET", "/healthz", &[], "").await.status, 503);
    std::fs::rename(&away, &file).expect("it comes back");
    bob.receive_event("resumed").await;
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    server.close().await;
}

#[tokio::test]
async fn a_commit_that_takes_long_is_charged_to_neither_side() {
    let dir = TestDir::new("store-slow");
    let server = TestServer::open(&dir, generous_limits()).await;
    let config = json!({"game": "chess", "host_side": "first", "clock": "5+0"});
    let (code, mut ada, mut bob) = start_game(server.address, &config).await;
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    bob.command_ok(&code, json!({"type": "play", "action": "e7e5"})).await;
    let mut other = StoreSaboteur::at(&dir).await;
    other.0.execute("BEGIN IMMEDIATE").await.expect("the write lock");
    let slow = async {
        tokio::time::sleep(std::time::Duration::from_millis(1_500)).await;
        other.0.execute("ROLLBACK").await.expect("the lock is given back");
    };
    tokio::join!(slow, ada.command_ok(&code, json!({"type": "play", "action": "g1f3"})));
    let played = bob.receive_event("played").await;
    let resumed = bob.receive_event("resumed").await;
    let left = |event: &serde_json::Value| event["event"]["clocks"]["time_left"][1]["main"].as_u64();
    assert_eq!(left(&resumed), Some(300_000), "{resumed}");
    assert_eq!(left(&resumed), left(&played));
    assert!(resumed["at"].as_u64() >= played["at"].as_u64().map(|at| at + 1_000), "{played} {resumed}");
    server.close().await;
}

#[tokio::test]
async fn an_outage_ends_though_its_end_could_not_be_written_at_first() {
    let dir = TestDir::new("store-resume");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    let mut saboteur = StoreSaboteur::at(&dir).await;
    saboteur
        .fail(
            "CREATE TRIGGER saboteur BEFORE INSERT ON entries WHEN NEW.line LIKE '%outage%'
             BEGIN SELECT RAISE(ABORT, 'not yet'); END",
        )
        .await;
    let (file, away) = (dir.0.join("yipan.sqlite"), dir.0.join("elsewhere"));
    std::fs::rename(&file, &away).expect("the database moves");
    let rejected = ada.command(&code, 1 << 40, json!({"type": "play", "action": "e2e4"})).await;
    assert_eq!(rejected["error"]["code"], "storage-unavailable");
    std::fs::rename(&away, &file).expect("it comes back");
    while http(server.address, "GET", "/healthz", &[], "").await.status != 200 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
    let rejected = ada.command(&code, 1 << 40, json!({"type": "play", "action": "e2e4"})).await;
    assert_eq!(
        rejected["error"]["code"], "storage-unavailable",
        "the room has not noted the end of the outage"
    );
    saboteur.repair().await;
    bob.receive_event("resumed").await;
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    server.close().await;
}
