//! Captures and answers to check, until a position is quiet enough to be evaluated.

use yipan_core::{MoveKind, MoveList};

use super::Search;
use super::move_picker::{MovePicker, PickedMove};
use crate::score::{self, DECISIVE, INFINITE, MAX_PLY};
use crate::search_game::{Evaluation, SearchGame};
use crate::tt::{Bound, Entry};

impl<P: SearchGame, E: Evaluation<P>> Search<'_, P, E> {
    /// The worth of a position when only captures are looked at, or every answer where there is a check.
    pub(super) fn quiescence_search<const PV: bool>(
        &mut self,
        position: &P,
        mut alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        let ply = self.ply();
        let here = self.path[ply];
        self.stack[ply].pv.clear();
        if self.should_stop() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if let Some(value) = self.rule_score() {
            return value;
        }
        if ply >= MAX_PLY {
            return if here.in_check { 0 } else { self.evaluate(position) };
        }
        let entry = self.params.tt.probe(here.key);
        if let (false, Some(entry)) = (PV, entry) {
            let value = score::from_tt(i32::from(entry.score), ply);
            let causes_cutoff = match entry.bound {
                Bound::Exact => true,
                Bound::Lower => value >= beta,
                Bound::Upper => value <= alpha,
                Bound::None => false,
            };
            if causes_cutoff {
                return value;
            }
        }
        let mut best = -INFINITE;
        let (mut raw_eval, mut stand_pat) = (0, -INFINITE);
        if !here.in_check {
            raw_eval = self.static_eval(position, entry);
            stand_pat = raw_eval + self.histories.correction(position);
            best = stand_pat;
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let tt_move = entry.and_then(|entry| position.legal_move_from_bits(entry.mv));
        let previous_moves = self.previous_moves();
        let mut picker = if here.in_check {
            MovePicker::all(tt_move, [0; 3])
        } else {
            MovePicker::tactical(tt_move.filter(|&mv| position.is_tactical(mv)), 0)
        };
        let (mut count, mut best_move, mut bound) = (0, None, Bound::Upper);
        self.stack[ply + 1].killers = [0; 2];
        while let Some(PickedMove { mv, is_quiet, .. }) =
            picker.next_move(position, self.histories, previous_moves)
        {
            count += 1;
            if best > -DECISIVE {
                if here.in_check && is_quiet && count > 3 {
                    picker.skip_quiets();
                    continue;
                }
                if !here.in_check {
                    // Even with the victim and something on top it would not be enough.
                    let futility_value = stand_pat + 180;
                    if futility_value <= alpha && !position.see_ge(mv, alpha - futility_value + 1) {
                        best = best.max(futility_value);
                        continue;
                    }
                }
            }
            let value = self.quiescence_search_move::<PV>(position, mv, alpha, beta, depth);
            if self.stopped {
                return 0;
            }
            if value > best {
                best = value;
                if value > alpha {
                    best_move = Some(mv);
                    if PV {
                        self.update_pv(mv);
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
        if depth == 0 && !here.in_check && best < beta {
            for mv in quiet_checks(position) {
                let value = self.quiescence_search_move::<PV>(position, mv, alpha, beta, depth);
                if self.stopped {
                    return 0;
                }
                if value > best {
                    best = value;
                    if value > alpha {
                        best_move = Some(mv);
                        if PV {
                            self.update_pv(mv);
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
        if here.in_check && count == 0 {
            return score::mated_in(ply);
        }
        let is_rule_decision = best.abs() >= DECISIVE && best.abs() < score::MATE_IN_MAX_PLY;
        if !is_rule_decision {
            let entry = Entry {
                mv: best_move.map_or(0, P::move_bits),
                score: score::to_tt(best, ply) as i16,
                eval: raw_eval as i16,
                depth: 0,
                bound,
                pv: PV,
            };
            self.params.tt.store(here.key, entry);
        }
        best
    }

    /// What a move leads to, seen from here.
    fn quiescence_search_move<const PV: bool>(
        &mut self,
        position: &P,
        mv: P::Move,
        alpha: i32,
        beta: i32,
        depth: i32,
    ) -> i32 {
        self.push_move(position, Some(mv));
        let next = self.path[self.ply()].position;
        let value = -self.quiescence_search::<PV>(&next, -beta, -alpha, depth - 1);
        self.pop_move();
        value
    }
}

/// The quiet moves that give check and do not lose the man.
fn quiet_checks<P: SearchGame>(position: &P) -> MoveList<P::Move> {
    let check_squares = position.check_squares();
    let mut moves = MoveList::new();
    position.generate_moves(MoveKind::Quiets, &mut moves);
    moves.retain(|&mut mv| {
        position.gives_check(mv, &check_squares) && !position.is_tactical(mv) && position.see_ge(mv, 0)
    });
    moves
}
