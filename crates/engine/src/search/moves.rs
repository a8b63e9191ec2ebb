//! The moves of one position, one after the other.

use arrayvec::ArrayVec;

use super::Search;
use super::node::Known;
use super::picker::{Pick, Picker};
use super::reduction::reduction;
use crate::score::{self, DECIDED, INFINITE};
use crate::searchable::{Evaluation, Facet, Searchable, Visit};
use crate::table::Bound;

/// What stays the same while the moves of a node are searched.
#[derive(Clone, Copy)]
pub(super) struct Node<P: Searchable> {
    pub(super) known: Known<P::Move>,
    beta: i32,
    /// The move that is left out, to see whether it is the only good one.
    excluded: Option<P::Move>,
    before: [Option<Facet>; 2],
    refutations: [u16; 3],
    was_pv: bool,
}

/// How far the moves of a node have been tried, and what came of it.
pub(super) struct Tries<P: Searchable> {
    picker: Picker<P>,
    alpha: i32,
    best: i32,
    best_move: Option<P::Move>,
    bound: Bound,
    count: usize,
    quiets: ArrayVec<Facet, 64>,
    captures: ArrayVec<Facet, 32>,
}

/// A move that is to be searched.
pub(super) struct Try<M> {
    pick: Pick<M>,
    /// How many came before it, and itself.
    count: usize,
    /// Whether it loses something at once.
    is_bad_capture: bool,
    /// What it has to beat.
    alpha: i32,
}

impl<M: Copy> Try<M> {
    pub(super) fn mv(&self) -> M {
        self.pick.mv
    }

    /// Whether a move that is worth so much is better than what it had to beat.
    pub(super) fn is_better_at(&self, value: i32) -> bool {
        value > self.alpha
    }
}

impl<P: Searchable> Tries<P> {
    /// Lets a move beat what has been found since it was taken; whether there is something.
    pub(super) fn raise(&self, tried: &mut Try<P::Move>) -> bool {
        let has_risen = self.alpha > tried.alpha;
        tried.alpha = self.alpha;
        has_risen
    }

    /// Takes down what a move came to; whether the others need not be searched.
    pub(super) fn record(
        &mut self,
        position: &P,
        node: &Node<P>,
        tried: &Try<P::Move>,
        value: i32,
    ) -> Outcome {
        let Pick { mv, is_quiet, .. } = tried.pick;
        let mut outcome = Outcome::Nothing;
        if value > self.best {
            self.best = value;
            if value > self.alpha {
                self.best_move = Some(mv);
                if value >= node.beta {
                    self.bound = Bound::Lower;
                    return Outcome::Cut;
                }
                self.alpha = value;
                self.bound = Bound::Exact;
                outcome = Outcome::Better;
            }
        }
        let facet = position.facet(mv);
        // Beyond so many tries nothing is learnt from one more.
        let _ = if is_quiet { self.quiets.try_push(facet) } else { self.captures.try_push(facet) };
        outcome
    }
}

/// What a move has changed.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Outcome {
    /// There was a better one.
    Nothing,
    /// It is the best so far.
    Better,
    /// It is too good: whoever moved before will not let it come to this.
    Cut,
}

