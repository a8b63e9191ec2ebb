//! Response headers for browsers, and the host names and pages that are accepted.

use std::borrow::Cow;
use std::sync::Arc;

use serde_json::json;
use tokio_tungstenite::tungstenite::{self, client::IntoClientRequest};
use yipan_server::{Settings, StaticFile, StaticFiles};

use crate::net::{Reply, TestDir, TestServer, generous_limits, http, settings, start_game};

const HTTPS: (&str, &str) = ("X-Forwarded-Proto", "https");

fn header<'a>(reply: &'a Reply, name: &str) -> Option<&'a str> {
    reply.head.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(": "))
}

#[tokio::test]
async fn every_response_forbids_what_the_page_does_not_need() {
    let dir = TestDir::new("headers");
    let server = TestServer::open(&dir, generous_limits()).await;
    for path in ["/", "/api/me", "/api/nowhere", "/healthz", "/api/rooms/ZZZZZZ"] {
        let reply = http(server.address, "GET", path, &[], "").await;
        assert_eq!(header(&reply, "cross-origin-opener-policy"), Some("same-origin"), "{path}");
        assert_eq!(header(&reply, "cross-origin-resource-policy"), Some("same-origin"), "{path}");
        let policy = header(&reply, "permissions-policy").unwrap_or_default();
        assert!(policy.contains("camera=()") && !policy.contains("clipboard-write"), "{path}: {policy}");
        let is_api = path.starts_with("/api/");
        assert_eq!(header(&reply, "cache-control") == Some("no-store"), is_api, "{path}: {}", reply.head);
        assert_eq!(header(&reply, "strict-transport-security"), None, "plain HTTP promises nothing");
    }
    server.close().await;
}

/// A page that has only the document of all routes.
struct Page;

impl StaticFiles for Page {
    fn file(&self, name: &str) -> Option<StaticFile> {
        let bytes = Cow::Borrowed(b"<html><head></head><body></body></html>".as_slice());
        (name == "index.html").then(|| StaticFile {
            bytes,
            content_type: "text/html".to_owned(),
            etag: "1".to_owned(),
        })
    }
}

#[tokio::test]
async fn only_an_embedded_game_may_be_shown_in_a_frame() {
    let dir = TestDir::new("embed");
    let server = TestServer::open_with_static_files(Arc::new(Page), &dir, generous_limits()).await;
    let config =
        json!({"game": "chess", "modes": ["fog"], "host_side": "first", "clock": "5+3", "public": true});
    let (room, mut host, _guest) = start_game(server.address, &config).await;
    host.command_ok(&room, json!({"type": "play", "action": "e2e4"})).await;
    for (path, ancestors, resources) in [
        (format!("/embed/{room}"), "frame-ancestors *;", "cross-origin"),
        (format!("/game/{room}"), "frame-ancestors 'none';", "same-origin"),
        (format!("/room/{room}"), "frame-ancestors 'none';", "same-origin"),
        (format!("/embed/{room}/x"), "frame-ancestors 'none';", "same-origin"),
        ("/account".to_owned(), "frame-ancestors 'none';", "same-origin"),
    ] {
        let reply = http(server.address, "GET", &path, &[], "").await;
        assert_eq!(reply.status, 200, "{path}");
        let policy = header(&reply, "content-security-policy").unwrap_or_default();
        assert!(policy.contains(ancestors) && policy.contains("script-src 'self'"), "{path}: {policy}");
        assert_eq!(header(&reply, "cross-origin-resource-policy"), Some(resources), "{path}");
        // The document of an embedded game is the same for all, so it cannot contain what a player does not see.
        let is_same = reply.body == "<html><head></head><body></body></html>";
        assert!(is_same || !path.starts_with("/embed/"), "{}", reply.body);
    }
    let record = http(server.address, "GET", &format!("/api/games/{room}/record"), &[], "").await;
    assert_eq!((record.status, &record.json()["code"]), (409, &json!("game-not-over")));
    assert!(!record.body.contains("e4"), "{}", record.body);
    server.close().await;
}

