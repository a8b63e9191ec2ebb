use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use tokio::task::JoinSet;
use yipan_core::splitmix64;
use yipan_wire::{ClientMessage, RoomConfig, ServerMessage};

use crate::attack::game::open_socket;
use crate::attack::report::Finding;
use crate::attack::scenario::Scenario;
use crate::attack::socket::RATE_LIMIT_PAUSE;
use crate::attack::target::{Guest, Target};
use crate::messages;

/// Joins with guessed room codes, and with one right code after the rate limit is reached.
pub(in crate::attack) struct CodeGuessing {
    target: Target,
    user: Guest,
    /// The code of a room opened from another address.
    room_code: String,
}

const SOCKETS: usize = 8;

/// The guesses a socket sends at once, within its message limit.
const BURST: usize = 36;

/// The pause between two bursts of a socket, so that the attacker does not exhaust the CPU itself.
const PAUSE: Duration = Duration::from_millis(40);

/// The right code is part of one burst in this many. In it, a guess that the limit allows again is spent on a wrong
/// code.
const RIGHT_CODE_EVERY: usize = 20;

/// The characters of a room code.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

#[derive(Debug, Default)]
struct Counts {
    /// Guesses answered with `room-not-found`.
    answered: AtomicU64,
    rate_limited: AtomicU64,
    /// Bursts with the right code in which all wrong codes were rate-limited.
    tried: AtomicU64,
    /// Those in which the right code opened the room.
    opened: AtomicU64,
}

impl Scenario for CodeGuessing {
    async fn prepare(target: Target, bystander: Target) -> Result<CodeGuessing> {
        let host = bystander.create_guest().await?;
        let room_code = bystander.open_room(&host, &RoomConfig::default_for("chess")).await?;
        let user = target.create_guest().await?;
        Ok(CodeGuessing { target, user, room_code })
    }

    async fn run(self, time: Duration) -> Result<Vec<Finding>> {
        let until = Instant::now() + time;
        let counts = Arc::new(Counts::default());
        let mut sockets = JoinSet::new();
        for number in 0..SOCKETS {
            let (target, user, room_code) = (self.target.clone(), self.user.clone(), self.room_code.clone());
            let counts = Arc::clone(&counts);
            sockets.spawn(async move {
                let mut random = number as u64;
                for burst in 0.. {
                    if Instant::now() >= until {
                        break;
                    }
                    let right_code = (burst % RIGHT_CODE_EVERY == 1).then_some(room_code.as_str());
                    let guess = send_guesses(&target, &user, right_code, &mut random, &counts);
                    let guessed = tokio::time::timeout_at(until.into(), guess).await;
                    let pause = if matches!(guessed, Ok(Ok(()))) { PAUSE } else { RATE_LIMIT_PAUSE };
                    tokio::time::sleep(pause).await;
                }
            });
        }
        sockets.join_all().await;
        let [answered, rate_limited, tried, opened] =
            [&counts.answered, &counts.rate_limited, &counts.tried, &counts.opened]
                .map(|count| count.load(Ordering::Relaxed) as f64);
        let seconds = time.as_secs_f64();
        Ok(vec![
            Finding::new("guesses per second", (answered + rate_limited) / seconds),
            Finding::new("wrong codes answered with room-not-found per second", answered / seconds),
            Finding::new("right codes tried after the limit", tried),
            Finding::new("right codes opened after the limit", opened).at_most(0.0),
        ])
    }
}

/// Sends a burst of guesses over a new socket. The last but one is the right code, if it is given.
async fn send_guesses(
    target: &Target,
    user: &Guest,
    right_code: Option<&str>,
    random: &mut u64,
    counts: &Counts,
) -> Result<()> {
    let mut socket = open_socket(target, user).await?;
    let mut codes: Vec<String> = (0..BURST).map(|_| random_code(random)).collect();
    if let Some(right_code) = right_code {
        right_code.clone_into(&mut codes[BURST - 2]);
    }
    let join = |room| ClientMessage::Join { room, from: None };
    socket.send_all(&codes.into_iter().map(join).collect::<Vec<_>>()).await?;
    let (mut answered, mut rate_limited, mut opened) = (0, 0, 0);
    while answered + rate_limited + opened < BURST as u64 {
        let message = socket.next().await?;
        match messages::error_of(&message) {
            Some(error) if messages::is_rate_limited(error) => rate_limited += 1,
            Some(_) => answered += 1,
            None => opened += u64::from(matches!(message, ServerMessage::State { .. })),
        }
    }
    counts.answered.fetch_add(answered, Ordering::Relaxed);
    counts.rate_limited.fetch_add(rate_limited, Ordering::Relaxed);
    if right_code.is_some() && answered == 0 {
        counts.tried.fetch_add(1, Ordering::Relaxed);
        counts.opened.fetch_add(opened, Ordering::Relaxed);
    }
    Ok(())
}

fn random_code(random: &mut u64) -> String {
    let (next, mut number) = splitmix64(*random);
    *random = next;
    let character = |_| {
        let index = (number % ALPHABET.len() as u64) as usize;
        number /= ALPHABET.len() as u64;
        char::from(ALPHABET[index])
    };
    (0..6).map(character).collect()
}
