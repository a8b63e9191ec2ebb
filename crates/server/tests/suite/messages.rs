//! Every request over the WebSocket gets exactly one answer, which identifies the request.

use serde_json::{Value, json};

use crate::net::{Client, TestDir, TestServer, create_room, generous_limits, http, start_game};

/// Returns the next messages up to and including the first of this type.
async fn until(client: &mut Client, kind: &str) -> Vec<Value> {
    let mut messages = Vec::new();
    loop {
        let message = client.next().await.expect("an open connection");
        let is_last = message["type"] == kind;
        messages.push(message);
        if is_last {
            return messages;
        }
    }
}

fn types(messages: &[Value]) -> Vec<&str> {
    messages.iter().filter_map(|message| message["type"].as_str()).collect()
}

#[tokio::test]
async fn every_join_ends_with_joined_also_when_nothing_was_missed() {
    let dir = TestDir::new("joined");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, ada, _bob) = start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    let mut second = Client::connect_with_cookie(server.address, &ada.cookie).await;
    second.send(&json!({"type": "join", "room": code})).await;
    let whole = until(&mut second, "joined").await;
    assert_eq!(types(&whole), ["state", "joined"]);
    let next = whole[0]["state"]["seq"].as_u64().expect("a number");
    assert_eq!(whole[1], json!({"type": "joined", "room": code, "seq": next}));
    for missed in [0, 1, next] {
        second.send(&json!({"type": "join", "room": code, "from": next - missed})).await;
        let answered = until(&mut second, "joined").await;
        let numbers: Vec<u64> = answered.iter().filter_map(|message| message["seq"].as_u64()).collect();
        assert_eq!(numbers, (next - missed..=next).collect::<Vec<_>>(), "{answered:?}");
    }
    second.send(&json!({"type": "join", "room": code, "from": next + 1})).await;
    assert_eq!(types(&until(&mut second, "joined").await), ["state", "joined"], "no such number yet");
    server.close().await;
}

#[tokio::test]
async fn a_malformed_command_is_rejected_under_its_id() {
    let dir = TestDir::new("unread");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, _bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    for (number, (seen, command)) in [
        (json!(9), json!({"type": "fly"})),
        (json!(9), json!({"type": "play"})),
        (json!(9), json!({"type": "offer", "offer": "money"})),
        (json!(-1), json!({"type": "resign"})),
        (Value::Null, Value::Null),
    ]
    .into_iter()
    .enumerate()
    {
        let id = format!("unread-{number}");
        ada.send(&json!({"type": "command", "room": code, "id": id, "seen": seen, "command": command})).await;
        let answer = loop {
            let answer = ada.next().await.expect("an open connection");
            if answer["type"] != "event" && answer["type"] != "joined" {
                break answer;
            }
        };
        assert_eq!(
            (&answer["type"], &answer["id"], &answer["error"]["code"]),
            (&json!("rejected"), &json!(id), &json!("bad-message")),
            "{command}"
        );
        // The command was not executed, so its id can be used again.
        let say = json!({"type": "chat", "text": id});
        ada.send(&json!({"type": "command", "room": code, "id": id, "seen": 0, "command": say})).await;
        assert_eq!(ada.receive("ack").await["id"], id.as_str());
    }
    for unreadable in [
        json!({"type": "command", "room": code, "seen": 9, "command": {"type": "fly"}}).to_string(),
        json!({"type": "command", "room": code, "id": 7, "seen": 9, "command": {"type": "resign"}})
            .to_string(),
        json!({"type": "dance", "id": "x"}).to_string(),
        "{\"type\":\"command\",\"id\":\"x\"".to_owned(),
        "{\"type\":\"command\",\"id\":\"x\",\"id\":\"y\"}".to_owned(),
        "[]".to_owned(),
    ] {
        ada.send_text(&unreadable).await;
        let error = ada.receive("error").await;
        assert_eq!(error["error"]["code"], "bad-message", "{unreadable}");
    }
    server.close().await;
}

/// Sends a command with this id and returns `ack` or `rejected`.
async fn send_as(client: &mut Client, room: &str, id: &str, command: &Value) -> Value {
    client
        .send(&json!({"type": "command", "room": room, "id": id, "seen": 1_u64 << 40, "command": command}))
        .await;
    loop {
        let message = client.next().await.expect("an answer");
        if message["id"] == id {
            return message;
        }
    }
}

