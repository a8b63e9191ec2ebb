use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::json;
use tokio::task::JoinSet;

use super::Scenario;
use super::report::Finding;
use super::socket::{RATE_LIMIT_PAUSE, Socket};
use super::target::{Game, Guest, Target};

/// Players of running games who join and cut the connection, again and again.
pub(super) struct PresenceChurn {
    target: Target,
    games: Vec<Game>,
}

const GAMES: usize = 2;

/// The pause between two joins of a player, so that the attacker's own work does not slow the machine down.
const PAUSE: Duration = Duration::from_millis(5);

/// The log entries that presence may write per second.
const MAX_ENTRIES_PER_SECOND: f64 = 20.0;

impl Scenario for PresenceChurn {
    async fn prepare(target: Target, _: Target) -> Result<PresenceChurn> {
        let mut games = Vec::new();
        for _ in 0..GAMES {
            games.push(target.start_game(&json!({"game": "chess", "host_side": "first"})).await?);
        }
        Ok(PresenceChurn { target, games })
    }

    async fn run(self, time: Duration) -> Result<Vec<Finding>> {
        let target = self.target;
        let until = Instant::now() + time;
        let cuts = Arc::new(AtomicU64::new(0));
        let (mut churners, mut followed) = (JoinSet::new(), Vec::new());
        for Game { room, guests, sockets } in self.games {
            let before = log_length(&target, &guests[0], &room).await?;
            drop(sockets);
            for guest in guests.clone() {
                let (room, cuts) = (room.clone(), Arc::clone(&cuts));
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
            followed.push((room, guests, before));
        }
        churners.join_all().await;
        let mut written = 0;
        for (room, guests, before) in followed {
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
    Ok(target.room_state(user, room).await?["seq"].as_u64().unwrap_or_default())
}

async fn join_and_cut(target: &Target, user: &Guest, room: &str) -> Result<()> {
    let mut socket = Socket::open(target, user, None).await?;
    socket.join(room).await?;
    Ok(())
}
