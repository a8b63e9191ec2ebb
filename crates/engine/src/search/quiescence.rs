//! Captures and answers to check, until a position is quiet enough to be evaluated.

use yipan_rules::{MoveKind, MoveList};

use super::Search;
use super::picker::{Pick, Picker};
use crate::score::{self, DECIDED, INFINITE, MAX_PLY};
use crate::searchable::{Evaluation, Searchable};
use crate::table::{Bound, Entry};

impl<P: Searchable, E: Evaluation<P>> Search<'_, P, E> {
    /// The worth of a position when only captures are looked at, or every answer where there is a check.
    pub(super) fn quiesce<const PV: bool>(
        &mut self,
        position: &P,
        mut alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        let ply = self.ply();
        let here = self.line[ply];
        self.frames[ply].best.clear();
        if self.must_stop() {
            return 0;
        }
        self.deepest = self.deepest.max(ply);
        if let Some(value) = self.decided_by_rule() {
            return value;
        }
        if ply >= MAX_PLY {
            return if here.check { 0 } else { self.evaluate(position) };
        }
        let entry = self.task.table.probe(here.key);
        if let (false, Some(entry)) = (PV, entry) {
            let value = score::from_table(i32::from(entry.score), ply);
            let decides = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
                Bound::None => false,
            };
            if decides {
                return value;
            }
        }
        let mut best = -INFINITE;
        let (mut raw, mut stand) = (0, -INFINITE);
        if !here.check {
            raw = self.static_eval(position, entry);
            stand = raw + self.memory.correction(position);
            best = stand;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let table_move = entry.and_then(|entry| position.read(entry.mv));
        let before = self.before();
        let mut picker = if here.check {
            Picker::all(table_move, [0; 3])
        } else {
            Picker::tactical(table_move.filter(|&mv| position.is_tactical(mv)), 0)
        };
        let (mut count, mut best_move, mut bound) = (0, None, Bound::Upper);
        self.frames[ply + 1].killers = [0; 2];
        while let Some(Pick { mv, is_quiet, .. }) = picker.next(position, self.memory, before) {
            count += 1;
            if best > -DECIDED {
                if here.check && is_quiet && count > 3 {
                    picker.skip_quiet();
                    continue;
                }
                if !here.check {
                    // Even with the victim and something on top it would not be enough.
                    let hope = stand + 180;
                    if hope <= alpha && !position.exchange_pays(mv, alpha - hope + 1) {
                        best = best.max(hope);
                        continue;
                    }
                }
            }
            let value = self.quiesce_after::<PV>(position, mv, alpha, beta, depth);
            if self.stopped {
                return 0;
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
                        break;
                    }
                    alpha = value;
                }
            }
        }
        // At the first ply checks are looked at too: what they lead to is forced.
        if depth == 0 && !here.check && best < beta {
            for mv in quiet_checks(position) {
                let value = self.quiesce_after::<PV>(position, mv, alpha, beta, depth);
                if self.stopped {
                    return 0;
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
                            break;
                        }
                        alpha = value;
                    }
                }
            }
        }
        if here.check && count == 0 {
            return score::mated(ply);
        }
        let is_ruled = best.abs() >= DECIDED && best.abs() < score::MATES;
        if !is_ruled {
            let entry = Entry {
                mv: best_move.map_or(0, P::bits),
                score: score::to_table(best, ply) as i16,
                eval: raw as i16,
                depth: 0,
                bound,
                pv: PV,
            };
            self.task.table.store(here.key, entry);
        }
        best
    }

    /// What a move leads to, seen from here.
    fn quiesce_after<const PV: bool>(
        &mut self,
        position: &P,
        mv: P::Move,
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        self.enter(position, Some(mv));
        let next = self.line[self.ply()].position;
        let value = -self.quiesce::<PV>(&next, -beta, -alpha, depth - 1);
        self.leave();
        value
    }
}

/// The quiet moves that give check and do not lose the man.
fn quiet_checks<P: Searchable>(position: &P) -> MoveList<P::Move> {
    let known = position.look_for_checks();
    let mut moves = MoveList::new();
    position.moves(MoveKind::Quiets, &mut moves);
    moves.retain(|&mut mv| {
        position.checks(mv, &known) && !position.is_tactical(mv) && position.exchange_pays(mv, 0)
    });
    moves
}
