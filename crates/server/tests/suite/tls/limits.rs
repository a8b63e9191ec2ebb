//! The limits of the listener hold with TLS too.

use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use yipan_server::{Limits, Settings};

use crate::net::{TIMEOUT, TestDir, TestServer, generous_limits};
use crate::tls::certificates::{TestCertificate, tls_settings};
use crate::tls::client::{TlsClient, handshake, http1};
use crate::tls::page::Page;

/// Waits until the server closes a connection.
async fn wait_for_close(stream: &mut TcpStream) {
    let mut rest = Vec::new();
    // A reset is a way to close as well.
    let _ = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut rest)).await.expect("it closes");
}

#[tokio::test]
async fn a_slow_handshake_blocks_no_other_client() {
    let dir = TestDir::new("tls-slow");
    let certificate = TestCertificate::new(&dir, "localhost");
    let server = TestServer::open_with(tls_settings(&dir, &certificate)).await;
    let mut slow = Vec::new();
    for start in [&b""[..], b"\x16", b"\x16\x03\x01\x02\x00\x01"] {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        stream.write_all(start).await.expect("a part of a handshake");
        slow.push(stream);
    }
    let reply = http1(server.address, &certificate, "GET", "/api/me", &[], "").await;
    assert_eq!(reply.status, 200);
    // The shutdown does not wait for them either.
    server.close().await;
    for stream in &mut slow {
        wait_for_close(stream).await;
    }
}

#[tokio::test]
async fn a_handshake_has_a_timeout_and_bytes_of_other_protocols_end_it() {
    let dir = TestDir::new("tls-timeout");
    let certificate = TestCertificate::new(&dir, "localhost");
    let limits = Limits { idle_timeout: Duration::from_millis(200), ..generous_limits() };
    let server = TestServer::open_with(Settings { limits, ..tls_settings(&dir, &certificate) }).await;
    for start in [&b""[..], b"\x16\x03\x01", b"\0\0\0\0\0\0\0\0", b"SSH-2.0-x\r\n", b"get / HTTP/1.1\r\n\r\n"]
    {
        let mut stream = TcpStream::connect(server.address).await.expect("a connection");
        stream.write_all(start).await.expect("some bytes");
        wait_for_close(&mut stream).await;
    }
    server.close().await;
}

#[tokio::test]
async fn an_idle_connection_of_http2_is_closed() {
    let dir = TestDir::new("tls-idle");
    let certificate = TestCertificate::new(&dir, "localhost");
    let limits = Limits { idle_timeout: Duration::from_millis(200), ..generous_limits() };
    let server = TestServer::open_with(Settings { limits, ..tls_settings(&dir, &certificate) }).await;
    let mut client = TlsClient::connect(server.address, &certificate, &["h2"]).await.http2().await;
    assert_eq!(client.get("/livez", &[]).await.0, 200);
    tokio::time::timeout(TIMEOUT, client.closed).await.expect("it closes").expect("no panic");
    server.close().await;
}

#[tokio::test]
async fn a_client_of_http2_that_says_or_reads_nothing_is_closed() {
    let dir = TestDir::new("tls-stalled");
    let certificate = TestCertificate::new(&dir, "localhost");
    let short = Duration::from_millis(200);
    let limits = Limits {
        idle_timeout: short,
        write_timeout: short,
        request_timeout: short,
        max_connections_per_ip: 1,
        ..generous_limits()
    };
    let settings = Settings { limits, ..tls_settings(&dir, &certificate) };
    let server = TestServer::open_at(Some(Arc::new(Page)), settings).await;
    let mut silent = TlsClient::connect(server.address, &certificate, &["h2"]).await.stream;
    let mut received = Vec::new();
    let closed = tokio::time::timeout(TIMEOUT, silent.read_to_end(&mut received)).await;
    let _ = closed.expect("it closes");

    let client = TlsClient::connect(server.address, &certificate, &["h2"]).await;
    let mut client = client.http2_with_window(1_000).await;
    let response = client.send("/", &[]).await;
    assert_eq!(response.status(), 200);
    tokio::time::timeout(TIMEOUT, client.closed).await.expect("it closes").expect("no panic");
    let body = axum::body::to_bytes(Body::new(response.into_body()), 1 << 20).await;
    assert!(body.is_err(), "the response was not complete");
    server.close().await;
}

#[tokio::test]
async fn connections_over_the_limit_of_an_address_get_no_handshake() {
    let dir = TestDir::new("tls-limit");
    let certificate = TestCertificate::new(&dir, "localhost");
    let limits = Limits { max_connections_per_ip: 2, ..generous_limits() };
    let server = TestServer::open_with(Settings { limits, ..tls_settings(&dir, &certificate) }).await;
    let first = TlsClient::connect(server.address, &certificate, &["h2"]).await;
    // The second is still in its handshake.
    let second = TcpStream::connect(server.address).await.expect("a connection");
    let third = TcpStream::connect(server.address).await.expect("a connection");
    assert!(handshake(third, &certificate.der, &[]).await.is_err());
    drop((first, second));
    server.close().await;
}

#[tokio::test]
async fn a_shutdown_ends_connections_of_http2() {
    let dir = TestDir::new("tls-shutdown");
    let certificate = TestCertificate::new(&dir, "localhost");
    let server = TestServer::open_with(tls_settings(&dir, &certificate)).await;
    let mut client = TlsClient::connect(server.address, &certificate, &["h2"]).await.http2().await;
    assert_eq!(client.get("/livez", &[]).await.0, 200);
    server.close().await;
    tokio::time::timeout(TIMEOUT, client.closed).await.expect("it closes").expect("no panic");
}
