//! Moderation from the command line, beside a running server and before its start.

use std::io;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use yipan_server::{StoreLocation, moderate, read_audit_log, read_reports};
use yipan_wire::ModerationAction;

use crate::net::{Client, TIMEOUT, TestDir, TestServer, generous_limits, http, start_game_of};

const REASON: &str = "insults in the chat";

async fn act(location: &StoreLocation, action: Value) -> io::Result<bool> {
    let action: ModerationAction = serde_json::from_value(action).expect("an action");
    moderate(location, action, REASON).await
}

/// Returns the message of a rejected action.
async fn rejected(location: &StoreLocation, action: Value) -> String {
    act(location, action).await.expect_err("it is rejected").to_string()
}

/// Writes in the chat until the answer has this type, because the server follows within seconds.
async fn chat_until(client: &mut Client, room: &str, kind: &str) -> Value {
    let started = Instant::now();
    loop {
        let reply = client.command(room, 1 << 40, json!({"type": "chat", "text": "hello"})).await;
        if reply["type"] == kind {
            return reply;
        }
        assert!(started.elapsed() < TIMEOUT, "{reply}");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

#[tokio::test]
async fn a_running_server_follows_what_the_command_line_does() {
    let dir = TestDir::new("command-line");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (address, location) = (server.address, dir.location());
    let mut ada = Client::connect_account(address, "Ada").await;
    let mut bob = Client::connect_account(address, "Bob").await;
    let room = start_game_of(address, &mut ada, &mut bob, &json!({"game": "chess"})).await;

    let report = json!({"user": bob.id, "reason": "chat", "text": "insults", "room": room}).to_string();
    let cookie = [("Cookie", ada.cookie.as_str())];
    assert_eq!(http(address, "POST", "/api/reports", &cookie, &report).await.status, 204);
    let reports = read_reports(&location).await.expect("reports");
    assert_eq!((reports.len(), reports[0].reported.name.as_str()), (1, "Bob"));
    let resolve = json!({"type": "resolve-report", "report": reports[0].id});
    assert!(act(&location, resolve.clone()).await.expect("it is resolved"));
    assert!(rejected(&location, resolve).await.contains("no such open report"));
    assert!(read_reports(&location).await.expect("reports").is_empty());

    assert!(act(&location, json!({"type": "warn", "user": "bob"})).await.expect("an account"));
    let cookie = [("Cookie", bob.cookie.as_str())];
    let list = http(address, "GET", "/api/me/notifications", &cookie, "").await.json();
    assert_eq!(list["notifications"][0]["event"], json!({"type": "warning", "text": REASON}), "{list}");

    assert!(act(&location, json!({"type": "mute", "user": "BOB", "minutes": 60})).await.expect("a mute"));
    assert_eq!(chat_until(&mut bob, &room, "rejected").await["error"]["code"], "muted");
    ada.command_ok(&room, json!({"type": "chat", "text": "others may"})).await;
    assert!(act(&location, json!({"type": "mute", "user": bob.id, "minutes": 0})).await.expect("its end"));
    chat_until(&mut bob, &room, "ack").await;

    assert!(act(&location, json!({"type": "close-room", "room": room})).await.expect("a room"));
    ada.receive_event("ended").await;
    let state = ada.join(&room).await;
    assert_eq!((&state["phase"], &state["close_reason"]), (&json!("over"), &json!(REASON)));
    assert!(rejected(&location, json!({"type": "close-room", "room": room})).await.contains("done before"));

    assert!(act(&location, json!({"type": "close-account", "user": "bob"})).await.expect("an account"));
    while bob.next().await.is_some() {}
    let credentials = json!({"name": "bob", "password": "correct horse"}).to_string();
    let signed_in = http(address, "POST", "/api/session", &[], &credentials).await;
    assert!(signed_in.status == 403 && signed_in.body.contains(REASON), "{}", signed_in.body);
    assert!(act(&location, json!({"type": "reopen-account", "user": "bob"})).await.expect("an account"));
    assert!(!act(&location, json!({"type": "reopen-account", "user": "bob"})).await.expect("an account"));
    assert_eq!(http(address, "POST", "/api/session", &[], &credentials).await.status, 204);

    let log = read_audit_log(&location, 100).await.expect("a log");
    let actions: Vec<Value> =
        log.iter().map(|entry| serde_json::to_value(&entry.action).expect("JSON")["type"].clone()).collect();
    let expected =
        ["reopen-account", "close-account", "close-room", "mute", "mute", "warn", "resolve-report"];
    assert_eq!(actions, expected.map(Value::from), "once each, and nothing that was rejected");
    assert!(log.iter().all(|entry| entry.moderator.is_none() && entry.reason == REASON));
    assert_eq!(log[1].target.as_ref().map(|user| user.name.as_str()), Some("Bob"));
    server.close().await;
}

#[tokio::test]
async fn a_voided_game_is_rated_no_longer_while_the_server_runs() {
    let dir = TestDir::new("command-line-void");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (address, location) = (server.address, dir.location());
    let mut ada = Client::connect_account(address, "Ada").await;
    let mut bob = Client::connect_account(address, "Bob").await;
    let rated = json!({"game": "chess", "clock": "3+2", "rated": true});
    let room = start_game_of(address, &mut ada, &mut bob, &rated).await;
    assert!(rejected(&location, json!({"type": "void-game", "room": room})).await.contains("not rated"));
    let is_ada_first = ada.join(&room).await["host_side"] == "first";
    let (first, second) = if is_ada_first { (&mut ada, &mut bob) } else { (&mut bob, &mut ada) };
    first.command_ok(&room, json!({"type": "play", "action": "e2e4"})).await;
    second.command_ok(&room, json!({"type": "play", "action": "e7e5"})).await;
    second.command_ok(&room, json!({"type": "resign"})).await;
    let has_rating = async |is_expected: bool| {
        let started = Instant::now();
        loop {
            let profile = http(address, "GET", &format!("/api/users/{}", ada.id), &[], "").await.json();
            if (profile["ratings"] != json!([])) == is_expected {
                return;
            }
            assert!(started.elapsed() < TIMEOUT, "{profile}");
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    has_rating(true).await;
    assert!(act(&location, json!({"type": "void-game", "room": room})).await.expect("a rated game"));
    has_rating(false).await;
    server.close().await;
}

#[tokio::test]
async fn a_room_that_was_closed_while_no_server_ran_is_over_after_the_start() {
    let dir = TestDir::new("command-line-idle");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_account(server.address, "Ada").await;
    let mut bob = Client::connect_guest(server.address).await;
    let room = start_game_of(server.address, &mut ada, &mut bob, &json!({"game": "chess"})).await;
    let bob_cookie = bob.cookie.clone();
    server.close().await;

    let location = dir.location();
    assert!(act(&location, json!({"type": "close-room", "room": room})).await.expect("a room"));
    assert!(!act(&location, json!({"type": "close-room", "room": room})).await.expect("a room"), "once");
    assert!(act(&location, json!({"type": "mute", "user": bob.id, "minutes": 60})).await.expect("a guest"));
    for (action, message) in [
        (json!({"type": "warn", "user": bob.id}), "no such account"),
        (json!({"type": "warn", "user": "eve"}), "no such account"),
        (json!({"type": "close-room", "room": "ZZZZZZ"}), "no room with that code"),
        (json!({"type": "mute", "user": "ada", "minutes": 600_000}), "minutes"),
    ] {
        let error = rejected(&location, action.clone()).await;
        assert!(error.contains(message), "{action}: {error}");
    }
    let action = ModerationAction::Warn { user: "ada".to_owned() };
    let error = moderate(&location, action, " ").await.expect_err("a reason is missing");
    assert!(error.to_string().contains("1 to 500 characters"), "{error}");

    let server = TestServer::open(&dir, generous_limits()).await;
    let mut bob = Client::connect_with_cookie(server.address, &bob_cookie).await;
    let started = Instant::now();
    loop {
        let state = bob.join(&room).await;
        if state["phase"] == "over" {
            assert_eq!(state["close_reason"], REASON);
            break;
        }
        assert!(started.elapsed() < TIMEOUT, "{state}");
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    let reply = bob.command(&room, 1 << 40, json!({"type": "chat", "text": "why?"})).await;
    assert_eq!(reply["error"]["code"], "muted", "{reply}");
    server.close().await;
}
