use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use tokio::time::Instant;
use yipan_core::splitmix64_at;
use yipan_wire::RoomConfig;

use super::client::Client;
use super::game::{Game, contribution};
use super::nodes::{TIMEOUT, TestNodes, eventually};
use crate::cluster::bus::memory::{Fate, MemoryBus};
use crate::cluster::bus::transport::Transport;
use crate::cluster::heard_nodes::LEFT_AFTER;
use crate::cluster::node_id::NodeId;

#[tokio::test]
async fn players_of_two_nodes_play_chat_and_agree_on_a_rematch() {
    let nodes = TestNodes::open("play", &MemoryBus::default()).await;
    check_game(&nodes).await;
    nodes.close().await;
}

/// Plays a whole game with a spectator, chat, a rejected move and a rematch.
pub(super) async fn check_game(nodes: &TestNodes) {
    let mut game = Game::start(nodes).await;
    let mut eve = Client::connect(nodes.nodes[1].address).await;
    let state = eve.join_state(&game.room).await;
    assert_eq!(state["seq"], 4);
    for action in ["e2e4", "e7e5", "g1f3"] {
        game.play(action).await;
    }
    for seq in 4..7 {
        eve.event(seq).await;
    }
    let illegal = game.black.execute(&game.room, 7, json!({"type": "play", "action": "e5e4"})).await;
    let rejected = illegal.last().expect("a reply");
    assert_eq!(
        (&rejected["type"], &rejected["error"]["code"]),
        (&json!("rejected"), &json!("illegal-action"))
    );
    assert_eq!(rejected["state"]["seq"], 7);
    game.black.accept(&game.room, 7, json!({"type": "chat", "text": "hello"})).await;
    game.white.event(7).await;
    game.black.accept(&game.room, 8, json!({"type": "resign"})).await;
    let ended = game.white.event(8).await;
    assert_eq!(eve.receive("event").await["seq"], 7);
    assert_eq!(eve.receive("event").await, ended);
    game.white.accept(&game.room, 9, json!({"type": "offer", "offer": "rematch"})).await;
    game.black.event(9).await;
    game.black.accept(&game.room, 10, json!({"type": "accept", "offer": "rematch"})).await;
    game.white.event(10).await;
    let rematch = game.white.event(11).await.to_string();
    let state = game.state(nodes, 1).await;
    let next = state["rematch_room"].as_str().expect("a rematch");
    assert!(rematch.contains(next));
    let state = game.black.join_state(next).await;
    let seated = [&state["host"]["id"], &state["guest"]["id"]];
    assert!(seated.contains(&&json!(game.black.user.id)), "{state}");
}

#[tokio::test]
async fn every_kind_of_command_has_the_same_reply_on_both_nodes() {
    let commands = [
        json!({"type": "sit", "contribution": contribution()}),
        json!({"type": "seat-computer", "level": 200}),
        json!({"type": "start"}),
        json!({"type": "play", "action": "e2e4"}),
        json!({"type": "resign"}),
        json!({"type": "abort"}),
        json!({"type": "offer", "offer": "draw"}),
        json!({"type": "accept", "offer": "takeback"}),
        json!({"type": "decline", "offer": "rematch"}),
        json!({"type": "withdraw", "offer": "rematch-same"}),
        json!({"type": "claim", "claim": "win"}),
        json!({"type": "chat", "text": "hello"}),
        json!({"type": "leave"}),
    ];
    let nodes = TestNodes::open("commands", &MemoryBus::default()).await;
    let mut replies = Vec::new();
    for node in &nodes.nodes {
        let mut client = Client::connect(node.address).await;
        let config = RoomConfig::default_for("chess");
        let room = nodes.app(0).rooms.create_room(config, client.user.clone()).await.expect("a room");
        client.join_state(&room).await;
        let mut codes = Vec::new();
        for command in &commands {
            let seen = client.next_seq.expect("a state");
            let messages = client.execute(&room, seen, command.clone()).await;
            let reply = messages.last().expect("a reply");
            codes.push(json!([command["type"], reply["type"], reply["error"]["code"], reply["seq"]]));
        }
        replies.push(codes);
    }
    assert_eq!(replies[0], replies[1]);
    assert!(replies[0].iter().any(|reply| reply[1] == "ack"));
    nodes.close().await;
}

#[tokio::test]
async fn a_client_resumes_from_any_number_on_any_node() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("resume", &bus).await;
    let mut game = Game::start(&nodes).await;
    for action in ["e2e4", "e7e5", "g1f3", "b8c6"] {
        game.play(action).await;
    }
    for node in &nodes.nodes {
        for from in 0..=game.seq {
            let mut client = Client::connect_with(node.address, Some(&game.black.cookie)).await;
            client.join(&game.room, Some(from)).await;
            for seq in from..game.seq {
                client.event(seq).await;
            }
            assert_eq!(client.receive("joined").await["seq"], game.seq);
        }
    }
    assert_eq!(game.state(&nodes, 0).await, game.state(&nodes, 1).await);
    nodes.close().await;
}

