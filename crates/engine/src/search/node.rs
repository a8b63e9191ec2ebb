//! Principal variation search: one position, every move that may matter.

use super::Search;
use super::picker::{Pick, Picker};
use crate::score::{self, DECIDED, MAX_PLY, RULED};
use crate::searchable::{Evaluation, Searchable, Standing};
use crate::table::{Bound, Entry};

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy)]
pub(super) struct Known<M> {
    pub(super) entry: Option<Entry>,
    pub(super) table_move: Option<M>,
    /// The static evaluation.
    raw: i32,
    /// The same, made better by what is known from elsewhere.
    pub(super) eval: i32,
    pub(super) improving: bool,
    pub(super) in_check: bool,
    pub(super) ply: usize,
    pub(super) depth: i32,
    pub(super) cut: bool,
}

impl<P: Searchable, E: Evaluation<P>> Search<'_, P, E> {
    /// The worth of a position for the side to move, exactly if it lies between `alpha` and `beta`.
    ///
    /// `PV` is a node whose exact score matters; `cut` one that is expected to fail high.
    pub(super) fn search<const PV: bool>(
        &mut self,
        position: &P,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        cut: bool,
    ) -> i32 {
        let ply = self.ply();
        self.frames[ply].best.clear();
        let here = self.line[ply];
        // Checks are forced, so they cost little; but not without end.
        if here.check && ply < 2 * self.depth as usize {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiesce::<PV>(position, alpha, beta, 0);
        }
        if self.must_stop() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if ply > 0 {
            if let Some(value) = self.decided_by_rule() {
                return value;
            }
            if ply >= MAX_PLY {
                return if here.check { 0 } else { self.evaluate(position) };
            }
            // Even a mate here would not change anything above.
            alpha = alpha.max(score::mated(ply));
            beta = beta.min(-score::mated(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.frames[ply].excluded;
        let entry = if excluded.is_some() { None } else { self.task.table.probe(here.key) };
        let table_score = entry.map(|entry| score::from_table(i32::from(entry.score), ply));
        if let (false, Some(entry), Some(value)) = (PV, entry, table_score)
            && i32::from(entry.depth) >= depth
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
                Bound::None => false,
            }
        {
            return value;
        }
        let table_move = entry.and_then(|entry| position.read(entry.mv));

        let raw = if here.check { 0 } else { self.static_eval(position, entry) };
        let eval = if here.check { 0 } else { raw + self.memory.correction(position) };
        self.frames[ply].eval = if here.check { None } else { Some(eval) };
        let improving = match (ply.checked_sub(2), self.frames[ply].eval) {
            (Some(back), Some(eval)) => self.frames[back].eval.is_none_or(|before| eval > before),
            _ => false,
        };
        let better = match (entry, table_score) {
            (Some(entry), Some(value)) if value.abs() < DECIDED => match entry.bound {
                Bound::Exact => value,
                Bound::Lower => value.max(eval),
                Bound::Upper => value.min(eval),
                Bound::None => eval,
            },
            _ => eval,
        };
        let mut known =
            Known { entry, table_move, raw, eval: better, improving, in_check: here.check, ply, depth, cut };
        if !PV
            && !here.check
            && excluded.is_none()
            && let Some(value) = self.prune(position, beta, &known)
        {
            return value;
        }
        // Without a move to begin with, a shallower search finds one for the next time.
        if known.table_move.is_none() && depth >= 4 && (PV || cut) && excluded.is_none() {
            known.depth -= 1;
        }
        self.frames[ply + 1].killers = [0; 2];
        self.moves::<PV>(position, alpha, beta, &known)
    }

    /// Draws, and repetitions that somebody must answer for.
    pub(super) fn decided_by_rule(&self) -> Option<i32> {
        let ply = self.ply() as i32;
        Some(match P::standing(self.task.past, &self.line)? {
            Standing::Draw => 0,
            Standing::Won => RULED - ply,
            Standing::Lost => ply - RULED,
        })
    }

    pub(super) fn static_eval(&mut self, position: &P, entry: Option<Entry>) -> i32 {
        match entry {
            Some(entry) => i32::from(entry.eval),
            None => self.evaluate(position),
        }
    }

    /// The ways to be done without looking at every move.
    fn prune(&mut self, position: &P, beta: i32, known: &Known<P::Move>) -> Option<i32> {
        let (depth, ply, eval) = (known.depth, known.ply, known.eval);
        // Where the game is as good as won, the point is to find the mate.
        if beta.abs() >= P::WON {
            return None;
        }
        // So far ahead that a few quiet moves will not lose it (reverse futility).
        let margin = 75 * (depth - i32::from(known.improving)).max(0);
        if depth <= 8 && eval - margin >= beta && eval < DECIDED {
            return Some(i32::midpoint(eval, beta));
        }
        // So far behind that only captures could help (razoring).
        if depth <= 3 && eval + 250 * depth < beta {
            let value = self.quiesce::<false>(position, beta - 1, beta, 0);
            if value < beta || self.stopped {
                return Some(value);
            }
        }
        // If even passing keeps the score, a move will (null move).
        let may_pass = ply > 0
            && self.line[ply].mv.is_some()
            && ply >= self.pass_from
            && depth >= 3
            && eval >= beta
            && position.may_pass();
        if may_pass {
            let less = 3 + depth / 4 + ((eval - beta) / 180).min(3);
            self.enter(position, None);
            let next = self.line[ply + 1].position;
            let value = -self.search::<false>(&next, -beta, -beta + 1, depth - 1 - less, !known.cut);
            self.leave();
            if self.stopped {
                return Some(0);
            }
            if value >= beta {
                let value = if value >= DECIDED { beta } else { value };
                if depth < 12 || self.pass_from > 0 {
                    return Some(value);
                }
                // Deep down the claim is worth checking without passing.
                self.pass_from = ply + 3 * (depth - less).max(1) as usize / 4;
                let check = self.search::<false>(position, beta - 1, beta, depth - less, false);
                self.pass_from = 0;
                if check >= beta {
                    return Some(value);
                }
            }
        }
        // A capture that beats even a raised bound at a lower depth (ProbCut).
        let raised = beta + 170;
        let doubted = known.entry.is_some_and(|entry| {
            i32::from(entry.depth) >= depth - 3
                && score::from_table(i32::from(entry.score), ply) < raised
                && entry.bound != Bound::None
        });
        if depth >= 5 && !doubted {
            return self.probe_cut(position, raised, known);
        }
        None
    }

    fn probe_cut(&mut self, position: &P, raised: i32, known: &Known<P::Move>) -> Option<i32> {
        let eval = self.frames[known.ply].eval?;
        let table_move = known.table_move.filter(|&mv| position.is_tactical(mv));
        let mut picker = Picker::tactical(table_move, (raised - eval).max(0));
        let before = self.before();
        while let Some(Pick { mv, .. }) = picker.next(position, self.memory, before) {
            self.enter(position, Some(mv));
            let next = self.line[known.ply + 1].position;
            let mut value = -self.quiesce::<false>(&next, -raised, -raised + 1, 0);
            if value >= raised {
                value = -self.search::<false>(&next, -raised, -raised + 1, known.depth - 4, !known.cut);
            }
            self.leave();
            if self.stopped {
                return Some(0);
            }
            if value >= raised {
                self.keep(known, value, Bound::Lower, Some(mv), known.depth - 3, false);
                return Some(value);
            }
        }
        None
    }

    /// The best line from here begins with this move and goes on as the next ply found.
    pub(super) fn note(&mut self, mv: P::Move) {
        let ply = self.ply();
        let (here, next) = self.frames.split_at_mut(ply + 1);
        let line = &mut here[ply].best;
        line.clear();
        line.push(mv);
        let room = line.remaining_capacity();
        line.extend(next[0].best.iter().copied().take(room));
    }

    pub(super) fn keep(
        &self,
        known: &Known<P::Move>,
        value: i32,
        bound: Bound,
        mv: Option<P::Move>,
        depth: i32,
        pv: bool,
    ) {
        // What the law of repetition decides depends on how the position came about, and so does not belong to it.
        let is_ruled = value.abs() >= DECIDED && value.abs() <= RULED;
        let bound = if is_ruled { Bound::None } else { bound };
        let entry = Entry {
            mv: mv.map_or(0, P::bits),
            score: if is_ruled { 0 } else { score::to_table(value, known.ply) as i16 },
            eval: known.raw as i16,
            depth: depth.clamp(0, 255) as u8,
            bound,
            pv,
        };
        self.task.table.store(self.line[known.ply].key, entry);
    }
}
