//! What nobody should send over the wire: each is answered or dropped, and no other table notices.

mod net;

use net::{Client, Folder, Hall, generous, http, room, started};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::{self, client::IntoClientRequest};
use yipan_server::{Budgeted, Limits};
use yipan_testkit::hostile::Hostile;

#[tokio::test]
async fn ten_thousand_hostile_messages_and_the_game_next_door_goes_on() {
    let folder = Folder::new("hostile");
    let hall = Hall::open(&folder, generous()).await;
    let (code, mut ada, mut bob) = started(hall.address, &json!({"game": "chess", "colour": "first"})).await;
    let mut eve = Client::meet(hall.address).await;
    eve.join(&code).await;
    let sit = json!({"type": "do", "room": code, "id": "1", "seen": 4, "command": {"type": "sit", "contribution": "00".repeat(32)}});
    let act =
        json!({"type": "do", "room": code, "id": "2", "seen": 4, "command": {"type": "act", "act": "e2e4"}});
    let say = json!({"type": "do", "room": code, "id": "3", "seen": 4, "command": {"type": "say", "text": "'; DROP TABLE entries; --<script>"}});
    let samples = [
        sit,
        act,
        say,
        json!({"type": "join", "room": code, "from": 3}),
        json!({"type": "hello", "version": 1}),
    ];
    let mut hostile = Hostile::new(3, samples.iter().map(Value::to_string));
    for _ in 0..10_000 {
        let text = hostile.text();
        eve.text(&text).await;
        // A hello of another version ends the conversation, as it should; the next one begins anew.
        eve.say(&json!({"type": "ping", "at": 7})).await;
        loop {
            match eve.next().await {
                Some(answer) if answer["type"] == "pong" && answer["at"] == 7 => break,
                Some(_) => {}
                None => {
                    eve = Client::meet(hall.address).await;
                    eve.join(&code).await;
                    break;
                }
            }
        }
    }
    ada.must(&code, json!({"type": "act", "act": "e2e4"})).await;
    bob.must(&code, json!({"type": "act", "act": "e7e5"})).await;
    let state = bob.join(&code).await;
    let moves = json!([{"seat": "first", "act": "e2e4"}, {"seat": "second", "act": "e7e5"}]);
    assert_eq!(state["moves"], moves, "nobody else has moved");
    assert_eq!(http(hall.address, "GET", "/healthz", &[], "").await.body, "ok\n");
    hall.close().await;
}

#[tokio::test]
async fn wrong_commands_are_answered_with_a_reason_and_how_it_stands() {
    let folder = Folder::new("wrong");
    let hall = Hall::open(&folder, generous()).await;
    let (code, ada, bob) = started(hall.address, &json!({"game": "chess", "colour": "first"})).await;
    let mut eve = Client::meet(hall.address).await;
    eve.join(&code).await;
    let act = json!({"type": "act", "act": "e2e4"});
    let mut clients = [ada, bob, eve];
    for (client, command, key) in [
        (1, act.clone(), "not-your-turn"),
        (2, act.clone(), "not-seated"),
        (2, json!({"type": "sit", "contribution": "00".repeat(32)}), "started"),
        (0, json!({"type": "act", "act": "e2e5"}), "rules"),
        (0, json!({"type": "seat-computer", "level": 1}), "no-computer"),
    ] {
        let answer = clients[client].command(&code, 1 << 40, command).await;
        assert_eq!((answer["type"].as_str(), answer["fault"]["key"].as_str()), (Some("refused"), Some(key)));
        assert_eq!(answer["state"]["stage"], "playing");
    }
    let stale = clients[0].command(&code, 0, act.clone()).await;
    assert_eq!(stale["fault"]["key"], "stale");
    clients[0].must(&code, act).await;
    hall.close().await;
}

#[tokio::test]
async fn whoever_goes_too_fast_is_told_to_slow_down_and_recovers() {
    let folder = Folder::new("flood");
    let none = Budgeted { burst: 3, rate: 1 };
    let hall =
        Hall::open(&folder, Limits { messages: Budgeted { burst: 5, rate: 50 }, rooms: none, ..generous() })
            .await;
    let mut ada = Client::meet(hall.address).await;
    for at in 0..40 {
        ada.say(&json!({"type": "ping", "at": at})).await;
    }
    let slowed = ada.hear("error").await;
    assert_eq!(slowed["fault"]["key"], "slow-down");
    // Whoever waits is heard again; the next answer that is a pong shows it.
    loop {
        ada.say(&json!({"type": "ping", "at": 99})).await;
        if ada.next().await.is_some_and(|answer| answer["type"] == "pong" && answer["at"] == 99) {
            break;
        }
    }
    let terms = json!({"game": "chess"});
    for _ in 0..3 {
        room(hall.address, &ada, &terms).await;
    }
    let cookie = [("Cookie", ada.cookie.as_str())];
    assert_eq!(http(hall.address, "POST", "/api/rooms", &cookie, &terms.to_string()).await.status, 429);
    hall.close().await;
}

#[tokio::test]
async fn forged_cookies_foreign_pages_and_long_messages_are_turned_away() {
    let folder = Folder::new("forged");
    let hall = Hall::open(&folder, generous()).await;
    let mut ada = Client::meet(hall.address).await;
    let id = ada.id.clone();
    let forged = format!("{}0", &ada.cookie[..ada.cookie.len() - 1]);
    let other = http(
        hall.address,
        "GET",
        "/api/me",
        &[("Cookie", if forged == ada.cookie { "yipan=x" } else { &forged })],
        "",
    )
    .await;
    assert_ne!(other.json()["id"], id.as_str());
    let mut foreign = format!("ws://{}/ws", hall.address).into_client_request().expect("a request");
    foreign.headers_mut().insert("origin", "https://evil.example".parse().expect("a header"));
    match tokio_tungstenite::connect_async(foreign).await {
        Err(tungstenite::Error::Http(refused)) => assert_eq!(refused.status(), 403),
        other => panic!("a page of another site got in: {:?}", other.map(drop)),
    }
    ada.text(&"x".repeat(9000)).await;
    assert!(ada.next().await.is_none(), "a message that long ends the conversation");
    for (path, status) in
        [("/api/rooms/ZZZZZZ", 404), ("/api/rooms/'%20OR%201=1", 404), ("/api/games/ZZZZZZ/pgn", 404)]
    {
        assert_eq!(http(hall.address, "GET", path, &[], "").await.status, status, "{path}");
    }
    let page = http(hall.address, "GET", "/", &[], "").await;
    assert!(page.head.contains("content-security-policy") && page.body.contains("openapi.json"));
    let name = json!({"name": "<img src=x>"}).to_string();
    let cookie = [("Cookie", ada.cookie.as_str())];
    assert_eq!(http(hall.address, "PUT", "/api/me", &cookie, &name).await.status, 204, "markup is only text");
    for bad in [
        "{}",
        "null",
        "{\"game\":\"go\"}",
        "{\"game\":\"chess\",\"clock\":\"9x\"}",
        "{\"game\":\"chess\",\"position\":\"x\"}",
    ] {
        let status = http(hall.address, "POST", "/api/rooms", &cookie, bad).await.status;
        assert!((400..500).contains(&status), "{bad}: {status}");
    }
    let long = format!("{{\"game\":\"chess\",\"position\":\"{}\"}}", "x".repeat(40_000));
    assert_eq!(http(hall.address, "POST", "/api/rooms", &cookie, &long).await.status, 413);
    let description = http(hall.address, "GET", "/api/openapi.json", &[], "").await.json();
    assert!(description["paths"]["/api/rooms/{code}"].is_object());
    hall.close().await;
}
