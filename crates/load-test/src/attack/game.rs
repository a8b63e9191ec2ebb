use std::time::{Duration, Instant};

use anyhow::Result;
use yipan_wire::{Command, RoomConfig};

use super::socket::Socket;
use super::target::{Guest, Target, wait_before_retry};

/// The time in which a WebSocket must be accepted.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(20);

/// A running game of two users.
pub(super) struct Game {
    pub(super) room: String,
    pub(super) guests: [Guest; 2],
    pub(super) sockets: [Socket; 2],
}

impl Game {
    /// Seats two new guests in a new room and starts their game. The first one is the host.
    pub(super) async fn start(target: &Target, config: &RoomConfig) -> Result<Game> {
        let guests = [target.create_guest().await?, target.create_guest().await?];
        let room = target.open_room(&guests[0], config).await?;
        let mut sockets = [open_socket(target, &guests[0]).await?, open_socket(target, &guests[1]).await?];
        for (socket, digits) in sockets.iter_mut().zip(["01", "02"]) {
            socket.join(&room).await?;
            socket.run_command(&room, Command::Sit { contribution: digits.repeat(32) }).await?;
        }
        sockets[0].run_command(&room, Command::Start).await?;
        Ok(Game { room, guests, sockets })
    }
}

/// Opens a WebSocket, retrying while the server rejects it.
pub(super) async fn open_socket(target: &Target, user: &Guest) -> Result<Socket> {
    let deadline = Instant::now() + CONNECT_TIMEOUT;
    loop {
        if let Ok(socket) = Socket::open(target, user, None).await {
            return Ok(socket);
        }
        wait_before_retry(deadline, "cannot open a WebSocket").await?;
    }
}
