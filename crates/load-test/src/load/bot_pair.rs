use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use tokio::sync::watch;
use yipan_core::{Side, splitmix64};
use yipan_wire::{
    Clocks, Command, Event, RoomConfig, RoomPhase, ServerMessage, SidePreference, SpectatorPolicy, View,
};

use super::client::{Client, PendingCommand};
use super::clock_model;
use super::load_run::{GameSettings, LoadRun, Phase};
use super::measurements::{AckedMove, PlayerState};
use crate::messages;

/// Two clients that play random games against each other, one after the other.
pub(crate) struct BotPair {
    run: Arc<LoadRun>,
    number: usize,
    clients: [Client; 2],
    /// The side of each client in this game.
    sides: [Side; 2],
    views: [Option<Box<View>>; 2],
    /// The time when each player got the board with their turn.
    turn_since: [Option<Instant>; 2],
    room: String,
    last_move: Option<SentMove>,
    /// The last clocks, with the sequence number of their event.
    clocks: Option<(u64, Clocks)>,
    random: u64,
    is_over: bool,
    moves: u32,
    /// The moves after which this game is resigned.
    length: Option<u32>,
}

/// A move whose event the opponent has not received.
struct SentMove {
    sent_at: Instant,
    side: Side,
    /// [`Stats::fault_edges`](super::stats::Stats::fault_edges) when the move was sent.
    fault_edges: u64,
}

const SIDES: [Side; 2] = [Side::First, Side::Second];

impl BotPair {
    /// Plays until shutdown and publishes the code of each room.
    pub(crate) async fn play(run: Arc<LoadRun>, number: usize, room_code: watch::Sender<String>) {
        let played = BotPair::try_play(Arc::clone(&run), number, &room_code).await;
        if let Err(error) = played {
            run.stats.record_error(format!("pair {number}: {error:#}"));
        }
    }

    async fn try_play(run: Arc<LoadRun>, number: usize, room_code: &watch::Sender<String>) -> Result<()> {
        let mut pair = {
            let _permit = run.connect_permits.acquire().await?;
            let account = |seat| run.games.is_rated.then(|| format!("player{number}{seat}"));
            let clients = [
                Client::connect(Arc::clone(&run), account('a')).await?,
                Client::connect(Arc::clone(&run), account('b')).await?,
            ];
            let mut pair = BotPair {
                run: Arc::clone(&run),
                number,
                clients,
                sides: SIDES,
                views: [None, None],
                turn_since: [None; 2],
                room: String::new(),
                last_move: None,
                clocks: None,
                random: splitmix64(run.seed ^ number as u64).1,
                is_over: false,
                moves: 0,
                length: None,
            };
            pair.start_game(room_code).await.context("cannot start a game")?;
            pair
        };
        run.stats.client_connected();
        let mut phase = run.phase.clone();
        // A random first delay spreads the moves of all rooms evenly.
        let first_delay = run.move_interval.mul_f64((pair.next_random() % 1000) as f64 / 1000.0);
        let mut due = None;
        loop {
            let now = *phase.borrow_and_update();
            let is_answered = pair.clients.iter().all(|client| client.pending.is_none());
            if now == Phase::Shutdown && is_answered {
                break;
            }
            if pair.is_over && now == Phase::Play && is_answered {
                if run.games.churns {
                    pair.replace_clients().await.context("cannot connect the next players")?;
                }
                pair.start_game(room_code).await.context("cannot start the next game")?;
            }
            if now == Phase::Play && due.is_none() {
                due = Some(Instant::now() + first_delay);
            }
            let mover = pair.mover().filter(|_| now == Phase::Play && !pair.is_over);
            if mover.is_some() && due.is_some_and(|due| due + run.move_interval < Instant::now()) {
                // The player has waited for the board during a fault, and thinks now. Without this, all rooms would move at
                // once after it, and measure that burst.
                let thinking = run.move_interval.mul_f64((pair.next_random() % 1000) as f64 / 1000.0);
                due = Some(Instant::now() + thinking);
            }
            let wake = due.unwrap_or_else(Instant::now);
            let [first, second] = &mut pair.clients;
            tokio::select! {
                message = first.next_message() => pair.handle_message(0, message),
                message = second.next_message() => pair.handle_message(1, message),
                () = tokio::time::sleep_until(wake.into()), if mover.is_some() => {
                    if let Some(mover) = mover {
                        due = Some((wake + run.move_interval).max(Instant::now()));
                        pair.take_turn(mover).await;
                    }
                }
                _ = phase.changed() => {}
            }
        }
        pair.record_clocks();
        pair.record_states();
        for index in 0..2 {
            pair.clients[index].wait_for_pong().await;
            if run.expects_faults {
                pair.clients[index].join(&pair.room).await;
            }
            run.stats.update(|measurements| measurements.clients_at_end += 1);
        }
        pair.record_states();
        if run.games.is_rated {
            let rated_games = pair.clients[0].rated_games().await?;
            run.stats.update(|measurements| measurements.rated_games += rated_games);
        }
        Ok(())
    }

