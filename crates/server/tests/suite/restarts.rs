//! Restarts that are announced to all users.

use std::net::SocketAddr;

use serde_json::{Value, json};
use yipan_server::{announce_restart, set_role, withdraw_restart};
use yipan_wire::Role;

use crate::net::{Client, TestDir, TestServer, generous_limits, http};

async fn act(address: SocketAddr, client: &Client, action: Value, text: &str) -> (u16, String) {
    let body = json!({"action": action, "reason": text}).to_string();
    let headers = [("Cookie", client.cookie.as_str())];
    let reply = http(address, "POST", "/api/moderation/actions", &headers, &body).await;
    let answer: Value = serde_json::from_str(&reply.body).unwrap_or_default();
    (reply.status, answer["code"].as_str().unwrap_or_default().to_owned())
}

fn announce(minutes: u32) -> Value {
    json!({"type": "announce-restart", "minutes": minutes})
}

/// Waits for the next announcement, and returns its restart.
async fn announced(client: &mut Client) -> Value {
    client.receive("restart-announced").await["restart"].clone()
}

/// Returns the restart in the welcome of a new connection.
async fn welcomed(address: SocketAddr) -> Value {
    let mut client = Client::connect_guest(address).await;
    client.send(&json!({"type": "hello", "version": 2})).await;
    client.receive("welcome").await["restart"].clone()
}

/// Starts a server with a moderator, who is returned.
async fn open(dir: &TestDir) -> (TestServer, Client) {
    let server = TestServer::open(dir, generous_limits()).await;
    let cookie = Client::connect_account(server.address, "mia").await.cookie;
    server.close().await;
    assert!(set_role(&dir.location(), "mia", Some(Role::Moderator)).await.expect("an account"));
    let server = TestServer::open(dir, generous_limits()).await;
    let mia = Client::connect_with_cookie(server.address, &cookie).await;
    (server, mia)
}

#[tokio::test]
async fn every_connection_sees_an_announced_restart_until_it_is_withdrawn() {
    let dir = TestDir::new("announced-restart");
    let (server, mia) = open(&dir).await;
    let address = server.address;
    let mut ada = Client::connect_account(address, "ada").await;
    assert_eq!(welcomed(address).await, json!(null));
    assert_eq!(act(address, &ada, announce(10), "").await, (403, "moderator-required".to_owned()));
    for minutes in [0, 121] {
        assert_eq!(act(address, &mia, announce(minutes), "").await, (422, "bad-text".to_owned()));
    }
    assert_eq!(act(address, &mia, announce(5), &"x".repeat(201)).await, (422, "bad-text".to_owned()));
    let withdraw = json!({"type": "withdraw-restart"});
    assert_eq!(act(address, &mia, withdraw.clone(), "").await, (409, "nothing-to-change".to_owned()));

    assert_eq!(act(address, &mia, announce(10), " New version ").await.0, 204);
    let before = announced(&mut ada).await;
    assert_eq!(before["text"], "New version");
    assert_eq!(welcomed(address).await, before, "a new connection sees the same");
    assert_eq!(act(address, &mia, announce(20), "").await.0, 204);
    let later = announced(&mut ada).await;
    let (before, after) = (before["at"].as_u64().expect("a time"), later["at"].as_u64().expect("a time"));
    assert!(after >= before + 10 * 60_000 && later.get("text").is_none(), "{later}");
    assert_eq!(act(address, &mia, withdraw, "").await.0, 204);
    assert_eq!(announced(&mut ada).await, json!(null));
    assert_eq!(welcomed(address).await, json!(null));

    let headers = [("Cookie", mia.cookie.as_str())];
    let log = http(address, "GET", "/api/moderation/log", &headers, "").await.body;
    let log: Value = serde_json::from_str(&log).expect("a log");
    assert_eq!(log[0]["action"], json!({"type": "withdraw-restart"}));
    assert_eq!((&log[2]["action"], &log[2]["reason"]), (&announce(10), &json!("New version")));
    assert_eq!(log[2]["moderator"]["name"], "mia");
    server.close().await;
}

#[tokio::test]
async fn a_restart_is_announced_beside_the_server_and_ends_with_it() {
    let dir = TestDir::new("restart-beside");
    let (server, mut mia) = open(&dir).await;
    let location = dir.location();
    announce_restart(&location, 5, "New version").await.expect("a running server");
    let restart = announced(&mut mia).await;
    assert_eq!(restart["text"], "New version");
    assert!(withdraw_restart(&location).await.expect("a running server"));
    assert_eq!(announced(&mut mia).await, json!(null));
    assert!(!withdraw_restart(&location).await.expect("a running server"), "there is none");

    announce_restart(&location, 5, "").await.expect("a running server");
    announced(&mut mia).await;
    server.close().await;
    let error = announce_restart(&location, 5, "").await.expect_err("no server runs");
    assert!(error.to_string().contains("no server is using"), "{error}");
    let server = TestServer::open(&dir, generous_limits()).await;
    assert_eq!(welcomed(server.address).await, json!(null), "the restart has happened");
    let mut guest = Client::connect_guest(server.address).await;
    announce_restart(&location, 5, "again").await.expect("a running server");
    assert_eq!(announced(&mut guest).await["text"], "again");
    server.close().await;
}
