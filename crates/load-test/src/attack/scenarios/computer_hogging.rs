use std::collections::HashMap;
use std::time::{Duration, Instant};

use anyhow::{Result, bail};
use yipan_core::Side;
use yipan_wire::{Command, RoomConfig, ServerMessage, SidePreference};

use crate::attack::follower::Follower;
use crate::attack::game::open_socket;
use crate::attack::report::Finding;
use crate::attack::scenario::Scenario;
use crate::attack::socket::Socket;
use crate::attack::target::{Guest, Target};
use crate::latency::LatencySamples;
use crate::messages;

/// Many games of one user against strong computers, beside a game of another user against the weakest one.
pub(in crate::attack) struct ComputerHogging {
    hog: Player,
    victim: Player,
    /// The victim's replies before the attack.
    baseline: LatencySamples,
}

const ROOMS: usize = 14;
const STRONG_LEVEL: u8 = 10;
const WEAK_LEVEL: u8 = 1;

/// The replies measured before the attack.
const BASELINE_REPLIES: usize = 10;

/// The time after which a reply counts as this late.
const REPLY_TIMEOUT: Duration = Duration::from_secs(45);

/// The tolerated reply time of the weakest computer, in milliseconds.
const MAX_REPLY_MS: f64 = 2_000.0;

impl Scenario for ComputerHogging {
    async fn prepare(target: Target, bystander: Target) -> Result<ComputerHogging> {
        let mut hog = Player::connect(target).await?;
        for _ in 0..ROOMS {
            // A room that cannot be opened leaves the attack with fewer rooms.
            let modes = &["fog", "dice-a"];
            if hog.open_computer_room(modes, Side::Second, STRONG_LEVEL).await.is_err() {
                break;
            }
        }
        let mut victim = Player::connect(bystander).await?;
        let mut baseline = LatencySamples::default();
        for _ in 0..BASELINE_REPLIES {
            baseline.add(victim.play_until_reply().await?);
        }
        Ok(ComputerHogging { hog, victim, baseline })
    }

    async fn run(self, time: Duration) -> Result<Vec<Finding>> {
        let ComputerHogging { mut hog, mut victim, baseline } = self;
        let rooms = hog.rooms.len();
        hog.start_games().await?;
        let hogging = tokio::spawn(async move {
            // The attack is over when the socket is closed.
            let _ = hog.move_forever().await;
        });
        let (started_at, mut replies) = (Instant::now(), LatencySamples::default());
        while started_at.elapsed() < time {
            let requested_at = Instant::now();
            let reply = tokio::time::timeout(REPLY_TIMEOUT, victim.play_until_reply()).await;
            replies.add(reply.unwrap_or_else(|_| Ok(requested_at.elapsed()))?);
        }
        hogging.abort();
        Ok(vec![
            Finding::new("rooms with a computer of level 10", rooms as f64),
            Finding::new("replies of level 1", replies.count() as f64),
            Finding::new("reply of level 1 before the attack, max, ms", baseline.quantile_ms(10_000)),
            Finding::new("reply of level 1 during the attack, p50, ms", replies.quantile_ms(5_000)),
            Finding::new("reply of level 1 during the attack, max, ms", replies.quantile_ms(10_000))
                .at_most(MAX_REPLY_MS),
        ])
    }
}

/// A user that plays against computers over one socket.
struct Player {
    target: Target,
    guest: Guest,
    socket: Socket,
    /// The user's side and the followed state by room.
    rooms: HashMap<String, (Side, Follower)>,
    random: u64,
}

/// The pause between two moves of one user, within its limit of 20 messages per second.
const PAUSE: Duration = Duration::from_millis(60);

impl Player {
    async fn connect(target: Target) -> Result<Player> {
        let guest = target.create_guest().await?;
        let socket = open_socket(&target, &guest).await?;
        Ok(Player { target, guest, socket, rooms: HashMap::new(), random: 1 })
    }

    /// Opens a chess room against a computer. The game is not started.
    async fn open_computer_room(&mut self, modes: &[&str], side: Side, level: u8) -> Result<()> {
        let config = RoomConfig {
            modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
            host_side: match side {
                Side::First => SidePreference::First,
                Side::Second => SidePreference::Second,
            },
            ..RoomConfig::default_for("chess")
        };
        let room = self.target.open_room(&self.guest, &config).await?;
        self.socket.join(&room).await?;
        self.socket.run_command(&room, Command::Sit { contribution: "07".repeat(32) }).await?;
        self.socket.run_command(&room, Command::SeatComputer { level }).await?;
        self.rooms.insert(room, (side, Follower::default()));
        Ok(())
    }

    /// Starts the game in every room.
    async fn start_games(&mut self) -> Result<()> {
        for room in self.rooms.keys() {
            self.socket.send_command(room, Command::Start).await?;
        }
        Ok(())
    }

    /// Applies the next message to its room and returns whether it reports a rate limit.
    async fn handle_next(&mut self) -> Result<bool> {
        let message = self.socket.next().await?;
        let is_rate_limited = messages::error_of(&message).is_some_and(messages::is_rate_limited);
        let room = match &message {
            ServerMessage::Event { room, .. } => Some(room),
            ServerMessage::State { state } | ServerMessage::Rejected { state: Some(state), .. } => {
                Some(&state.room)
            }
            _ => None,
        };
        if let Some((_, follower)) = room.and_then(|room| self.rooms.get_mut(room)) {
            follower.apply(message);
        }
        Ok(is_rate_limited)
    }

    /// Makes a move in every room where it is this user's turn.
    async fn move_all(&mut self) -> Result<()> {
        let mut moves = Vec::new();
        for (room, (side, follower)) in &mut self.rooms {
            if follower.is_to_move(*side)
                && let Some(action) = follower.take_action(&mut self.random)
            {
                moves.push((room.clone(), action));
            }
        }
        for (room, action) in moves {
            self.socket.send_command(&room, Command::Play { action }).await?;
        }
        Ok(())
    }

    async fn move_forever(&mut self) -> Result<()> {
        loop {
            tokio::time::sleep(PAUSE).await;
            self.move_all().await?;
            self.handle_next().await?;
        }
    }

    /// Makes a move against the weakest computer and returns the time of its reply.
    async fn play_until_reply(&mut self) -> Result<Duration> {
        loop {
            if self.rooms.values().all(|(_, follower)| follower.is_over) {
                self.rooms.clear();
                self.open_computer_room(&["fog"], Side::First, WEAK_LEVEL).await?;
                self.start_games().await?;
            }
            tokio::time::sleep(PAUSE).await;
            if !self.rooms.values().any(|(side, follower)| follower.is_to_move(*side)) {
                self.handle_next().await?;
                continue;
            }
            let moved_at = Instant::now();
            self.move_all().await?;
            while !self.rooms.values().any(|(side, follower)| follower.is_over || follower.is_to_move(*side))
            {
                if self.handle_next().await? {
                    bail!("the bystander is rate-limited");
                }
            }
            if self.rooms.values().any(|(_, follower)| !follower.is_over) {
                return Ok(moved_at.elapsed());
            }
        }
    }
}
