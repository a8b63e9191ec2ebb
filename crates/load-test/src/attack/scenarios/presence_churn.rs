use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::task::JoinSet;
use yipan_wire::RoomConfig;

use crate::attack::game::Game;
use crate::attack::report::Finding;
use crate::attack::scenario::Scenario;
use crate::attack::socket::{RATE_LIMIT_PAUSE, Socket};
use crate::attack::target::{Guest, Target};

/// Players of running games that join and cut the connection again and again.
pub(in crate::attack) struct PresenceChurn {
    target: Target,
    games: Vec<Game>,
}

const GAMES: usize = 2;

/// The pause between two joins of a player, so that the attacker does not exhaust the CPU itself.
const PAUSE: Duration = Duration::from_millis(5);

/// The tolerated log entries per second.
const MAX_ENTRIES_PER_SECOND: f64 = 20.0;

impl Scenario for PresenceChurn {
    async fn prepare(target: Target, _: Target) -> Result<PresenceChurn> {
        let mut games = Vec::new();
        for _ in 0..GAMES {
            games.push(Game::start(&target, &RoomConfig::default_for("chess")).await?);
        }
        Ok(PresenceChurn { target, games })
    }

    async fn run(self, time: Duration) -> Result<Vec<Finding>> {
        let target = self.target;
        let until = Instant::now() + time;
        let cuts = Arc::new(AtomicU64::new(0));
        let (mut churners, mut rooms) = (JoinSet::new(), Vec::new());
        for Game { room, guests, sockets } in self.games {
            let before = log_length(&target, &guests[0], &room).await?;
            drop(sockets);
            for guest in guests.clone() {
                let (target, room, cuts) = (target.clone(), room.clone(), Arc::clone(&cuts));
                churners.spawn(async move {
                    while Instant::now() < until {
                        let join = join_and_cut(&target, &guest, &room);
                        let joined = tokio::time::timeout_at(until.into(), join).await;
                        let is_joined = matches!(joined, Ok(Ok(())));
                        cuts.fetch_add(u64::from(is_joined), Ordering::Relaxed);
                        tokio::time::sleep(if is_joined { PAUSE } else { RATE_LIMIT_PAUSE }).await;
                    }
                });
            }
            rooms.push((room, guests, before));
        }
        churners.join_all().await;
        let mut written = 0;
        for (room, guests, before) in rooms {
            written += log_length(&target, &guests[0], &room).await?.saturating_sub(before);
        }
        let seconds = time.as_secs_f64();
        Ok(vec![
            Finding::new("joins and cuts per second", cuts.load(Ordering::Relaxed) as f64 / seconds),
            Finding::new("log entries per second", written as f64 / seconds).at_most(MAX_ENTRIES_PER_SECOND),
        ])
    }
}

async fn log_length(target: &Target, user: &Guest, room: &str) -> Result<u64> {
    Ok(target.room_state(user, room).await?.seq)
}

async fn join_and_cut(target: &Target, user: &Guest, room: &str) -> Result<()> {
    let mut socket = Socket::open(target, user, None).await?;
    socket.join(room).await?;
    Ok(())
}
