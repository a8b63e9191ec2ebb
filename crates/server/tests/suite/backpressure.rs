//! Clients that request more than they read: the server queues little for them, and other clients are not affected.

use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use yipan_server::{Limits, Rate, StaticFile, StaticFiles};

use crate::net::{Client, TestDir, TestServer, generous_limits, http, start_game};

/// A burst without a refill.
const fn burst_of(burst: u32) -> Rate {
    Rate { burst, rate: 0 }
}

/// Fills the chat of a room with this many of the longest messages, about 1.3 kB each.
async fn send_chat(client: &mut Client, room: &str, lines: usize) {
    for _ in 0..lines {
        client.command_ok(room, json!({"type": "chat", "text": "\u{1f600}".repeat(300)})).await;
    }
}

#[tokio::test]
async fn a_client_that_reads_nothing_is_not_sent_the_game_repeatedly() {
    let dir = TestDir::new("unread-joins");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    send_chat(&mut ada, &code, 900).await;
    for _ in 0..100 {
        bob.send(&json!({"type": "join", "room": code, "from": 0})).await;
    }
    let last = json!({"type": "chat", "text": "last"});
    bob.send(&json!({"type": "command", "room": code, "id": "last", "seen": 0, "command": last})).await;
    // Either the server has handled everything, or it has closed Bob's connection.
    loop {
        let event = ada.receive("event").await;
        if event["event"]["type"] == "disconnected" || event["event"]["message"]["text"] == "last" {
            break;
        }
    }
    let (mut replays, mut rate_limited) = (0, 0);
    while let Some(message) = bob.next().await {
        replays += usize::from(message["type"] == "event" && message["seq"] == 0);
        rate_limited += usize::from(message["error"]["code"] == "rate-limited");
        if message["id"] == "last" {
            break;
        }
    }
    // The buffers of the operating system are not limited by the server, but are far smaller than 100 times 1.2 MB.
    assert!(replays <= 25, "{replays} replays, {rate_limited} rejected");
    server.close().await;
}

#[tokio::test]
async fn a_client_with_too_many_unread_bytes_is_disconnected() {
    let dir = TestDir::new("unread-bytes");
    // Neither the number of messages nor their duration would close the connection.
    let (send_queue, write_timeout) = (100_000, Duration::from_secs(600));
    let limits = Limits { send_queue, write_timeout, max_queued_bytes: 256 << 10, ..generous_limits() };
    let server = TestServer::open(&dir, limits).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    send_chat(&mut ada, &code, 100).await;
    let flood = async {
        // About 130 kB each.
        for _ in 0..500 {
            bob.send(&json!({"type": "join", "room": code})).await;
        }
        std::future::pending::<()>().await;
    };
    let away = tokio::select! {
        away = ada.receive_event("disconnected") => away,
        () = flood => unreachable!("it waits for ever"),
    };
    assert_eq!(away["event"]["side"], "second");
    server.close().await;
}

#[tokio::test]
async fn joins_count_for_the_address_and_not_for_the_socket() {
    let dir = TestDir::new("joins-by-address");
    let server = TestServer::open(&dir, Limits { join_rate: burst_of(7), ..generous_limits() }).await;
    let (code, _ada, bob) = start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    let (mut replays, mut rate_limited) = (0, 0);
    for _ in 0..4 {
        let mut again = Client::connect_with_cookie(server.address, &bob.cookie).await;
        for _ in 0..2 {
            again.send(&json!({"type": "join", "room": code})).await;
            match again.next().await.expect("an answer")["type"].as_str() {
                Some("state") => {
                    replays += 1;
                    again.receive("joined").await;
                }
                Some("error") => rate_limited += 1,
                other => panic!("{other:?}"),
            }
        }
    }
    // The two players had joined before.
    assert_eq!((replays, rate_limited), (5, 3));
    server.close().await;
}

/// Returns the next event as text.
async fn next_event(client: &mut Client) -> String {
    loop {
        let text = client.next_text().await.expect("an event");
        if text.starts_with("{\"type\":\"event\"") {
            return text;
        }
    }
}

