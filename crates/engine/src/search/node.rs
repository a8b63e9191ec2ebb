//! Principal variation search: one position, every move that may matter.

use arrayvec::ArrayVec;

use super::Search;
use super::picker::{Pick, Picker};
use super::reduction::reduction;
use crate::score::{self, DECIDED, INFINITE, MAX_PLY, RULED};
use crate::searchable::{Evaluation, Facet, Searchable, Standing};
use crate::table::{Bound, Entry};

/// What is known of a node before its moves are searched.
struct Known<M> {
    entry: Option<Entry>,
    table_move: Option<M>,
    /// The static evaluation.
    raw: i32,
    /// The same, made better by what is known from elsewhere.
    eval: i32,
    improving: bool,
    in_check: bool,
    ply: usize,
    depth: i32,
    cut: bool,
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
        if self.stopped || self.is_out_of_nodes() {
            self.stopped = true;
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

    /// Searches the moves one after the other.
    fn moves<const PV: bool>(
        &mut self,
        position: &P,
        mut alpha: i32,
        beta: i32,
        known: &Known<P::Move>,
    ) -> i32 {
        let (ply, depth) = (known.ply, known.depth);
        let (excluded, before) = (self.frames[ply].excluded, self.before());
        let [killer, second] = self.frames[ply].killers;
        let refutations = [killer, second, self.memory.counter(before[0])];
        let mut picker = Picker::all(known.table_move, refutations);
        let (mut best, mut best_move, mut bound) = (-INFINITE, None, Bound::Upper);
        let mut count = 0;
        let mut quiets: ArrayVec<Facet, 64> = ArrayVec::new();
        let mut captures: ArrayVec<Facet, 32> = ArrayVec::new();
        let checks = position.look_for_checks();
        let enough = (4 + depth * depth) / if known.improving { 1 } else { 2 };
        let was_pv = PV || known.entry.is_some_and(|entry| entry.pv);

        while let Some(pick) = picker.next(position, self.memory, before) {
            let mv = pick.mv;
            if Some(mv) == excluded
                || (ply == 0 && (self.taken.contains(&mv) || !self.root_moves.contains(&mv)))
            {
                continue;
            }
            count += 1;
            if ply > 0 && best > -DECIDED {
                // Enough quiet moves have been tried at this depth. A check may always be the one that decides.
                if pick.is_quiet && depth <= 8 && count as i32 > enough {
                    picker.skip_to_checks(position, &checks);
                    if !position.checks(mv, &checks) {
                        continue;
                    }
                }
                if self.is_hopeless(position, pick, count, alpha, known, &checks, &picker) {
                    continue;
                }
            }
            let facet = position.facet(mv);
            let extension = self.singular(position, mv, beta, known);
            let Some(extension) = extension else { return beta };
            if self.stopped {
                return 0;
            }
            self.enter(position, Some(mv));
            let next = self.line[ply + 1].position;
            let gives_check = self.line[ply + 1].check;
            let new_depth = depth - 1 + extension;
            let mut value = 0;
            let late =
                depth >= 2 && count > 1 + usize::from(PV) * 2 && (pick.is_quiet || picker.at_bad_captures());
            let mut full = !PV || count > 1;
            if late {
                let mut less = reduction(depth, count);
                if pick.is_quiet {
                    less -= pick.score / 8_192;
                    less -= i32::from(refutations.contains(&P::bits(mv)));
                }
                less += i32::from(!known.improving) + i32::from(known.cut) * 2;
                less -= i32::from(was_pv) + i32::from(gives_check) + i32::from(known.in_check);
                let reduced = (new_depth - less).clamp(1, new_depth.max(1));
                value = -self.search::<false>(&next, -alpha - 1, -alpha, reduced, true);
                full = value > alpha && reduced < new_depth;
            }
            if full {
                value = -self.search::<false>(&next, -alpha - 1, -alpha, new_depth, !known.cut);
            }
            if PV && (count == 1 || value > alpha) {
                value = -self.search::<true>(&next, -beta, -alpha, new_depth, false);
            }
            self.leave();
            if self.stopped {
                // At the root what was found before the stop still counts.
                return if ply == 0 && best_move.is_some() && bound == Bound::Exact { best } else { 0 };
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.note(mv);
                    }
                    if value >= beta {
                        bound = Bound::Lower;
                        self.reward(position, mv, depth, &quiets, &captures);
                        break;
                    }
                    alpha = value;
                    bound = Bound::Exact;
                }
            }
            // Beyond so many tries nothing is learnt from one more.
            let _ = if pick.is_quiet { quiets.try_push(facet) } else { captures.try_push(facet) };
        }

        if count == 0 {
            return match (excluded, known.in_check || P::STALEMATE_LOSES) {
                (Some(_), _) => alpha,
                (None, true) => score::mated(ply),
                (None, false) => 0,
            };
        }
        if excluded.is_none() {
            let is_quiet = best_move.is_none_or(|mv| !position.is_tactical(mv));
            if let Some(eval) = self.frames[ply].eval
                && is_quiet
                && best.abs() < DECIDED
                && !(bound == Bound::Lower && best <= eval)
                && !(bound == Bound::Upper && best >= eval)
            {
                self.memory.learn_error(position, best - eval, depth);
            }
            let first_line = ply > 0 || self.taken.is_empty();
            if first_line {
                self.keep(known, best, bound, best_move, depth, was_pv);
            }
        }
        best
    }

    /// Whether a move is so unlikely to matter that it is not searched.
    #[expect(clippy::too_many_arguments, reason = "everything there is to know about a move")]
    fn is_hopeless(
        &self,
        position: &P,
        pick: Pick<P::Move>,
        count: usize,
        alpha: i32,
        known: &Known<P::Move>,
        checks: &P::Checks,
        picker: &Picker<P>,
    ) -> bool {
        let depth = known.depth;
        let reduced = (depth - reduction(depth, count)).max(0);
        if !pick.is_quiet {
            return picker.at_bad_captures() && depth <= 7 && !position.exchange_pays(pick.mv, -90 * depth);
        }
        // It could not make up what is missing, or was never any good.
        let is_futile = !known.in_check && reduced <= 7 && known.eval + 90 + 80 * reduced <= alpha;
        let is_bad = depth <= 4 && pick.score < -3_500 * depth;
        if (is_futile || is_bad) && !position.checks(pick.mv, checks) {
            return true;
        }
        !position.exchange_pays(pick.mv, -22 * reduced * reduced)
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

    /// Remembers what refuted this position and what did not.
    fn reward(&mut self, position: &P, mv: P::Move, depth: i32, quiets: &[Facet], captures: &[Facet]) {
        let ply = self.ply();
        let before = self.before();
        let bonus = (150 * depth - 60).clamp(20, 1_800);
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
            for &tried in quiets {
                self.memory.learn_quiet(tried, before, -bonus);
            }
        }
        for &tried in captures {
            self.memory.learn_capture(tried, -bonus);
        }
    }

    fn keep(
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
