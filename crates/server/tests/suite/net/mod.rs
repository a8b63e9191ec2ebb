//! A server on loopback, and clients that connect to it over real sockets.

#![allow(dead_code, reason = "each test file uses its part")]

pub(crate) mod postgres;
pub(crate) mod two_nodes;

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
use yipan_server::{Limits, Rate, Server, Settings, StaticFiles, StoreLocation};

use self::two_nodes::RoundRobinProxy;

/// The longest wait on loopback on a busy machine.
pub(crate) const TIMEOUT: Duration = Duration::from_secs(30);

/// A directory that is removed after its test.
pub(crate) struct TestDir(pub(crate) PathBuf);

impl TestDir {
    pub(crate) fn new(name: &str) -> TestDir {
        let path = std::env::temp_dir().join(format!("yipan-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).expect("a directory for the test");
        let dir = TestDir(path);
        postgres::forget_database(dir.name());
        dir
    }

    fn name(&self) -> &str {
        self.0.file_name().and_then(|name| name.to_str()).expect("a name")
    }

    /// Returns where a server of this directory stores its data: there, or in a PostgreSQL database of its own where
    /// `YIPAN_TEST_STORE=postgres` runs the tests on PostgreSQL, and `YIPAN_TEST_STORE=nodes` on two nodes.
    pub(crate) fn location(&self) -> StoreLocation {
        if std::env::var("YIPAN_TEST_STORE").is_ok_and(|store| store == "postgres") || two_nodes::is_chosen()
        {
            let url = postgres::database(self.name()).expect("PostgreSQL is installed");
            StoreLocation::Postgres(url.parse().expect("an address"))
        } else {
            StoreLocation::DataDir(self.0.clone())
        }
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
    // The clients of a test take turns, so one may be idle for long on a busy machine.
    let idle_timeout = Duration::from_secs(300);
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
        idle_timeout,
        presence_delay: Duration::ZERO,
        ..Limits::default()
    }
}

/// The token for `/metrics` on the public listener of test servers.
const METRICS_TOKEN: &str = "a token for tests";

/// Returns the settings of a server in a directory, on a free port of loopback, with generous limits.
pub(crate) fn settings(dir: &TestDir) -> Settings {
    let store = match dir.location() {
        StoreLocation::Postgres(url) => Some(url),
        StoreLocation::DataDir(_) => None,
    };
    Settings {
        listen: SocketAddr::from(([127, 0, 0, 1], 0)),
        data: dir.0.clone(),
        store,
        limits: generous_limits(),
        metrics_token: Some(METRICS_TOKEN.to_owned()),
        ..Settings::default()
    }
}

/// Returns the metrics of a server.
pub(crate) async fn metrics(address: SocketAddr) -> String {
    let authorization = format!("Bearer {METRICS_TOKEN}");
    let reply = http(address, "GET", "/metrics", &[("Authorization", &authorization)], "").await;
    assert_eq!(reply.status, 200, "{}", reply.head);
    reply.body
}

/// A server, or two nodes behind a proxy.
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    /// The address of the operator's listener, if there is one; that of the first of two nodes.
    pub(crate) metrics: Option<SocketAddr>,
    nodes: Vec<RunningServer>,
    _proxy: Option<RoundRobinProxy>,
}

struct RunningServer {
    stop: Option<oneshot::Sender<()>>,
    served: JoinHandle<std::io::Result<()>>,
}

impl TestServer {
    pub(crate) async fn open(dir: &TestDir, limits: Limits) -> TestServer {
        TestServer::open_behind(&[], dir, limits).await
    }

    /// Starts a server that trusts these proxies.
    pub(crate) async fn open_behind(proxies: &[&str], dir: &TestDir, limits: Limits) -> TestServer {
        let trusted_proxies = proxies.iter().map(|proxy| proxy.parse().expect("a network")).collect();
        TestServer::open_with(Settings { limits, trusted_proxies, ..settings(dir) }).await
    }

    /// Starts a server with a page.
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

    pub(crate) async fn open_at(page: Option<Arc<dyn StaticFiles>>, settings: Settings) -> TestServer {
        if let Some(all) = two_nodes::settings_of_nodes(&settings) {
            let [one, two] = all.map(Server::bind);
            let (one, two) = tokio::join!(one, two);
            let servers = [one, two].map(|server| server.expect("a node starts"));
            let proxy = RoundRobinProxy::start(servers.iter().map(Server::address).collect()).await;
            let metrics = servers[0].metrics_address().expect("an address");
            let nodes =
                servers.into_iter().map(|server| RunningServer::start(server, page.clone())).collect();
            return TestServer { address: proxy.address, metrics, nodes, _proxy: Some(proxy) };
        }
        let server = Server::bind(settings).await.expect("a server starts");
        let address = server.address();
        let metrics = server.metrics_address().expect("an address");
        TestServer { address, metrics, nodes: vec![RunningServer::start(server, page)], _proxy: None }
    }

