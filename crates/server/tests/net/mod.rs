//! A server on loopback and clients that speak to it over real sockets.

#![allow(dead_code, reason = "each test file uses its part")]

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};
use yipan_server::{Limits, Rate, Settings, StaticFiles};

/// Nothing on loopback takes this long, however busy the machine.
const TIMEOUT: Duration = Duration::from_secs(30);

/// A dir that goes away with its test.
pub(crate) struct TestDir(pub(crate) PathBuf);

impl TestDir {
    pub(crate) fn new(name: &str) -> TestDir {
        let path = std::env::temp_dir().join(format!("yipan-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a dir for the test");
        TestDir(path)
    }
}

impl Drop for TestDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Limits that no test reaches by accident.
pub(crate) fn generous_limits() -> Limits {
    let many = Rate { burst: 100_000, rate: 100_000 };
    // Clients of one test take turns, so that on a busy machine one may be silent for long.
    let silence = Duration::from_secs(300);
    Limits {
        message_rate: many,
        new_room_rate: many,
        new_guest_rate: many,
        sign_in_rate: many,
        sign_in_rate_per_account: many,
        new_account_rate: many,
        new_token_rate: many,
        bad_code_rate: many,
        rename_rate: many,
        read_rate: many,
        join_rate: many,
        new_websocket_rate: many,
        idle_timeout: silence,
        presence_delay: Duration::ZERO,
        ..Limits::default()
    }
}

/// Opens `/metrics` on the public listener of the tests' servers.
const METRICS_TOKEN: &str = "a token for tests";

/// Settings of a server in a directory, on a free port of loopback, with generous limits.
pub(crate) fn settings(dir: &TestDir) -> Settings {
    Settings {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: dir.0.clone(),
        limits: generous_limits(),
        metrics_token: Some(METRICS_TOKEN.to_owned()),
        ..Settings::default()
    }
}

/// The metrics of a server as Prometheus reads them.
pub(crate) async fn metrics(address: SocketAddr) -> String {
    let authorization = format!("Bearer {METRICS_TOKEN}");
    let reply = http(address, "GET", "/metrics", &[("Authorization", &authorization)], "").await;
    assert_eq!(reply.status, 200, "{}", reply.head);
    reply.body
}

pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    /// The operator's own listener, if the settings ask for one.
    pub(crate) metrics: Option<SocketAddr>,
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
}

impl TestServer {
    pub(crate) async fn open(dir: &TestDir, limits: Limits) -> TestServer {
        TestServer::open_behind(&[], dir, limits).await
    }

    /// A server that trusts these proxies.
    pub(crate) async fn open_behind(proxies: &[&str], dir: &TestDir, limits: Limits) -> TestServer {
        let trusted_proxies = proxies.iter().map(|proxy| proxy.parse().expect("a network")).collect();
        TestServer::open_with(Settings { limits, trusted_proxies, ..settings(dir) }).await
    }

    /// A server with a page.
    pub(crate) async fn open_with_static_files(
        page: Arc<dyn StaticFiles>,
        dir: &TestDir,
        limits: Limits,
    ) -> TestServer {
        TestServer::open_at(Some(page), Settings { limits, ..settings(dir) }).await
    }

    pub(crate) async fn open_with(settings: Settings) -> TestServer {
        TestServer::open_at(None, settings).await
    }

    async fn open_at(page: Option<Arc<dyn StaticFiles>>, settings: Settings) -> TestServer {
        let server = yipan_server::Server::bind(settings).await.expect("a server opens");
        let address = server.address();
        let metrics = server.metrics_address().expect("an address");
        let open = match page {
            Some(page) => server.with_static_files(page),
            None => server,
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(open.run(async {
            let _ = stopped.await;
        }));
        TestServer { address, metrics, stop: Some(stop), served }
    }

    /// Begins to close it as SIGTERM does.
    pub(crate) fn begin_close(&mut self) {
        drop(self.stop.take());
    }

    /// Closes it as SIGTERM does.
    pub(crate) async fn close(mut self) {
        drop(self.stop.take());
        tokio::time::timeout(TIMEOUT, self.served)
            .await
            .expect("it closes")
            .expect("no panic")
            .expect("no error");
    }
}

/// An HTTP answer.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) cookie: Option<String>,
    pub(crate) head: String,
    pub(crate) body: String,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

pub(crate) async fn http(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Reply {
    let mut request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    request += &format!("\r\n{body}");
    http_raw(address, &request).await
}

/// Sends a request as it is; it must ask to close the connection.
pub(crate) async fn http_raw(address: SocketAddr, request: &str) -> Reply {
    let mut stream = TcpStream::connect(address).await.expect("a line");
    stream.write_all(request.as_bytes()).await.expect("a request");
    let mut answer = Vec::new();
    tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut answer))
        .await
        .expect("an answer in time")
        .expect("an answer");
    let answer = String::from_utf8_lossy(&answer).into_owned();
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let cookie = head.lines().find_map(|line| {
        let line = line.strip_prefix("set-cookie: ")?;
        line.split(';').next().map(str::to_owned)
    });
    Reply { status, cookie, head: head.to_owned(), body: body.to_owned() }
}

