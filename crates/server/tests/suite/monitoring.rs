//! Health checks for load balancers, and metrics for Prometheus.

use std::net::SocketAddr;

use serde_json::json;
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{ConnectOptions, Executor};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use yipan_server::Settings;

use crate::net::{TestDir, TestServer, generous_limits, http, metrics, settings, start_game};

async fn get(address: SocketAddr, path: &str, authorization: &str) -> (u16, String) {
    let reply = http(address, "GET", path, &[("Authorization", authorization)], "").await;
    (reply.status, reply.body)
}

#[tokio::test]
async fn the_public_listener_shows_no_metrics_without_a_token() {
    let dir = TestDir::new("metrics-none");
    let server = TestServer::open_with(Settings { metrics_token: None, ..settings(&dir) }).await;
    assert_eq!(get(server.address, "/metrics", "Bearer ").await.0, 404);
    assert_eq!(server.metrics, None);
    server.close().await;
    let empty = Settings { metrics_token: Some(String::new()), ..settings(&dir) };
    assert!(yipan_server::Server::bind(empty).await.is_err(), "an empty token is rejected");
}

#[tokio::test]
async fn the_public_listener_shows_metrics_to_holders_of_the_token() {
    let dir = TestDir::new("metrics-token");
    let server =
        TestServer::open_with(Settings { metrics_token: Some("s3cret".to_owned()), ..settings(&dir) }).await;
    for wrong in ["", "Bearer", "Bearer s3cre", "Bearer s3crets", "Basic s3cret"] {
        assert_eq!(get(server.address, "/metrics", wrong).await.0, 401, "{wrong}");
    }
    let (status, encoded) = get(server.address, "/metrics", "Bearer s3cret").await;
    assert!(status == 200 && encoded.ends_with("# EOF\n"), "{status} {encoded}");
    server.close().await;
}

#[tokio::test]
async fn the_operators_listener_needs_no_token_and_serves_nothing_else() {
    let dir = TestDir::new("metrics-listener");
    let listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    let server =
        TestServer::open_with(Settings { metrics_listen: listen, metrics_token: None, ..settings(&dir) })
            .await;
    let operator = server.metrics.expect("a listener");
    assert!(get(operator, "/metrics", "").await.1.contains("yipan_build_info{version="));
    for probe in ["/livez", "/readyz", "/healthz"] {
        assert_eq!(get(operator, probe, "").await, (200, "ok\n".to_owned()), "{probe}");
        assert_eq!(get(server.address, probe, "").await, (200, "ok\n".to_owned()), "{probe}");
    }
    assert_eq!(get(server.address, "/metrics", "").await.0, 404);
    assert_eq!(get(operator, "/api/me", "").await.0, 404);
    server.close().await;
}

#[tokio::test]
async fn acknowledgments_commits_and_moves_of_computers_are_timed() {
    let dir = TestDir::new("metrics-times");
    let server = TestServer::open(&dir, generous_limits()).await;
    let (code, mut ada, _bob) =
        start_game(server.address, &json!({"game": "chess", "host_side": "first"})).await;
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    let code =
        crate::net::create_room(server.address, &ada, &json!({"game": "chess", "host_side": "first"})).await;
    ada.join(&code).await;
    ada.command_ok(&code, json!({"type": "sit", "contribution": "07".repeat(32)})).await;
    ada.command_ok(&code, json!({"type": "seat-computer", "level": 1})).await;
    ada.command_ok(&code, json!({"type": "start"})).await;
    ada.command_ok(&code, json!({"type": "play", "action": "e2e4"})).await;
    ada.receive_event("played").await;
    let encoded = metrics(server.address).await;
    let value = |name: &str| -> f64 {
        let line = encoded.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
        line.and_then(|value| value.parse().ok()).unwrap_or_else(|| panic!("no {name} in\n{encoded}"))
    };
    // Four commands of the first room, and four of the second.
    assert_eq!(value("yipan_acknowledgment_seconds_count"), 8.0);
    assert_eq!(value("yipan_commit_seconds_count"), value("yipan_commits_total"));
    assert!(value("yipan_write_queue_seconds_count") >= value("yipan_commit_seconds_count"));
    assert_eq!((value("yipan_engine_queue_seconds_count"), value("yipan_search_seconds_count")), (1.0, 1.0));
    assert!(value("yipan_acknowledgment_seconds_sum") > 0.0);
    for gauge in ["yipan_data_free_bytes", "yipan_data_total_bytes", "yipan_database_bytes"] {
        assert!(value(gauge) > 0.0, "{gauge}");
    }
    if cfg!(target_os = "linux") {
        assert!(value("process_resident_memory_bytes") > 1e6 && value("process_open_fds") > 3.0);
    }
    server.close().await;
}

