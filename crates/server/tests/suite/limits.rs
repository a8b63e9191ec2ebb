//! Limits over real connections: a client over a limit gets an error, and others are not affected.

use std::time::Duration;

use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{self, client::IntoClientRequest};
use yipan_server::{Limits, Rate};

use crate::net::{Client, TestDir, TestServer, create_room, generous_limits, http, start_game};

/// A burst without a refill.
const fn burst_of(burst: u32) -> Rate {
    Rate { burst, rate: 0 }
}

#[tokio::test]
async fn websockets_per_address_are_limited() {
    let dir = TestDir::new("sockets-each");
    let limits = Limits { max_websockets_per_ip: 2, ..generous_limits() };
    let server = TestServer::open_behind(&["127.0.0.1"], &dir, limits).await;
    let dial = async |from: &str| {
        let mut request = format!("ws://{}/ws", server.address).into_client_request().expect("a request");
        request.headers_mut().insert("x-forwarded-for", from.parse().expect("a header"));
        tokio_tungstenite::connect_async(request).await.map(|(socket, _)| socket)
    };
    // Two addresses of one /64 network count as one.
    let one = dial("2001:db8::1").await.expect("a socket");
    let _two = dial("2001:db8::2").await.expect("another");
    match dial("2001:db8::3").await {
        Err(tungstenite::Error::Http(rejected)) => {
            assert_eq!(rejected.status(), 429);
            assert_eq!(rejected.headers()["retry-after"], "1");
            let body = String::from_utf8_lossy(rejected.body().as_deref().unwrap_or_default()).into_owned();
            assert!(body.contains("\"too-many-connections\""), "{body}");
        }
        other => panic!("a third got in: {:?}", other.map(drop)),
    }
    let _next_door = dial("2001:db8:0:1::1").await.expect("the neighbours have their own");
    drop(one);
    // The server may need some time to notice that the connection is closed.
    while dial("2001:db8::4").await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    server.close().await;
}

#[tokio::test]
async fn connections_per_address_are_limited() {
    let dir = TestDir::new("connections-per-ip");
    let server = TestServer::open(&dir, Limits { max_connections_per_ip: 3, ..generous_limits() }).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut line = TcpStream::connect(server.address).await.expect("a connection");
        line.write_all(b"GET /healthz HTTP/1.1\r\n").await.expect("a beginning");
        held.push(line);
    }
    let mut over = TcpStream::connect(server.address).await.expect("a connection");
    let mut rest = Vec::new();
    let closed = tokio::time::timeout(Duration::from_secs(20), over.read_to_end(&mut rest)).await;
    assert!(closed.is_ok() && rest.is_empty(), "a fourth is let go at once");
    let mut first = held.remove(0);
    first.write_all(b"Host: x\r\nConnection: close\r\n\r\n").await.expect("the rest of it");
    first.read_to_end(&mut rest).await.expect("an answer");
    assert!(String::from_utf8_lossy(&rest).ends_with("ok\n"), "those inside are answered");
    drop(held);
    server.close().await;
}

#[tokio::test]
async fn websockets_do_not_count_as_http_connections() {
    let dir = TestDir::new("connections-websockets");
    let server =
        TestServer::open(&dir, Limits { max_connections_per_ip: 3, max_connections: 3, ..generous_limits() })
            .await;
    let mut clients = Vec::new();
    for _ in 0..6 {
        clients.push(Client::connect_guest(server.address).await);
    }
    assert_eq!(http(server.address, "GET", "/healthz", &[], "").await.body, "ok\n");
    drop(clients);
    server.close().await;
}

