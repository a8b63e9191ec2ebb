use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::json;
use tokio::task::JoinSet;
use yipan_wire::ErrorCode;

use super::report::Finding;
use super::socket::{RATE_LIMIT_PAUSE, Socket, error_code};
use super::target::{Guest, Target};
use super::{STEP_TIMEOUT, Scenario};

/// Joins from the first frame on by sockets that read nothing, in a room with a long chat.
pub(super) struct UnreadJoins {
    target: Target,
    user: Guest,
    room: String,
    chat_messages: usize,
}

/// The sockets that read nothing, and the joins that each sends before it is replaced.
const SOCKETS: usize = 4;
const JOINS: usize = 100;

/// The sockets that fill the chat, and the lines that the server keeps of a player.
const CHAT_SOCKETS: usize = 8;
const MAX_CHAT_MESSAGES: usize = 1_000;

/// How long the chat is filled for at most.
const FILL_TIME: Duration = Duration::from_secs(30);

/// As small as the system allows, so that the server has to keep what is not read.
const RECEIVE_BUFFER: u32 = 4096;

impl Scenario for UnreadJoins {
    async fn prepare(target: Target, _: Target) -> Result<UnreadJoins> {
        let user = target.create_guest().await?;
        let room = target.open_room(&user, &json!({"game": "chess"})).await?;
        let mut host = target.open_socket(&user).await?;
        host.join(&room).await?;
        host.run_command(&room, json!({"type": "sit", "contribution": "01".repeat(32)})).await?;
        let until = Instant::now() + FILL_TIME;
        let mut talkers = JoinSet::new();
        for number in 0..CHAT_SOCKETS {
            let (user, room) = (user.clone(), room.clone());
            talkers.spawn(async move { fill_chat(target, &user, &room, number, until).await.unwrap_or(0) });
        }
        let lines = talkers.join_all().await.into_iter().sum();
        Ok(UnreadJoins { target, user, room, chat_messages: lines })
    }

    async fn run(self, time: Duration) -> Result<Vec<Finding>> {
        let until = Instant::now() + time;
        let mut sockets = JoinSet::new();
        for _ in 0..SOCKETS {
            let (target, user, room) = (self.target, self.user.clone(), self.room.clone());
            sockets.spawn(async move {
                let mut sent = 0;
                while Instant::now() < until {
                    // A socket that is refused or closed is replaced after a while.
                    let _ = flood(&target, &user, &room, until, &mut sent).await;
                    tokio::time::sleep(RATE_LIMIT_PAUSE).await;
                }
                sent
            });
        }
        let sent: u64 = sockets.join_all().await.into_iter().sum();
        Ok(vec![
            Finding::new("chat lines in the room", self.chat_messages as f64),
            Finding::new("joins sent", sent as f64),
        ])
    }
}

/// Says long lines until no more are taken, and returns how many were.
async fn fill_chat(target: Target, user: &Guest, room: &str, number: usize, until: Instant) -> Result<usize> {
    let mut socket = target.open_socket(user).await?;
    socket.join(room).await?;
    let text = "\u{20000}".repeat(300);
    let mut sent = 0;
    while sent < MAX_CHAT_MESSAGES.div_ceil(CHAT_SOCKETS) && Instant::now() < until {
        let id = format!("{number}-{sent}");
        let command = json!({"type": "chat", "text": text});
        socket
            .send(
                &json!({"type": "command", "room": room, "id": id, "seen": 1_u64 << 40, "command": command}),
            )
            .await?;
        loop {
            let message = socket.next().await?;
            if message["type"] == "ack" && message["id"] == id.as_str() {
                sent += 1;
                break;
            }
            match error_code(&message) {
                Some(ErrorCode::RateLimited) => {
                    tokio::time::sleep(RATE_LIMIT_PAUSE).await;
                    break;
                }
                Some(_) => return Ok(sent),
                None => {}
            }
        }
    }
    Ok(sent)
}

/// Sends joins over one socket, as many as are allowed, and reads nothing.
async fn flood(target: &Target, user: &Guest, room: &str, until: Instant, sent: &mut u64) -> Result<()> {
    let mut socket = Socket::open(target, user, Some(RECEIVE_BUFFER)).await?;
    let join = json!({"type": "join", "room": room, "from": 0});
    for number in 0..JOINS {
        tokio::time::timeout(STEP_TIMEOUT, socket.send(&join)).await??;
        *sent += 1;
        if Instant::now() > until {
            break;
        }
        // A socket has 40 messages at once and 20 a second after that.
        if number > 30 {
            tokio::time::sleep(Duration::from_millis(55)).await;
        }
    }
    // What was sent stays unread for as long as the server allows.
    tokio::time::sleep_until(until.into()).await;
    Ok(())
}
