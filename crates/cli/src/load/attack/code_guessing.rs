use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, Instant};

use anyhow::Result;
use serde_json::{Value, json};
use tokio::task::JoinSet;
use yipan_rules::split_mix;

use super::Scenario;
use super::report::Finding;
use super::socket::{SLOW_DOWN, fault};
use super::target::{Guest, Target};

/// Joins of rooms whose codes are guessed, and of one whose code is known, once wrong codes are refused.
pub(super) struct CodeGuessing {
    target: Target,
    user: Guest,
    /// The code of a room that another address opened.
    right: String,
}

const SOCKETS: usize = 8;

/// The guesses a socket sends at once, within the messages it may send at once.
const BURST: usize = 36;

/// The pause between two bursts of a socket, so that the attacker's own work does not slow the machine down.
const PAUSE: Duration = Duration::from_millis(40);

/// Of so many bursts one has the right code in it. A code that the limit allows again is spent on a wrong one then.
const RIGHT_EVERY: usize = 20;

/// The letters and digits of a code.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTUVWXYZ";

#[derive(Debug, Default)]
struct Counts {
    /// Guesses that were answered with `no-room`, and those that were not looked at.
    answered: AtomicU64,
    refused: AtomicU64,
    /// Tries of the right code among wrong ones that were all refused, and how many of them opened the room.
    tried: AtomicU64,
    opened: AtomicU64,
}

impl Scenario for CodeGuessing {
    async fn prepare(target: Target, other: Target) -> Result<CodeGuessing> {
        let host = other.guest().await?;
        let right = other.open_room(&host, &json!({"game": "chess"})).await?;
        Ok(CodeGuessing { target, user: target.guest().await?, right })
    }

    async fn run(self, time: Duration) -> Result<Vec<Finding>> {
        let until = Instant::now() + time;
        let counts = Arc::new(Counts::default());
        let mut sockets = JoinSet::new();
        for number in 0..SOCKETS {
            let (target, user, right) = (self.target, self.user.clone(), self.right.clone());
            let counts = Arc::clone(&counts);
            sockets.spawn(async move {
                let mut random = number as u64;
                for burst in 0.. {
                    if Instant::now() >= until {
                        break;
                    }
                    let right = (burst % RIGHT_EVERY == 1).then_some(right.as_str());
                    let guess = guess(target, &user, right, &mut random, &counts);
                    let guessed = tokio::time::timeout_at(until.into(), guess).await;
                    let pause = if matches!(guessed, Ok(Ok(()))) { PAUSE } else { SLOW_DOWN };
                    tokio::time::sleep(pause).await;
                }
            });
        }
        sockets.join_all().await;
        let [answered, refused, tried, opened] =
            [&counts.answered, &counts.refused, &counts.tried, &counts.opened]
                .map(|count| count.load(Ordering::Relaxed) as f64);
        let seconds = time.as_secs_f64();
        Ok(vec![
            Finding::new("guesses per second", (answered + refused) / seconds),
            Finding::new("wrong codes answered with no-room per second", answered / seconds),
            Finding::new("right codes tried after the limit", tried),
            Finding::new("right codes opened after the limit", opened).at_most(0.0),
        ])
    }
}

/// Sends as many guesses as one socket may send at once, the last but one of them right if it is given.
async fn guess(
    target: Target,
    user: &Guest,
    right: Option<&str>,
    random: &mut u64,
    counts: &Counts,
) -> Result<()> {
    let mut socket = target.socket(user).await?;
    let mut codes: Vec<String> = (0..BURST).map(|_| code(random)).collect();
    if let Some(right) = right {
        right.clone_into(&mut codes[BURST - 2]);
    }
    let joins: Vec<Value> = codes.iter().map(|code| json!({"type": "join", "room": code})).collect();
    socket.send_all(joins).await?;
    let (mut answered, mut refused, mut opened) = (0, 0, 0);
    while answered + refused + opened < BURST as u64 {
        let message = socket.next().await?;
        match fault(&message) {
            Some("slow-down") => refused += 1,
            Some(_) => answered += 1,
            None => opened += u64::from(message["type"] == "state"),
        }
    }
    counts.answered.fetch_add(answered, Ordering::Relaxed);
    counts.refused.fetch_add(refused, Ordering::Relaxed);
    if right.is_some() && answered == 0 {
        counts.tried.fetch_add(1, Ordering::Relaxed);
        counts.opened.fetch_add(opened, Ordering::Relaxed);
    }
    Ok(())
}

fn code(random: &mut u64) -> String {
    let (next, mut number) = split_mix(*random);
    *random = next;
    let letter = |_| {
        let place = (number % ALPHABET.len() as u64) as usize;
        number /= ALPHABET.len() as u64;
        char::from(ALPHABET[place])
    };
    (0..6).map(letter).collect()
}