impl<P: Searchable, E: Evaluation<P>> Search<'_, P, E> {
    /// Searches the moves one after the other, or together with others who have nothing to do.
    pub(super) fn moves<const PV: bool>(
        &mut self,
        position: &P,
        alpha: i32,
        beta: i32,
        known: &Known<P::Move>,
    ) -> i32 {
        let ply = known.ply;
        let before = self.before();
        let [killer, second] = self.frames[ply].killers;
        let node = Node {
            known: *known,
            beta,
            excluded: self.frames[ply].excluded,
            before,
            refutations: [killer, second, self.memory.counter(before[0])],
            was_pv: PV || known.entry.is_some_and(|entry| entry.pv),
        };
        let mut tries = Tries {
            picker: Picker::all(known.table_move, node.refutations),
            alpha,
            best: -INFINITE,
            best_move: None,
            bound: Bound::Upper,
            count: 0,
            quiets: ArrayVec::new(),
            captures: ArrayVec::new(),
        };
        let checks = position.look_for_checks();
        while let Some(tried) = self.next(position, &node, &mut tries, &checks) {
            let Some(extension) = self.singular(position, tried.pick.mv, beta, known) else { return beta };
            if self.stopped {
                return 0;
            }
            let value = self.attempt::<PV>(position, &node, &tried, extension);
            if self.stopped {
                break;
            }
            let outcome = tries.record(position, &node, &tried, value);
            if PV && outcome != Outcome::Nothing {
                self.note(tried.mv());
            }
            if outcome == Outcome::Cut {
                break;
            }
            if self.has_company(known.depth) {
                tries = self.share::<PV>(&node, tries);
                break;
            }
        }
        if self.stopped {
            // At the root what was found before the stop still counts.
            let counts = ply == 0 && tries.best_move.is_some() && tries.bound == Bound::Exact;
            return if counts { tries.best } else { 0 };
        }
        self.conclude(position, &node, &tries)
    }

    /// The next move that is worth a search.
    pub(super) fn next(
        &self,
        position: &P,
        node: &Node<P>,
        tries: &mut Tries<P>,
        checks: &P::Checks,
    ) -> Option<Try<P::Move>> {
        let (ply, depth) = (node.known.ply, node.known.depth);
        let enough = (4 + depth * depth) / if node.known.improving { 1 } else { 2 };
        while let Some(pick) = tries.picker.next(position, self.memory, node.before) {
            let mv = pick.mv;
            if Some(mv) == node.excluded
                || (ply == 0 && (self.taken.contains(&mv) || !self.root_moves.contains(&mv)))
            {
                continue;
            }
            tries.count += 1;
            if ply > 0 && tries.best > -DECIDED {
                // Enough quiet moves have been tried at this depth. A check may always be the one that decides.
                if pick.is_quiet && depth <= 8 && tries.count as i32 > enough {
                    tries.picker.skip_to_checks(position, checks);
                    if !position.checks(mv, checks) {
                        continue;
                    }
                }
                if is_hopeless(position, pick, tries, &node.known, checks) {
                    continue;
                }
            }
            let is_bad_capture = tries.picker.at_bad_captures();
            return Some(Try { pick, count: tries.count, is_bad_capture, alpha: tries.alpha });
        }
        None
    }

    /// What a move is worth, as far as that matters.
    fn attempt<const PV: bool>(
        &mut self,
        position: &P,
        node: &Node<P>,
        tried: &Try<P::Move>,
        extension: i32,
    ) -> i32 {
        self.enter(position, Some(tried.mv()));
        // The first move of a principal variation is taken for the best without asking.
        let is_doubted = !PV || tried.count > 1;
        let scouted = is_doubted.then(|| self.scout::<PV>(node, tried, extension));
        let value = match scouted {
            Some(value) if !PV || !tried.is_better_at(value) => value,
            _ => self.weigh(node, tried, extension),
        };
        self.leave();
        value
    }

    /// Whether the move that has just been made is better than what it has to beat; it is searched less deeply first if it
    /// comes late.
    pub(super) fn scout<const PV: bool>(
        &mut self,
        node: &Node<P>,
        tried: &Try<P::Move>,
        extension: i32,
    ) -> i32 {
        let known = &node.known;
        let Try { pick, count, alpha, .. } = *tried;
        let Visit { position: next, check: gives_check, .. } = self.line[known.ply + 1];
        let new_depth = known.depth - 1 + extension;
        let late =
            known.depth >= 2 && count > 1 + usize::from(PV) * 2 && (pick.is_quiet || tried.is_bad_capture);
        if late {
            let mut less = reduction(known.depth, count);
            if pick.is_quiet {
                less -= pick.score / 8_192;
                less -= i32::from(node.refutations.contains(&P::bits(pick.mv)));
            }
            less += i32::from(!known.improving) + i32::from(known.cut) * 2;
            less -= i32::from(node.was_pv) + i32::from(gives_check) + i32::from(known.in_check);
            let reduced = (new_depth - less).clamp(1, new_depth.max(1));
            let value = -self.search::<false>(&next, -alpha - 1, -alpha, reduced, true);
            if value <= alpha || reduced >= new_depth {
                return value;
            }
        }
        -self.search::<false>(&next, -alpha - 1, -alpha, new_depth, !known.cut)
    }

    /// What exactly the move that has just been made is worth.
    pub(super) fn weigh(&mut self, node: &Node<P>, tried: &Try<P::Move>, extension: i32) -> i32 {
        let next = self.line[node.known.ply + 1].position;
        -self.search::<true>(&next, -node.beta, -tried.alpha, node.known.depth - 1 + extension, false)
    }

    /// What the node is worth when its moves have been tried; it is remembered, and so is what is learnt from it.
    fn conclude(&mut self, position: &P, node: &Node<P>, tries: &Tries<P>) -> i32 {
        let Node { known, excluded, .. } = node;
        let Tries { alpha, best, best_move, bound, .. } = *tries;
        if tries.count == 0 {
            return match (excluded, known.in_check || P::STALEMATE_LOSES) {
                (Some(_), _) => alpha,
                (None, true) => score::mated(known.ply),
                (None, false) => 0,
            };
        }
        self.learn(position, node, tries);
        if excluded.is_none() {
            let is_quiet = best_move.is_none_or(|mv| !position.is_tactical(mv));
            if let Some(eval) = self.frames[known.ply].eval
                && is_quiet
                && best.abs() < DECIDED
                && !(bound == Bound::Lower && best <= eval)
                && !(bound == Bound::Upper && best >= eval)
            {
                self.memory.learn_error(position, best - eval, known.depth);
            }
            let first_line = known.ply > 0 || self.taken.is_empty();
            if first_line {
                self.keep(known, best, bound, best_move, known.depth, node.was_pv);
            }
        }
        best
    }

    /// How much deeper to search a move that seems to be the only good one; `None` if there are so many good ones
    /// that the node is done.
    fn singular(&mut self, position: &P, mv: P::Move, beta: i32, known: &Known<P::Move>) -> Option<i32> {
        let (ply, depth) = (known.ply, known.depth);
        let Some(entry) = known.entry else { return Some(0) };
        let value = score::from_table(i32::from(entry.score), ply);
        let applies = ply > 0
            && depth >= 7
            && known.table_move == Some(mv)
            && self.frames[ply].excluded.is_none()
            && i32::from(entry.depth) >= depth - 3
            && matches!(entry.bound, Bound::Lower | Bound::Exact)
            && value.abs() < DECIDED
            && ply < 2 * self.depth as usize;
        if !applies {
            return Some(0);
        }
        let target = value - 2 * depth;
        self.frames[ply].excluded = Some(mv);
        let found = self.search::<false>(position, target - 1, target, (depth - 1) / 2, known.cut);
        self.frames[ply].excluded = None;
        // The search of the same position used the same frame.
        self.frames[ply].best.clear();
        if found < target {
            Some(1)
        } else if target >= beta && beta.abs() < DECIDED {
            None
        } else if value >= beta {
            Some(-1)
        } else {
            Some(0)
        }
    }

    /// Remembers what refuted this position and what did not.
    fn learn(&mut self, position: &P, node: &Node<P>, tries: &Tries<P>) {
        let (Bound::Lower, Some(mv)) = (tries.bound, tries.best_move) else { return };
        let ply = node.known.ply;
        let before = node.before;
        let bonus = (150 * node.known.depth - 60).clamp(20, 1_800);
        let facet = position.facet(mv);
        if position.is_tactical(mv) {
            self.memory.learn_capture(facet, bonus);
        } else {
            let bits = P::bits(mv);
            let killers = &mut self.frames[ply].killers;
            if killers[0] != bits {
                *killers = [bits, killers[0]];
            }
            self.memory.set_counter(before[0], bits);
            self.memory.learn_quiet(facet, before, bonus);
            for &tried in &tries.quiets {
                self.memory.learn_quiet(tried, before, -bonus);
            }
        }
        for &tried in &tries.captures {
            self.memory.learn_capture(tried, -bonus);
        }
    }
}

/// Whether a move is so unlikely to matter that it is not searched.
fn is_hopeless<P: Searchable>(
    position: &P,
    pick: Pick<P::Move>,
    tries: &Tries<P>,
    known: &Known<P::Move>,
    checks: &P::Checks,
) -> bool {
    let depth = known.depth;
    let reduced = (depth - reduction(depth, tries.count)).max(0);
    if !pick.is_quiet {
        return tries.picker.at_bad_captures() && depth <= 7 && !position.exchange_pays(pick.mv, -90 * depth);
    }
    // It could not make up what is missing, or was never any good.
    let is_futile = !known.in_check && reduced <= 7 && known.eval + 90 + 80 * reduced <= tries.alpha;
    let is_bad = depth <= 4 && pick.score < -3_500 * depth;
    if (is_futile || is_bad) && !position.checks(pick.mv, checks) {
        return true;
    }
    !position.exchange_pays(pick.mv, -22 * reduced * reduced)
}
