use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde_json::json;
use tokio::task::JoinSet;
use yipan_wire::ErrorCode;

use super::Scenario;
use super::follower::Follower;
use super::report::Finding;
use super::socket::{RATE_LIMIT_PAUSE, error_code};
use super::target::{Game, Guest, Target};

/// Joins from the first frame on of long games, by sockets that read everything.
pub(super) struct JoinFlood {
    target: Target,
    user: Guest,
    rooms: Vec<String>,
    entries: u64,
}

const SIDES: [&str; 2] = ["first", "second"];

const SOCKETS: usize = 16;
const GAMES: usize = 4;

/// The entries that a game is played to, if it lasts so long, and the time for that.
const TARGET_ENTRIES: u64 = 430;
const PREPARE_TIME: Duration = Duration::from_secs(25);

/// The joins a socket sends at once, within the messages it may send at once.
const BURST: usize = 38;

impl Scenario for JoinFlood {
    async fn prepare(target: Target, _: Target) -> Result<JoinFlood> {
        let until = Instant::now() + PREPARE_TIME;
        let mut games = JoinSet::new();
        for number in 0..GAMES {
            games.spawn(async move {
                let terms = json!({"game": "chess", "modes": ["fog"], "host_side": "first"});
                let game = target.start_game(&terms).await?;
                play(game, number as u64, until).await
            });
        }
        let (mut rooms, mut entries) = (Vec::new(), 0);
        while let Some(played) = games.join_next().await {
            // With fewer games than asked for it goes on with those it has.
            if let Ok((room, count)) = played? {
                rooms.push(room);
                entries += count;
            }
        }
        if rooms.is_empty() {
            bail!("no game can be played");
        }
        Ok(JoinFlood { target, user: target.create_guest().await?, rooms, entries })
    }

    async fn run(self, time: Duration) -> Result<Vec<Finding>> {
        let until = Instant::now() + time;
        let [sent, heard] = [(); 2].map(|()| Arc::new(AtomicU64::new(0)));
        let mut sockets = JoinSet::new();
        for number in 0..SOCKETS {
            let (target, user) = (self.target, self.user.clone());
            let room = self.rooms[number % self.rooms.len()].clone();
            let (sent, heard) = (Arc::clone(&sent), Arc::clone(&heard));
            sockets.spawn(async move {
                while Instant::now() < until {
                    let flood = flood(target, &user, &room, &sent, &heard);
                    // A socket that is refused, closed or rate-limited is replaced after a while.
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
            Finding::new("frames read per second", per_second(&heard)),
        ])
    }
}

/// Sends joins over one socket until it is rate-limited.
async fn flood(target: Target, user: &Guest, room: &str, sent: &AtomicU64, heard: &AtomicU64) -> Result<()> {
    let mut socket = target.open_socket(user).await?;
    let join = json!({"type": "join", "room": room, "from": 0});
    socket.send_all(vec![join.clone(); BURST]).await?;
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
                heard.fetch_add(1, Ordering::Relaxed);
                if error_code(&message?) == Some(ErrorCode::RateLimited) {
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
        follower.apply(&json!({"state": socket.join(&room).await?}));
    }
    let mut random = seed;
    while followers[0].entries < TARGET_ENTRIES && Instant::now() < until {
        let Some(mover) = (0..2).find(|side| followers[*side].is_to_move(SIDES[*side])) else { break };
        let Some(act) = followers[mover].choose_action(&mut random) else { break };
        let before = followers[mover].entries;
        sockets[mover].send_command(&room, &json!({"type": "play", "action": act})).await?;
        let mut slowed = false;
        while followers[mover].entries == before && !slowed {
            let message = sockets[mover].next().await?;
            followers[mover].apply(&message);
            slowed = error_code(&message) == Some(ErrorCode::RateLimited);
        }
        if slowed {
            tokio::time::sleep(RATE_LIMIT_PAUSE).await;
            continue;
        }
        let (entries, other) = (followers[mover].entries, 1 - mover);
        while followers[other].entries < entries {
            let message = sockets[other].next().await?;
            followers[other].apply(&message);
        }
    }
    Ok((room, followers[0].entries))
}
