use std::sync::Arc;
use std::time::Duration;

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
async fn a_subject_without_subscribers_is_reported_at_once() {
    let Some(server) = NatsServer::start("responder") else { return };
    let bus = connect(&server).await;
    let began = std::time::Instant::now();
    let answer = bus.request("yipan.nobody".to_owned(), Vec::new(), Duration::from_secs(10)).await;
    assert!(matches!(answer, Err(RequestError::NoResponder)));
    assert!(began.elapsed() < Duration::from_secs(5));
}
