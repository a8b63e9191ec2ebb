//! Hostile messages: each is answered or dropped, and no other room is affected.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{self, client::IntoClientRequest};
use yipan_core::splitmix64;
use yipan_server::{Limits, Rate};
use yipan_testkit::mutated_text::TextMutator;

use crate::net::{Client, TestDir, TestServer, create_room, generous_limits, http, metrics, start_game};

#[tokio::test]
async fn ten_thousand_hostile_messages_do_not_disturb_another_game() {
    let dir = TestDir::new("hostile");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    let mut eve = Client::connect_guest(server.address).await;
    eve.join(&code).await;
    let sit = json!({"type": "command", "room": code, "id": "1", "seen": 4, "command": {"type": "sit", "contribution": "00".repeat(32)}});
    let act = json!({"type": "command", "room": code, "id": "2", "seen": 4, "command": {"type": "play", "action": "e2e4"}});
    let command = json!({"type": "command", "room": code, "id": "3", "seen": 4, "command": {"type": "chat", "text": "'; DROP TABLE entries; --<script>"}});
    let samples = [
        sit,
        act,
        command,
        json!({"type": "join", "room": code, "from": 3}),
        json!({"type": "hello", "version": 2}),
    ];
    let mut hostile = TextMutator::new(3, samples.iter().map(Value::to_string));
    for _ in 0..10_000 {
        let text = hostile.next_text();
        eve.send_text(&text).await;
        // A hello of another version closes the connection, so a new one is opened.
        eve.send(&json!({"type": "ping", "at": 7})).await;
        loop {
            match eve.next().await {
                Some(answer) if answer["type"] == "pong" && answer["at"] == 7 => break,
                Some(_) => {}
                None => {
                    eve = Client::connect_guest(server.address).await;
                    eve.join(&code).await;
                    break;
                }
            }
        }
    }
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    bob.command_ok(&code, json!({"type": "play", "action": "e7e5"})).await;
    let state = bob.join(&code).await;
    let moves = json!([{"side": "first", "action": "e2e4"}, {"side": "second", "action": "e7e5"}]);
    assert_eq!(state["moves"], moves, "no other player has moved");
    assert_eq!(http(server.address, "GET", "/healthz", &[], "").await.body, "ok\n");
    server.close().await;
}

#[tokio::test]
async fn illegal_commands_are_rejected_with_a_reason_and_the_state() {
    let dir = TestDir::new("wrong");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, ada, bob) = start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    let mut eve = Client::connect_guest(server.address).await;
    eve.join(&code).await;
    let act = json!({"type": "play", "action": "e2e4"});
    let mut clients = [ada, bob, eve];
    for (client, command, credential) in [
        (1, act.clone(), "not-your-turn"),
        (2, act.clone(), "not-seated"),
        (2, json!({"type": "sit", "contribution": "00".repeat(32)}), "already-started"),
        (0, json!({"type": "play", "action": "e2e5"}), "illegal-action"),
        (0, json!({"type": "seat-computer", "level": 0}), "unknown-level"),
        (0, json!({"type": "seat-computer", "level": 11}), "unknown-level"),
        (0, json!({"type": "seat-computer", "level": 10}), "already-started"),
    ] {
        let answer = clients[client].command(&code, 1 << 40, command).await;
        assert_eq!(
            (answer["type"].as_str(), answer["error"]["code"].as_str()),
            (Some("rejected"), Some(credential))
        );
        assert_eq!(answer["state"]["phase"], "playing");
    }
    let stale = clients[0].command(&code, 0, act.clone()).await;
    assert_eq!(stale["error"]["code"], "stale-board");
    clients[0].command_ok(&code, act).await;
    server.close().await;
}

#[tokio::test]
async fn a_client_over_the_rate_limit_gets_an_error_and_recovers() {
    let dir = TestDir::new("flood");
    let none = Rate { burst: 3, rate: 1 };
    let server = TestServer::open(
        &dir,
        Limits { message_rate: Rate { burst: 5, rate: 50 }, new_room_rate: none, ..generous_limits() },
    )
    .await;
    let mut ada = Client::connect_guest(server.address).await;
    for at in 0..40 {
        ada.send(&json!({"type": "ping", "at": at})).await;
    }
    let rate_limited = ada.receive("error").await;
    assert_eq!(rate_limited["error"]["code"], "rate-limited");
    // A client that waits is served again. Only time refills the limit, so the test has to wait.
    for at in 100.. {
        tokio::time::sleep(Duration::from_millis(50)).await;
        ada.send(&json!({"type": "ping", "at": at})).await;
        let answer = loop {
            let answer = ada.next().await.expect("a client that waits is not closed");
            if answer["type"] == "error" || answer["at"] == at {
                break answer;
            }
        };
        if answer["type"] == "pong" {
            break;
        }
    }
    let config = json!({"game": "chess"});
    for _ in 0..3 {
        create_room(server.address, &ada, &config).await;
    }
    let cookie = [("Cookie", ada.cookie.as_str())];
    assert_eq!(http(server.address, "POST", "/api/rooms", &cookie, &config.to_string()).await.status, 429);
    server.close().await;
}

