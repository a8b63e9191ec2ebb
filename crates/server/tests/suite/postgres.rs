//! A server on PostgreSQL: what it refuses, and what happens when the database or the connection goes away.

use std::net::SocketAddr;
use std::time::Duration;

use serde_json::json;
use tokio::io::copy_bidirectional;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::watch;
use yipan_local_services::{PostgresServer, StopMode};
use yipan_server::{PostgresUrl, Server, Settings, StoreLocation, cluster_status, drain_node, raise_level};

use crate::net::postgres::{database_or_skip, server_or_skip};
use crate::net::{Client, TestDir, TestServer, generous_limits, http, settings, start_game};

fn on_postgres(dir: &TestDir, url: &str) -> Settings {
    let url: PostgresUrl = url.parse().expect("an address");
    Settings { store: Some(url), limits: generous_limits(), ..settings(dir) }
}

async fn health(server: &TestServer) -> u16 {
    http(server.address, "GET", "/healthz", &[], "").await.status
}

#[tokio::test]
async fn a_second_server_is_refused_while_the_first_is_alive() {
    let Some(url) = database_or_skip("second-server") else { return };
    let dir = TestDir::new("postgres-second");
    let first = TestServer::open_with(on_postgres(&dir, &url)).await;
    let error = Server::bind(on_postgres(&dir, &url)).await.expect_err("the database is in use");
    assert!(error.to_string().contains("another server is using"), "{error}");
    let (code, mut ada, _bob) =
        start_game(first.address, &json!({"game": "chess", "host_side": "first"})).await;
    assert_eq!(code.len(), 8, "{code}");
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    first.close().await;
    let next = TestServer::open_with(on_postgres(&dir, &url)).await;
    let mut ada = Client::connect_with_cookie(next.address, &ada.cookie).await;
    assert_eq!(ada.join(&code).await["moves"].as_array().map(Vec::len), Some(1));
    next.close().await;
    assert!(!dir.0.join("yipan.sqlite").exists(), "the data directory is not used");
}

#[tokio::test]
async fn an_operator_sees_the_server_and_its_slots() {
    let Some(url) = database_or_skip("cluster-status") else { return };
    let dir = TestDir::new("postgres-status");
    let node = Some("rack".to_owned());
    let server = TestServer::open_with(Settings { node, ..on_postgres(&dir, &url) }).await;
    let location: PostgresUrl = url.parse().expect("an address");
    let status = cluster_status(&location).await.expect("a status");
    let [node] = status.nodes.as_slice() else { panic!("{status:?}") };
    assert_eq!((node.name.as_str(), node.state.as_str(), node.slots), ("rack", "live", 1_024));
    assert_eq!((status.level, status.unowned_slots), (1, 0));
    assert_eq!(raise_level(&location).await.expect("a level"), 1);
    assert_eq!(drain_node(&location, "other").await.expect("an answer"), 0);
    assert_eq!(drain_node(&location, "rack").await.expect("an answer"), 1);
    assert_eq!(cluster_status(&location).await.expect("a status").nodes[0].state, "draining");
    server.close().await;
    let status = cluster_status(&location).await.expect("a status");
    assert_eq!((status.nodes.len(), status.unowned_slots), (0, 1_024), "it is gone");
}

#[tokio::test]
async fn a_server_that_may_lose_commits_is_refused() {
    let Some(mut postgres) = server_or_skip("unsafe") else { return };
    let dir = TestDir::new("postgres-unsafe");
    let url = postgres.create_database("yipan").expect("a database");
    for setting in ["fsync", "full_page_writes"] {
        postgres.stop(StopMode::Immediate).expect("it stops");
        postgres.resume_with(&[&format!("{setting}=off")]).expect("it starts");
        let error = Server::bind(on_postgres(&dir, &url)).await.expect_err("it is refused");
        assert!(error.to_string().contains(&format!("`{setting}` is off")), "{error}");
    }
    postgres.stop(StopMode::Immediate).expect("it stops");
    let password = url.replace("yipan@", "yipan:hush@");
    let error = Server::bind(on_postgres(&dir, &password)).await.expect_err("it is not running");
    assert!(error.to_string().contains("yipan:***@") && !error.to_string().contains("hush"), "{error}");
}

