use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tokio::net::{TcpSocket, TcpStream};
use yipan_wire::{CreatedRoom, RoomConfig, RoomState};

use crate::http::{self, Response};
use crate::load::balancer::Balancer;

/// The time an answer may take.
const RESPONSE_TIMEOUT: Duration = Duration::from_secs(20);

/// The pause after a request that was rejected or not answered.
const RETRY_DELAY: Duration = Duration::from_millis(200);

/// The server or the nodes, with the loopback address that their clients connect from.
#[derive(Clone, Debug)]
pub(super) struct Target {
    pub(super) balancer: Arc<Balancer>,
    pub(super) source: Ipv4Addr,
}

/// A user without an account.
#[derive(Clone, Debug)]
pub(super) struct Guest {
    pub(super) cookie: String,
}

impl Target {
    /// Connects from the source address to each node in turn, with this receive buffer if it is given.
    pub(super) async fn connect(&self, receive_buffer: Option<u32>) -> Result<TcpStream> {
        let socket = TcpSocket::new_v4()?;
        if let Some(size) = receive_buffer {
            socket.set_recv_buffer_size(size)?;
        }
        socket.bind(SocketAddr::from((self.source, 0)))?;
        let stream =
            tokio::time::timeout(RESPONSE_TIMEOUT, socket.connect(self.balancer.next_address())).await??;
        stream.set_nodelay(true)?;
        Ok(stream)
    }

    pub(super) async fn get(&self, path: &str, user: Option<&Guest>) -> Result<Response> {
        self.request("GET", path, user, "").await
    }

    async fn request(&self, method: &str, path: &str, user: Option<&Guest>, body: &str) -> Result<Response> {
        let stream = self.connect(None).await?;
        let cookie = user.map(|user| user.cookie.as_str());
        let address = stream.peer_addr()?;
        let response = http::request(stream, address, method, path, cookie, body);
        tokio::time::timeout(RESPONSE_TIMEOUT, response).await?
    }

    /// Creates a guest, retrying while the server rejects it.
    pub(super) async fn create_guest(&self) -> Result<Guest> {
        let deadline = Instant::now() + RESPONSE_TIMEOUT;
        loop {
            if let Ok(Response { cookie: Some(cookie), .. }) = self.get("/api/me", None).await {
                return Ok(Guest { cookie });
            }
            wait_before_retry(deadline, "cannot create a guest").await?;
        }
    }

    /// Opens a room, retrying while the server rejects it, and returns its code.
    pub(super) async fn open_room(&self, host: &Guest, config: &RoomConfig) -> Result<String> {
        let deadline = Instant::now() + RESPONSE_TIMEOUT;
        let config = serde_json::to_string(config)?;
        loop {
            let response = self.request("POST", "/api/rooms", Some(host), &config).await;
            if let Ok(Response { status: 201, body, .. }) = response {
                let created: CreatedRoom = serde_json::from_str(&body)?;
                return Ok(created.room);
            }
            wait_before_retry(deadline, "cannot open a room").await?;
        }
    }

    /// Returns the state of a room as this user may see it.
    pub(super) async fn room_state(&self, user: &Guest, code: &str) -> Result<RoomState> {
        let response = self.get(&format!("/api/rooms/{code}"), Some(user)).await?;
        if response.status != 200 {
            bail!("the request for room {code} returned status {}", response.status);
        }
        Ok(serde_json::from_str(&response.body)?)
    }
}

/// Pauses before the next attempt, or fails after the deadline.
pub(super) async fn wait_before_retry(deadline: Instant, error: &'static str) -> Result<()> {
    if Instant::now() > deadline {
        bail!(error);
    }
    tokio::time::sleep(RETRY_DELAY).await;
    Ok(())
}
