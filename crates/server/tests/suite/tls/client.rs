//! Clients that verify the certificate of the server.

use std::net::SocketAddr;
use std::sync::Arc;

use axum::body::Body;
use axum::http::{HeaderMap, Request, Response};
use futures_util::{SinkExt, StreamExt};
use hyper::body::Incoming;
use hyper::client::conn::http2;
use hyper_util::rt::{TokioExecutor, TokioIo};
use rustls::crypto::ring;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;
use tokio_rustls::client::TlsStream;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::{self, Message};

use crate::net::{Reply, TIMEOUT, parse_reply, request_text};
use crate::tls::certificates::TestCertificate;

pub(crate) type WebSocket = WebSocketStream<TlsStream<TcpStream>>;

/// An encrypted connection.
pub(crate) struct TlsClient {
    pub(crate) stream: TlsStream<TcpStream>,
}

impl TlsClient {
    /// Connects, and offers these protocols.
    pub(crate) async fn connect(
        address: SocketAddr,
        certificate: &TestCertificate,
        protocols: &[&str],
    ) -> TlsClient {
        let stream = TcpStream::connect(address).await.expect("a connection");
        let stream = handshake(stream, &certificate.der, protocols).await.expect("a handshake");
        TlsClient { stream }
    }

    /// Returns a client of HTTP/2, which must have been agreed on.
    pub(crate) async fn http2(self) -> Http2Client {
        self.http2_with(&http2::Builder::new(TokioExecutor::new())).await
    }

    /// Returns a client of HTTP/2 that lets the server send only this much of a response before it reads.
    pub(crate) async fn http2_with_window(self, bytes: u32) -> Http2Client {
        self.http2_with(http2::Builder::new(TokioExecutor::new()).initial_stream_window_size(bytes)).await
    }

    async fn http2_with(self, builder: &http2::Builder<TokioExecutor>) -> Http2Client {
        assert_eq!(self.stream.get_ref().1.alpn_protocol(), Some(b"h2".as_slice()));
        let (sender, connection) = builder.handshake(TokioIo::new(self.stream)).await.expect("HTTP/2");
        let closed = tokio::spawn(async move {
            let _ = connection.await;
        });
        Http2Client { sender, closed, authority: "localhost".to_owned() }
    }
}

/// Performs a handshake with a server of which only this certificate is known.
pub(crate) async fn handshake(
    stream: TcpStream,
    certificate: &CertificateDer<'static>,
    protocols: &[&str],
) -> std::io::Result<TlsStream<TcpStream>> {
    let mut roots = RootCertStore::empty();
    roots.add(certificate.clone()).expect("a certificate");
    let mut config = ClientConfig::builder_with_provider(Arc::new(ring::default_provider()))
        .with_safe_default_protocol_versions()
        .expect("versions")
        .with_root_certificates(roots)
        .with_no_client_auth();
    config.alpn_protocols = protocols.iter().map(|protocol| protocol.as_bytes().to_vec()).collect();
    let name = ServerName::try_from("localhost").expect("a name");
    let connected = TlsConnector::from(Arc::new(config)).connect(name, stream);
    tokio::time::timeout(TIMEOUT, connected).await.expect("a handshake in time")
}

/// A client of HTTP/2.
pub(crate) struct Http2Client {
    sender: http2::SendRequest<Body>,
    /// Ends with the connection.
    pub(crate) closed: tokio::task::JoinHandle<()>,
    pub(crate) authority: String,
}

impl Http2Client {
    /// Returns the status, the headers and the body of a response.
    pub(crate) async fn get(&mut self, path: &str, headers: &[(&str, &str)]) -> (u16, HeaderMap, String) {
        let (head, body) = self.send(path, headers).await.into_parts();
        let body = axum::body::to_bytes(Body::new(body), 1 << 20).await.expect("a body");
        (head.status.as_u16(), head.headers, String::from_utf8(body.to_vec()).expect("UTF-8"))
    }

    /// Returns a response whose body is not yet read.
    pub(crate) async fn send(&mut self, path: &str, headers: &[(&str, &str)]) -> Response<Incoming> {
        let mut request = Request::get(format!("https://{}{path}", self.authority));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(Body::empty()).expect("a request");
        let response = tokio::time::timeout(TIMEOUT, self.sender.send_request(request)).await;
        response.expect("an answer in time").expect("an answer")
    }
}

/// Sends a request over HTTP/1.1.
pub(crate) async fn http1(
    address: SocketAddr,
    certificate: &TestCertificate,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Reply {
    let request = request_text("localhost", method, path, headers, body);
    let mut stream = TlsClient::connect(address, certificate, &["http/1.1"]).await.stream;
    stream.write_all(request.as_bytes()).await.expect("a request");
    let mut answer = Vec::new();
    let read = tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut answer)).await;
    read.expect("an answer in time").expect("the server says that it closes the connection");
    parse_reply(&answer)
}

/// Opens a WebSocket for a page of this origin.
pub(crate) async fn connect_websocket(
    address: SocketAddr,
    certificate: &TestCertificate,
    cookie: &str,
    origin: &str,
) -> Result<WebSocket, tungstenite::Error> {
    let stream = TlsClient::connect(address, certificate, &["http/1.1"]).await.stream;
    let mut request = "wss://localhost/ws".into_client_request().expect("a request");
    request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
    request.headers_mut().insert("origin", origin.parse().expect("an origin"));
    tokio_tungstenite::client_async(request, stream).await.map(|(socket, _)| socket)
}

pub(crate) async fn send(socket: &mut WebSocket, message: &Value) {
    socket.send(Message::text(message.to_string())).await.expect("a connection");
}

/// Returns the next message of this type, skipping others.
pub(crate) async fn receive(socket: &mut WebSocket, kind: &str) -> Value {
    loop {
        let next = tokio::time::timeout(TIMEOUT, socket.next()).await.expect("a message in time");
        let Message::Text(text) = next.expect("a connection").expect("a message") else { continue };
        let message: Value = serde_json::from_str(&text).expect("JSON");
        assert_ne!(message["type"], "rejected", "{message}");
        if message["type"] == kind {
            return message;
        }
    }
}
