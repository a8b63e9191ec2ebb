//! TLS on the public listener, over real sockets: HTTP/1.1, HTTP/2, WebSockets, plain HTTP, and reloading.

mod certificates;
mod client;
mod files;
mod limits;
mod page;
mod reload;

use std::sync::Arc;

use serde_json::{Value, json};
use tokio_tungstenite::tungstenite;
use yipan_server::Settings;

use self::certificates::{TestCertificate, tls_settings};
use self::client::{TlsClient, connect_websocket, http1, receive, send};
use self::page::Page;
use crate::net::{TestDir, TestServer, http, http_raw, settings};

#[tokio::test]
async fn the_page_is_served_over_both_versions_of_http() {
    let dir = TestDir::new("tls-page");
    let certificate = TestCertificate::new(&dir, "localhost");
    let server = TestServer::open_at(Some(Arc::new(Page)), tls_settings(&dir, &certificate)).await;
    let reply = http1(server.address, &certificate, "GET", "/", &[], "").await;
    assert_eq!(reply.status, 200, "{}", reply.head);
    assert_eq!(reply.body, Page::text());
    assert!(reply.head.contains("strict-transport-security: max-age="), "{}", reply.head);

    let client = TlsClient::connect(server.address, &certificate, &["h2", "http/1.1"]).await;
    let mut client = client.http2().await;
    for _ in 0..3 {
        let (status, headers, body) = client.get("/", &[]).await;
        assert_eq!(status, 200);
        assert!(body == Page::text() && headers.contains_key("strict-transport-security"));
        assert_eq!(headers["content-length"], Page::text().len().to_string());
    }
    server.close().await;
}

#[tokio::test]
async fn requests_over_http2_have_a_host_and_a_secure_cookie() {
    let dir = TestDir::new("tls-host");
    let certificate = TestCertificate::new(&dir, "localhost");
    let server = TestServer::open_with(tls_settings(&dir, &certificate)).await;
    let mut client = TlsClient::connect(server.address, &certificate, &["h2"]).await.http2().await;
    let (status, headers, body) = client.get("/api/me", &[]).await;
    assert_eq!(status, 200, "{body}");
    let cookie = headers["set-cookie"].to_str().expect("text");
    assert!(cookie.starts_with("__Host-yipan=") && cookie.ends_with("; Secure"), "{cookie}");
    // On loopback only loopback names are accepted, whatever `Host` the client adds.
    client.authority = "evil.example".to_owned();
    let (status, ..) = client.get("/api/me", &[("host", "localhost")]).await;
    assert_eq!(status, 421);
    server.close().await;
}

#[tokio::test]
async fn a_game_is_played_over_encrypted_websockets() {
    let dir = TestDir::new("tls-game");
    let certificate = TestCertificate::new(&dir, "localhost");
    let server = TestServer::open_with(tls_settings(&dir, &certificate)).await;
    let address = server.address;
    let mut sockets = Vec::new();
    let mut cookies = Vec::new();
    for _ in 0..2 {
        let met = http1(address, &certificate, "GET", "/api/me", &[], "").await;
        let cookie = met.cookie.expect("a cookie");
        let socket = connect_websocket(address, &certificate, &cookie, "https://localhost").await;
        sockets.push(socket.expect("a page of this server is let in"));
        cookies.push(cookie);
    }
    let config = json!({"game": "chess", "host_side": "first"}).to_string();
    let headers = [("Cookie", cookies[0].as_str())];
    let opened = http1(address, &certificate, "POST", "/api/rooms", &headers, &config).await;
    let room = opened.json()["room"].as_str().expect("a code").to_owned();
    for socket in &mut sockets {
        send(socket, &json!({"type": "hello", "version": 2})).await;
        send(socket, &json!({"type": "join", "room": room})).await;
        receive(socket, "state").await;
    }
    let mut count = 0;
    let mut command = async |player: usize, command: Value| {
        count += 1;
        let message = json!({"type": "command", "room": room, "id": format!("c{count}"), "seen": 1_000_000,
            "command": command});
        send(&mut sockets[player], &message).await;
        receive(&mut sockets[player], "ack").await;
    };
    command(0, json!({"type": "sit", "contribution": "01".repeat(32)})).await;
    command(1, json!({"type": "sit", "contribution": "02".repeat(32)})).await;
    command(0, json!({"type": "start"})).await;
    for (number, action) in ["f2f3", "e7e5", "g2g4", "d8h4"].into_iter().enumerate() {
        command(number % 2, json!({"type": "play", "action": action})).await;
    }
    let record = http1(address, &certificate, "GET", &format!("/api/games/{room}/record"), &[], "").await;
    assert!(record.body.contains("tag Result 0-1"), "{}", record.body);
    server.close().await;
}

#[tokio::test]
async fn websockets_are_opened_for_pages_over_https_only() {
    let dir = TestDir::new("tls-origin");
    let certificate = TestCertificate::new(&dir, "localhost");
    let server = TestServer::open_with(tls_settings(&dir, &certificate)).await;
    for origin in ["http://localhost", "https://evil.example"] {
        match connect_websocket(server.address, &certificate, "", origin).await {
            Err(tungstenite::Error::Http(answer)) => assert_eq!(answer.status(), 403, "{origin}"),
            other => panic!("{origin}: {other:?}"),
        }
    }
    server.close().await;
}

#[tokio::test]
async fn plain_http_is_redirected_and_probes_are_answered() {
    let dir = TestDir::new("tls-plain");
    let certificate = TestCertificate::new(&dir, "localhost");
    let server = TestServer::open_with(tls_settings(&dir, &certificate)).await;
    let address = server.address;
    let reply = http(address, "GET", "/room/K4T7QX?a=b", &[], "").await;
    assert_eq!(reply.status, 307, "{}", reply.head);
    assert!(reply.head.contains(&format!("location: https://{address}/room/K4T7QX?a=b")), "{}", reply.head);
    assert!(reply.cookie.is_none(), "no session over plain HTTP");
    for probe in ["/livez", "/readyz", "/healthz"] {
        assert_eq!(http(address, "GET", probe, &[], "").await.status, 200, "{probe}");
    }
    // A redirect never leads to a name that is not that of this server.
    for (request, status) in [
        ("OPTIONS * HTTP/1.1\r\nHost: localhost\r\n", 400),
        ("GET //evil.example/ HTTP/1.1\r\nHost: localhost\r\n", 307),
        ("GET / HTTP/1.1\r\nHost: evil.example\r\n", 421),
        ("GET / HTTP/1.1\r\nHost: localhost/b\r\n", 421),
        ("GET / HTTP/1.1\r\n", 421),
    ] {
        let reply = http_raw(address, &format!("{request}Connection: close\r\n\r\n")).await;
        assert_eq!(reply.status, status, "{request}");
        let location = reply.head.lines().find_map(|line| line.strip_prefix("location: "));
        assert!(location.is_none_or(|location| location.starts_with("https://localhost/")), "{location:?}");
    }
    server.close().await;
}

#[tokio::test]
async fn the_listener_for_metrics_stays_without_tls() {
    let dir = TestDir::new("tls-metrics");
    let certificate = TestCertificate::new(&dir, "localhost");
    let metrics_listen = Some(settings(&dir).listen);
    let server = TestServer::open_with(Settings { metrics_listen, ..tls_settings(&dir, &certificate) }).await;
    let metrics = http(server.metrics.expect("an address"), "GET", "/metrics", &[], "").await;
    assert!(metrics.status == 200 && metrics.body.contains("yipan_build_info"), "{}", metrics.body);
    server.close().await;
}
