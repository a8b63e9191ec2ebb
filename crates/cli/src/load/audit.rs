//! What the log says in the end, held against what everybody was told.

use std::collections::HashMap;

use anyhow::{Context, Result};
use yipan_rules::Seat;
use yipan_server::Kept;
use yipan_table::{Entry, Stamped, Table};
use yipan_wire::Clocks;

use super::book::Book;
use super::hall::Folder;

/// What was found.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Verdict {
    /// Moves that were acknowledged and are not in the log.
    pub(super) lost: u64,
    /// Moves that are in the log more than once.
    pub(super) doubled: u64,
    /// Logs that do not fold.
    pub(super) broken: u64,
    /// Moves in the log.
    pub(super) kept: u64,
    /// The clock that was furthest from what the log says, in milliseconds, and how many were compared.
    pub(super) clock: u64,
    pub(super) clocks: u64,
}

/// Milliseconds that `table::CLOCK` gives at first, and for every turn.
const MAIN: i64 = 30 * 60_000;
const INCREMENT: i64 = 1_000;

pub(super) async fn audit(folder: &Folder, book: &Book) -> Result<Verdict> {
    let mut logs: HashMap<String, Vec<Stamped>> = HashMap::new();
    yipan_server::export(folder.path(), |kept| {
        if let Kept::Entry { room, line, .. } = kept {
            logs.entry(room).or_default().push(serde_json::from_str(&line)?);
        }
        Ok(())
    })
    .await
    .context("the hall's folder cannot be read")?;
    let notes = book.copy();
    let mut verdict = Verdict::default();
    let mut done: HashMap<(&str, &str, &str), u64> = HashMap::new();
    for (room, log) in &logs {
        for stamped in log {
            if let (Entry::Played { .. }, Some(by)) = (&stamped.entry, &stamped.by) {
                *done.entry((room, &by.person, &by.id)).or_default() += 1;
                verdict.kept += 1;
            }
        }
        verdict.broken += u64::from(Table::fold(log.iter().cloned()).is_err());
    }
    verdict.doubled = done.values().filter(|count| **count > 1).count() as u64;
    let is_lost = |(room, person, id): &&(String, String, String)| {
        !done.contains_key(&(room.as_str(), person.as_str(), id.as_str()))
    };
    verdict.lost = notes.acked.iter().filter(is_lost).count() as u64;
    for (room, (seq, told)) in &notes.clocks {
        let log = logs.get(room).map_or(&[][..], |log| log);
        if let Some(off) = difference(log, *seq, told) {
            verdict.clock = verdict.clock.max(off);
            verdict.clocks += 1;
        }
    }
    Ok(verdict)
}

/// How far what was told with a frame is from what the entries up to it add up to. It is added up here anew, in the
/// plainest way; dice, where turns are no alternation, are left to the table's own tests.
fn difference(log: &[Stamped], seq: u64, told: &Clocks) -> Option<u64> {
    let Entry::Opened { terms, .. } = &log.first()?.entry else { return None };
    if terms.modes.iter().any(|mode| mode.starts_with("dice")) {
        return None;
    }
    let mut clocks = Plain::default();
    for (number, stamped) in log.iter().enumerate().take(usize::try_from(seq).ok()? + 1) {
        let before = number.checked_sub(1).map_or(stamped.at.0, |before| log[before].at.0);
        clocks.take(stamped, before as i64);
    }
    let at = told.at as i64;
    let off = Seat::BOTH.map(|seat| {
        let told = told.left[seat.index()].map_or(0, |left| left.main as i64);
        clocks.left_at(seat, at).abs_diff(told)
    });
    off.into_iter().max()
}

/// Two clocks that are added up by hand.
#[derive(Debug)]
struct Plain {
    left: [i64; 2],
    moved: [bool; 2],
    missed: [bool; 2],
    to_move: Seat,
    running: Option<(Seat, i64)>,
}

impl Default for Plain {
    fn default() -> Plain {
        Plain { left: [MAIN; 2], moved: [false; 2], missed: [false; 2], to_move: Seat::First, running: None }
    }
}

impl Plain {
    fn left_at(&self, seat: Seat, at: i64) -> i64 {
        let spent = self.running.filter(|(running, _)| *running == seat).map_or(0, |(_, since)| at - since);
        self.left[seat.index()] - spent
    }

    fn stop(&mut self, at: i64, credit: i64) {
        if let Some((seat, since)) = self.running.take() {
            self.left[seat.index()] -= (at - since - credit).max(0);
        }
    }

    fn run(&mut self, at: i64) {
        let seat = self.to_move;
        let runs = self.moved[seat.index()] && !self.missed[seat.index()];
        self.running = runs.then_some((seat, at));
    }

    fn take(&mut self, stamped: &Stamped, before: i64) {
        let at = stamped.at.0 as i64;
        match &stamped.entry {
            Entry::Played { seat, credit, .. } => {
                let seat = Seat::from(*seat);
                self.stop(at, *credit as i64);
                if std::mem::replace(&mut self.moved[seat.index()], true) {
                    self.left[seat.index()] += INCREMENT;
                }
                self.to_move = seat.other();
                self.run(at);
            }
            Entry::Restarted => {
                self.stop(before, 0);
                self.missed = [true; 2];
            }
            Entry::Back { seat } => self.back(&[Seat::from(*seat)], at),
            Entry::Resumed => self.back(&Seat::BOTH, at),
            Entry::Outage { since } => {
                self.stop((since.0 as i64).clamp(before, at), 0);
                self.run(at);
            }
            Entry::Ended { .. } => self.stop(at, 0),
            _ => {}
        }
    }

    fn back(&mut self, seats: &[Seat], at: i64) {
        for &seat in seats {
            if std::mem::take(&mut self.missed[seat.index()]) && seat == self.to_move {
                self.run(at);
            }
        }
    }
}