#[tokio::test]
async fn reading_and_renaming_are_rate_limited() {
    let dir = TestDir::new("reads");
    let limits = Limits { read_rate: burst_of(6), rename_rate: burst_of(2), ..generous_limits() };
    let server = TestServer::open_behind(&["127.0.0.1"], &dir, limits).await;
    let ada = Client::connect_guest(server.address).await;
    let code = create_room(server.address, &ada, &json!({"game": "chess"})).await;
    let cookie = ("Cookie", ada.cookie.as_str());
    let read = async |path: &str| {
        let from = ("X-Forwarded-For", "192.0.2.1");
        let reply = http(server.address, "GET", path, &[cookie, from], "").await;
        (reply.status, reply.body)
    };
    for (path, status) in [
        ("/api/games", 200),
        ("/api/credentials", 200),
        (&format!("/api/rooms/{code}"), 200),
        (&format!("/api/rooms/{code}/qr.svg"), 200),
        (&format!("/api/games/{code}/record"), 409),
        ("/api/games/ZZZZZZ/pgn", 404),
    ] {
        assert_eq!(read(path).await.0, status, "{path}");
    }
    for path in ["/api/games", "/api/credentials", &format!("/api/games/{code}/record")] {
        let (status, body) = read(path).await;
        assert_eq!((status, body.contains("\"rate-limited\"")), (429, true), "{path}");
    }
    let elsewhere =
        http(server.address, "GET", "/api/games", &[cookie, ("X-Forwarded-For", "192.0.2.2")], "").await;
    assert_eq!(elsewhere.status, 200, "another address has its own budget");
    let rename = async || http(server.address, "PUT", "/api/me", &[cookie], r#"{"name":"Ada"}"#).await.status;
    assert_eq!([rename().await, rename().await, rename().await], [204, 204, 429]);
    server.close().await;
}

#[tokio::test]
async fn a_rate_limited_response_has_retry_after() {
    let dir = TestDir::new("retry-after");
    let server =
        TestServer::open(&dir, Limits { read_rate: Rate { burst: 1, rate: 2 }, ..generous_limits() }).await;
    let retry_after = async || {
        let reply = http(server.address, "GET", "/api/games", &[], "").await;
        let value = reply.head.lines().find_map(|line| line.strip_prefix("retry-after: "));
        (reply.status, value.map(|value| value.parse::<u64>().expect("whole seconds")))
    };
    assert_eq!(retry_after().await, (200, None));
    let (status, seconds) = retry_after().await;
    assert_eq!(
        (status, seconds.is_some_and(|seconds| (25..=30).contains(&seconds))),
        (429, true),
        "{seconds:?}"
    );
    server.close().await;
}

#[tokio::test]
async fn replays_from_the_beginning_are_rate_limited() {
    let dir = TestDir::new("joins");
    let server = TestServer::open(&dir, Limits { join_rate: burst_of(5), ..generous_limits() }).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    for _ in 0..10 {
        bob.send(&json!({"type": "join", "room": code, "from": 0})).await;
    }
    // A room handles messages in order: everything before this answer has been handled.
    let last =
        json!({"type": "command", "room": code, "id": "last", "seen": 0, "command": {"type": "start"}});
    bob.send(&last).await;
    let (mut received, mut rate_limited) = (0, 0);
    loop {
        let message = bob.next().await.expect("the connection is open");
        match message["type"].as_str() {
            Some("event") => received += usize::from(message["seq"] == 0),
            Some("error") => {
                assert_eq!(message["error"]["code"], "rate-limited");
                rate_limited += 1;
            }
            Some("rejected") => break,
            _ => {}
        }
    }
    // Both players had joined before, from the same address.
    assert_eq!((received, rate_limited), (3, 7));
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    bob.command_ok(&code, json!({"type": "play", "action": "e7e5"})).await;
    server.close().await;
}

#[tokio::test]
async fn the_longest_message_and_the_longest_body_are_settings() {
    let dir = TestDir::new("longest");
    let limits = Limits { max_message_bytes: 20_000, max_body_bytes: 2_000, ..generous_limits() };
    let server = TestServer::open(&dir, limits).await;
    let mut ada = Client::connect_guest(server.address).await;
    ada.send_text(&"x".repeat(19_000)).await;
    assert_eq!(ada.receive("error").await["error"]["code"], "bad-message");
    ada.send_text(&"x".repeat(21_000)).await;
    assert!(ada.next().await.is_none());
    let long = json!({"game": "chess", "position": "x".repeat(3_000)}).to_string();
    assert_eq!(http(server.address, "POST", "/api/rooms", &[], &long).await.status, 413);
    server.close().await;
}

#[tokio::test]
async fn a_client_that_ignores_the_rate_limit_is_disconnected() {
    let dir = TestDir::new("patience");
    let limits = Limits { message_rate: burst_of(2), max_rate_limit_strikes: 3, ..generous_limits() };
    let server = TestServer::open(&dir, limits).await;
    let mut ada = Client::connect_guest(server.address).await;
    for at in 0..20 {
        ada.send(&json!({"type": "ping", "at": at})).await;
    }
    let mut rate_limited = 0;
    while let Some(message) = ada.next().await {
        rate_limited += usize::from(message["type"] == "error");
    }
    assert_eq!(rate_limited, 3);
    server.close().await;
}

#[tokio::test]
async fn a_client_that_reads_nothing_is_disconnected() {
    let dir = TestDir::new("write-timeout");
    let (write_timeout, send_queue) = (Duration::from_secs(1), 64);
    let server = TestServer::open(&dir, Limits { write_timeout, send_queue, ..generous_limits() }).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    // Bob requests everything repeatedly and reads nothing; Ada sees that Bob disconnects.
    let flood = async {
        for _ in 0..20_000 {
            bob.send(&json!({"type": "join", "room": code, "from": 0})).await;
        }
    };
    let away = tokio::select! {
        away = ada.receive_event("disconnected") => away,
        () = async { flood.await; std::future::pending().await } => unreachable!("it waits for ever"),
    };
    assert_eq!(away["event"]["side"], "second");
    server.close().await;
}

#[tokio::test]
async fn a_class_of_forty_gets_in_at_once_from_one_address() {
    let dir = TestDir::new("class");
    // The limits per account are not tested here.
    let limits = Limits { new_account_rate: burst_of(1_000), ..Limits::default() };
    let server = TestServer::open_behind(&["127.0.0.1"], &dir, limits).await;
    let address = server.address;
    let school = ("X-Forwarded-For", "192.0.2.1");
    let credentials = |pupil: usize| json!({"name": format!("pupil-{pupil}"), "password": "correct horse"});
    for pupil in 0..40 {
        let home = format!("198.51.100.{pupil}");
        let request = credentials(pupil).to_string();
        let reply = http(address, "POST", "/api/account", &[("X-Forwarded-For", &home)], &request).await;
        assert_eq!(reply.status, 204, "{}", reply.body);
    }
    let mut inside = Vec::new();
    for pupil in 0..40 {
        let met = http(address, "GET", "/api/me", &[school], "").await;
        assert_eq!(met.status, 200, "guest {pupil}");
        let guest = met.cookie.expect("a cookie");
        let request = credentials(pupil).to_string();
        let reply = http(address, "POST", "/api/session", &[school, ("Cookie", &guest)], &request).await;
        assert_eq!(reply.status, 204, "sign-in {pupil}: {}", reply.body);
        inside.push(Client::connect_with_cookie(address, &reply.cookie.expect("a session")).await);
    }
    assert_eq!(inside.len(), 40);
    server.close().await;
}

#[tokio::test]
async fn guests_sign_ins_accounts_and_tokens_have_separate_limits() {
    let dir = TestDir::new("apart");
    let limits = Limits {
        new_guest_rate: burst_of(3),
        sign_in_rate: burst_of(2),
        new_account_rate: burst_of(1),
        new_token_rate: burst_of(1),
        ..generous_limits()
    };
    let server = TestServer::open(&dir, limits).await;
    let address = server.address;
    let guest = http(address, "GET", "/api/me", &[], "").await.cookie.expect("a cookie");
    let secret = json!({"name": "Ada", "password": "correct horse"}).to_string();
    let ask = async |method: &str, path: &str, cookie: &str, body: &str| {
        let reply = http(address, method, path, &[("Cookie", cookie)], body).await;
        (reply.status, reply.cookie)
    };
    let (status, session) = ask("POST", "/api/account", &guest, &secret).await;
    let session = session.unwrap_or(guest);
    assert_eq!(status, 204);
    assert_eq!(ask("POST", "/api/account", &session, &secret).await.0, 429);
    assert_eq!(ask("POST", "/api/tokens", &session, r#"{"name":"bot"}"#).await.0, 201);
    assert_eq!(ask("POST", "/api/tokens", &session, r#"{"name":"bot"}"#).await.0, 429);
    for expected in [204, 204, 429] {
        assert_eq!(ask("POST", "/api/session", "", &secret).await.0, expected);
    }
    for expected in [200, 200, 429] {
        assert_eq!(ask("GET", "/api/me", "", "").await.0, expected);
    }
    server.close().await;
}

#[tokio::test]
async fn one_address_that_guesses_passwords_locks_neither_others_nor_the_owner_out() {
    let dir = TestDir::new("guesses-per-account");
    let limits = Limits { sign_in_rate_per_account: burst_of(3), ..generous_limits() };
    let server = TestServer::open_behind(&["127.0.0.1"], &dir, limits).await;
    let address = server.address;
    let secret = |name: &str, password: &str| json!({"name": name, "password": password}).to_string();
    let right = secret("Ada", "correct horse");
    let made = http(address, "POST", "/api/account", &[], &right).await;
    let owner = made.cookie.expect("a session");
    let from = async |address_line: &str, body: &str| {
        let reply = http(address, "POST", "/api/session", &[("X-Forwarded-For", address_line)], body).await;
        reply.status
    };
    let wrong = secret("ADA", "wrong horse");
    for expected in [401, 401, 401, 429] {
        assert_eq!(from("192.0.2.1", &wrong).await, expected);
    }
    assert_eq!(from("192.0.2.1", &right).await, 429, "the right one is no exception");
    assert_eq!(from("192.0.2.1", &secret("Eve", "correct horse")).await, 401, "another account is");
    assert_eq!(from("192.0.2.2", &right).await, 204, "another address is");
    let again = http(address, "POST", "/api/session", &[("Cookie", &owner)], &right).await;
    assert_eq!(again.status, 204, "the owner, who has a session, can sign in");
    server.close().await;
}

#[tokio::test]
async fn password_attempts_per_account_are_limited_across_addresses() {
    let dir = TestDir::new("guesses-from-everywhere");
    let limits = Limits { sign_in_rate_per_account: burst_of(1), ..generous_limits() };
    let server = TestServer::open_behind(&["127.0.0.1"], &dir, limits).await;
    let address = server.address;
    let right = json!({"name": "Ada", "password": "correct horse"}).to_string();
    let wrong = json!({"name": "Ada", "password": "wrong horse"}).to_string();
    let owner = http(address, "POST", "/api/account", &[], &right).await.cookie.expect("a session");
    let from = async |number: u32, body: &str| {
        let line = format!("192.0.2.{number}");
        http(address, "POST", "/api/session", &[("X-Forwarded-For", &line)], body).await.status
    };
    for number in 0..20 {
        assert_eq!(from(number, &wrong).await, 401, "{number}");
    }
    assert_eq!(from(20, &wrong).await, 429);
    let me = http(address, "GET", "/api/me", &[("Cookie", &owner)], "").await;
    assert_eq!((me.status, me.json()["account"].clone()), (200, json!("ada")));
    let again = http(address, "POST", "/api/session", &[("Cookie", &owner)], &right).await;
    assert_eq!(again.status, 204, "the owner, who has a session, can sign in");
    server.close().await;
}