#[tokio::test]
async fn a_replay_is_the_same_however_often_it_is_requested() {
    let dir = TestDir::new("replay");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, mut bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    let replay = async |client: &mut Client, from: u64, until: u64| {
        client.send(&json!({"type": "join", "room": code, "from": from})).await;
        let mut events = Vec::new();
        while events.len() as u64 + from < until {
            let text = client.next_text().await.expect("an event");
            let message: Value = serde_json::from_str(&text).expect("JSON");
            if message["type"] == "event" {
                assert_eq!(message["seq"], events.len() as u64 + from, "without a gap");
                events.push(text);
            }
        }
        events
    };
    let mut eve = Client::connect_guest(server.address).await;
    // Live from the third event on, which requests few; then all of them, and some again.
    let mut live = replay(&mut eve, 3, 4).await;
    for (mover, act) in [(0, "e2e4"), (1, "e7e5"), (0, "g1f3"), (1, "b8c6")] {
        let command = json!({"type": "play", "action": act});
        if mover == 0 {
            ada.command_ok(&code, command).await
        } else {
            bob.command_ok(&code, command).await
        };
        live.push(next_event(&mut eve).await);
    }
    let mut late = Client::connect_guest(server.address).await;
    let all = replay(&mut late, 0, 8).await;
    assert_eq!(all[3..], live[..]);
    ada.command_ok(&code, json!({"type": "play", "action": "f1b5"})).await;
    next_event(&mut eve).await;
    assert_eq!(replay(&mut eve, 2, 9).await[..6], all[2..]);
    // The events of a player contain the legal actions, so they differ from those of spectators.
    assert_ne!(replay(&mut ada, 0, 9).await[5], all[5]);
    server.close().await;
}

/// A page with one file that is larger than the buffers of the operating system.
struct LargeFile;

const LARGE_FILE: &[u8] = &[b'x'; 64 << 20];

impl StaticFiles for LargeFile {
    fn file(&self, name: &str) -> Option<StaticFile> {
        let bytes = if name == "index.html" { &LARGE_FILE[..100] } else { LARGE_FILE };
        Some(StaticFile {
            bytes: Cow::Borrowed(bytes),
            content_type: "text/plain".to_owned(),
            etag: "1".to_owned(),
        })
    }
}

#[tokio::test]
async fn an_unread_response_does_not_hold_its_connection() {
    let dir = TestDir::new("unread-answers");
    let limits =
        Limits { write_timeout: Duration::from_secs(1), max_connections_per_ip: 1, ..generous_limits() };
    let server = TestServer::open_with_static_files(Arc::new(LargeFile), &dir, limits).await;
    let mut unread = TcpStream::connect(server.address).await.expect("a connection");
    unread.write_all(b"GET /heavy.bin HTTP/1.1\r\nHost: localhost\r\n\r\n").await.expect("a request");
    unread.readable().await.expect("the answer begins");
    let answered = async {
        loop {
            let mut other = TcpStream::connect(server.address).await.expect("a connection");
            let mut answer = Vec::new();
            // A connection over the limit is closed at once, perhaps before the request is written.
            let _ = other
                .write_all(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                .await;
            let _ = other.read_to_end(&mut answer).await;
            if !answer.is_empty() {
                break;
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(Duration::from_secs(20), answered).await.expect("the address is answered again");
    drop(unread);
    server.close().await;
}

#[tokio::test]
async fn a_request_head_of_more_than_16_kib_is_rejected() {
    let dir = TestDir::new("long-head");
    let server = TestServer::open(&dir, generous_limits()).await;
    let ask =
        async |headers: &[(&str, &str)]| http(server.address, "GET", "/healthz", headers, "").await.status;
    let long = "x".repeat(20_000);
    assert_eq!(ask(&[("X-Long", &long)]).await, 431);
    let many: Vec<String> = (0..100).map(|number| format!("X-{number}")).collect();
    let many: Vec<_> = many.iter().map(|name| (name.as_str(), "x")).collect();
    assert_eq!(ask(&many).await, 431);
    let long = "x".repeat(4_000);
    assert_eq!(ask(&[("X-Long", &long)]).await, 200);
    server.close().await;
}
