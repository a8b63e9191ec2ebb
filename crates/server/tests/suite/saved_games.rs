//! The games on the devices of an account.

use std::net::SocketAddr;

use serde_json::{Value, json};
use yipan_server::{export, import};
use yipan_wire::{MAX_SAVED_GAME_BYTES, MAX_SAVED_GAMES};

use crate::net::{Client, Reply, TestDir, TestServer, generous_limits, http};

const PATH: &str = "/api/me/saved-games";

async fn put(address: SocketAddr, cookie: &str, entry: &Value) -> Reply {
    http(address, "PUT", PATH, &[("Cookie", cookie)], &entry.to_string()).await
}

async fn get(address: SocketAddr, cookie: &str) -> Value {
    http(address, "GET", PATH, &[("Cookie", cookie)], "").await.json()
}

fn entry(id: &str, played_at: u64, game: impl Into<Value>) -> Value {
    json!({"id": id, "played_at": played_at, "game": game.into()})
}

/// Creates an account, and returns its cookie and that of a second device.
async fn two_devices(address: SocketAddr) -> (String, String) {
    let secret = json!({"name": "Ada", "password": "correct horse"}).to_string();
    let here = http(address, "POST", "/api/account", &[], &secret).await.cookie.expect("a cookie");
    let there = http(address, "POST", "/api/session", &[], &secret).await.cookie.expect("a cookie");
    (here, there)
}

#[tokio::test]
async fn a_game_is_found_on_another_device_and_the_latest_change_wins() {
    let (dir, moved) = (TestDir::new("saved"), TestDir::new("saved-moved"));
    let server = TestServer::open(&dir, generous_limits()).await;
    let (here, there) = two_devices(server.address).await;
    assert_eq!(get(server.address, &here).await, json!([]));
    assert_eq!(put(server.address, &here, &entry("a1", 10, "one move")).await.status, 204);
    assert_eq!(put(server.address, &there, &entry("a1", 20, "two moves")).await.status, 204);
    // A device that was offline has an older state.
    assert_eq!(put(server.address, &here, &entry("a1", 15, "old")).await.status, 204);
    assert_eq!(put(server.address, &here, &entry("b2", 30, "another")).await.status, 204);
    let both = json!([entry("b2", 30, "another"), entry("a1", 20, "two moves")]);
    assert_eq!(get(server.address, &there).await, both);
    // A deleted game stays deleted, although another device still has it.
    assert_eq!(put(server.address, &there, &entry("b2", 40, Value::Null)).await.status, 204);
    assert_eq!(put(server.address, &here, &entry("b2", 30, "another")).await.status, 204);
    let left = json!([entry("b2", 40, Value::Null), entry("a1", 20, "two moves")]);
    assert_eq!(get(server.address, &here).await, left);
    server.close().await;
    // They survive a restart, and an export and import.
    let mut lines = Vec::new();
    let location = dir.location();
    let exported = export(&location, |row| {
        lines.push(serde_json::to_string(&row)?);
        Ok(())
    });
    exported.await.expect("a server");
    import(&moved.location(), lines.into_iter().map(Ok)).await.expect("a server");
    for dir in [&dir, &moved] {
        let server = TestServer::open(dir, generous_limits()).await;
        assert_eq!(get(server.address, &there).await, left);
        server.close().await;
    }
}

#[tokio::test]
async fn only_accounts_store_games_and_number_and_size_are_limited() {
    let dir = TestDir::new("saved-few");
    let server = TestServer::open(&dir, generous_limits()).await;
    let guest = Client::connect_guest(server.address).await.cookie;
    let rejected = put(server.address, &guest, &entry("a1", 1, "x")).await;
    assert_eq!((rejected.status, rejected.json()["code"].clone()), (403, json!("account-required")));
    let (here, _) = two_devices(server.address).await;
    let long = "x".repeat(MAX_SAVED_GAME_BYTES + 1);
    assert_eq!(put(server.address, &here, &entry("a1", 1, long)).await.status, 413);
    for id in ["", "a/b", "a'b", &"a".repeat(33)] {
        assert_eq!(put(server.address, &here, &entry(id, 1, "x")).await.status, 422, "{id}");
    }
    assert_eq!(put(server.address, &here, &entry("a1", u64::MAX, "x")).await.status, 422);
    assert_eq!(put(server.address, &here, &json!({"id": "a1"})).await.status, 422);
    for number in 0..=MAX_SAVED_GAMES {
        let entry = entry(&format!("g{number}"), number as u64, "x");
        assert_eq!(put(server.address, &here, &entry).await.status, 204);
    }
    let stored = get(server.address, &here).await;
    let stored = stored.as_array().expect("a list");
    assert_eq!((stored.len(), &stored[0]["id"]), (MAX_SAVED_GAMES, &json!(format!("g{MAX_SAVED_GAMES}"))));
    assert!(stored.iter().all(|entry| entry["id"] != "g0"), "the oldest is gone");
    server.close().await;
}

#[tokio::test]
async fn the_games_of_a_deleted_account_are_deleted() {
    let dir = TestDir::new("saved-deleted");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (here, _) = two_devices(server.address).await;
    assert_eq!(put(server.address, &here, &entry("a1", 1, "secret")).await.status, 204);
    let password = json!({"password": "correct horse"}).to_string();
    let deleted = http(server.address, "DELETE", "/api/account", &[("Cookie", &here)], &password).await;
    assert_eq!(deleted.status, 204);
    server.close().await;
    let mut lines = String::new();
    let location = dir.location();
    let exported = export(&location, |row| {
        lines += &serde_json::to_string(&row)?;
        Ok(())
    });
    exported.await.expect("a server");
    assert!(!lines.contains("secret"), "{lines}");
}
