use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::json;
use tokio::sync::watch;
use yipan_core::{Side, splitmix64};
use yipan_wire::{Clocks, ErrorCode};

use super::client::{Client, IncomingMessage, View};
use super::{LoadRun, Phase};

/// The clock that everybody plays by; `audit` knows it as well.
pub(super) const TIME_CONTROL: &str = "30+1";

/// Two who play random moves, one game after the other.
pub(super) struct BotPair {
    run: Arc<LoadRun>,
    number: usize,
    clients: [Client; 2],
    views: [View; 2],
    room: String,
    /// When the last move was sent, by whom, and how often the hall had been killed by then.
    last_move_sent: Option<(Instant, Side, u64)>,
    clocks: Option<(u64, Clocks)>,
    random: u64,
    is_over: bool,
}

const SIDES: [Side; 2] = [Side::First, Side::Second];

impl BotPair {
    pub(super) async fn play(run: Arc<LoadRun>, number: usize, room_code: watch::Sender<String>) {
        let outcome = BotPair::try_play(Arc::clone(&run), number, &room_code).await;
        if let Err(error) = outcome {
            run.stats.record_error(format!("table {number}: {error:#}"));
        }
    }

    async fn try_play(run: Arc<LoadRun>, number: usize, room_code: &watch::Sender<String>) -> Result<()> {
        let mut table = {
            let _pass = run.connect_permits.acquire().await?;
            let lines = [Client::connect(Arc::clone(&run)).await?, Client::connect(Arc::clone(&run)).await?];
            let mut table = BotPair {
                run: Arc::clone(&run),
                number,
                clients: lines,
                views: [View::default(), View::default()],
                room: String::new(),
                last_move_sent: None,
                clocks: None,
                random: splitmix64(run.seed ^ number as u64).1,
                is_over: false,
            };
            table.start_game(room_code).await.context("a game does not begin")?;
            table
        };
        run.stats.client_connected();
        let mut stage = run.phase.clone();
        // Tables do not all move in the same moment.
        let first = run.move_interval.mul_f64((table.next_random() % 1000) as f64 / 1000.0);
        let mut due = None;
        loop {
            let now = *stage.borrow_and_update();
            let is_answered = table.clients.iter().all(|line| line.pending.is_none());
            if now == Phase::Shutdown && is_answered {
                break;
            }
            if table.is_over && now == Phase::Play && is_answered {
                table.start_game(room_code).await.context("a next game does not begin")?;
            }
            if now == Phase::Play && due.is_none() {
                due = Some(Instant::now() + first);
            }
            let mover = table.mover().filter(|_| now == Phase::Play && !table.is_over);
            let wake = due.unwrap_or_else(Instant::now);
            let [first, second] = &mut table.clients;
            tokio::select! {
                heard = first.next_message() => table.handle_message(0, heard),
                heard = second.next_message() => table.handle_message(1, heard),
                () = tokio::time::sleep_until(wake.into()), if mover.is_some() => {
                    if let Some(mover) = mover {
                        due = Some((wake + run.move_interval).max(Instant::now()));
                        table.send_move(mover).await;
                    }
                }
                _ = stage.changed() => {}
            }
        }
        table.record_clocks();
        for line in &mut table.clients {
            line.wait_for_pong().await;
            run.stats.update(|notes| notes.clients_at_end += 1);
        }
        Ok(())
    }

    fn next_random(&mut self) -> u64 {
        let (next, number) = splitmix64(self.random);
        self.random = next;
        number
    }

