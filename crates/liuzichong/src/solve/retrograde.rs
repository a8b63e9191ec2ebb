//! Retrograde analysis.
//!
//! Captures reduce the number of pieces, so material classes are solved in ascending order of pieces, each
//! together with its reverse (the turn passes). Within such a pair only quiet moves matter, and unmaking them is
//! unambiguous. Distances are processed in ascending order: positions decided in `plies` decide their
//! predecessors at greater distances.

use std::sync::atomic::{AtomicU8, Ordering::Relaxed};

use super::executor::Executor;
use super::progress::Progress;
use crate::outcome::{MaterialOutcome, material_outcome};
use crate::tablebase::Tablebase;
use crate::tablebase::index::{INDEX, Index, MaterialClass};
use crate::tablebase::wdl::DRAW_ENTRY;
use crate::{HouseRules, Point, PointSet, capture};

/// The number of entries in a task, large enough to outweigh the cost of distributing tasks.
const TASK_SIZE: usize = 1 << 12;

pub(super) struct Solver<'a> {
    rules: HouseRules,
    executor: &'a dyn Executor,
    index: &'static Index,
    /// The distance of each entry that is decided so far, otherwise [`DRAW_ENTRY`].
    ///
    /// While a distance is processed, entries are only lowered to greater distances. So entries of this distance
    /// or less can be read without synchronization.
    entries: Vec<AtomicU8>,
}