/// A client at the socket.
pub(crate) struct Client {
    pub(crate) cookie: String,
    pub(crate) id: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// What begins the names of its commands, so that no two clients of one person use the same.
    client_nonce: usize,
    command_count: u32,
}

static CLIENTS: AtomicUsize = AtomicUsize::new(0);

impl Client {
    /// Somebody who comes for the first time.
    pub(crate) async fn connect_guest(address: SocketAddr) -> Client {
        let reply = http(address, "GET", "/api/me", &[], "").await;
        Client::connect_with_cookie(address, &reply.cookie.expect("a cookie")).await
    }

    /// Somebody who comes back.
    pub(crate) async fn connect_with_cookie(address: SocketAddr, cookie: &str) -> Client {
        let mut request = format!("ws://{address}/ws").into_client_request().expect("a request");
        request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
        let (socket, _) = tokio_tungstenite::connect_async(request).await.expect("a socket");
        let mark = CLIENTS.fetch_add(1, Ordering::Relaxed);
        let mut client = Client {
            cookie: cookie.to_owned(),
            id: String::new(),
            socket,
            client_nonce: mark,
            command_count: 0,
        };
        client.send(&json!({"type": "hello", "version": 2})).await;
        let welcome = client.receive("welcome").await;
        client.id = welcome["you"]["id"].as_str().expect("an id").to_owned();
        client
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        // A socket that the server has closed cannot be written to; the next read says so.
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// Sends a pong that no ping asked for.
    pub(crate) async fn send_pong(&mut self, payload: &[u8]) {
        let _ = self.socket.send(Message::Pong(payload.to_vec().into())).await;
    }

    /// The next message, or nothing if the server has closed the line.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        self.next_text().await.map(|text| serde_json::from_str(&text).expect("JSON"))
    }

    /// The same, byte for byte.
    pub(crate) async fn next_text(&mut self) -> Option<String> {
        loop {
            match tokio::time::timeout(TIMEOUT, self.socket.next()).await.expect("something in time") {
                Some(Ok(Message::Text(text))) => return Some(text.to_string()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// The next message of this type; others are passed over.
    pub(crate) async fn receive(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.unwrap_or_else(|| panic!("the line closed before a `{kind}`"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// The next frame with this event.
    pub(crate) async fn receive_event(&mut self, kind: &str) -> Value {
        loop {
            let frame = self.receive("event").await;
            if frame["event"]["type"] == kind {
                return frame;
            }
        }
    }

    pub(crate) async fn join(&mut self, room: &str) -> Value {
        self.send(&json!({"type": "join", "room": room})).await;
        self.receive("state").await["state"].clone()
    }

    /// Says a command and gives back `done` or `refused`.
    pub(crate) async fn command(&mut self, room: &str, seen: u64, command: Value) -> Value {
        self.command_count += 1;
        let id = format!("{}-{}", self.client_nonce, self.command_count);
        self.send(&json!({"type": "command", "room": room, "id": id, "seen": seen, "command": command}))
            .await;
        loop {
            let message = self.next().await.expect("an answer");
            if message["id"] == id.as_str() {
                return message;
            }
        }
    }

    pub(crate) async fn command_ok(&mut self, room: &str, command: Value) -> Value {
        let answer = self.command(room, 1 << 40, command).await;
        assert_eq!(answer["type"], "ack", "{answer}");
        answer
    }
}

/// Opens a room for a client and gives back its code.
pub(crate) async fn create_room(address: SocketAddr, host: &Client, terms: &Value) -> String {
    let reply = http(address, "POST", "/api/rooms", &[("Cookie", &host.cookie)], &terms.to_string()).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()["room"].as_str().expect("a code").to_owned()
}

/// Two who have sat down and started; the host plays first.
pub(crate) async fn start_game(address: SocketAddr, terms: &Value) -> (String, Client, Client) {
    let (mut host, mut guest) = (Client::connect_guest(address).await, Client::connect_guest(address).await);
    let room = create_room(address, &host, terms).await;
    host.join(&room).await;
    guest.join(&room).await;
    host.command_ok(&room, json!({"type": "sit", "contribution": "01".repeat(32)})).await;
    guest.command_ok(&room, json!({"type": "sit", "contribution": "02".repeat(32)})).await;
    host.command_ok(&room, json!({"type": "start"})).await;
    (room, host, guest)
}
