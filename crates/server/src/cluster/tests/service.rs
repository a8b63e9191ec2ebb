use std::net::{IpAddr, Ipv4Addr};
use std::time::Duration;

use serde_json::json;
use yipan_wire::{Pool, RoomConfig};

use super::client::Client;
use super::nodes::{TestNodes, eventually};
use crate::cluster::bus::memory::{Fate, MemoryBus};
use crate::cluster::slot::Slot;
use crate::net::rate_limiters::{LimitedRequest, PasswordAttempt};
use crate::rooms::create_room_error::CreateRoomError;
use crate::rooms::room_lookup::LookupError;

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
async fn wrong_room_codes_are_counted_for_all_nodes_together() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("wrong-codes", &bus).await;
    let ada = Client::connect(nodes.nodes[0].address).await;
    let config = RoomConfig::default_for("chess");
    let room = nodes.app(0).rooms.create_room(config, ada.user.clone()).await.expect("a room");
    let address = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 8));
    let find = async |node: usize, code: &str, user: &str| {
        nodes.app(node).rooms.find_stored_room(code, address, user).await.map(drop)
    };
    let burst = nodes.app(0).settings.limits.bad_code_rate.burst as usize;
    for number in 0..2 * burst {
        assert!(find(1, &room, "eve").await.is_ok(), "right codes are free: {number}");
    }
    // The last refunds are on their way.
    eventually(|| nodes.app(0).rooms.code_guard.is_unused(address)).await;
    for number in 0..burst {
        let found = find(number % 2, "WRONGAAA", "eve").await;
        assert!(matches!(found, Err(LookupError::NotFound)), "{number}");
    }
    for node in 0..2 {
        let found = find(node, &room, "eve").await;
        assert!(matches!(found, Err(LookupError::RateLimited(_))), "{node}");
        assert!(find(node, &room, &ada.user.id).await.is_ok(), "a player is not guessing");
    }
    bus.set_cut("one", true);
    assert!(find(1, &room, "eve").await.is_ok(), "its own count decides");
    nodes.close().await;
}

#[tokio::test]
async fn wrong_passwords_are_counted_for_all_nodes_together() {
    let bus = MemoryBus::default();
    let mut nodes = TestNodes::open("wrong-passwords", &bus).await;
    nodes.set_owner(Slot::all().filter(|slot| slot.index() % 2 == 1), Some(1));
    let address = IpAddr::V4(Ipv4Addr::new(192, 0, 2, 9));
    let burst = nodes.app(0).settings.limits.sign_in_rate_per_account.burst as usize;
    for name in ["ada", "bob", "cleo"] {
        let attempt =
            || LimitedRequest::PasswordAttempt(PasswordAttempt::Account { name: name.to_owned(), address });
        for number in 0..burst {
            assert!(nodes.app(number % 2).check_limit(attempt()).await.is_ok(), "{name} {number}");
        }
        for node in 0..2 {
            assert!(nodes.app(node).check_limit(attempt()).await.is_err(), "{name} {node}");
        }
    }
    nodes.close().await;
}

#[tokio::test]
async fn the_sockets_of_an_address_are_counted_for_all_nodes_together() {
    let bus = MemoryBus::default();
    let mut nodes = TestNodes::open("sockets", &bus).await;
    let max = nodes.app(0).settings.limits.max_websockets_per_ip;
    let loopback = IpAddr::V4(Ipv4Addr::LOCALHOST);
    for home in 0..2 {
        nodes.set_owner(Slot::all(), Some(home));
        let mut clients = vec![Client::connect(nodes.nodes[0].address).await];
        let cookie = clients[0].cookie.clone();
        let connect =
            async |node: usize| Client::connect_with(nodes.nodes[node].address, Some(&cookie)).await;
        for number in 1..max {
            clients.push(connect(number % 2).await);
        }
        for node in &nodes.nodes {
            assert!(Client::is_refused(node.address).await, "home {home}");
        }
        clients.truncate(max - 2);
        let other = 1 - home;
        let open = |node: usize| nodes.app(node).websocket_limit.count(loopback).0;
        eventually(|| open(0) + open(1) == max - 2).await;
        let counts = nodes.app(home).rooms.services.remote_rooms.as_ref().expect("a bus");
        eventually(|| counts.services.socket_counts.total(loopback) == open(other)).await;
        clients.push(connect(other).await);
        clients.push(connect(home).await);
        assert!(Client::is_refused(nodes.nodes[other].address).await);
        drop(clients);
        eventually(|| open(0) + open(1) == 0 && counts.services.socket_counts.total(loopback) == 0).await;
    }
    nodes.close().await;
}

#[tokio::test]
async fn a_node_without_slots_lets_another_create_a_room() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("create", &bus).await;
    let ada = Client::connect(nodes.nodes[1].address).await;
    let config = RoomConfig::default_for("chess");
    let room = nodes.app(1).rooms.create_room(config.clone(), ada.user.clone()).await.expect("a room");
    assert!(nodes.app(0).rooms.services.senders.get(&room).is_some(), "it is on the first node");
    let wrong = RoomConfig { clock: "never".to_owned(), ..config };
    let error = nodes.app(1).rooms.create_room(wrong, ada.user.clone()).await.expect_err("it is not valid");
    assert!(matches!(error, CreateRoomError::Config(_)), "{error}");
    nodes.close().await;
}

#[tokio::test]
async fn a_room_is_created_once_although_the_answer_is_lost() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("create-once", &bus).await;
    let ada = Client::connect(nodes.nodes[1].address).await;
    bus.set_fate(|message| if message.subject.starts_with("_INBOX.") { Fate::Lose } else { Fate::Deliver });
    let create = nodes.app(1).rooms.create_room(RoomConfig::default_for("chess"), ada.user.clone());
    let answer_again = async {
        eventually(|| nodes.app(0).metrics.rooms.get() > 0).await;
        // The answer follows the creation at once.
        tokio::time::sleep(Duration::from_millis(300)).await;
        bus.clear_fate();
    };
    let (room, ()) = tokio::join!(create, answer_again);
    let rooms = nodes.app(0).store.unfinished_rooms(None).await.expect("the store works");
    assert_eq!(rooms, [room.expect("a room")]);
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