#[tokio::test]
async fn every_metric_in_the_manual_exists() {
    let dir = TestDir::new("metrics-manual");
    let server = TestServer::open(&dir, generous_limits()).await;
    let encoded = metrics(server.address).await;
    server.close().await;
    let manual = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/operate.md");
    let manual = std::fs::read_to_string(manual).expect("the manual");
    let words = manual.split(|character: char| !character.is_ascii_alphanumeric() && character != '_');
    let named: Vec<_> =
        words.filter(|word| word.starts_with("yipan_") || word.starts_with("process_")).collect();
    assert!(named.len() > 20, "{named:?}");
    // The first is a crate, and the second has a value on a node only.
    let others = ["yipan_server", "yipan_node_info"];
    for name in named.into_iter().filter(|name| !others.contains(name)) {
        assert!(encoded.lines().any(|line| line.starts_with(name)), "no {name} in\n{encoded}");
    }
}

#[tokio::test]
async fn a_server_is_not_ready_while_its_store_does_not_answer() {
    let dir = TestDir::new("ready-store");
    let server = TestServer::open(&dir, generous_limits()).await;
    let database = SqliteConnectOptions::new().filename(dir.0.join("yipan.sqlite"));
    let mut saboteur = database.connect().await.expect("the database");
    saboteur.execute("ALTER TABLE credentials RENAME TO hidden").await.expect("the table is renamed");
    assert_eq!(get(server.address, "/readyz", "").await.0, 503);
    assert_eq!(get(server.address, "/livez", "").await.0, 200);
    saboteur.execute("ALTER TABLE hidden RENAME TO credentials").await.expect("the table is renamed");
    assert_eq!(get(server.address, "/readyz", "").await.0, 200);
    server.close().await;
}

#[tokio::test]
async fn a_server_that_closes_is_alive_and_not_ready() {
    let dir = TestDir::new("ready-closing");
    let listen = Some(SocketAddr::from(([127, 0, 0, 1], 0)));
    let mut server = TestServer::open_with(Settings { metrics_listen: listen, ..settings(&dir) }).await;
    let operator = server.metrics.expect("a listener");
    // A request with an incomplete body delays the shutdown.
    let mut request = TcpStream::connect(server.address).await.expect("a connection");
    let head =
        format!("PUT /api/me HTTP/1.1\r\nHost: {}\r\nContent-Type: application/json\r\n", server.address);
    request.write_all(format!("{head}Content-Length: 14\r\n\r\n").as_bytes()).await.expect("a head");
    // It has been received once a later request is answered.
    assert_eq!(get(server.address, "/readyz", "").await.0, 200);
    server.begin_close();
    while get(operator, "/readyz", "").await.0 == 200 {
        tokio::task::yield_now().await;
    }
    assert_eq!(get(operator, "/readyz", "").await, (503, "the server is shutting down\n".to_owned()));
    assert_eq!(get(operator, "/livez", "").await.0, 200);
    request.write_all(br#"{"name":"Ada"}"#).await.expect("a body");
    let mut answer = String::new();
    request.read_to_string(&mut answer).await.expect("an answer");
    assert!(answer.starts_with("HTTP/1.1 204"), "{answer}");
    server.close().await;
}