    /// Disconnects both players, and connects two new guests.
    async fn replace_clients(&mut self) -> Result<()> {
        let _permit = self.run.connect_permits.acquire().await?;
        for client in &mut self.clients {
            *client = Client::connect(Arc::clone(&self.run), None).await?;
        }
        Ok(())
    }

    fn next_random(&mut self) -> u64 {
        let (next, number) = splitmix64(self.random);
        self.random = next;
        number
    }

    /// Opens a room, seats both clients and starts the game.
    async fn start_game(&mut self, room_code: &watch::Sender<String>) -> Result<()> {
        self.record_clocks();
        self.record_states();
        let began = Instant::now();
        self.room = self.clients[0].open_room(&room_config(self.number, self.run.games)).await?;
        (self.views, self.turn_since) = ([None, None], [None; 2]);
        for index in 0..2 {
            self.clients[index].unsubscribe().await;
            self.clients[index].join(&self.room).await;
            let contribution: String = (0..4).map(|_| format!("{:016x}", self.next_random())).collect();
            self.clients[index].run_command(Command::Sit { contribution }).await?;
        }
        (self.last_move, self.clocks, self.is_over, self.moves) = (None, None, false, 0);
        self.length = self.run.games.next_length(self.next_random());
        // The acknowledgment may precede the event with the board.
        self.clients[0].send_command(Command::Start).await;
        while self.views.iter().all(Option::is_none) && !self.is_over {
            let [first, second] = &mut self.clients;
            tokio::select! {
                message = first.next_message() => self.handle_message(0, message),
                message = second.next_message() => self.handle_message(1, message),
            }
        }
        self.run.stats.update(|measurements| {
            measurements.games += 1;
            measurements.start_latency.add(began.elapsed());
        });
        room_code.send_replace(self.room.clone());
        Ok(())
    }

    /// Returns the index of the client to move, or `None` while a command is unanswered.
    fn mover(&self) -> Option<usize> {
        let is_answered = self.clients.iter().all(|client| client.pending.is_none());
        let can_move = |index: &usize| {
            let view = self.views[*index].as_ref();
            view.is_some_and(|view| view.turn == Some(self.sides[*index]) && !view.actions.is_empty())
        };
        (0..2).find(|index| is_answered && can_move(index))
    }

    /// Sends a move, or resigns a game that is long enough.
    async fn take_turn(&mut self, mover: usize) {
        if self.length.is_some_and(|length| self.moves >= length) {
            self.views[mover] = None;
            return self.clients[mover].send_command(Command::Resign).await;
        }
        self.moves += 1;
        self.send_move(mover).await;
    }

    async fn send_move(&mut self, mover: usize) {
        let Some(mut view) = self.views[mover].take() else { return };
        let choice = self.next_random() as usize % view.actions.len();
        let action = view.actions.swap_remove(choice);
        let thinking = self.turn_since[mover].take().map(|since| since.elapsed()).unwrap_or_default();
        self.clients[mover].send_move(action, thinking).await;
        self.last_move = self.clients[mover].pending.as_ref().map(|pending| SentMove {
            sent_at: pending.sent_at,
            side: self.sides[mover],
            fault_edges: pending.fault_edges,
        });
    }

    /// Handles a message to one of the two clients.
    fn handle_message(&mut self, index: usize, message: ServerMessage) {
        match message {
            ServerMessage::Event { event, .. } => self.handle_event(index, event.seq, event.event),
            // The server has read the room again.
            ServerMessage::State { state } if state.room == self.room => {
                self.is_over |= state.phase == RoomPhase::Over;
                self.set_host_side(state.host_side);
                if let Some(view) = state.view {
                    self.set_view(index, view);
                }
            }
            ServerMessage::Error { error } => {
                self.run.stats.record_error(format!("{}: error {}", self.room, error.code));
            }
            ServerMessage::Ack { .. } | ServerMessage::Rejected { .. } => self.handle_answer(index, &message),
            _ => {}
        }
    }