#[tokio::test]
async fn forged_cookies_cross_origin_pages_and_long_messages_are_rejected() {
    let dir = TestDir::new("forged");
    let server = TestServer::open(&dir, generous_limits()).await;
    let mut ada = Client::connect_guest(server.address).await;
    let id = ada.id.clone();
    let forged = format!("{}0", &ada.cookie[..ada.cookie.len() - 1]);
    let other = http(
        server.address,
        "GET",
        "/api/me",
        &[("Cookie", if forged == ada.cookie { "yipan=x" } else { &forged })],
        "",
    )
    .await;
    assert_ne!(other.json()["id"], id.as_str());
    let mut foreign = format!("ws://{}/ws", server.address).into_client_request().expect("a request");
    foreign.headers_mut().insert("origin", "https://evil.example".parse().expect("a header"));
    match tokio_tungstenite::connect_async(foreign).await {
        Err(tungstenite::Error::Http(rejected)) => assert_eq!(rejected.status(), 403),
        other => panic!("a page of another site got in: {:?}", other.map(drop)),
    }
    ada.send_text(&"x".repeat(9000)).await;
    assert!(ada.next().await.is_none(), "a message that long ends the conversation");
    for (path, status) in
        [("/api/rooms/ZZZZZZ", 404), ("/api/rooms/'%20OR%201=1", 404), ("/api/games/ZZZZZZ/pgn", 404)]
    {
        assert_eq!(http(server.address, "GET", path, &[], "").await.status, status, "{path}");
    }
    let page = http(server.address, "GET", "/", &[], "").await;
    assert!(page.head.contains("content-security-policy") && page.body.contains("openapi.json"));
    let name = json!({"name": "<img src=x>"}).to_string();
    let cookie = [("Cookie", ada.cookie.as_str())];
    assert_eq!(
        http(server.address, "PUT", "/api/me", &cookie, &name).await.status,
        204,
        "markup is only text"
    );
    for bad in [
        "{}",
        "null",
        "{\"game\":\"go\"}",
        "{\"game\":\"chess\",\"clock\":\"9x\"}",
        "{\"game\":\"chess\",\"position\":\"x\"}",
    ] {
        let status = http(server.address, "POST", "/api/rooms", &cookie, bad).await.status;
        assert!((400..500).contains(&status), "{bad}: {status}");
    }
    let long = format!("{{\"game\":\"chess\",\"position\":\"{}\"}}", "x".repeat(40_000));
    assert_eq!(http(server.address, "POST", "/api/rooms", &cookie, &long).await.status, 413);
    let description = http(server.address, "GET", "/api/openapi.json", &[], "").await.json();
    assert!(description["paths"]["/api/rooms/{code}"].is_object());
    server.close().await;
}