    /// Begins a shutdown, like SIGTERM.
    pub(crate) fn begin_close(&mut self) {
        self.nodes.iter_mut().for_each(|node| drop(node.stop.take()));
    }

    /// Shuts the server down, like SIGTERM.
    pub(crate) async fn close(mut self) {
        self.begin_close();
        for node in self.nodes {
            tokio::time::timeout(TIMEOUT, node.served)
                .await
                .expect("it closes")
                .expect("no panic")
                .expect("no error");
        }
    }
}

impl RunningServer {
    fn start(server: Server, page: Option<Arc<dyn StaticFiles>>) -> RunningServer {
        let open = match page {
            Some(page) => server.with_static_files(page),
            None => server,
        };
        let (stop, stopped) = oneshot::channel::<()>();
        let served = tokio::spawn(open.run(async {
            let _ = stopped.await;
        }));
        RunningServer { stop: Some(stop), served }
    }
}

/// An HTTP response.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) cookie: Option<String>,
    pub(crate) head: String,
    pub(crate) body: String,
    /// The body of a response that is not text.
    pub(crate) bytes: Vec<u8>,
}

impl Reply {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }
}

/// Returns the text of an HTTP/1.1 request after which the connection is closed.
pub(crate) fn request_text(
    host: &str,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> String {
    let mut request = format!(
        "{method} {path} HTTP/1.1\r\nHost: {host}\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n",
        body.len()
    );
    for (name, value) in headers {
        request += &format!("{name}: {value}\r\n");
    }
    request += &format!("\r\n{body}");
    request
}

pub(crate) async fn http(
    address: SocketAddr,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: &str,
) -> Reply {
    let request = request_text(&address.to_string(), method, path, headers, body);
    http_raw(address, &request).await
}

/// Sends a raw request, which must contain `Connection: close`.
pub(crate) async fn http_raw(address: SocketAddr, request: &str) -> Reply {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    stream.write_all(request.as_bytes()).await.expect("a request");
    let mut answer = Vec::new();
    tokio::time::timeout(TIMEOUT, stream.read_to_end(&mut answer))
        .await
        .expect("an answer in time")
        .expect("an answer");
    parse_reply(&answer)
}

pub(crate) fn parse_reply(answer: &[u8]) -> Reply {
    let head_end = answer.windows(4).position(|bytes| bytes == b"\r\n\r\n").expect("a head");
    let (head, body) = (String::from_utf8_lossy(&answer[..head_end]).into_owned(), &answer[head_end + 4..]);
    let is_chunked = head.contains("transfer-encoding: chunked");
    let bytes = if is_chunked { join_chunks(body) } else { body.to_vec() };
    let status = head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
    let cookie = head.lines().find_map(|line| {
        let line = line.strip_prefix("set-cookie: ")?;
        line.split(';').next().map(str::to_owned)
    });
    Reply { status, cookie, head, body: String::from_utf8_lossy(&bytes).into_owned(), bytes }
}

/// Returns the content of a chunked body.
fn join_chunks(mut body: &[u8]) -> Vec<u8> {
    let mut content = Vec::new();
    loop {
        let end = body.windows(2).position(|bytes| bytes == b"\r\n").expect("a line");
        let size =
            std::str::from_utf8(&body[..end]).ok().and_then(|text| usize::from_str_radix(text, 16).ok());
        let size = size.expect("a size");
        if size == 0 {
            return content;
        }
        content.extend(&body[end + 2..end + 2 + size]);
        body = &body[end + 2 + size + 2..];
    }
}

/// A client with a WebSocket.
pub(crate) struct Client {
    pub(crate) cookie: String,
    pub(crate) id: String,
    socket: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The prefix of its command ids, so that no two clients of a user use the same id.
    client_nonce: usize,
    command_count: u32,
}

static CLIENTS: AtomicUsize = AtomicUsize::new(0);

impl Client {
    /// Connects a new guest.
    pub(crate) async fn connect_guest(address: SocketAddr) -> Client {
        let reply = http(address, "GET", "/api/me", &[], "").await;
        Client::connect_with_cookie(address, &reply.cookie.expect("a cookie")).await
    }

    /// Connects a new account.
    pub(crate) async fn connect_account(address: SocketAddr, name: &str) -> Client {
        let guest = http(address, "GET", "/api/me", &[], "").await.cookie.expect("a cookie");
        let request = json!({"name": name, "password": "correct horse"}).to_string();
        let reply = http(address, "POST", "/api/account", &[("Cookie", &guest)], &request).await;
        assert_eq!(reply.status, 204, "{}", reply.body);
        Client::connect_with_cookie(address, &reply.cookie.expect("a cookie")).await
    }

    /// Connects a user with a session.
    pub(crate) async fn connect_with_cookie(address: SocketAddr, cookie: &str) -> Client {
        let client = Client::connect_with_header(address, "cookie", cookie).await;
        Client { cookie: cookie.to_owned(), ..client }
    }

    /// Connects a user with the value of the header `Authorization` or `Cookie`.
    pub(crate) async fn connect_with_header(address: SocketAddr, name: &'static str, value: &str) -> Client {
        let mut request = format!("ws://{address}/ws").into_client_request().expect("a request");
        request.headers_mut().insert(name, value.parse().expect("a header"));
        let (socket, _) = tokio_tungstenite::connect_async(request).await.expect("a socket");
        let client_nonce = CLIENTS.fetch_add(1, Ordering::Relaxed);
        let mut client =
            Client { cookie: String::new(), id: String::new(), socket, client_nonce, command_count: 0 };
        client.send(&json!({"type": "hello", "version": 2})).await;
        let welcome = client.receive("welcome").await;
        client.id = welcome["you"]["id"].as_str().expect("an id").to_owned();
        client
    }

    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(&message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: &str) {
        // An error means that the server has closed the connection, which the next read detects.
        let _ = self.socket.send(Message::text(text)).await;
    }

    /// Sends an unsolicited pong.
    pub(crate) async fn send_pong(&mut self, payload: &[u8]) {
        let _ = self.socket.send(Message::Pong(payload.to_vec().into())).await;
    }

    /// Returns the next message; `None` if the server has closed the connection.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        self.next_text().await.map(|text| serde_json::from_str(&text).expect("JSON"))
    }

    /// Returns the next message as text; `None` if the server has closed the connection.
    pub(crate) async fn next_text(&mut self) -> Option<String> {
        loop {
            match tokio::time::timeout(TIMEOUT, self.socket.next()).await.expect("a message in time") {
                Some(Ok(Message::Text(text))) => return Some(text.to_string()),
                Some(Ok(Message::Close(_)) | Err(_)) | None => return None,
                Some(Ok(_)) => {}
            }
        }
    }

    /// Returns the next message of this type, skipping others.
    pub(crate) async fn receive(&mut self, kind: &str) -> Value {
        loop {
            let message =
                self.next().await.unwrap_or_else(|| panic!("the connection closed before a `{kind}`"));
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Returns the next event of this type, skipping others.
    pub(crate) async fn receive_event(&mut self, kind: &str) -> Value {
        loop {
            let event = self.receive("event").await;
            if event["event"]["type"] == kind {
                return event;
            }
        }
    }

    pub(crate) async fn join(&mut self, room: &str) -> Value {
        self.send(&json!({"type": "join", "room": room})).await;
        self.receive("state").await["state"].clone()
    }

    /// Sends a command and returns its `ack` or `rejected`.
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

/// Creates a room for a client and returns its code.
pub(crate) async fn create_room(address: SocketAddr, host: &Client, config: &Value) -> String {
    let reply = http(address, "POST", "/api/rooms", &[("Cookie", &host.cookie)], &config.to_string()).await;
    assert_eq!(reply.status, 201, "{}", reply.body);
    reply.json()["room"].as_str().expect("a code").to_owned()
}

/// Starts a game of two guests in a new room.
pub(crate) async fn start_game(address: SocketAddr, config: &Value) -> (String, Client, Client) {
    let (mut host, mut guest) = (Client::connect_guest(address).await, Client::connect_guest(address).await);
    let room = start_game_of(address, &mut host, &mut guest, config).await;
    (room, host, guest)
}

/// Starts a game of two clients in a new room.
pub(crate) async fn start_game_of(
    address: SocketAddr,
    host: &mut Client,
    guest: &mut Client,
    config: &Value,
) -> String {
    let room = create_room(address, host, config).await;
    host.join(&room).await;
    guest.join(&room).await;
    host.command_ok(&room, json!({"type": "sit", "contribution": "01".repeat(32)})).await;
    guest.command_ok(&room, json!({"type": "sit", "contribution": "02".repeat(32)})).await;
    host.command_ok(&room, json!({"type": "start"})).await;
    room
}
