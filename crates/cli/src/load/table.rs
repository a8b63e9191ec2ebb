use std::sync::Arc;
use std::time::Instant;

use anyhow::{Context, Result};
use serde_json::json;
use tokio::sync::watch;
use yipan_rules::split_mix;
use yipan_wire::{Clocks, Side};

use super::line::{Heard, Line, View};
use super::{Run, Stage};

/// The clock that everybody plays by; `audit` knows it as well.
pub(super) const CLOCK: &str = "30+1";

/// Two who play random moves, one game after the other.
pub(super) struct Table {
    run: Arc<Run>,
    number: usize,
    lines: [Line; 2],
    views: [View; 2],
    room: String,
    /// When the last move was sent, by whom, and how often the hall had been killed by then.
    sent: Option<(Instant, Side, u64)>,
    clocks: Option<(u64, Clocks)>,
    random: u64,
    over: bool,
}

const SIDES: [Side; 2] = [Side::First, Side::Second];

impl Table {
    pub(super) async fn play(run: Arc<Run>, number: usize, shown: watch::Sender<String>) {
        let outcome = Table::try_play(Arc::clone(&run), number, &shown).await;
        if let Err(error) = outcome {
            run.book.fault(format!("table {number}: {error:#}"));
        }
    }

    async fn try_play(run: Arc<Run>, number: usize, shown: &watch::Sender<String>) -> Result<()> {
        let mut table = {
            let _pass = run.entrance.acquire().await?;
            let lines = [Line::enter(Arc::clone(&run)).await?, Line::enter(Arc::clone(&run)).await?];
            let mut table = Table {
                run: Arc::clone(&run),
                number,
                lines,
                views: [View::default(), View::default()],
                room: String::new(),
                sent: None,
                clocks: None,
                random: split_mix(run.seed ^ number as u64).1,
                over: false,
            };
            table.begin(shown).await.context("a game does not begin")?;
            table
        };
        run.book.enter();
        let mut stage = run.stage.clone();
        // Tables do not all move in the same moment.
        let first = run.pause.mul_f64((table.chance() % 1000) as f64 / 1000.0);
        let mut due = None;
        loop {
            let now = *stage.borrow_and_update();
            let is_answered = table.lines.iter().all(|line| line.pending.is_none());
            if now == Stage::Leave && is_answered {
                break;
            }
            if table.over && now == Stage::Play && is_answered {
                table.begin(shown).await.context("a next game does not begin")?;
            }
            if now == Stage::Play && due.is_none() {
                due = Some(Instant::now() + first);
            }
            let mover = table.mover().filter(|_| now == Stage::Play && !table.over);
            let wake = due.unwrap_or_else(Instant::now);
            let [first, second] = &mut table.lines;
            tokio::select! {
                heard = first.hear() => table.take(0, heard),
                heard = second.hear() => table.take(1, heard),
                () = tokio::time::sleep_until(wake.into()), if mover.is_some() => {
                    if let Some(mover) = mover {
                        due = Some((wake + run.pause).max(Instant::now()));
                        table.send(mover).await;
                    }
                }
                _ = stage.changed() => {}
            }
        }
        table.note_clocks();
        for line in &mut table.lines {
            line.answers().await;
            run.book.note(|notes| notes.present += 1);
        }
        Ok(())
    }

    fn chance(&mut self) -> u64 {
        let (next, number) = split_mix(self.random);
        self.random = next;
        number
    }