#[tokio::test]
async fn a_database_that_goes_away_stops_the_clocks_and_nothing_acknowledged_is_lost() {
    let Some(mut postgres) = server_or_skip("outage") else { return };
    let dir = TestDir::new("postgres-outage");
    let url = postgres.create_database("yipan").expect("a database");
    let server = TestServer::open_with(on_postgres(&dir, &url)).await;
    let config = json!({"game": "chess", "host_side": "first", "clock": "5+0"});
    let (code, mut ada, mut bob) = start_game(server.address, &config).await;
    for (player, action) in [(&mut ada, "e2e4"), (&mut bob, "e7e5")] {
        player.command_ok(&code, json!({"type": "play", "action": action})).await;
    }
    assert_eq!(health(&server).await, 200);

    postgres.stop(StopMode::Immediate).expect("it stops");
    // Its answer waits until the log can be read.
    let command = json!({"type": "command", "room": code, "id": "again", "seen": 1_u64 << 40,
        "command": {"type": "play", "action": "g1f3"}});
    ada.send(&command).await;
    let suspended = bob.receive("suspended").await;
    assert_eq!(suspended["clocks"]["running"], json!(null), "no clock runs");
    let rejected = bob.command(&code, 1 << 40, json!({"type": "chat", "text": "hello?"})).await;
    assert_eq!(rejected["error"]["code"], "storage-unavailable", "{rejected}");
    assert_eq!(health(&server).await, 503);
    // This time is charged to neither side.
    tokio::time::sleep(Duration::from_millis(1_200)).await;

    postgres.resume().expect("it starts");
    let answer = ada.receive("rejected").await;
    assert_eq!((&answer["id"], &answer["error"]["code"]), (&json!("again"), &json!("storage-unavailable")));
    let resumed = bob.receive_event("resumed").await["event"]["clocks"].clone();
    assert_eq!(resumed["running"], "first");
    assert_eq!(resumed["time_left"], suspended["clocks"]["time_left"], "the outage cost no time");
    ada.send(&command).await;
    ada.receive("ack").await;
    while health(&server).await != 200 {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    let before = bob.join(&code).await;
    server.close().await;

    let server = TestServer::open_with(on_postgres(&dir, &url)).await;
    let mut bob = Client::connect_with_cookie(server.address, &bob.cookie).await;
    let after = bob.join(&code).await;
    assert_eq!(after["moves"], before["moves"]);
    assert_eq!(after["moves"].as_array().map(Vec::len), Some(3));
    server.close().await;
}

#[tokio::test]
async fn a_move_whose_answer_was_lost_on_the_way_is_found_in_the_log() {
    let Some(postgres) = server_or_skip("lost-answer") else { return };
    let dir = TestDir::new("postgres-lost-answer");
    let proxy = Proxy::start(postgres.port()).await;
    let url = postgres
        .create_database("yipan")
        .expect("a database")
        .replace(&postgres.port().to_string(), &proxy.address.port().to_string());
    let server = TestServer::open_with(on_postgres(&dir, &url)).await;
    let config = json!({"game": "chess", "host_side": "first", "clock": "5+0"});
    let (code, mut ada, mut bob) = start_game(server.address, &config).await;
    let seq = bob.join(&code).await["seq"].clone();

    proxy.set(Traffic::WithoutAnswers);
    let command = json!({"type": "command", "room": code, "id": "lost", "seen": seq,
        "command": {"type": "play", "action": "e2e4"}});
    ada.send(&command).await;
    // PostgreSQL commits the move, and the server waits for the answer.
    let log = || export_lines(&postgres);
    while !log().await.iter().any(|line| line.contains("e2e4")) {
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    proxy.set(Traffic::Open);
    let played = bob.receive_event("played").await;
    assert_eq!(played["seq"], seq);
    let ack = ada.receive("ack").await;
    assert_eq!((&ack["id"], &ack["seq"]), (&json!("lost"), &seq));
    ada.send(&command).await;
    assert_eq!(ada.receive("ack").await["seq"], seq, "it is not executed again");
    bob.command_ok(&code, json!({"type": "play", "action": "e7e5"})).await;
    let moves = log().await.iter().filter(|line| line.contains("e2e4")).count();
    assert_eq!(moves, 1, "it is in the log once");
    server.close().await;
}

/// Returns the archive of the database, read beside the proxy.
async fn export_lines(postgres: &PostgresServer) -> Vec<String> {
    let mut lines = Vec::new();
    let location = StoreLocation::Postgres(postgres.url("yipan").parse().expect("an address"));
    let exported = yipan_server::export(&location, |row| {
        lines.push(serde_json::to_string(&row)?);
        Ok(())
    });
    exported.await.expect("an export");
    lines
}

/// The connections between a server and its database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Traffic {
    Open,
    /// Requests arrive, answers do not.
    WithoutAnswers,
}

/// A proxy in front of PostgreSQL.
struct Proxy {
    address: SocketAddr,
    traffic: watch::Sender<Traffic>,
}

impl Proxy {
    async fn start(port: u16) -> Proxy {
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("a free port");
        let address = listener.local_addr().expect("an address");
        let traffic = watch::Sender::new(Traffic::Open);
        let receiver = traffic.subscribe();
        tokio::spawn(async move {
            while let Ok((client, _)) = listener.accept().await {
                tokio::spawn(forward(client, port, receiver.clone()));
            }
        });
        Proxy { address, traffic }
    }

    fn set(&self, traffic: Traffic) {
        self.traffic.send_replace(traffic);
    }
}

/// Forwards one connection. One that has missed answers is closed when the traffic is open again.
async fn forward(mut client: TcpStream, port: u16, mut traffic: watch::Receiver<Traffic>) {
    let Ok(mut server) = TcpStream::connect(("127.0.0.1", port)).await else { return };
    tokio::select! {
        _ = copy_bidirectional(&mut client, &mut server) => return,
        _ = traffic.wait_for(|traffic| *traffic != Traffic::Open) => {}
    }
    let (mut from_client, _to_client) = client.split();
    let (_from_server, mut to_server) = server.split();
    tokio::select! {
        _ = tokio::io::copy(&mut from_client, &mut to_server) => {}
        _ = traffic.wait_for(|traffic| *traffic == Traffic::Open) => {}
    }
}