impl<'a> Solver<'a> {
    pub(super) fn new(rules: HouseRules, executor: &'a dyn Executor) -> Solver<'a> {
        let index: &'static Index = &INDEX;
        let entries = (0..index.len()).map(|_| AtomicU8::new(DRAW_ENTRY)).collect();
        Solver { rules, executor, index, entries }
    }

    pub(super) fn run(self, report: &mut dyn FnMut(Progress)) -> Tablebase {
        let mut pairs: Vec<MaterialClass> =
            MaterialClass::all().filter(|class| class.mover >= class.other).collect();
        pairs.sort_by_key(|class| class.mover + class.other);
        let mut decided = 0;
        for class in pairs {
            let size = |class| self.index.range(class).len();
            if class.mover == class.other {
                self.solve_classes(&[class], decided, report);
                decided += size(class);
            } else {
                self.solve_classes(&[class, class.reversed()], decided, report);
                decided += size(class) + size(class.reversed());
            }
            report(Progress { decided, entries: self.entries.len() });
        }
        Tablebase::new(self.rules, self.entries.into_iter().map(AtomicU8::into_inner).collect())
    }

    /// Solves these classes. All classes with fewer pieces must be solved.
    fn solve_classes(&self, classes: &[MaterialClass], before: usize, report: &mut dyn FnMut(Progress)) {
        let material =
            |class: MaterialClass| material_outcome(self.rules, class.mover as u32, class.other as u32);
        // Material outcomes do not depend on the side to move.
        if material(classes[0]).is_some() {
            // Nothing is stored for a mover that has already won: its distance would be even, like that of a
            // loss. Probing applies the rules first.
            for &class in
                classes.iter().filter(|&&class| matches!(material(class), Some(MaterialOutcome::Lost(_))))
            {
                self.index.range(class).for_each(|entry| self.entries[entry].store(0, Relaxed));
            }
            return;
        }
        for &class in classes {
            let all: Vec<usize> = self.index.range(class).collect();
            self.for_each_position(class, &all, |mover, other| self.initialize(mover, other));
        }
        let mut decided = before;
        for plies in 0..DRAW_ENTRY - 1 {
            let mut has_pending = false;
            for &class in classes {
                let (now, has_later) = self.entries_at_distance(class, plies);
                decided += now.len();
                has_pending |= has_later;
                self.for_each_position(class, &now, |mover, other| {
                    self.propagate_to_predecessors(mover, other, plies);
                });
                // Their predecessors may be pending too.
                has_pending |= !now.is_empty();
            }
            if !has_pending {
                return;
            }
            report(Progress { decided, entries: self.entries.len() });
        }
        unreachable!("the longest win of any house rules takes 83 plies");
    }

    /// Returns the entries of the class with this distance, and whether any has a greater one.
    fn entries_at_distance(&self, class: MaterialClass, plies: u8) -> (Vec<usize>, bool) {
        let (mut now, mut has_later) = (Vec::new(), false);
        for entry in self.index.range(class) {
            let distance = self.entries[entry].load(Relaxed);
            has_later |= distance > plies && distance < DRAW_ENTRY;
            if distance == plies {
                now.push(entry);
            }
        }
        (now, has_later)
    }

    /// Calls `work` with the position of each entry, distributed over the executor.
    fn for_each_position(
        &self,
        class: MaterialClass,
        entries: &[usize],
        work: impl Fn(PointSet, PointSet) + Sync,
    ) {
        let tasks: Vec<&[usize]> = entries.chunks(TASK_SIZE).collect();
        self.executor.run_tasks(tasks.len(), &|task| {
            for &entry in tasks[task] {
                let (mover, other, _) = self.index.position(class, entry);
                work(mover, other);
            }
        });
    }

    /// Evaluates a position before quiet moves are known: blocked sides, winning captures, and losses by forced
    /// captures.
    fn initialize(&self, mover: PointSet, other: PointSet) {
        let mut best = DRAW_ENTRY;
        let mut moves = 0;
        for_each_move(mover, other, |own, at| {
            moves += 1;
            let captured = capture::captured(self.rules, own, other, at);
            if captured.any() {
                let distance = self.distance(other.without(captured), own);
                if distance.is_multiple_of(2) {
                    best = best.min(distance + 1);
                }
            }
            true
        });
        if moves == 0 {
            best = 0;
        } else if best == DRAW_ENTRY {
            best = self.loss_distance(mover, other, 0).unwrap_or(DRAW_ENTRY);
        }
        self.store_min(mover, other, best);
    }

    /// Updates the predecessors by quiet moves of a position that is decided in `plies`.
    fn propagate_to_predecessors(&self, mover: PointSet, other: PointSet, plies: u8) {
        for at in other {
            if capture::captured(self.rules, other, mover, at).any() {
                continue;
            }
            for from in at.neighbors().without(mover | other) {
                let earlier = other ^ at.bit() ^ from.bit();
                if plies.is_multiple_of(2) {
                    // The predecessor can move to a lost position.
                    self.store_min(earlier, mover, plies + 1);
                } else if self.distance(earlier, mover) == DRAW_ENTRY {
                    // The predecessor has one escape less, possibly the last.
                    if let Some(distance) = self.loss_distance(earlier, mover, plies) {
                        self.store_min(earlier, mover, distance);
                    }
                }
            }
        }
    }

    /// Returns the distance of a loss if every move leads to a win of the other side.
    ///
    /// Quiet moves are decided up to `plies`, captures completely.
    fn loss_distance(&self, mover: PointSet, other: PointSet, plies: u8) -> Option<u8> {
        let mut longest = 0;
        let lost = for_each_move(mover, other, |own, at| {
            let captured = capture::captured(self.rules, own, other, at);
            let distance = self.distance(other.without(captured), own);
            longest = longest.max(distance);
            distance % 2 == 1 && distance != DRAW_ENTRY && (captured.any() || distance <= plies)
        });
        lost.then(|| longest + 1)
    }

    /// Returns the stored distance. A side without pieces has lost.
    fn distance(&self, mover: PointSet, other: PointSet) -> u8 {
        if mover.is_empty() { 0 } else { self.entries[self.index.entry(mover, other)].load(Relaxed) }
    }

    /// Stores a distance unless a smaller one is stored.
    fn store_min(&self, mover: PointSet, other: PointSet, distance: u8) {
        for entry in self.index.entries(mover, other) {
            self.entries[entry].fetch_min(distance, Relaxed);
        }
    }
}

/// Calls `visit` with the mover's pieces and the moved piece after each move. Stops and returns `false` if it
/// returns `false`.
fn for_each_move(mover: PointSet, other: PointSet, mut visit: impl FnMut(PointSet, Point) -> bool) -> bool {
    let empty = !(mover | other);
    mover
        .into_iter()
        .all(|from| (from.neighbors() & empty).into_iter().all(|to| visit(mover ^ from.bit() ^ to.bit(), to)))
}