    /// A new room, both seated, started.
    async fn begin(&mut self, shown: &watch::Sender<String>) -> Result<()> {
        self.note_clocks();
        let (game, modes) = match self.number % 8 {
            0..=3 => ("chess", vec![]),
            4 | 5 => ("xiangqi", vec![]),
            6 => ("liuzichong", vec![]),
            _ => ("chess", vec!["dice-a", "fog", "mines"]),
        };
        let terms = json!({"game": game, "modes": modes, "clock": CLOCK, "colour": "first", "public": true});
        self.room = self.lines[0].open_room(&terms).await?;
        self.views = [View::default(), View::default()];
        for line in 0..2 {
            self.lines[line].part().await;
            self.lines[line].join(&self.room).await;
            let contribution: String = (0..4).map(|_| format!("{:016x}", self.chance())).collect();
            self.lines[line].complete(json!({"type": "sit", "contribution": contribution})).await?;
        }
        // The host's answer may come before the frame that tells of the start, which brings the board.
        (self.sent, self.clocks, self.over) = (None, None, false);
        self.lines[0].begin(json!({"type": "start"}), false).await;
        while self.views.iter().all(|view| view.turn.is_none()) && !self.over {
            let [first, second] = &mut self.lines;
            tokio::select! {
                heard = first.hear() => self.take(0, heard),
                heard = second.hear() => self.take(1, heard),
            }
        }
        self.run.book.note(|notes| notes.games += 1);
        shown.send_replace(self.room.clone());
        Ok(())
    }

    /// Whoever may move and is not waiting for an answer.
    fn mover(&self) -> Option<usize> {
        let free = self.lines.iter().all(|line| line.pending.is_none());
        (0..2)
            .find(|&at| free && self.views[at].turn == Some(SIDES[at]) && !self.views[at].actions.is_empty())
    }

    async fn send(&mut self, mover: usize) {
        let place = self.chance() as usize % self.views[mover].actions.len();
        let act = self.views[mover].actions.swap_remove(place);
        self.views[mover] = View::default();
        self.lines[mover].begin(json!({"type": "act", "act": act}), true).await;
        self.sent =
            self.lines[mover].pending.as_ref().map(|pending| (pending.sent, SIDES[mover], pending.kills));
    }

    /// Takes in what one of the two has heard.
    fn take(&mut self, at: usize, heard: Heard) {
        match heard.kind.as_str() {
            "frame" => self.see(at, heard),
            "done" | "refused" => {
                let line = &mut self.lines[at];
                let Some(pending) = line.pending.take_if(|pending| heard.id.as_ref() == Some(&pending.id))
                else {
                    return;
                };
                let undisturbed = pending.kills == self.run.book.kills();
                match heard.fault {
                    None if pending.is_move => {
                        let took = undisturbed.then(|| pending.sent.elapsed());
                        self.run.book.acked(&self.room, &line.person, pending.id, took);
                        let lost = self.run.loss > (self.chance() % 10_000) as f64 / 10_000.0;
                        if lost {
                            self.lines[at].lose();
                        }
                    }
                    None => {}
                    // A game may end while the last command is on its way.
                    Some(fault) if fault.key == "over" => {}
                    Some(fault) => self.run.book.fault(format!("{}: refused, {}", self.room, fault.key)),
                }
            }
            "error" => {
                let key = heard.fault.map(|fault| fault.key).unwrap_or_default();
                self.run.book.fault(format!("{}: error, {key}", self.room));
            }
            _ => {}
        }
    }

    fn see(&mut self, at: usize, heard: Heard) {
        let (Some(event), Some(seq)) = (heard.event, heard.seq) else { return };
        self.run.book.note(|notes| notes.frames += 1);
        if let Some(clocks) = event.clocks
            && self.clocks.is_none_or(|(known, _)| known < seq)
        {
            self.clocks = Some((seq, clocks));
        }
        let by_other = event.played.is_some_and(|played| played.seat != SIDES[at]);
        if let Some((sent, _, kills)) = self.sent.take_if(|(_, by, _)| by_other && *by != SIDES[at])
            && kills == self.run.book.kills()
        {
            self.run.book.note(|notes| notes.seen.add(sent.elapsed()));
        }
        if let Some(view) = event.view {
            self.views[at] = view;
        }
        if event.kind == "ended" {
            self.over = true;
        }
    }

    fn note_clocks(&mut self) {
        if let Some(clocks) = self.clocks.take() {
            let room = self.room.clone();
            self.run.book.note(|notes| {
                notes.clocks.insert(room, clocks);
            });
        }
    }
}
