use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use yipan_core::splitmix64;
use yipan_wire::ErrorCode;

use super::Scenario;
use super::report::Finding;
use super::socket::{RATE_LIMIT_PAUSE, error_code};
use super::target::{Guest, Target};

/// Joins of rooms whose codes are guessed, and of one whose code is known, once wrong codes are refused.
pub(super) struct CodeGuessing {
    target: Target,
    user: Guest,
    /// The code of a room that another address opened.
    room_code: String,
}

const SOCKETS: usize = 8;

/// The guesses a socket sends at once, within the messages it may send at once.
const BURST: usize = 36;

/// The pause between two bursts of a socket, so that the attacker's own work does not slow the machine down.
const PAUSE: Duration = Duration::from_millis(40);

/// Of so many bursts one has the right code in it. A code that the limit allows again is spent on a wrong one then.
const RIGHT_CODE_EVERY: usize = 20;

/// The letters and digits of a code.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

#[derive(Debug, Default)]
struct Counts {
    /// Guesses that were answered with `room-not-found`, and those that were not looked at.
    answered: AtomicU64,
    rate_limited: AtomicU64,
    /// Tries of the right code among wrong ones that were all refused, and how many of them opened the room.
    tried: AtomicU64,
    opened: AtomicU64,
}

impl Scenario for CodeGuessing {
    async fn prepare(target: Target, other: Target) -> Result<CodeGuessing> {
        let host = other.create_guest().await?;
        let right = other.open_room(&host, &json!({"game": "chess"})).await?;
        Ok(CodeGuessing { target, user: target.create_guest().await?, room_code: right })
    }

    async fn run(self, time: Duration) -> Result<Vec<Finding>> {
        let until = Instant::now() + time;
        let counts = Arc::new(Counts::default());
        let mut sockets = JoinSet::new();
        for number in 0..SOCKETS {
            let (target, user, right) = (self.target, self.user.clone(), self.room_code.clone());
            let counts = Arc::clone(&counts);
            sockets.spawn(async move {
                let mut random = number as u64;
                for burst in 0.. {
                    if Instant::now() >= until {
                        break;
                    }
                    let right = (burst % RIGHT_CODE_EVERY == 1).then_some(right.as_str());
                    let guess = send_guesses(target, &user, right, &mut random, &counts);
                    let guessed = tokio::time::timeout_at(until.into(), guess).await;
                    let pause = if matches!(guessed, Ok(Ok(()))) { PAUSE } else { RATE_LIMIT_PAUSE };
                    tokio::time::sleep(pause).await;
                }
            });
        }
        sockets.join_all().await;
        let [answered, refused, tried, opened] =
            [&counts.answered, &counts.rate_limited, &counts.tried, &counts.opened]
                .map(|count| count.load(Ordering::Relaxed) as f64);
        let seconds = time.as_secs_f64();
        Ok(vec![
            Finding::new("guesses per second", (answered + refused) / seconds),
            Finding::new("wrong codes answered with room-not-found per second", answered / seconds),
            Finding::new("right codes tried after the limit", tried),
            Finding::new("right codes opened after the limit", opened).at_most(0.0),
        ])
    }
}

/// Sends as many guesses as one socket may send at once, the last but one of them right if it is given.
async fn send_guesses(
    target: Target,
    user: &Guest,
    right: Option<&str>,
    random: &mut u64,
    counts: &Counts,
) -> Result<()> {
    let mut socket = target.open_socket(user).await?;
    let mut codes: Vec<String> = (0..BURST).map(|_| random_code(random)).collect();
    if let Some(right) = right {
        right.clone_into(&mut codes[BURST - 2]);
    }
    let joins: Vec<Value> = codes.iter().map(|code| json!({"type": "join", "room": code})).collect();
    socket.send_all(joins).await?;
    let (mut answered, mut refused, mut opened) = (0, 0, 0);
    while answered + refused + opened < BURST as u64 {
        let message = socket.next().await?;
        match error_code(&message) {
            Some(ErrorCode::RateLimited) => refused += 1,
            Some(_) => answered += 1,
            None => opened += u64::from(message["type"] == "state"),
        }
    }
    counts.answered.fetch_add(answered, Ordering::Relaxed);
    counts.rate_limited.fetch_add(refused, Ordering::Relaxed);
    if right.is_some() && answered == 0 {
        counts.tried.fetch_add(1, Ordering::Relaxed);
        counts.opened.fetch_add(opened, Ordering::Relaxed);
    }
    Ok(())
}

fn random_code(random: &mut u64) -> String {
    let (next, mut number) = splitmix64(*random);
    *random = next;
    let letter = |_| {
        let place = (number % ALPHABET.len() as u64) as usize;
        number /= ALPHABET.len() as u64;
        char::from(ALPHABET[place])
    };
    (0..6).map(letter).collect()
}
