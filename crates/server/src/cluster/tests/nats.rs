use std::sync::Arc;
use std::time::Duration;

use serde_json::json;
use yipan_wire::RoomConfig;

use super::client::Client;
use super::nats_server::NatsServer;
use super::nodes::TestNodes;
use super::play::{check_game, check_moving_game};
use crate::cluster::bus::nats::NatsTransport;
use crate::cluster::bus::transport::{RequestError, Transport};

async fn connect(server: &NatsServer) -> Arc<dyn Transport> {
    Arc::new(NatsTransport::connect(&server.url).await.expect("a connection"))
}

#[tokio::test(flavor = "multi_thread")]
async fn two_nodes_play_over_nats() {
    let Some(server) = NatsServer::start("play") else { return };
    let bus = [connect(&server).await, connect(&server).await];
    let nodes = TestNodes::open_on("nats-play", bus).await;
    check_game(&nodes).await;
    nodes.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_room_moves_over_nats() {
    let Some(server) = NatsServer::start("move") else { return };
    let bus = [connect(&server).await, connect(&server).await];
    let mut nodes = TestNodes::open_on("nats-move", bus).await;
    check_moving_game(&mut nodes).await;
    nodes.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn players_of_the_owner_play_on_without_the_bus_and_others_catch_up() {
    let Some(mut server) = NatsServer::start("restart") else { return };
    let bus = [connect(&server).await, connect(&server).await];
    let nodes = TestNodes::open_on("nats-restart", bus).await;
    let mut ada = Client::connect(nodes.nodes[0].address).await;
    let mut eve = Client::connect(nodes.nodes[1].address).await;
    let config = RoomConfig::default_for("chess");
    let room = nodes.app(0).rooms.create_room(config, ada.user.clone()).await.expect("a room");
    ada.join_state(&room).await;
    eve.join_state(&room).await;
    let chat = |text: &str| json!({"type": "chat", "text": text});
    ada.accept(&room, 1, chat("before")).await;
    eve.event(1).await;
    server.kill();
    ada.accept(&room, 2, chat("without the bus")).await;
    server.restart();
    eve.event(2).await;
    eve.accept(&room, 3, chat("after")).await;
    ada.event(3).await;
    nodes.close().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subject_without_subscribers_is_reported_at_once() {
    let Some(server) = NatsServer::start("responder") else { return };
    let bus = connect(&server).await;
    let began = tokio::time::Instant::now();
    let answer = bus.request("yipan.empty".to_owned(), Vec::new(), Duration::from_secs(10)).await;
    assert!(matches!(answer, Err(RequestError::NoResponder)));
    assert!(began.elapsed() < Duration::from_secs(5));
}
