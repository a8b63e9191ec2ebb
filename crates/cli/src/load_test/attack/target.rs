use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};

use super::socket::Socket;

/// How long an answer may take before a client gives up on it.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);

/// The pause after a request that was refused or not answered.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// The server as clients of one loopback address see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Target {
    pub(super) address: SocketAddr,
    pub(super) source: Ipv4Addr,
}

/// A user without an account.
#[derive(Clone, Debug)]
pub(super) struct Guest {
    pub(super) cookie: String,
}

/// An HTTP response with what the attacks need of it.
#[derive(Debug)]
pub(super) struct Reply {
    pub(super) status: u16,
    cookie: Option<String>,
    body: String,
    /// The bytes of the body.
    pub(super) length: usize,
}

impl Reply {
    fn parse(answer: &[u8]) -> Result<Reply> {
        let end = answer.windows(4).position(|window| window == b"\r\n\r\n");
        let length = answer.len() - end.map_or(answer.len(), |end| end + 4);
        let answer = String::from_utf8_lossy(answer);
        let (head, body) = answer.split_once("\r\n\r\n").context("a response without an end of its head")?;
        let status = head.split(' ').nth(1).and_then(|status| status.parse().ok());
        let cookie = head.lines().find_map(|line| {
            let (name, value) = line.split_once(": ")?;
            let is_cookie = name.eq_ignore_ascii_case("set-cookie");
            is_cookie.then(|| value.split(';').next().unwrap_or_default().to_owned())
        });
        let status = status.context("a response without a status")?;
        Ok(Reply { status, cookie, body: body.to_owned(), length })
    }
}

impl Target {
    /// Connects from the source address, with this receive buffer where one is given.
    pub(super) async fn connect(&self, receive_buffer: Option<u32>) -> Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        if let Some(size) = receive_buffer {
            socket.set_recv_buffer_size(size)?;
        }
        socket.bind(SocketAddr::from((self.source, 0)))?;
        let stream = tokio::time::timeout(RESPONSE_TIMEOUT, socket.connect(self.address)).await??;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    pub(super) async fn request(
        &self,
        method: &str,
        path: &str,
        cookie: Option<&str>,
        body: &str,
    ) -> Result<Reply> {
        let mut stream = self.connect(None).await?;
        let cookie = cookie.map_or_else(String::new, |cookie| format!("Cookie: {cookie}\r\n"));
        let request = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\n{cookie}\
             Content-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            self.address,
            body.len()
        );
        stream.write_all(request.as_bytes()).await?;
        let mut answer = Vec::new();
        tokio::time::timeout(RESPONSE_TIMEOUT, stream.read_to_end(&mut answer)).await??;
        Reply::parse(&answer)
    }

    /// Becomes a new guest, as soon as the server allows one.
    pub(super) async fn create_guest(&self) -> Result<Guest> {
        let until = Instant::now() + RESPONSE_TIMEOUT;
        loop {
            if let Ok(Reply { cookie: Some(cookie), .. }) = self.request("GET", "/api/me", None, "").await {
                return Ok(Guest { cookie });
            }
            wait_before_retry(until, "no guest is let in").await?;
        }
    }

    /// Opens a room, as soon as the server allows one, and returns its code.
    pub(super) async fn open_room(&self, host: &Guest, terms: &Value) -> Result<String> {
        let until = Instant::now() + RESPONSE_TIMEOUT;
        loop {
            let reply = self.request("POST", "/api/rooms", Some(&host.cookie), &terms.to_string()).await;
            if let Ok(Reply { status: 201, body, .. }) = reply {
                let opened: yipan_wire::CreatedRoom = serde_json::from_str(&body)?;
                return Ok(opened.room);
            }
            wait_before_retry(until, "no room can be opened").await?;
        }
    }

    /// Returns the state of a room as this user may see it.
    pub(super) async fn room_state(&self, user: &Guest, code: &str) -> Result<Value> {
        let reply = self.request("GET", &format!("/api/rooms/{code}"), Some(&user.cookie), "").await?;
        if reply.status != 200 {
            bail!("the room {code} is answered with {}", reply.status);
        }
        Ok(serde_json::from_str(&reply.body)?)
    }

    /// Opens a WebSocket and says hello, as soon as the server allows it.
    pub(super) async fn open_socket(&self, user: &Guest) -> Result<Socket> {
        let until = Instant::now() + RESPONSE_TIMEOUT;
        loop {
            if let Ok(socket) = Socket::open(self, user, None).await {
                return Ok(socket);
            }
            wait_before_retry(until, "no socket can be opened").await?;
        }
    }

    /// Sits two users down in a new room and starts their game; the host has the first move.
    pub(super) async fn start_game(&self, terms: &Value) -> Result<Game> {
        let guests = [self.create_guest().await?, self.create_guest().await?];
        let room = self.open_room(&guests[0], terms).await?;
        let mut sockets = [self.open_socket(&guests[0]).await?, self.open_socket(&guests[1]).await?];
        for (socket, digits) in sockets.iter_mut().zip(["01", "02"]) {
            socket.join(&room).await?;
            socket.run_command(&room, json!({"type": "sit", "contribution": digits.repeat(32)})).await?;
        }
        sockets[0].run_command(&room, json!({"type": "start"})).await?;
        Ok(Game { room, guests, sockets })
    }
}

/// A running game of two users.
pub(super) struct Game {
    pub(super) room: String,
    pub(super) guests: [Guest; 2],
    pub(super) sockets: [Socket; 2],
}

/// Pauses before another try.
async fn wait_before_retry(until: Instant, otherwise: &'static str) -> Result<()> {
    if Instant::now() > until {
        bail!(otherwise);
    }
    tokio::time::sleep(RETRY_DELAY).await;
    Ok(())
}