#[tokio::test]
async fn an_id_used_for_another_command_is_rejected_even_after_a_restart() {
    let dir = TestDir::new("reused");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    let act = json!({"type": "play", "action": "e4"});
    let first = send_as(&mut ada, &code, "mine", &act).await;
    assert_eq!(first["type"], "ack");
    let others = [
        json!({"type": "resign"}),
        json!({"type": "play", "action": "d4"}),
        // The same move in another notation is another command, because the server compares texts.
        json!({"type": "play", "action": "e2e4"}),
        json!({"type": "chat", "text": "e4"}),
    ];
    for other in &others {
        let rejected = send_as(&mut ada, &code, "mine", other).await;
        assert_eq!(rejected["error"]["code"], "command-id-reused", "{other}: {rejected}");
        assert_eq!(rejected["state"]["phase"], "playing");
    }
    assert_eq!(send_as(&mut ada, &code, "mine", &act).await, first, "said again, it is answered the same");
    assert_eq!(
        send_as(&mut bob, &code, "mine", &json!({"type": "play", "action": "e5"})).await["type"],
        "ack"
    );
    let cookie = ada.cookie.clone();
    server.close().await;
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_with_cookie(server.address, &cookie).await;
    ada.join(&code).await;
    for other in &others {
        assert_eq!(
            send_as(&mut ada, &code, "mine", other).await["error"]["code"],
            "command-id-reused",
            "{other}"
        );
    }
    assert_eq!(send_as(&mut ada, &code, "mine", &act).await, first);
    server.close().await;
}

#[tokio::test]
async fn unknown_fields_are_ignored_but_not_in_room_configs() {
    let dir = TestDir::new("unknown-fields");
    let server = TestServer::open(&dir, generous_limits()).await;
    let guest = Client::connect_guest(server.address).await;
    let cookie = [("Cookie", guest.cookie.as_str())];
    let named = json!({"name": "Ada", "pronouns": "she"}).to_string();
    assert_eq!(http(server.address, "PUT", "/api/me", &cookie, &named).await.status, 204);
    let account = json!({"name": "ada", "password": "correct horse", "mail": "a@b.c"}).to_string();
    let account = http(server.address, "POST", "/api/account", &cookie, &account).await;
    assert_eq!(account.status, 204);
    let mut ada = Client::connect_with_cookie(server.address, &account.cookie.expect("a new cookie")).await;
    let cookie = ada.cookie.clone();
    let cookie = [("Cookie", cookie.as_str())];
    // A misspelled option must not create a game with defaults.
    let misspelled = json!({"game": "chess", "hostside": "first"}).to_string();
    let rejected = http(server.address, "POST", "/api/rooms", &cookie, &misspelled).await;
    assert_eq!(rejected.status, 422, "{}", rejected.body);
    assert!(rejected.body.contains("hostside"), "{}", rejected.body);
    let code = create_room(server.address, &ada, &json!({"game": "chess"})).await;
    ada.send(&json!({"type": "ping", "at": 5, "more": []})).await;
    assert_eq!(ada.receive("pong").await["at"], 5);
    ada.send(&json!({"type": "join", "room": code, "as": "spectator"})).await;
    ada.receive("state").await;
    let sit = json!({"type": "sit", "contribution": "01".repeat(32), "chair": 2});
    ada.send(&json!({"type": "command", "room": code, "id": "1", "seen": 1, "at": 3, "command": sit})).await;
    ada.receive("ack").await;
    let start = json!({"type": "leave", "reason": "late"});
    ada.send(&json!({"type": "command", "room": code, "id": "2", "seen": 2, "command": start})).await;
    ada.receive("ack").await;
    server.close().await;
}

#[tokio::test]
async fn moves_are_parsed_in_the_documented_notations() {
    let dir = TestDir::new("notations");
    let server = TestServer::open(&dir, generous_limits()).await;
    for (game, modes, act, received) in [
        ("chess", &[][..], "g1f3", Some("g1f3")),
        ("chess", &[], "Nf3", Some("g1f3")),
        ("chess", &["fog"], "Nf3", None),
        ("chess", &["mines"], "Nf3", None),
        ("chess", &["mines"], "g1f3", Some("g1f3")),
        ("xiangqi", &[], "H2-E2", Some("h2e2")),
        ("xiangqi", &[], "C2=5", Some("h2e2")),
        ("xiangqi", &[], "炮二平五", Some("h2e2")),
    ] {
        let config = json!({"game": game, "modes": modes, "host_side": "first"});
        let (code, mut ada, _bob) = start_game(server.address, &config).await;
        let answer = ada.command(&code, 1 << 40, json!({"type": "play", "action": act})).await;
        let moves = ada.join(&code).await["moves"].clone();
        match received {
            Some(received) => assert_eq!(moves[0]["action"], received, "{act} in {config}"),
            None => assert_eq!(answer["error"]["code"], "illegal-action", "{act} in {config}"),
        }
    }
    server.close().await;
}