    /// A new room, both seated, started.
    async fn start_game(&mut self, room_code: &watch::Sender<String>) -> Result<()> {
        self.record_clocks();
        let (game, modes) = match self.number % 8 {
            0..=3 => ("chess", vec![]),
            4 | 5 => ("xiangqi", vec![]),
            6 => ("liuzichong", vec![]),
            _ => ("chess", vec!["dice-a", "fog", "mines"]),
        };
        let terms = json!({"game": game, "modes": modes, "clock": TIME_CONTROL, "host_side": "first", "public": true});
        self.room = self.clients[0].open_room(&terms).await?;
        self.views = [View::default(), View::default()];
        for line in 0..2 {
            self.clients[line].unsubscribe().await;
            self.clients[line].join(&self.room).await;
            let contribution: String = (0..4).map(|_| format!("{:016x}", self.next_random())).collect();
            self.clients[line].run_command(json!({"type": "sit", "contribution": contribution})).await?;
        }
        // The host's answer may come before the frame that tells of the start, which brings the board.
        (self.last_move_sent, self.clocks, self.is_over) = (None, None, false);
        self.clients[0].send_command(json!({"type": "start"}), false).await;
        while self.views.iter().all(|view| view.turn.is_none()) && !self.is_over {
            let [first, second] = &mut self.clients;
            tokio::select! {
                heard = first.next_message() => self.handle_message(0, heard),
                heard = second.next_message() => self.handle_message(1, heard),
            }
        }
        self.run.stats.update(|notes| notes.games += 1);
        room_code.send_replace(self.room.clone());
        Ok(())
    }

    /// Whoever may move and is not waiting for an answer.
    fn mover(&self) -> Option<usize> {
        let free = self.clients.iter().all(|line| line.pending.is_none());
        (0..2)
            .find(|&at| free && self.views[at].turn == Some(SIDES[at]) && !self.views[at].actions.is_empty())
    }

    async fn send_move(&mut self, mover: usize) {
        let place = self.next_random() as usize % self.views[mover].actions.len();
        let act = self.views[mover].actions.swap_remove(place);
        self.views[mover] = View::default();
        self.clients[mover].send_command(json!({"type": "play", "action": act}), true).await;
        self.last_move_sent =
            self.clients[mover].pending.as_ref().map(|pending| (pending.sent, SIDES[mover], pending.kills));
    }

    /// Takes in what one of the two has heard.
    fn handle_message(&mut self, at: usize, heard: IncomingMessage) {
        match heard.kind.as_str() {
            "event" => self.handle_event(at, heard),
            "ack" | "rejected" => {
                let line = &mut self.clients[at];
                let Some(pending) = line.pending.take_if(|pending| heard.id.as_ref() == Some(&pending.id))
                else {
                    return;
                };
                let is_undisturbed = pending.kills == self.run.stats.kills();
                match heard.error {
                    None if pending.is_move => {
                        let took = is_undisturbed.then(|| pending.sent.elapsed());
                        self.run.stats.move_acked(&self.room, &line.user_id, pending.id, took);
                        let lost =
                            self.run.disconnect_probability > (self.next_random() % 10_000) as f64 / 10_000.0;
                        if lost {
                            self.clients[at].disconnect();
                        }
                    }
                    None => {}
                    // A game may end while the last command is on its way.
                    Some(fault) if fault.code == ErrorCode::GameOver => {}
                    Some(fault) => {
                        self.run.stats.record_error(format!("{}: refused, {}", self.room, fault.code));
                    }
                }
            }
            "error" => {
                let code = heard.error.map_or(ErrorCode::Unknown, |error| error.code);
                self.run.stats.record_error(format!("{}: error, {code}", self.room));
            }
            _ => {}
        }
    }

    fn handle_event(&mut self, at: usize, heard: IncomingMessage) {
        let (Some(event), Some(seq)) = (heard.event, heard.seq) else { return };
        self.run.stats.update(|notes| notes.events += 1);
        if let Some(clocks) = event.clocks
            && self.clocks.is_none_or(|(known, _)| known < seq)
        {
            self.clocks = Some((seq, clocks));
        }
        let by_other = event.entry.is_some_and(|entry| entry.side != SIDES[at]);
        if let Some((sent, _, kills)) = self.last_move_sent.take_if(|(_, by, _)| by_other && *by != SIDES[at])
            && kills == self.run.stats.kills()
        {
            self.run.stats.update(|notes| notes.delivery_latency.add(sent.elapsed()));
        }
        if let Some(view) = event.view {
            self.views[at] = view;
        }
        if event.kind == "ended" {
            self.is_over = true;
        }
    }

    fn record_clocks(&mut self) {
        if let Some(clocks) = self.clocks.take() {
            let room = self.room.clone();
            self.run.stats.update(|notes| {
                notes.clocks.insert(room, clocks);
            });
        }
    }
}