#[tokio::test]
async fn idle_connections_are_closed_and_their_players_disconnected() {
    let dir = TestDir::new("half-open");
    let idle_timeout = Duration::from_secs(3);
    let server = TestServer::open(&dir, Limits { idle_timeout, ..generous_limits() }).await;
    let address = server.address;
    let closed = async |begun: &str| {
        let mut line = TcpStream::connect(address).await.expect("a connection");
        line.write_all(begun.as_bytes()).await.expect("a beginning");
        let mut rest = Vec::new();
        // Closed with or without a response: the server does not wait.
        let closed = tokio::time::timeout(Duration::from_secs(20), line.read_to_end(&mut rest)).await;
        assert!(closed.is_ok(), "{begun:?} is waited for");
    };
    tokio::join!(
        closed(""),
        closed("GET /api/me HTTP/1.1\r\nHost: x\r\n"),
        closed("POST /api/rooms HTTP/1.1\r\nContent-Le"),
    );
    let (_code, mut ada, bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    // Bob's program hangs: the connection is open, but pings are not answered.
    let away = ada.receive_event("disconnected").await;
    assert_eq!(away["event"]["side"], "second");
    drop(bob);
    server.close().await;
}

/// Texts that break pages and stores without proper escaping.
const BAD_TEXTS: [&str; 7] = [
    "'; DROP TABLE entries; --",
    "\" OR \"\"=\"",
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "{{7*7}}${7*7}",
    "\u{202e}\u{0}\u{7f}",
    "%00../../etc/passwd",
];

#[tokio::test]
async fn text_is_only_text_in_every_field() {
    let dir = TestDir::new("text");
    let server = TestServer::open(&dir, generous_limits()).await;
    let address = server.address;
    let (code, mut ada, mut bob) = start_game(address, &json!({"game": "chess", "host_side": "first"})).await;
    let before = bob.join(&code).await;
    let secret = json!({"name": "Ada", "password": "correct horse"}).to_string();
    let made = http(address, "POST", "/api/account", &[("Cookie", &ada.cookie)], &secret).await;
    let known = made.cookie.expect("a session");
    let cookie = [("Cookie", known.as_str())];
    ada = Client::connect_with_cookie(address, &known).await;
    ada.join(&code).await;
    for bad in BAD_TEXTS {
        for (method, path, body) in [
            ("PUT", "/api/me", json!({"name": bad})),
            ("POST", "/api/account", json!({"name": bad, "password": bad})),
            ("POST", "/api/session", json!({"name": bad, "password": bad})),
            ("POST", "/api/tokens", json!({"name": bad})),
            ("POST", "/api/rooms", json!({"game": bad})),
            ("POST", "/api/rooms", json!({"game": "chess", "position": bad})),
            ("POST", "/api/rooms", json!({"game": "chess", "rules": [bad]})),
            ("POST", "/api/rooms", json!({"game": "chess", "modes": [bad]})),
            ("POST", "/api/pair", json!({"game": "chess", "clock": bad})),
            ("POST", "/api/pair", json!({"game": "chess", "host_side": bad})),
            ("POST", "/api/rooms", json!({"game": "chess", "spectators": bad})),
            ("POST", "/api/rooms", json!({"game": "chess", bad: true})),
        ] {
            let printable: String = bad.chars().filter(|character| ('!'..='~').contains(character)).collect();
            let headers = [cookie[0], ("User-Agent", &printable), ("Accept-Language", &printable)];
            let reply = http(address, method, path, &headers, &body.to_string()).await;
            assert!(reply.status < 500, "{method} {path} {body}: {}", reply.status);
            assert!(!reply.head.contains("text/html"), "{path} answers with a page");
        }
        for path in ["/api/rooms/", "/api/credentials/", "/api/games/"] {
            let encoded: String = bad.bytes().map(|byte| format!("%{byte:02x}")).collect();
            for method in ["GET", "DELETE"] {
                let reply = http(address, method, &format!("{path}{encoded}"), &cookie, "").await;
                assert!((400..500).contains(&reply.status), "{method} {path}{bad}: {}", reply.status);
            }
        }
        for command in [
            json!({"type": "play", "action": bad}),
            json!({"type": "sit", "contribution": bad}),
            json!({"type": "chat", "text": bad}),
        ] {
            let answer = ada.command(&code, 1 << 40, command.clone()).await;
            assert!(answer["type"] == "rejected" || command["type"] == "chat", "{command}: {answer}");
        }
        for message in [
            json!({"type": "hello", "version": 2, "lang": bad}),
            json!({"type": "join", "room": bad}),
            json!({"type": "command", "room": code, "id": bad, "seen": 0, "command": {"type": "play", "action": "e2e5"}}),
            json!({"type": bad}),
            json!({"type": "command", "room": bad, "id": bad, "seen": 0, "command": {"type": "start"}}),
            json!({"type": "command", "room": code, "id": "x", "seen": 0, "command": {"type": bad}}),
            json!({"type": "command", "room": code, "id": "x", "seen": 0, "command": {"type": "offer", "offer": bad}}),
            json!({"type": "command", "room": code, "id": "x", "seen": 0, "command": {"type": "claim", "claim": bad}}),
            json!({"type": "unsubscribe", "room": bad}),
        ] {
            ada.send(&message).await;
        }
        ada.send(&json!({"type": "ping", "at": 1})).await;
        ada.receive("pong").await;
    }
    let after = bob.join(&code).await;
    assert_eq!((&after["moves"], &after["phase"]), (&before["moves"], &before["phase"]));
    let said: Vec<&str> =
        after["chat"].as_array().expect("a list").iter().filter_map(|line| line["text"].as_str()).collect();
    let sayable: Vec<&str> =
        BAD_TEXTS.into_iter().filter(|text| !text.chars().any(char::is_control)).collect();
    assert_eq!(said, sayable, "messages are delivered unchanged");
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    server.close().await;
}

#[tokio::test]
async fn credentials_and_command_ids_are_private_to_their_user() {
    let dir = TestDir::new("foreign");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    let credentials =
        http(server.address, "GET", "/api/credentials", &[("Cookie", &ada.cookie)], "").await.json();
    let path = format!("/api/credentials/{}", credentials[0]["id"].as_str().expect("an id"));
    assert_eq!(http(server.address, "DELETE", &path, &[("Cookie", &bob.cookie)], "").await.status, 404);
    // The same id from another user is another command.
    let act = |act: &str| json!({"type": "command", "room": code, "id": "same", "seen": 1_u64 << 40, "command": {"type": "play", "action": act}});
    ada.send(&act("e2e4")).await;
    let first = ada.receive("ack").await;
    bob.send(&act("e7e5")).await;
    assert_ne!(bob.receive("ack").await["seq"], first["seq"]);
    ada.send(&act("e2e4")).await;
    assert_eq!(ada.receive("ack").await, first, "a repeated command is answered the same");
    ada.send(&act("d2d4")).await;
    assert_eq!(ada.receive("rejected").await["error"]["code"], "command-id-reused");
    assert_eq!(bob.join(&code).await["moves"].as_array().map(Vec::len), Some(2));
    server.close().await;
}

/// Opens a WebSocket without a library.
async fn connect_raw(server: &TestServer, cookie: &str) -> TcpStream {
    let mut line = TcpStream::connect(server.address).await.expect("a connection");
    let request = format!(
        "GET /ws HTTP/1.1\r\nHost: {}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\
         Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
        server.address
    );
    line.write_all(request.as_bytes()).await.expect("a request");
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        head.push(line.read_u8().await.expect("an answer"));
    }
    assert!(head.starts_with(b"HTTP/1.1 101"), "{}", String::from_utf8_lossy(&head));
    line
}

