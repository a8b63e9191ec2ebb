//! Computer players of many rooms at once: one user's long searches do not delay another user's short one.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use yipan_server::{ArchiveRow, Limits};

use crate::net::{Client, TestDir, TestServer, create_room, generous_limits, http};

/// The longest time for a move of a computer player on a busy machine.
const TIMEOUT: Duration = Duration::from_secs(120);

/// Starts a game in which the computer moves first.
async fn start(server: &TestServer, client: &mut Client, config: &Value, level: u8) -> String {
    let code = create_room(server.address, client, config).await;
    client.join(&code).await;
    client.command_ok(&code, json!({"type": "sit", "contribution": "07".repeat(32)})).await;
    client.command_ok(&code, json!({"type": "seat-computer", "level": level})).await;
    client.command_ok(&code, json!({"type": "start"})).await;
    code
}

/// Returns the number of moves in a room.
async fn moves(server: &TestServer, client: &Client, code: &str) -> usize {
    let path = format!("/api/rooms/{code}");
    let state = http(server.address, "GET", &path, &[("Cookie", &client.cookie)], "").await.json();
    state["moves"].as_array().expect("moves").len()
}

/// Waits for the first move in a room.
async fn first_move(server: &TestServer, client: &Client, code: &str) {
    let moved = async {
        while moves(server, client, code).await == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(TIMEOUT, moved).await.expect("a move");
}

#[tokio::test]
async fn a_level_1_answer_does_not_wait_for_14_level_10_rooms_of_another_user() {
    let dir = TestDir::new("computers-fair");
    let server = TestServer::open(&dir, Limits { engine_threads: 1, ..generous_limits() }).await;
    let mut greedy = Client::connect_guest(server.address).await;
    let hard = json!({"game": "chess", "modes": ["fog", "dice-a"], "host_side": "second"});
    let mut rooms = Vec::new();
    for _ in 0..14 {
        rooms.push(start(&server, &mut greedy, &hard, 10).await);
    }
    let mut modest = Client::connect_guest(server.address).await;
    let easy = json!({"game": "chess", "modes": ["fog"], "host_side": "second"});
    let own = start(&server, &mut modest, &easy, 1).await;
    // The move may arrive before the acknowledgment of the start.
    first_move(&server, &modest, &own).await;
    let mut answered = 0;
    for code in &rooms {
        answered += usize::from(moves(&server, &greedy, code).await > 0);
    }
    assert!(answered < 10, "{answered} of 14 long searches ran first");
    server.close().await;
}

#[tokio::test]
async fn a_search_without_a_waiting_room_is_canceled() {
    let dir = TestDir::new("computers-dropped");
    let server = TestServer::open(&dir, Limits { engine_threads: 1, ..generous_limits() }).await;
    let mut client = Client::connect_guest(server.address).await;
    let hard = json!({"game": "chess", "modes": ["fog", "dice-a"], "host_side": "second"});
    for _ in 0..40 {
        let code = start(&server, &mut client, &hard, 10).await;
        client.command_ok(&code, json!({"type": "resign"})).await;
    }
    let last = start(&server, &mut client, &hard, 10).await;
    let request = Instant::now();
    first_move(&server, &client, &last).await;
    // Forty such searches would take more than half a minute.
    assert!(request.elapsed() < Duration::from_secs(15), "{:?}", request.elapsed());
    server.close().await;
}

#[tokio::test]
async fn a_computers_clock_is_compensated_for_the_wait_for_a_thread() {
    let dir = TestDir::new("computers-clock");
    let server = TestServer::open(&dir, Limits { engine_threads: 1, ..generous_limits() }).await;
    let mut client = Client::connect_guest(server.address).await;
    let hard = json!({"game": "chess", "modes": ["fog", "dice-a"], "host_side": "second", "clock": "5+0"});
    let rooms = [start(&server, &mut client, &hard, 10).await, start(&server, &mut client, &hard, 10).await];
    for code in &rooms {
        first_move(&server, &client, code).await;
    }
    server.close().await;
    let mut credits = [0, 0];
    yipan_server::export(&dir.location(), |row| {
        if let ArchiveRow::Entry { room, line, .. } = row {
            let entry: Value = serde_json::from_str(&line)?;
            let credit = find_lag_compensation(&entry);
            if let Some(number) = rooms.iter().position(|code| *code == room) {
                credits[number] = credits[number].max(credit);
            }
        }
        Ok(())
    })
    .await
    .expect("the log");
    // The first had a thread at once. The second waited for it, because both belong to one user.
    assert!(credits[0] < credits[1], "{credits:?}");
}

/// Returns the lag compensation of a log entry of a move.
fn find_lag_compensation(entry: &Value) -> u64 {
    match entry {
        Value::Object(fields) => {
            let own = fields.get("lag_compensation").and_then(Value::as_u64).unwrap_or(0);
            fields.values().map(find_lag_compensation).max().unwrap_or(0).max(own)
        }
        _ => 0,
    }
}
