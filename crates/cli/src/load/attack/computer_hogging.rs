use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde_json::{Value, json};

use super::Scenario;
use super::follower::Follower;
use super::report::Finding;
use super::socket::{Socket, fault};
use super::target::{Guest, Target};
use crate::load::gauge::Gauge;

/// Games against strong computers of one user, beside a game against the weakest of another.
pub(super) struct ComputerHogging {
    hog: Player,
    victim: Player,
    /// The victim's replies before the attack.
    alone: Gauge,
}

const ROOMS: usize = 14;
const STRONG: u8 = 10;

/// The replies that are measured before the attack.
const REPLIES_ALONE: usize = 10;

/// The most that is waited for a reply.
const LONGEST_REPLY: Duration = Duration::from_secs(45);

/// How long the weakest computer may take, in milliseconds.
const MOST_REPLY: f64 = 2_000.0;

impl Scenario for ComputerHogging {
    async fn prepare(target: Target, other: Target) -> Result<ComputerHogging> {
        let mut hog = Player::enter(target).await?;
        let terms = json!({"game": "chess", "modes": ["fog", "dice-a"], "colour": "second"});
        for _ in 0..ROOMS {
            // With fewer rooms than asked for it goes on with those it has.
            if hog.seat(&terms, STRONG).await.is_err() {
                break;
            }
        }
        let mut victim = Player::enter(other).await?;
        let mut alone = Gauge::default();
        for _ in 0..REPLIES_ALONE {
            alone.add(victim.reply().await?);
        }
        Ok(ComputerHogging { hog, victim, alone })
    }

    async fn run(self, time: Duration) -> Result<Vec<Finding>> {
        let ComputerHogging { mut hog, mut victim, alone } = self;
        let rooms = hog.rooms.len();
        hog.begin().await?;
        let hogging = tokio::spawn(async move {
            // A socket that is closed has no more moves to make.
            let _ = hog.move_everywhere().await;
        });
        let (began, mut beside) = (Instant::now(), Gauge::default());
        while began.elapsed() < time {
            let asked = Instant::now();
            let reply = tokio::time::timeout(LONGEST_REPLY, victim.reply()).await;
            beside.add(reply.unwrap_or_else(|_| Ok(asked.elapsed()))?);
        }
        hogging.abort();
        Ok(vec![
            Finding::new("rooms with a computer of level 10", rooms as f64),
            Finding::new("replies of level 1", beside.count() as f64),
            Finding::new("reply of level 1 alone, worst, ms", alone.of_thousand(1000)),
            Finding::new("reply of level 1 beside them, p50, ms", beside.of_thousand(500)),
            Finding::new("reply of level 1 beside them, worst, ms", beside.of_thousand(1000))
                .at_most(MOST_REPLY),
        ])
    }
}

/// A user who plays against computers over one socket.
struct Player {
    target: Target,
    guest: Guest,
    socket: Socket,
    /// The rooms with the own side in each.
    rooms: HashMap<String, (String, Follower)>,
    random: u64,
}

/// The pause between two moves of one user, within 20 messages per second.
const PAUSE: Duration = Duration::from_millis(60);

impl Player {
    async fn enter(target: Target) -> Result<Player> {
        let guest = target.guest().await?;
        let socket = target.socket(&guest).await?;
        Ok(Player { target, guest, socket, rooms: HashMap::new(), random: 1 })
    }

    /// Opens a room with a computer of this level; the game is not started.
    async fn seat(&mut self, terms: &Value, level: u8) -> Result<()> {
        let room = self.target.open_room(&self.guest, terms).await?;
        self.socket.join(&room).await?;
        self.socket.command(&room, json!({"type": "sit", "contribution": "07".repeat(32)})).await?;
        self.socket.command(&room, json!({"type": "seat-computer", "level": level})).await?;
        let side = terms["colour"].as_str().unwrap_or("first").to_owned();
        self.rooms.insert(room, (side, Follower::default()));
        Ok(())
    }

    /// Starts the game in every room.
    async fn begin(&mut self) -> Result<()> {
        for room in self.rooms.keys() {
            self.socket.post(room, &json!({"type": "start"})).await?;
        }
        Ok(())
    }

    /// Returns the next message, which its room has taken in.
    async fn next(&mut self) -> Result<Value> {
        let message = self.socket.next().await?;
        let room = message["room"].as_str().or_else(|| message["state"]["room"].as_str());
        if let Some((_, follower)) = room.and_then(|room| self.rooms.get_mut(room)) {
            follower.take(&message);
        }
        Ok(message)
    }

    /// Makes a move wherever it is this user's turn.
    async fn move_all(&mut self) -> Result<()> {
        let mut moves = Vec::new();
        for (room, (side, follower)) in &mut self.rooms {
            if follower.is_to_move(side)
                && let Some(act) = follower.pick(&mut self.random)
            {
                moves.push((room.clone(), json!({"type": "act", "act": act})));
                follower.moved();
            }
        }
        for (room, command) in &moves {
            self.socket.post(room, command).await?;
        }
        Ok(())
    }

    async fn move_everywhere(&mut self) -> Result<()> {
        loop {
            tokio::time::sleep(PAUSE).await;
            self.move_all().await?;
            self.next().await?;
        }
    }

    /// Makes a move against the weakest computer and returns how long it takes to answer.
    async fn reply(&mut self) -> Result<Duration> {
        loop {
            if self.rooms.values().all(|(_, follower)| follower.is_over) {
                self.rooms.clear();
                self.seat(&json!({"game": "chess", "modes": ["fog"], "colour": "first"}), 1).await?;
                self.begin().await?;
            }
            tokio::time::sleep(PAUSE).await;
            if !self.rooms.values().any(|(side, follower)| follower.is_to_move(side)) {
                self.next().await?;
                continue;
            }
            let asked = Instant::now();
            self.move_all().await?;
            while !self.rooms.values().any(|(side, follower)| follower.is_over || follower.is_to_move(side)) {
                if let Some("slow-down") = fault(&self.next().await?) {
                    bail!("the user beside is told to slow down");
                }
            }
            if self.rooms.values().any(|(_, follower)| !follower.is_over) {
                return Ok(asked.elapsed());
            }
        }
    }
}
