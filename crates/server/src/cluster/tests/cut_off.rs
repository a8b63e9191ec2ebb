//! Nodes that may not serve clients: their lease has ended, or the others are cut off from them.

use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;
use tokio_tungstenite::tungstenite::Error;

use super::client::Client;
use super::game::Game;
use super::nodes::{TIMEOUT, TestNodes, eventually};
use crate::cluster::bus::memory::MemoryBus;

/// The lease of a node that does not reach the database for a moment.
const SHORT_LEASE: Duration = Duration::from_millis(300);

#[tokio::test]
async fn a_node_whose_lease_ends_stops_its_rooms_by_itself() {
    let nodes = TestNodes::open("lease", &MemoryBus::default()).await;
    let mut game = Game::start(&nodes).await;
    for action in ["e2e4", "e7e5"] {
        game.play(action).await;
    }
    let slots = &nodes.app(0).rooms.services.slots;
    slots.extend_lease(Instant::now() + SHORT_LEASE);
    for client in [&mut game.white, &mut game.black] {
        let suspended = client.receive("suspended").await;
        assert_eq!(suspended["clocks"]["running"], Value::Null, "no write has failed: {suspended}");
    }
    let play = json!({"type": "play", "action": "g1f3"});
    let seen = game.white.next_seq.expect("a state");
    let messages = game.white.execute(&game.room, seen, play).await;
    let rejected = messages.last().expect("a reply");
    assert_eq!(rejected["error"]["code"], "storage-unavailable", "{rejected}");
    slots.extend_lease(Instant::now() + TIMEOUT);
    assert_eq!(game.white.event(seen).await["event"]["type"], "resumed");
    game.play("g1f3").await;
    nodes.close().await;
}

#[tokio::test]
async fn a_node_that_is_cut_off_refuses_clients_that_come_back_until_it_is_not() {
    let nodes = TestNodes::open("refuse", &MemoryBus::default()).await;
    let (address, slots) = (nodes.nodes[1].address, &nodes.app(1).rooms.services.slots);
    let mut ada = Client::connect(address).await;
    // The other node says that it has a lease.
    slots.extend_lease(Instant::now());
    ada.receive("shutting-down").await;
    for _ in 0..2 {
        let Err(Error::Http(response)) = tokio_tungstenite::connect_async(format!("ws://{address}/ws")).await
        else {
            panic!("it is refused");
        };
        assert_eq!(
            (response.status().as_u16(), &response.headers()["retry-after"]),
            (503, &"1".parse().expect("a header"))
        );
        let body = String::from_utf8_lossy(response.body().as_deref().unwrap_or_default()).into_owned();
        assert!(body.contains("node-cut-off"), "{body}");
    }
    slots.extend_lease(Instant::now() + TIMEOUT);
    eventually(|| !nodes.app(1).dismissals.is_refusing()).await;
    let mut ada = Client::connect_with(address, Some(&ada.cookie)).await;
    ada.send(json!({"type": "ping", "at": 1})).await;
    ada.receive("pong").await;
    nodes.close().await;
}
