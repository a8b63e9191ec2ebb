use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::task::JoinSet;
use yipan_wire::{ClientMessage, Command, RoomConfig, ServerMessage};

use crate::attack::game::open_socket;
use crate::attack::report::Finding;
use crate::attack::scenario::{STEP_TIMEOUT, Scenario};
use crate::attack::socket::{RATE_LIMIT_PAUSE, SEEN_ALL, Socket};
use crate::attack::target::{Guest, Target};
use crate::messages;

/// Joins of a room with a long chat from its first event on, by sockets that never read.
pub(in crate::attack) struct UnreadJoins {
    target: Target,
    user: Guest,
    room: String,
    chat_messages: usize,
}

/// The sockets that never read, and the joins of each before it is replaced.
const SOCKETS: usize = 4;
const JOINS: usize = 100;

/// The sockets that fill the chat, and the messages that the server stores per player.
const CHAT_SOCKETS: usize = 8;
const MAX_CHAT_MESSAGES: usize = 1_000;

/// The longest time to fill the chat.
const FILL_TIME: Duration = Duration::from_secs(30);

/// As small as the system allows, so that the server has to buffer unread data.
const RECEIVE_BUFFER: u32 = 4096;

impl Scenario for UnreadJoins {
    async fn prepare(target: Target, _: Target) -> Result<UnreadJoins> {
        let user = target.create_guest().await?;
        let room = target.open_room(&user, &RoomConfig::default_for("chess")).await?;
        let mut host = open_socket(&target, &user).await?;
        host.join(&room).await?;
        host.run_command(&room, Command::Sit { contribution: "01".repeat(32) }).await?;
        let until = Instant::now() + FILL_TIME;
        let mut chatters = JoinSet::new();
        for number in 0..CHAT_SOCKETS {
            let (target, user, room) = (target.clone(), user.clone(), room.clone());
            chatters.spawn(async move { fill_chat(&target, &user, &room, number, until).await.unwrap_or(0) });
        }
        let chat_messages = chatters.join_all().await.into_iter().sum();
        Ok(UnreadJoins { target, user, room, chat_messages })
    }

    async fn run(self, time: Duration) -> Result<Vec<Finding>> {
        let until = Instant::now() + time;
        let mut sockets = JoinSet::new();
        for _ in 0..SOCKETS {
            let (target, user, room) = (self.target.clone(), self.user.clone(), self.room.clone());
            sockets.spawn(async move {
                let mut sent = 0;
                while Instant::now() < until {
                    // A socket that is rejected or closed is replaced after a pause.
                    let _ = flood(&target, &user, &room, until, &mut sent).await;
                    tokio::time::sleep(RATE_LIMIT_PAUSE).await;
                }
                sent
            });
        }
        let sent: u64 = sockets.join_all().await.into_iter().sum();
        Ok(vec![
            Finding::new("chat messages in the room", self.chat_messages as f64),
            Finding::new("joins sent", sent as f64),
        ])
    }
}

/// Sends long chat messages until they are rejected, and returns the number of accepted ones.
async fn fill_chat(
    target: &Target,
    user: &Guest,
    room: &str,
    number: usize,
    until: Instant,
) -> Result<usize> {
    let mut socket = open_socket(target, user).await?;
    socket.join(room).await?;
    let text = "\u{20000}".repeat(300);
    let mut sent = 0;
    while sent < MAX_CHAT_MESSAGES.div_ceil(CHAT_SOCKETS) && Instant::now() < until {
        let id = format!("{number}-{sent}");
        let command = Command::Chat { text: text.clone() };
        let (room, seen) = (room.to_owned(), SEEN_ALL);
        socket.send(&ClientMessage::Command { room, id: id.clone(), seen, command }).await?;
        loop {
            let message = socket.next().await?;
            if matches!(&message, ServerMessage::Ack { id: acked, .. } if *acked == id) {
                sent += 1;
                break;
            }
            match messages::error_of(&message) {
                Some(error) if messages::is_rate_limited(error) => {
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

/// Sends joins over one socket, as many as its limit allows, and never reads.
async fn flood(target: &Target, user: &Guest, room: &str, until: Instant, sent: &mut u64) -> Result<()> {
    let mut socket = Socket::open(target, user, Some(RECEIVE_BUFFER)).await?;
    let join = ClientMessage::Join { room: room.to_owned(), from: Some(0) };
    for number in 0..JOINS {
        tokio::time::timeout(STEP_TIMEOUT, socket.send(&join)).await??;
        *sent += 1;
        if Instant::now() > until {
            break;
        }
        // The message limit is a burst of 40 and 20 per second after that.
        if number > 30 {
            tokio::time::sleep(Duration::from_millis(55)).await;
        }
    }
    // The answers stay unread for as long as the server allows.
    tokio::time::sleep_until(until.into()).await;
    Ok(())
}
