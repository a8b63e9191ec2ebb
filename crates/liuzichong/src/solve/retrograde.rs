//! The analysis itself.
//!
//! Captures only ever lead to fewer men, so the classes of equal numbers of men are solved from the few to the
//! many, each together with its reverse (the turn passes). Within such a pair only quiet moves matter, and these
//! can be taken back without guessing who was taken. Distances go up one by one: what is decided in `plies` tells
//! the positions before it, and these are decided in more.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::{Crew, Progress};
use crate::ending::{Standing, by_numbers};
use crate::table::index::{Class, INDEX, Index};
use crate::table::{DRAW, Table};
use crate::{HouseRules, Point, Points, capture};

/// How many entries make a task: so many that sharing few of them out, which costs more than it saves, is not done.
const TASK: usize = 1 << 12;

pub(super) struct Solver<'a> {
    rules: HouseRules,
    crew: &'a dyn Crew,
    index: &'static Index,
    /// The distance of each entry that is decided or will be when its distance is reached; else a draw.
    ///
    /// While one distance is worked on, entries are only ever lowered to greater distances, so everybody may read
    /// those of this distance or less without asking who writes.
    entries: Vec<AtomicU8>,
}

impl<'a> Solver<'a> {
    pub(super) fn new(rules: HouseRules, crew: &'a dyn Crew) -> Solver<'a> {
        let index: &'static Index = &INDEX;
        let entries = (0..index.len()).map(|_| AtomicU8::new(DRAW)).collect();
        Solver { rules, crew, index, entries }
    }

    pub(super) fn run(self, report: &mut dyn FnMut(Progress)) -> Table {
        let mut pairs: Vec<Class> = Class::all().filter(|class| class.mover >= class.other).collect();
        pairs.sort_by_key(|class| class.mover + class.other);
        let mut decided = 0;
        for class in pairs {
            let size = |class| self.index.range(class).len();
            if class.mover == class.other {
                self.solve(&[class], decided, report);
                decided += size(class);
            } else {
                self.solve(&[class, class.reversed()], decided, report);
                decided += size(class) + size(class.reversed());
            }
            report(Progress { decided, entries: self.entries.len() });
        }
        Table::new(self.rules, self.entries.into_iter().map(AtomicU8::into_inner).collect())
    }

    /// Solves the classes, once all with fewer men are solved.
    fn solve(&self, classes: &[Class], before: usize, report: &mut dyn FnMut(Progress)) {
        let standing = |class: Class| by_numbers(self.rules, class.mover as u32, class.other as u32);
        // Numbers that end the game end it whoever is to move.
        if standing(classes[0]).is_some() {
            // A mover who has won already would have an even distance, as losses have. The rules are asked before
            // the table, so nothing is stored for it.
            for &class in classes.iter().filter(|&&class| matches!(standing(class), Some(Standing::Lost(_))))
            {
                self.index.range(class).for_each(|entry| self.entries[entry].store(0, Relaxed));
            }
            return;
        }
        for &class in classes {
            let all: Vec<usize> = self.index.range(class).collect();
            self.each(class, &all, |mover, other| self.begin(mover, other));
        }
        let mut decided = before;
        for plies in 0..DRAW - 1 {
            let mut waiting = false;
            for &class in classes {
                let (now, later) = self.decided_in(class, plies);
                decided += now.len();
                waiting |= later;
                self.each(class, &now, |mover, other| self.tell_those_before(mover, other, plies));
                // Those that were told wait as well.
                waiting |= !now.is_empty();
            }
            if !waiting {
                return;
            }
            report(Progress { decided, entries: self.entries.len() });
        }
        unreachable!("the longest win of any house rules takes 83 plies");
    }

    /// The entries of the class with this distance, and whether there are any with a greater one.
    fn decided_in(&self, class: Class, plies: u8) -> (Vec<usize>, bool) {
        let (mut now, mut later) = (Vec::new(), false);
        for entry in self.index.range(class) {
            let distance = self.entries[entry].load(Relaxed);
            later |= distance > plies && distance < DRAW;
            if distance == plies {
                now.push(entry);
            }
        }
        (now, later)
    }

    /// Shows the position of each of these entries, shared among the crew.
    fn each(&self, class: Class, entries: &[usize], work: impl Fn(Points, Points) + Sync) {
        let tasks: Vec<&[usize]> = entries.chunks(TASK).collect();
        self.crew.share(tasks.len(), &|task| {
            for &entry in tasks[task] {
                let (mover, other, _) = self.index.position(class, entry);
                work(mover, other);
            }
        });
    }

    /// Looks at what is known before any quiet move is: who is blocked, and who wins by a capture or can only
    /// lose by one.
    fn begin(&self, mover: Points, other: Points) {
        let mut best = DRAW;
        let mut moves = 0;
        for_each_move(mover, other, |own, at| {
            moves += 1;
            let taken = capture::taken(self.rules, own, other, at);
            if taken.any() {
                let distance = self.distance(other.without(taken), own);
                if distance.is_multiple_of(2) {
                    best = best.min(distance + 1);
                }
            }
            true
        });
        if moves == 0 {
            best = 0;
        } else if best == DRAW {
            best = self.lost_in(mover, other, 0).unwrap_or(DRAW);
        }
        self.lower(mover, other, best);
    }

    /// Takes back each quiet move that may have led here, where `mover` is decided in `plies`.
    fn tell_those_before(&self, mover: Points, other: Points, plies: u8) {
        for at in other {
            if capture::taken(self.rules, other, mover, at).any() {
                continue;
            }
            for from in at.neighbours().without(mover | other) {
                let earlier = other ^ at.bit() ^ from.bit();
                if plies.is_multiple_of(2) {
                    // A lost position can be reached from here.
                    self.lower(earlier, mover, plies + 1);
                } else if self.distance(earlier, mover) == DRAW {
                    // One way out less; was it the last?
                    if let Some(distance) = self.lost_in(earlier, mover, plies) {
                        self.lower(earlier, mover, distance);
                    }
                }
            }
        }
    }

    /// In how many plies the position is lost, if every move leads to a win of the other side; quiet moves are
    /// decided up to `plies`, captures altogether.
    fn lost_in(&self, mover: Points, other: Points, plies: u8) -> Option<u8> {
        let mut longest = 0;
        let lost = for_each_move(mover, other, |own, at| {
            let taken = capture::taken(self.rules, own, other, at);
            let distance = self.distance(other.without(taken), own);
            longest = longest.max(distance);
            distance % 2 == 1 && distance != DRAW && (taken.any() || distance <= plies)
        });
        lost.then(|| longest + 1)
    }

    /// The distance that is stored; a side without men has lost.
    fn distance(&self, mover: Points, other: Points) -> u8 {
        if mover.is_empty() { 0 } else { self.entries[self.index.entry(mover, other)].load(Relaxed) }
    }

    /// Stores a distance unless a lesser one is there.
    fn lower(&self, mover: Points, other: Points, distance: u8) {
        for entry in self.index.entries(mover, other) {
            self.entries[entry].fetch_min(distance, Relaxed);
        }
    }
}

/// Shows every step: the mover's men after it, and where the moved man stands. Ends early, and says so, when the
/// answer is no.
fn for_each_move(mover: Points, other: Points, mut show: impl FnMut(Points, Point) -> bool) -> bool {
    let empty = !(mover | other);
    mover
        .into_iter()
        .all(|from| (from.neighbours() & empty).into_iter().all(|to| show(mover ^ from.bit() ^ to.bit(), to)))
}