#[tokio::test]
async fn hsts_is_sent_over_https_that_a_trusted_proxy_vouches_for() {
    let dir = TestDir::new("hsts");
    let trusting = TestServer::open_behind(&["127.0.0.1"], &dir, generous_limits()).await;
    let hsts = async |server: &TestServer, headers: &[(&str, &str)]| {
        let reply = http(server.address, "GET", "/", headers, "").await;
        header(&reply, "strict-transport-security").map(str::to_owned)
    };
    assert_eq!(hsts(&trusting, &[HTTPS]).await.as_deref(), Some("max-age=31536000"));
    assert_eq!(hsts(&trusting, &[]).await, None);
    trusting.close().await;
    let distrusting = TestServer::open(&dir, generous_limits()).await;
    assert_eq!(hsts(&distrusting, &[HTTPS]).await, None, "any client may claim it");
    distrusting.close().await;
}

/// Sends another `Host` than the address.
async fn status_of(server: &TestServer, path: &str, host: &str) -> u16 {
    let mut request = format!("GET {path} HTTP/1.1\r\nConnection: close\r\n");
    if !host.is_empty() {
        request += &format!("Host: {host}\r\n");
    }
    crate::net::http_raw(server.address, &format!("{request}\r\n")).await.status
}

#[tokio::test]
async fn a_server_on_loopback_rejects_foreign_host_names() {
    let dir = TestDir::new("rebinding");
    let server = TestServer::open(&dir, generous_limits()).await;
    let port = server.address.port();
    for host in
        ["localhost", "LOCALHOST:1234", "127.0.0.1", "[::1]", "[::1]:80", &format!("127.0.0.1:{port}")]
    {
        assert_eq!(status_of(&server, "/api/rooms", host).await, 200, "{host}");
    }
    for host in
        ["evil.example", "evil.example:8780", "localhost.evil.example", "127.0.0.1.evil.example", "", "::1"]
    {
        assert_eq!(status_of(&server, "/api/rooms", host).await, 421, "{host}");
        assert_eq!(status_of(&server, "/healthz", host).await, 200, "probes may use any name");
    }
    let body = crate::net::http_raw(
        server.address,
        "GET / HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n",
    )
    .await
    .body;
    assert!(body.contains("\"unknown-host\"") && body.contains("--host"), "{body}");
    server.close().await;
}

#[tokio::test]
async fn a_server_with_allowed_hosts_answers_to_them_and_to_loopback() {
    let dir = TestDir::new("hosts");
    let allowed_hosts = vec!["play.example".to_owned()];
    let server = TestServer::open_with(Settings { allowed_hosts, ..settings(&dir) }).await;
    for (host, status) in [
        ("play.example", 200),
        ("Play.Example:443", 200),
        ("localhost", 200),
        ("example", 421),
        ("a.play.example", 421),
    ] {
        assert_eq!(status_of(&server, "/api/rooms", host).await, status, "{host}");
    }
    server.close().await;
    let behind = TestServer::open_behind(&["127.0.0.1"], &dir, generous_limits()).await;
    assert_eq!(status_of(&behind, "/api/rooms", "play.example").await, 200, "the proxy knows its names");
    behind.close().await;
}

#[tokio::test]
async fn a_websocket_opens_only_for_pages_of_the_same_origin() {
    let dir = TestDir::new("origin");
    let server = TestServer::open_behind(&["127.0.0.1"], &dir, generous_limits()).await;
    let host = server.address.to_string();
    let opens = async |origin: &str, proto: &str| {
        let mut request = format!("ws://{host}/ws").into_client_request().expect("a request");
        request.headers_mut().insert("origin", origin.parse().expect("an origin"));
        request.headers_mut().insert("x-forwarded-proto", proto.parse().expect("a scheme"));
        match tokio_tungstenite::connect_async(request).await {
            Ok(_) => true,
            Err(tungstenite::Error::Http(answer)) if answer.status() == 403 => false,
            Err(error) => panic!("{error}"),
        }
    };
    assert!(opens(&format!("http://{host}"), "http").await);
    assert!(opens(&format!("https://{host}"), "https").await);
    assert!(opens(&format!("https://{host}"), "http").await, "a proxy that is not trusted hides the scheme");
    for (origin, proto) in [
        (format!("http://{host}"), "https"),
        (format!("ftp://{host}"), "http"),
        (format!("chrome-extension://{host}"), "http"),
        ("http://evil.example".to_owned(), "http"),
        (format!("http://{host}.evil.example"), "http"),
        ("null".to_owned(), "http"),
    ] {
        assert!(!opens(&origin, proto).await, "{origin} by {proto}");
    }
    server.close().await;
}