#[tokio::test]
async fn a_room_that_moves_during_a_game_goes_on_and_clients_notice_nothing() {
    let mut nodes = TestNodes::open("move", &MemoryBus::default()).await;
    check_moving_game(&mut nodes).await;
    nodes.close().await;
}

/// Plays a game whose room moves to the other node and back.
pub(super) async fn check_moving_game(nodes: &mut TestNodes) {
    let mut game = Game::start(nodes).await;
    game.play("e2e4").await;
    let room = game.room.clone();
    nodes.move_room(&room, 0, 1, Duration::ZERO).await;
    for action in ["e7e5", "g1f3"] {
        game.play(action).await;
    }
    // The command is held while the room has no owner.
    let play = json!({"type": "play", "action": "b8c6"});
    let id = {
        let mut moving = std::pin::pin!(nodes.move_room(&room, 1, 0, Duration::from_millis(1_500)));
        let early = tokio::time::timeout(Duration::from_millis(300), moving.as_mut()).await;
        assert!(early.is_err(), "it has no owner yet");
        let seen = game.black.next_seq.expect("a state");
        let id = game.black.command(&room, seen, play).await;
        moving.await;
        id
    };
    let acknowledged = game.black.receive("ack").await;
    assert_eq!(acknowledged["id"], id.as_str());
    game.white.event(acknowledged["seq"].as_u64().expect("a number")).await;
    game.is_white_to_move = true;
    game.play("f1b5").await;
    assert_eq!(game.state(nodes, 0).await["moves"].as_array().map(Vec::len), Some(5));
}

#[tokio::test]
async fn lost_and_duplicated_messages_cost_no_event_and_no_command() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("loss", &bus).await;
    let mut game = Game::start(&nodes).await;
    let mut count = 0;
    bus.set_fate(move |_| {
        count += 1;
        // Not every seventh: a request that is repeated with as many messages would be lost each time.
        match splitmix64_at(count) % 7 {
            0 => Fate::Lose,
            3 => Fate::Duplicate,
            _ => Fate::Deliver,
        }
    });
    for action in ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"] {
        game.play(action).await;
    }
    bus.clear_fate();
    assert_eq!(game.state(&nodes, 0).await["moves"].as_array().map(Vec::len), Some(8));
    nodes.close().await;
}

#[tokio::test]
async fn a_lost_last_event_arrives_after_the_next_sign_of_life() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("tail", &bus).await;
    let mut game = Game::start(&nodes).await;
    bus.set_fate(|message| if message.subject.ends_with(".tell") { Fate::Lose } else { Fate::Deliver });
    game.white.accept(&game.room, 4, json!({"type": "play", "action": "e2e4"})).await;
    bus.clear_fate();
    game.black.event(4).await;
    assert!(nodes.app(1).metrics.bus_gaps.get() > 0);
    nodes.close().await;
}

#[tokio::test]
async fn the_clock_of_a_player_whose_node_is_cut_off_waits_for_them() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("cut", &bus).await;
    let mut game = Game::start(&nodes).await;
    game.play("e2e4").await;
    bus.set_cut("two", true);
    game.expect_pause().await;
    bus.set_cut("two", false);
    assert_eq!(game.black.event(5).await["seq"], 5, "the node catches up");
    for client in [&mut game.black, &mut game.white] {
        let back = client.event(8).await;
        assert!(back["event"]["type"] == "reconnected" && back["event"]["side"] == "second", "{back}");
    }
    let mut again = Client::connect_with(nodes.nodes[1].address, Some(&game.black.cookie)).await;
    let state = again.join_state(&game.room).await;
    assert_eq!(state["disconnected"], json!([]));
    game.play("e7e5").await;
    nodes.close().await;
}

#[tokio::test]
async fn a_player_who_leaves_a_silent_node_is_not_charged_for_its_silence() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("silent", &bus).await;
    let mut game = Game::start(&nodes).await;
    game.play("e2e4").await;
    bus.set_cut("two", true);
    let remote_rooms = nodes.app(0).rooms.services.remote_rooms.as_ref().expect("there are two nodes");
    remote_rooms.services.bus.heard.set_silent(&nodes.nodes[1].id, LEFT_AFTER);
    let mut black = Client::connect_with(nodes.nodes[0].address, Some(&game.black.cookie)).await;
    black.join(&game.room, Some(5)).await;
    game.expect_pause().await;
    let back = black.event(8).await;
    assert!(back["event"]["type"] == "reconnected" && back["event"]["side"] == "second", "{back}");
    nodes.close().await;
}