#[tokio::test]
async fn malformed_websocket_frames_close_only_their_own_connection() {
    let dir = TestDir::new("raw");
    let server = TestServer::open(&dir, Limits { max_websockets_per_ip: 100_000, ..generous_limits() }).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    let eve = Client::connect_guest(server.address).await.cookie;
    let mut random = 7;
    let mut byte = || {
        let (next, number) = splitmix64(random);
        random = next;
        number as u8
    };
    // Valid and invalid opcodes, masked or not, whole or fragmented, with right and wrong lengths.
    let mut line = connect_raw(&server, &eve).await;
    for _ in 0..2_000 {
        let kind = [0, 1, 1, 2, 2, 3, 8, 9, 9, 10, 11, 15][usize::from(byte()) % 12];
        let length = byte() % 128;
        let is_masked = byte() % 8 != 0;
        let first = if byte() % 4 == 0 { 0 } else { 0x80 } | if byte() % 16 == 0 { 0x40 } else { 0 } | kind;
        let mut frame = vec![first, length | if is_masked { 0x80 } else { 0 }];
        frame.extend((0..usize::from(length) + 4).map(|_| byte()));
        if line.write_all(&frame).await.is_err() {
            line = connect_raw(&server, &eve).await;
        }
    }
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    bob.command_ok(&code, json!({"type": "play", "action": "e7e5"})).await;
    assert_eq!(http(server.address, "GET", "/healthz", &[], "").await.body, "ok\n");
    // No WebSocket is left once the connections are closed.
    drop(line);
    while !metrics(server.address).await.contains("yipan_websockets 2\n") {
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    server.close().await;
}

#[tokio::test]
async fn a_cookie_without_a_valid_signature_is_ignored() {
    let dir = TestDir::new("cookies");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (ada, bob) =
        (Client::connect_guest(server.address).await, Client::connect_guest(server.address).await);
    let parts = |client: &Client| -> [String; 2] {
        let value = client.cookie.strip_prefix("yipan=").expect("its name");
        let (secret, signature) = value.split_once('.').expect("a signature");
        [secret.to_owned(), signature.to_owned()]
    };
    let ([secret, signature], [_, other]) = (parts(&ada), parts(&bob));
    let [turned, short] = [secret.chars().rev().collect::<String>(), signature[..63].to_owned()];
    for forged in [
        format!("{secret}.{other}"),
        format!("{turned}.{signature}"),
        format!("{secret}.{short}"),
        format!("{secret}.{}", signature.replace(|character: char| character.is_ascii_digit(), "0")),
        format!("{secret}."),
        format!(".{signature}"),
        secret.clone(),
        String::new(),
        "' OR 1=1 --.00".to_owned(),
        "x".repeat(4_000),
    ] {
        let cookie = format!("yipan={forged}");
        let me = http(server.address, "GET", "/api/me", &[("Cookie", &cookie)], "").await;
        assert_eq!((me.status, me.cookie.is_some()), (200, true), "{forged}: a new guest is created");
        assert!(
            ![&ada.id, &bob.id].contains(&&me.json()["id"].as_str().expect("an id").to_owned()),
            "{forged}"
        );
        let games = http(server.address, "GET", "/api/games", &[("Cookie", &cookie)], "").await;
        assert_eq!(games.json(), json!([]), "{forged}");
    }
    let me =
        http(server.address, "GET", "/api/me", &[("Cookie", &format!("a=b; {}; c=d", ada.cookie))], "").await;
    assert_eq!(me.json()["id"], ada.id.as_str(), "the true one among others is found");
    server.close().await;
}
