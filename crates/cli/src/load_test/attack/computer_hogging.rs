use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use serde_json::{Value, json};
use yipan_wire::ErrorCode;

use super::Scenario;
use super::follower::Follower;
use super::report::Finding;
use super::socket::{Socket, error_code};
use super::target::{Guest, Target};
use crate::load_test::latency::LatencySamples;

/// Games against strong computers of one user, beside a game against the weakest of another.
pub(super) struct ComputerHogging {
    hog: Player,
    victim: Player,
    /// The victim's replies before the attack.
    baseline: LatencySamples,
}

const ROOMS: usize = 14;
const STRONG_LEVEL: u8 = 10;

/// The replies that are measured before the attack.
const BASELINE_REPLIES: usize = 10;

/// The most that is waited for a reply.
const REPLY_TIMEOUT: Duration = Duration::from_secs(45);

/// How long the weakest computer may take, in milliseconds.
const MAX_REPLY_MS: f64 = 2_000.0;

impl Scenario for ComputerHogging {
    async fn prepare(target: Target, other: Target) -> Result<ComputerHogging> {
        let mut hog = Player::connect(target).await?;
        let terms = json!({"game": "chess", "modes": ["fog", "dice-a"], "host_side": "second"});
        for _ in 0..ROOMS {
            // With fewer rooms than asked for it goes on with those it has.
            if hog.open_computer_room(&terms, STRONG_LEVEL).await.is_err() {
                break;
            }
        }
        let mut victim = Player::connect(other).await?;
        let mut alone = LatencySamples::default();
        for _ in 0..BASELINE_REPLIES {
            alone.add(victim.play_until_reply().await?);
        }
        Ok(ComputerHogging { hog, victim, baseline: alone })
    }

    async fn run(self, time: Duration) -> Result<Vec<Finding>> {
        let ComputerHogging { mut hog, mut victim, baseline: alone } = self;
        let rooms = hog.rooms.len();
        hog.start_games().await?;
        let hogging = tokio::spawn(async move {
            // A socket that is closed has no more moves to make.
            let _ = hog.move_forever().await;
        });
        let (began, mut beside) = (Instant::now(), LatencySamples::default());
        while began.elapsed() < time {
            let asked = Instant::now();
            let reply = tokio::time::timeout(REPLY_TIMEOUT, victim.play_until_reply()).await;
            beside.add(reply.unwrap_or_else(|_| Ok(asked.elapsed()))?);
        }
        hogging.abort();
        Ok(vec![
            Finding::new("rooms with a computer of level 10", rooms as f64),
            Finding::new("replies of level 1", beside.count() as f64),
            Finding::new("reply of level 1 alone, worst, ms", alone.quantile_ms(1000)),
            Finding::new("reply of level 1 beside them, p50, ms", beside.quantile_ms(500)),
            Finding::new("reply of level 1 beside them, worst, ms", beside.quantile_ms(1000))
                .at_most(MAX_REPLY_MS),
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
    async fn connect(target: Target) -> Result<Player> {
        let guest = target.create_guest().await?;
        let socket = target.open_socket(&guest).await?;
        Ok(Player { target, guest, socket, rooms: HashMap::new(), random: 1 })
    }

    /// Opens a room with a computer of this level; the game is not started.
    async fn open_computer_room(&mut self, terms: &Value, level: u8) -> Result<()> {
        let room = self.target.open_room(&self.guest, terms).await?;
        self.socket.join(&room).await?;
        self.socket.run_command(&room, json!({"type": "sit", "contribution": "07".repeat(32)})).await?;
        self.socket.run_command(&room, json!({"type": "seat-computer", "level": level})).await?;
        let side = terms["host_side"].as_str().unwrap_or("first").to_owned();
        self.rooms.insert(room, (side, Follower::default()));
        Ok(())
    }

    /// Starts the game in every room.
    async fn start_games(&mut self) -> Result<()> {
        for room in self.rooms.keys() {
            self.socket.send_command(room, &json!({"type": "start"})).await?;
        }
        Ok(())
    }

    /// Returns the next message, which its room has taken in.
    async fn next(&mut self) -> Result<Value> {
        let message = self.socket.next().await?;
        let room = message["room"].as_str().or_else(|| message["state"]["room"].as_str());
        if let Some((_, follower)) = room.and_then(|room| self.rooms.get_mut(room)) {
            follower.apply(&message);
        }
        Ok(message)
    }

    /// Makes a move wherever it is this user's turn.
    async fn move_all(&mut self) -> Result<()> {
        let mut moves = Vec::new();
        for (room, (side, follower)) in &mut self.rooms {
            if follower.is_to_move(side)
                && let Some(act) = follower.choose_action(&mut self.random)
            {
                moves.push((room.clone(), json!({"type": "play", "action": act})));
                follower.clear_actions();
            }
        }
        for (room, command) in &moves {
            self.socket.send_command(room, command).await?;
        }
        Ok(())
    }

    async fn move_forever(&mut self) -> Result<()> {
        loop {
            tokio::time::sleep(PAUSE).await;
            self.move_all().await?;
            self.next().await?;
        }
    }

    /// Makes a move against the weakest computer and returns how long it takes to answer.
    async fn play_until_reply(&mut self) -> Result<Duration> {
        loop {
            if self.rooms.values().all(|(_, follower)| follower.is_over) {
                self.rooms.clear();
                self.open_computer_room(&json!({"game": "chess", "modes": ["fog"], "host_side": "first"}), 1)
                    .await?;
                self.start_games().await?;
            }
            tokio::time::sleep(PAUSE).await;
            if !self.rooms.values().any(|(side, follower)| follower.is_to_move(side)) {
                self.next().await?;
                continue;
            }
            let asked = Instant::now();
            self.move_all().await?;
            while !self.rooms.values().any(|(side, follower)| follower.is_over || follower.is_to_move(side)) {
                if let Some(ErrorCode::RateLimited) = error_code(&self.next().await?) {
                    bail!("the user beside is told to slow down");
                }
            }
            if self.rooms.values().any(|(_, follower)| !follower.is_over) {
                return Ok(asked.elapsed());
            }
        }
    }
}
