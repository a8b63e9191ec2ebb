use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use serde_json::json;
use yipan_wire::{Pool, RoomConfig};

use super::client::Client;
use super::nodes::{TIMEOUT, TestNodes};
use crate::cluster::bus::memory::MemoryBus;
use crate::cluster::slot::Slot;
use crate::net::rate_limiters::LimitedRequest;

/// Waits until a condition holds.
async fn eventually(mut is_true: impl FnMut() -> bool) {
    let wait = async {
        while !is_true() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    };
    tokio::time::timeout(TIMEOUT, wait).await.expect("it becomes true in time");
}

#[tokio::test]
async fn the_lobby_lists_the_rooms_of_all_nodes() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("lobby", &bus).await;
    let mut ada = Client::connect(nodes.nodes[1].address).await;
    let config = RoomConfig { public: true, ..RoomConfig::default_for("chess") };
    let room = nodes.app(0).rooms.create_room(config, ada.user.clone()).await.expect("a room");
    ada.join_state(&room).await;
    let lists =
        |node: usize| nodes.app(node).rooms.services.lobby.list().is_some_and(|list| list.contains(&room));
    eventually(|| lists(0) && lists(1)).await;
    bus.set_cut("one", true);
    eventually(|| !lists(1)).await;
    bus.set_cut("one", false);
    eventually(|| lists(1)).await;
    nodes.close().await;
}

#[tokio::test]
async fn users_of_two_nodes_are_paired_at_the_home_of_the_pool() {
    let bus = MemoryBus::default();
    let mut nodes = TestNodes::open("pair", &bus).await;
    // Every other slot belongs to the second node.
    nodes.set_owner(Slot::all().filter(|slot| slot.index() % 2 == 1), Some(1));
    for clock in ["3+2", "5+3", "10+0"] {
        let mut ada = Client::connect(nodes.nodes[0].address).await;
        let bob = Client::connect(nodes.nodes[1].address).await;
        let pool = Pool { clock: clock.to_owned(), ..Pool::of(&RoomConfig::default_for("chess")) };
        let pair = async |node: usize, client: &Client| {
            let paired = nodes.app(node).rooms.quick_pair(pool.room_config(), client.user.clone()).await;
            paired.map_err(|error| error.to_string()).expect("a room")
        };
        let opened = pair(0, &ada).await;
        ada.join_state(&opened.room).await;
        let found = pair(1, &bob).await;
        assert_eq!((opened.is_new, found.is_new, &found.room), (true, false, &opened.room));
    }
    nodes.close().await;
}

#[tokio::test]
async fn a_rate_limit_is_shared_and_a_silent_home_is_replaced() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("limits", &bus).await;
    let burst = nodes.app(0).settings.limits.new_room_rate.burst;
    let address = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 7));
    let request = || LimitedRequest::NewRoom(address);
    for number in 0..burst {
        let node = nodes.app(number as usize % 2);
        assert!(node.check_limit(request()).await.is_ok(), "{number}");
    }
    assert!(nodes.app(0).check_limit(request()).await.is_err());
    assert!(nodes.app(1).check_limit(request()).await.is_err());
    bus.set_cut("one", true);
    assert!(nodes.app(1).check_limit(request()).await.is_ok(), "its own bucket decides");
    nodes.close().await;
}

#[tokio::test]
async fn an_ended_session_and_a_new_name_reach_the_sockets_of_other_nodes() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("sessions", &bus).await;
    let mut ada = Client::connect(nodes.nodes[1].address).await;
    let user_id = ada.user.id.clone();
    let app = nodes.app(0);
    app.store.rename(&user_id, "Countess").await.expect("it is stored");
    let user = app.store.user(&user_id).await.expect("the store works").expect("the user");
    app.auth.connections.update_user(&user_id, &user);
    assert_eq!(ada.receive("welcome").await["you"]["name"], "Countess");
    for credential in app.store.credentials_of(&user_id).await.expect("the store works") {
        assert!(app.store.remove_credential(&user_id, &credential.hash).await.expect("it is removed"));
        app.auth.connections.end_credential(&credential.hash);
    }
    assert_eq!(ada.receive("error").await["error"]["code"], "session-ended");
    nodes.close().await;
}

#[tokio::test]
async fn a_session_that_ended_while_the_bus_was_cut_ends_after_the_gap() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("missed", &bus).await;
    let mut ada = Client::connect(nodes.nodes[1].address).await;
    let app = nodes.app(0);
    bus.set_cut("two", true);
    for credential in app.store.credentials_of(&ada.user.id).await.expect("the store works") {
        assert!(app.store.remove_credential(&ada.user.id, &credential.hash).await.expect("it is removed"));
        app.auth.connections.end_credential(&credential.hash);
    }
    assert_eq!(ada.receive("error").await["error"]["code"], "session-ended");
    nodes.close().await;
}

#[tokio::test]
async fn a_spectator_of_another_node_is_counted_and_leaves() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("count", &bus).await;
    let mut ada = Client::connect(nodes.nodes[0].address).await;
    let config = RoomConfig::default_for("chess");
    let room = nodes.app(0).rooms.create_room(config, ada.user.clone()).await.expect("a room");
    ada.join_state(&room).await;
    let mut eve = Client::connect(nodes.nodes[1].address).await;
    eve.join_state(&room).await;
    assert_eq!(ada.receive("spectator-count").await["count"], 1);
    eve.send(json!({"type": "unsubscribe", "room": room})).await;
    assert_eq!(ada.receive("spectator-count").await["count"], 0);
    nodes.close().await;
}