    fn handle_answer(&mut self, index: usize, message: &ServerMessage) {
        let Some(pending) = self.clients[index].take_answered(message) else { return };
        match (messages::error_of(message), pending.thinking, message) {
            (None, Some(thinking), &ServerMessage::Ack { seq, .. }) => {
                let PendingCommand { id, sent_at, fault_edges, .. } = pending;
                let latency = self.run.stats.is_undisturbed_since(fault_edges).then(|| sent_at.elapsed());
                let (room, user_id) = (self.room.clone(), self.clients[index].user_id.clone());
                let acked_at = Instant::now();
                let delay = &self.run.stats.generator_delay;
                let turn_since = sent_at.checked_sub(thinking).unwrap_or(sent_at);
                let generator_delay = delay.before(turn_since) + delay.after(sent_at);
                let acked =
                    AckedMove { room, user_id, id, seq, sent_at, acked_at, thinking, generator_delay };
                self.run.stats.move_acked(acked, latency);
                if self.run.disconnect_probability > (self.next_random() % 10_000) as f64 / 10_000.0 {
                    self.clients[index].disconnect();
                }
            }
            (None, ..) => {}
            // A game may end while the last command is on its way.
            (Some(error), ..) if messages::is_game_over(error) => {}
            (Some(error), ..) => {
                self.run.stats.record_error(format!("{}: rejected with {}", self.room, error.code));
            }
        }
    }

    fn handle_event(&mut self, index: usize, seq: u64, event: Event) {
        self.run.stats.update(|measurements| measurements.events += 1);
        if let Some(clocks) = messages::clocks_of(&event)
            && self.clocks.is_none_or(|(known, _)| known < seq)
        {
            self.clocks = Some((seq, clocks));
        }
        if let Event::Started { host_side, .. } = event {
            self.set_host_side(Some(host_side));
        }
        let side = self.sides[index];
        let is_by_opponent = matches!(&event, Event::Played { entry, .. } if entry.side != side);
        if let Some(sent) = self.last_move.take_if(|sent| is_by_opponent && sent.side != side)
            && self.run.stats.is_undisturbed_since(sent.fault_edges)
        {
            self.run.stats.update(|measurements| measurements.delivery_latency.add(sent.sent_at.elapsed()));
        }
        self.is_over |= matches!(event, Event::Ended { .. });
        if let Some(view) = messages::view_of(event) {
            self.set_view(index, view);
        }
    }

    fn set_host_side(&mut self, host_side: Option<Side>) {
        if let Some(side) = host_side {
            self.sides = [side, side.other()];
        }
    }

    fn set_view(&mut self, index: usize, view: Box<View>) {
        if view.turn == Some(self.sides[index]) {
            self.turn_since[index].get_or_insert_with(Instant::now);
        } else {
            self.turn_since[index] = None;
        }
        self.views[index] = Some(view);
    }

    /// Records the room as both players see it, if the run expects faults.
    fn record_states(&mut self) {
        for (side, client) in self.sides.into_iter().zip(&mut self.clients) {
            if let Some(state) = client.take_state() {
                let state = PlayerState { side, state };
                self.run.stats.update(|measurements| measurements.player_states.push(state));
            }
        }
    }

    fn record_clocks(&mut self) {
        if let Some(clocks) = self.clocks.take() {
            let room = self.room.clone();
            self.run.stats.update(|measurements| {
                measurements.clocks.insert(room, clocks);
            });
        }
    }
}

/// Returns the game that a pair plays: chess, xiangqi, liuzichong or chess with modes.
fn room_config(number: usize, games: GameSettings) -> RoomConfig {
    let (game, modes): (_, &[&str]) = match number % 8 {
        0..=3 => ("chess", &[]),
        4 | 5 => ("xiangqi", &[]),
        6 => ("liuzichong", &[]),
        _ => ("chess", &["dice-a", "fog", "mines"]),
    };
    RoomConfig {
        modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
        clock: clock_model::time_control(),
        host_side: if games.is_rated { SidePreference::Random } else { SidePreference::First },
        public: true,
        rated: games.is_rated,
        spectators: if games.is_rated || games.has_spectators {
            SpectatorPolicy::Yes
        } else {
            SpectatorPolicy::No
        },
        ..RoomConfig::default_for(game)
    }
}
