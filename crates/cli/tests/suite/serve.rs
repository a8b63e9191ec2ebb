//! The server as a process: it is killed during a game and restarted without loss.

use std::io::{BufRead, BufReader};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::{Message, client::IntoClientRequest};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream};

/// A server process that is killed on drop.
struct Server {
    child: Child,
    address: SocketAddr,
}

impl Server {
    fn start(data: &Path) -> Server {
        let mut child = Command::new(env!("CARGO_BIN_EXE_yipan"))
            .args(["serve", "--log-format", "json", "--data"])
            .arg(data)
            .env("YIPAN_LISTEN", "127.0.0.1:0")
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .spawn()
            .expect("yipan starts");
        let mut line = String::new();
        BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("its address");
        let address =
            line.split("http://").nth(1).and_then(|rest| rest.trim().strip_suffix('/')).expect("an address");
        Server { child, address: address.parse().expect("an address") }
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

struct TempDir(PathBuf);

impl Drop for TempDir {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

async fn http(address: SocketAddr, request: &str, cookie: &str, body: &str) -> (Option<String>, String) {
    let mut stream = TcpStream::connect(address).await.expect("a connection");
    let head = format!(
        "{request} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nCookie: {cookie}\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
        body.len()
    );
    stream.write_all(head.as_bytes()).await.expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).await.expect("an answer");
    let (head, body) = answer.split_once("\r\n\r\n").expect("a head");
    let cookie =
        head.lines().find_map(|line| line.strip_prefix("set-cookie: ")?.split(';').next().map(str::to_owned));
    (cookie, body.to_owned())
}

struct Client(WebSocketStream<MaybeTlsStream<TcpStream>>);

impl Client {
    async fn join(address: SocketAddr, cookie: &str, room: &str) -> (Client, Value) {
        let mut request = format!("ws://{address}/ws").into_client_request().expect("a request");
        request.headers_mut().insert("cookie", cookie.parse().expect("a cookie"));
        let mut client = Client(tokio_tungstenite::connect_async(request).await.expect("a socket").0);
        client.send(json!({"type": "hello", "version": 2})).await;
        client.send(json!({"type": "join", "room": room})).await;
        let state = client.receive("state").await["state"].clone();
        (client, state)
    }

    async fn send(&mut self, message: Value) {
        self.0.send(Message::text(message.to_string())).await.expect("a connection");
    }

    async fn receive(&mut self, kind: &str) -> Value {
        loop {
            let Message::Text(text) = self.0.next().await.expect("a connection").expect("a message") else {
                continue;
            };
            let message: Value = serde_json::from_str(&text).expect("JSON");
            assert_ne!(message["type"], "rejected", "{message}");
            if message["type"] == kind {
                return message;
            }
        }
    }

    async fn command(&mut self, room: &str, id: &str, command: Value) {
        self.send(json!({"type": "command", "room": room, "id": id, "seen": 1_000_000, "command": command}))
            .await;
        self.receive("ack").await;
    }
}

#[tokio::test]
async fn a_killed_server_resumes_where_it_stopped() {
    let data_dir = TempDir(std::env::temp_dir().join(format!("yipan-kill-{}", std::process::id())));
    let moves = ["e2e4", "e7e5", "g1f3", "b8c6", "f1b5", "a7a6", "b5a4", "g8f6"];
    let mut server = Server::start(&data_dir.0);
    let cookies = [
        http(server.address, "GET /api/me", "", "").await.0.expect("a cookie"),
        http(server.address, "GET /api/me", "", "").await.0.expect("a cookie"),
    ];
    let config = json!({"game": "chess", "clock": "5+3", "host_side": "first"}).to_string();
    let opened: Value =
        serde_json::from_str(&http(server.address, "POST /api/rooms", &cookies[0], &config).await.1)
            .expect("JSON");
    let room = opened["room"].as_str().expect("a code").to_owned();
    {
        let (mut host, _) = Client::join(server.address, &cookies[0], &room).await;
        let (mut guest, _) = Client::join(server.address, &cookies[1], &room).await;
        host.command(&room, "s", json!({"type": "sit", "contribution": "01".repeat(32)})).await;
        guest.command(&room, "s", json!({"type": "sit", "contribution": "02".repeat(32)})).await;
        host.command(&room, "go", json!({"type": "start"})).await;
    }
    for (number, action) in moves.into_iter().enumerate() {
        let (mut client, state) = Client::join(server.address, &cookies[number % 2], &room).await;
        let played: Vec<&str> = state["moves"]
            .as_array()
            .expect("moves")
            .iter()
            .filter_map(|played| played["action"].as_str())
            .collect();
        assert_eq!(played, moves[..number], "each acknowledged move is there once");
        client.command(&room, action, json!({"type": "play", "action": action})).await;
        // Killed right after the acknowledgment.
        drop(server);
        server = Server::start(&data_dir.0);
    }
    let (mut client, state) = Client::join(server.address, &cookies[0], &room).await;
    assert_eq!(state["moves"].as_array().map(Vec::len), Some(moves.len()));
    // A repeated command is acknowledged and not applied again.
    client.command(&room, "f1b5", json!({"type": "play", "action": "f1b5"})).await;
    client.command(&room, "r", json!({"type": "resign"})).await;
    let record = http(server.address, &format!("GET /api/games/{room}/record"), "", "").await.1;
    let file = data_dir.0.join("game.yipan");
    std::fs::write(&file, &record).expect("a file");
    let verified =
        Command::new(env!("CARGO_BIN_EXE_yipan")).arg("verify").arg(&file).output().expect("yipan verify");
    assert!(
        verified.status.success() && String::from_utf8_lossy(&verified.stdout).contains("8 steps are legal")
    );
    let (cut, _) = record.trim_end().rsplit_once('\n').expect("many lines");
    for (modified, expected) in [
        (record.replace("action e2e4", "action e2e5"), "step 1 is not legal"),
        (cut.to_owned(), "the record ends with step 7, but there were 8"),
        (record.replace("tag Result 0-1", "tag Result 1/2-1/2"), "after step 8 the game cannot have ended"),
        (
            record.replace("tag Result 0-1", "tag Result 1-0"),
            "all 8 steps are legal, but the record was changed",
        ),
    ] {
        std::fs::write(&file, &modified).expect("a file");
        let rejected = Command::new(env!("CARGO_BIN_EXE_yipan"))
            .arg("verify")
            .arg(&file)
            .output()
            .expect("yipan verify");
        let text = String::from_utf8_lossy(&rejected.stderr);
        assert!(!rejected.status.success() && text.contains(expected), "{expected}: {text}");
    }
}

#[test]
fn a_python_client_can_play_a_whole_game() {
    let data_dir = TempDir(std::env::temp_dir().join(format!("yipan-python-{}", std::process::id())));
    let server = Server::start(&data_dir.0);
    let client = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/play.py");
    let played = Command::new("python3")
        .arg(client)
        .arg(server.address.to_string())
        .output()
        .expect("python3 is installed");
    let output = String::from_utf8_lossy(&played.stdout);
    assert!(
        played.status.success() && output.contains("winner"),
        "{output}{}",
        String::from_utf8_lossy(&played.stderr)
    );
}
