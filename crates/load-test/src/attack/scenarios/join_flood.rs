use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use tokio::task::JoinSet;
use yipan_core::Side;
use yipan_wire::{ClientMessage, Command, RoomConfig, SidePreference};

use crate::attack::follower::Follower;
use crate::attack::game::{Game, open_socket};
use crate::attack::report::Finding;
use crate::attack::scenario::Scenario;
use crate::attack::socket::RATE_LIMIT_PAUSE;
use crate::attack::target::{Guest, Target};
use crate::messages;

/// Joins of long games from their first event on, by sockets that read everything.
pub(in crate::attack) struct JoinFlood {
    target: Target,
    user: Guest,
    rooms: Vec<String>,
    entries: u64,
}

const SIDES: [Side; 2] = [Side::First, Side::Second];

const SOCKETS: usize = 16;
const GAMES: usize = 4;

/// The log entries after which a game is long enough, and the time to reach them.
const TARGET_ENTRIES: u64 = 430;
const PREPARE_TIME: Duration = Duration::from_secs(25);

/// The joins a socket sends at once, within its message limit.
const BURST: usize = 38;

impl Scenario for JoinFlood {
    async fn prepare(target: Target, _: Target) -> Result<JoinFlood> {
        let until = Instant::now() + PREPARE_TIME;
        let mut games = JoinSet::new();
        for number in 0..GAMES {
            let target = target.clone();
            games.spawn(async move {
                let config = RoomConfig {
                    modes: vec!["fog".to_owned()],
                    host_side: SidePreference::First,
                    ..RoomConfig::default_for("chess")
                };
                let game = Game::start(&target, &config).await?;
                play(game, number as u64, until).await
            });
        }
        let (mut rooms, mut entries) = (Vec::new(), 0);
        while let Some(played) = games.join_next().await {
            // A game that cannot be played leaves the attack with fewer rooms.
            if let Ok((room, count)) = played? {
                rooms.push(room);
                entries += count;
            }
        }
        if rooms.is_empty() {
            bail!("cannot play a game to join");
        }
        let user = target.create_guest().await?;
        Ok(JoinFlood { target, user, rooms, entries })
    }

    async fn run(self, time: Duration) -> Result<Vec<Finding>> {
        let until = Instant::now() + time;
        let [sent, received] = [(); 2].map(|()| Arc::new(AtomicU64::new(0)));
        let mut sockets = JoinSet::new();
        for number in 0..SOCKETS {
            let (target, user) = (self.target.clone(), self.user.clone());
            let room = self.rooms[number % self.rooms.len()].clone();
            let (sent, received) = (Arc::clone(&sent), Arc::clone(&received));
            sockets.spawn(async move {
                while Instant::now() < until {
                    let flood = flood(&target, &user, &room, &sent, &received);
                    // A socket that is rejected, closed or rate-limited is replaced after a pause.
                    let _ = tokio::time::timeout_at(until.into(), flood).await;
                    tokio::time::sleep(RATE_LIMIT_PAUSE).await;
                }
            });
        }
        sockets.join_all().await;
        let per_second = |count: &AtomicU64| count.load(Ordering::Relaxed) as f64 / time.as_secs_f64();
        Ok(vec![
            Finding::new("entries of the four games", self.entries as f64),
            Finding::new("joins sent per second", per_second(&sent)),
            Finding::new("events read per second", per_second(&received)),
        ])
    }
}

/// Sends joins over one socket until it is rate-limited.
async fn flood(
    target: &Target,
    user: &Guest,
    room: &str,
    sent: &AtomicU64,
    received: &AtomicU64,
) -> Result<()> {
    let mut socket = open_socket(target, user).await?;
    let join = ClientMessage::Join { room: room.to_owned(), from: Some(0) };
    socket.send_all(&vec![join.clone(); BURST]).await?;
    sent.fetch_add(BURST as u64, Ordering::Relaxed);
    let mut next = Instant::now();
    loop {
        tokio::select! {
            biased;
            () = tokio::time::sleep_until(next.into()) => {
                next = Instant::now() + Duration::from_millis(55);
                socket.send(&join).await?;
                sent.fetch_add(1, Ordering::Relaxed);
            }
            message = socket.next() => {
                received.fetch_add(1, Ordering::Relaxed);
                if messages::error_of(&message?).is_some_and(messages::is_rate_limited) {
                    return Ok(());
                }
            }
        }
    }
}

/// Plays random moves until the log is long enough, and returns the room and the length of its log.
async fn play(game: Game, seed: u64, until: Instant) -> Result<(String, u64)> {
    let Game { room, mut sockets, .. } = game;
    let mut followers = [Follower::default(), Follower::default()];
    for (socket, follower) in sockets.iter_mut().zip(&mut followers) {
        follower.apply_state(*socket.join(&room).await?);
    }
    let mut random = seed;
    while followers[0].entries < TARGET_ENTRIES && Instant::now() < until {
        let Some(mover) = (0..2).find(|side| followers[*side].is_to_move(SIDES[*side])) else { break };
        let Some(action) = followers[mover].take_action(&mut random) else { break };
        let before = followers[mover].entries;
        sockets[mover].send_command(&room, Command::Play { action }).await?;
        let mut is_rate_limited = false;
        while followers[mover].entries == before && !is_rate_limited {
            let message = sockets[mover].next().await?;
            is_rate_limited = messages::error_of(&message).is_some_and(messages::is_rate_limited);
            followers[mover].apply(message);
        }
        if is_rate_limited {
            tokio::time::sleep(RATE_LIMIT_PAUSE).await;
            followers[mover].apply_state(*sockets[mover].join(&room).await?);
            continue;
        }
        let (entries, other) = (followers[mover].entries, 1 - mover);
        while followers[other].entries < entries {
            let message = sockets[other].next().await?;
            followers[other].apply(message);
        }
    }
    Ok((room, followers[0].entries))
}
