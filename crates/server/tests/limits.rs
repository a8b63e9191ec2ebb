//! Limits and budgets over real sockets: whoever goes too far is told so, and nobody else notices.

mod net;

use std::time::Duration;

use net::{Client, Folder, Hall, generous, http, room, started};
use serde_json::json;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{self, client::IntoClientRequest};
use yipan_server::{Limits, Rate};

/// So many, and no more for a long time.
const fn only(burst: u32) -> Rate {
    Rate { burst, rate: 0 }
}

#[tokio::test]
async fn an_address_has_so_many_sockets_and_no_more() {
    let folder = Folder::new("sockets-each");
    let limits = Limits { sockets_each: 2, ..generous() };
    let hall = Hall::open_behind(&["127.0.0.1"], &folder, limits).await;
    let dial = async |from: &str| {
        let mut request = format!("ws://{}/ws", hall.address).into_client_request().expect("a request");
        request.headers_mut().insert("x-forwarded-for", from.parse().expect("a header"));
        tokio_tungstenite::connect_async(request).await.map(|(socket, _)| socket)
    };
    // Two addresses of one household are one.
    let one = dial("2001:db8::1").await.expect("a socket");
    let _two = dial("2001:db8::2").await.expect("another");
    match dial("2001:db8::3").await {
        Err(tungstenite::Error::Http(refused)) => {
            assert_eq!(refused.status(), 429);
            assert_eq!(refused.headers()["retry-after"], "1");
            let body = String::from_utf8_lossy(refused.body().as_deref().unwrap_or_default()).into_owned();
            assert!(body.contains("\"crowded\""), "{body}");
        }
        other => panic!("a third got in: {:?}", other.map(drop)),
    }
    let _next_door = dial("2001:db8:0:1::1").await.expect("the neighbours have their own");
    drop(one);
    // The hall notices in its own time that the line is closed.
    while dial("2001:db8::4").await.is_err() {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    hall.close().await;
}

#[tokio::test]
async fn an_address_has_so_many_lines_in_the_door_and_no_more() {
    let folder = Folder::new("lines-each");
    let hall = Hall::open(&folder, Limits { lines_each: 3, ..generous() }).await;
    let mut held = Vec::new();
    for _ in 0..3 {
        let mut line = TcpStream::connect(hall.address).await.expect("a line");
        line.write_all(b"GET /healthz HTTP/1.1\r\n").await.expect("a beginning");
        held.push(line);
    }
    let mut over = TcpStream::connect(hall.address).await.expect("a line");
    let mut rest = Vec::new();
    let closed = tokio::time::timeout(Duration::from_secs(20), over.read_to_end(&mut rest)).await;
    assert!(closed.is_ok() && rest.is_empty(), "a fourth is let go at once");
    let mut first = held.remove(0);
    first.write_all(b"Host: x\r\nConnection: close\r\n\r\n").await.expect("the rest of it");
    first.read_to_end(&mut rest).await.expect("an answer");
    assert!(String::from_utf8_lossy(&rest).ends_with("ok\n"), "those inside are answered");
    drop(held);
    hall.close().await;
}

#[tokio::test]
async fn sockets_are_no_lines_in_the_door() {
    let folder = Folder::new("lines-sockets");
    let hall = Hall::open(&folder, Limits { lines_each: 3, lines: 3, ..generous() }).await;
    let mut clients = Vec::new();
    for _ in 0..6 {
        clients.push(Client::meet(hall.address).await);
    }
    assert_eq!(http(hall.address, "GET", "/healthz", &[], "").await.body, "ok\n");
    drop(clients);
    hall.close().await;
}

#[tokio::test]
async fn reading_and_renaming_have_budgets() {
    let folder = Folder::new("reads");
    let limits = Limits { reads: only(6), renames: only(2), ..generous() };
    let hall = Hall::open_behind(&["127.0.0.1"], &folder, limits).await;
    let ada = Client::meet(hall.address).await;
    let code = room(hall.address, &ada, &json!({"game": "chess"})).await;
    let cookie = ("Cookie", ada.cookie.as_str());
    let read = async |path: &str| {
        let from = ("X-Forwarded-For", "192.0.2.1");
        let reply = http(hall.address, "GET", path, &[cookie, from], "").await;
        (reply.status, reply.body)
    };
    for (path, status) in [
        ("/api/games", 200),
        ("/api/keys", 200),
        (&format!("/api/rooms/{code}"), 200),
        (&format!("/api/rooms/{code}/qr.svg"), 200),
        (&format!("/api/games/{code}/record"), 409),
        ("/api/games/ZZZZZZ/pgn", 404),
    ] {
        assert_eq!(read(path).await.0, status, "{path}");
    }
    for path in ["/api/games", "/api/keys", &format!("/api/games/{code}/record")] {
        let (status, body) = read(path).await;
        assert_eq!((status, body.contains("\"slow-down\"")), (429, true), "{path}");
    }
    let elsewhere =
        http(hall.address, "GET", "/api/games", &[cookie, ("X-Forwarded-For", "192.0.2.2")], "").await;
    assert_eq!(elsewhere.status, 200, "another address has its own budget");
    let rename = async || http(hall.address, "PUT", "/api/me", &[cookie], r#"{"name":"Ada"}"#).await.status;
    assert_eq!([rename().await, rename().await, rename().await], [204, 204, 429]);
    hall.close().await;
}

#[tokio::test]
async fn an_answer_over_a_rate_limit_says_when_to_come_back() {
    let folder = Folder::new("retry-after");
    let hall = Hall::open(&folder, Limits { reads: Rate { burst: 1, rate: 2 }, ..generous() }).await;
    let retry_after = async || {
        let reply = http(hall.address, "GET", "/api/games", &[], "").await;
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
    hall.close().await;
}

#[tokio::test]
async fn a_game_is_not_told_from_the_beginning_for_ever() {
    let folder = Folder::new("joins");
    let hall = Hall::open(&folder, Limits { joins: only(5), ..generous() }).await;
    let (code, mut ada, mut bob) = started(hall.address, &json!({"game": "chess", "colour": "first"})).await;
    for _ in 0..10 {
        bob.say(&json!({"type": "join", "room": code, "from": 0})).await;
    }
    // A table takes up one thing after the other: when this is answered, everything before it has been.
    let last = json!({"type": "do", "room": code, "id": "last", "seen": 0, "command": {"type": "start"}});
    bob.say(&last).await;
    let (mut told, mut slowed) = (0, 0);
    loop {
        let message = bob.next().await.expect("the line holds");
        match message["type"].as_str() {
            Some("frame") => told += usize::from(message["seq"] == 0),
            Some("error") => {
                assert_eq!(message["fault"]["key"], "slow-down");
                slowed += 1;
            }
            Some("refused") => break,
            _ => {}
        }
    }
    // Both players had joined before, from the same address.
    assert_eq!((told, slowed), (3, 7));
    ada.must(&code, json!({"type": "act", "act": "e2e4"})).await;
    bob.must(&code, json!({"type": "act", "act": "e7e5"})).await;
    hall.close().await;
}

#[tokio::test]
async fn the_longest_message_and_the_longest_body_are_settings() {
    let folder = Folder::new("longest");
    let limits = Limits { longest_message: 20_000, longest_body: 2_000, ..generous() };
    let hall = Hall::open(&folder, limits).await;
    let mut ada = Client::meet(hall.address).await;
    ada.text(&"x".repeat(19_000)).await;
    assert_eq!(ada.hear("error").await["fault"]["key"], "unreadable");
    ada.text(&"x".repeat(21_000)).await;
    assert!(ada.next().await.is_none());
    let long = json!({"game": "chess", "position": "x".repeat(3_000)}).to_string();
    assert_eq!(http(hall.address, "POST", "/api/rooms", &[], &long).await.status, 413);
    hall.close().await;
}

#[tokio::test]
async fn whoever_goes_on_regardless_is_closed() {
    let folder = Folder::new("patience");
    let limits = Limits { messages: only(2), patience: 3, ..generous() };
    let hall = Hall::open(&folder, limits).await;
    let mut ada = Client::meet(hall.address).await;
    for at in 0..20 {
        ada.say(&json!({"type": "ping", "at": at})).await;
    }
    let mut slowed = 0;
    while let Some(message) = ada.next().await {
        slowed += usize::from(message["type"] == "error");
    }
    assert_eq!(slowed, 3);
    hall.close().await;
}

#[tokio::test]
async fn a_reader_that_reads_nothing_is_let_go() {
    let folder = Folder::new("write-timeout");
    let (write, queue) = (Duration::from_secs(1), 64);
    let hall = Hall::open(&folder, Limits { write, queue, ..generous() }).await;
    let (code, mut ada, mut bob) = started(hall.address, &json!({"game": "chess", "colour": "first"})).await;
    // He asks for everything over and over and reads none of it; ada sees him go.
    let flood = async {
        for _ in 0..20_000 {
            bob.say(&json!({"type": "join", "room": code, "from": 0})).await;
        }
    };
    let away = tokio::select! {
        away = ada.event("away") => away,
        () = async { flood.await; std::future::pending().await } => unreachable!("it waits for ever"),
    };
    assert_eq!(away["event"]["seat"], "second");
    hall.close().await;
}

#[tokio::test]
async fn a_class_of_forty_gets_in_at_once_from_one_address() {
    let folder = Folder::new("class");
    // The limits of the accounts themselves are not what is tested here.
    let limits = Limits { new_accounts: only(1_000), ..Limits::default() };
    let hall = Hall::open_behind(&["127.0.0.1"], &folder, limits).await;
    let address = hall.address;
    let school = ("X-Forwarded-For", "192.0.2.1");
    let credentials = |pupil: usize| json!({"name": format!("pupil-{pupil}"), "password": "correct horse"});
    for pupil in 0..40 {
        let home = format!("198.51.100.{pupil}");
        let asked = credentials(pupil).to_string();
        let reply = http(address, "POST", "/api/account", &[("X-Forwarded-For", &home)], &asked).await;
        assert_eq!(reply.status, 204, "{}", reply.body);
    }
    let mut inside = Vec::new();
    for pupil in 0..40 {
        let met = http(address, "GET", "/api/me", &[school], "").await;
        assert_eq!(met.status, 200, "guest {pupil}");
        let guest = met.cookie.expect("a cookie");
        let asked = credentials(pupil).to_string();
        let reply = http(address, "POST", "/api/session", &[school, ("Cookie", &guest)], &asked).await;
        assert_eq!(reply.status, 204, "sign-in {pupil}: {}", reply.body);
        inside.push(Client::known(address, &reply.cookie.expect("a session")).await);
    }
    assert_eq!(inside.len(), 40);
    hall.close().await;
}

#[tokio::test]
async fn guests_sign_ins_accounts_and_tokens_are_limited_apart() {
    let folder = Folder::new("apart");
    let limits = Limits {
        new_guests: only(3),
        sign_ins: only(2),
        new_accounts: only(1),
        new_tokens: only(1),
        ..generous()
    };
    let hall = Hall::open(&folder, limits).await;
    let address = hall.address;
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
    hall.close().await;
}

#[tokio::test]
async fn one_address_that_guesses_passwords_locks_neither_others_nor_the_owner_out() {
    let folder = Folder::new("guesses-per-account");
    let limits = Limits { sign_ins_per_account: only(3), ..generous() };
    let hall = Hall::open_behind(&["127.0.0.1"], &folder, limits).await;
    let address = hall.address;
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
    assert_eq!(again.status, 204, "the owner, who has a session, is let in");
    hall.close().await;
}

#[tokio::test]
async fn passwords_of_an_account_are_tried_so_often_from_all_addresses_together() {
    let folder = Folder::new("guesses-from-everywhere");
    let limits = Limits { sign_ins_per_account: only(1), ..generous() };
    let hall = Hall::open_behind(&["127.0.0.1"], &folder, limits).await;
    let address = hall.address;
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
    assert_eq!(again.status, 204, "the owner, who has a session, is let in");
    hall.close().await;
}