#[tokio::test]
async fn a_player_whose_node_is_cut_off_during_a_hand_over_loses_no_time() {
    let bus = MemoryBus::default();
    let transports = ["one", "two", "three"].map(|name| bus.endpoint(name) as Arc<dyn Transport>);
    let mut nodes = TestNodes::open_on("cut-handover", transports).await;
    let mut game = Game::start(&nodes).await;
    game.play("e2e4").await;
    bus.set_cut("two", true);
    let room = game.room.clone();
    nodes.hand_over_room(&room, 0, 2).await;
    // White follows, Black does not.
    let mut kinds = Vec::new();
    while kinds.last() != Some(&json!("reconnected")) {
        kinds.push(game.white.receive("event").await["event"]["type"].clone());
    }
    assert!(kinds.contains(&json!("paused")), "{kinds:?}");
    let mut black = Client::connect_with(nodes.nodes[0].address, Some(&game.black.cookie)).await;
    black.join(&room, Some(5)).await;
    let back = game.white.receive("event").await;
    assert!(back["event"]["type"] == "reconnected" && back["event"]["side"] == "second", "{back}");
    nodes.close().await;
}

#[tokio::test]
async fn a_node_that_gets_another_id_joins_its_rooms_again() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("rejoin", &bus).await;
    let mut game = Game::start(&nodes).await;
    game.play("e2e4").await;
    let slots = &nodes.app(1).rooms.services.slots;
    slots.join(NodeId::new("renamed"));
    slots.set_unlimited_lease();
    game.play("e7e5").await;
    game.play("g1f3").await;
    nodes.close().await;
}

#[tokio::test]
async fn a_command_of_unknown_fate_closes_the_connection() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("unknown", &bus).await;
    let mut game = Game::start(&nodes).await;
    game.play("e2e4").await;
    bus.set_cut("two", true);
    game.black.command(&game.room, 5, json!({"type": "play", "action": "e7e5"})).await;
    let closed = tokio::time::timeout(TIMEOUT, async { while game.black.next().await.is_some() {} }).await;
    assert!(closed.is_ok());
    bus.set_cut("two", false);
    let state = game.state(&nodes, 0).await;
    assert_eq!(state["moves"].as_array().map(Vec::len), Some(1), "it was not executed");
    nodes.close().await;
}

#[tokio::test]
async fn a_command_that_was_rejected_is_not_sent_again() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("rejected", &bus).await;
    let mut game = Game::start(&nodes).await;
    let is_answer = |subject: &str| subject.starts_with("_INBOX.");
    bus.set_fate(move |message| if is_answer(&message.subject) { Fate::Lose } else { Fate::Deliver });
    // It names an event of the future, so that it would be legal later.
    let early = game.black.execute(&game.room, 9, json!({"type": "play", "action": "e7e5"})).await;
    assert_eq!(early.last().expect("a reply")["error"]["code"], "not-your-turn");
    game.play("e2e4").await;
    bus.clear_fate();
    // It waits for the end of the command before.
    game.black.accept(&game.room, 5, json!({"type": "chat", "text": "hello"})).await;
    let state = game.state(&nodes, 0).await;
    assert_eq!(state["moves"].as_array().map(Vec::len), Some(1), "{state}");
    nodes.close().await;
}

#[tokio::test]
async fn a_socket_whose_command_has_no_reply_leaves_the_room() {
    let bus = MemoryBus::default();
    let nodes = TestNodes::open("no-reply", &bus).await;
    let mut game = Game::start(&nodes).await;
    bus.set_fate(|message| if message.subject.ends_with(".tell") { Fate::Lose } else { Fate::Deliver });
    game.black.command(&game.room, 4, json!({"type": "chat", "text": "hello"})).await;
    // The nodes hear each other all the time.
    game.expect_disconnected_black().await;
    nodes.close().await;
}

#[tokio::test]
async fn a_socket_leaves_a_room_that_moved_to_its_node_without_a_lease() {
    let bus = MemoryBus::default();
    let mut nodes = TestNodes::open("no-lease", &bus).await;
    let mut game = Game::start(&nodes).await;
    let room = game.room.clone();
    nodes.move_room(&room, 0, 1, Duration::ZERO).await;
    game.play("e2e4").await;
    let slots = &nodes.app(1).rooms.services.slots;
    slots.extend_lease(Instant::now());
    game.black.close().await;
    eventually(|| nodes.app(1).metrics.websockets.get() == 0).await;
    slots.set_unlimited_lease();
    game.expect_disconnected_black().await;
    nodes.close().await;
}
