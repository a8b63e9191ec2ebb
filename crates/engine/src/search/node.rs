//! The search of one node (principal variation search).

use super::node_info::NodeInfo;
use super::state::Search;
use crate::score::{self, DECISIVE, MAX_PLY, RULE_WIN};
use crate::search_game::{Evaluation, RuleOutcome, SearchGame};
use crate::tt::{Bound, Entry};

impl<P: SearchGame, E: Evaluation<P>> Search<'_, P, E> {
    /// Returns the score of a position for the side to move, fail-soft.
    ///
    /// `PV` marks a node of the principal variation, which is searched with an open window. `cut_node` marks a
    /// node that is expected to fail high.
    pub(super) fn search<const PV: bool>(
        &mut self,
        position: &P,
        mut alpha: i32,
        mut beta: i32,
        mut depth: i32,
        cut_node: bool,
    ) -> i32 {
        let ply = self.ply();
        self.stack[ply].pv.clear();
        let here = self.path[ply];
        // Check extension, bounded so that long series of checks end.
        if here.in_check && ply < 2 * self.depth as usize {
            depth += 1;
        }
        if depth <= 0 {
            return self.quiescence_search::<PV>(position, alpha, beta);
        }
        if self.should_stop() {
            return 0;
        }
        self.seldepth = self.seldepth.max(ply);
        if ply > 0 {
            if let Some(value) = self.rule_score() {
                return value;
            }
            if ply >= MAX_PLY {
                return if here.in_check { 0 } else { self.evaluate() };
            }
            // Mate distance pruning.
            alpha = alpha.max(score::mated_in(ply));
            beta = beta.min(-score::mated_in(ply + 1));
            if alpha >= beta {
                return alpha;
            }
        }

        let excluded = self.stack[ply].excluded;
        let entry = if excluded.is_some() { None } else { self.params.tt.probe(here.key) };
        let tt_score = entry.map(|entry| score::from_tt(i32::from(entry.score), ply));
        if let (false, Some(entry), Some(value)) = (PV, entry, tt_score)
            && i32::from(entry.depth) >= depth
            && entry.bound.causes_cutoff(value, alpha, beta)
        {
            return value;
        }
        let tt_move = entry.and_then(|entry| position.legal_move_from_bits(entry.mv));

        let raw_eval = if here.in_check { 0 } else { self.static_eval(entry) };
        let eval = if here.in_check { 0 } else { self.corrected_eval(position, raw_eval) };
        self.stack[ply].eval = if here.in_check { None } else { Some(eval) };
        let improving = match (ply.checked_sub(2), self.stack[ply].eval) {
            (Some(back), Some(eval)) => self.stack[back].eval.is_none_or(|before| eval > before),
            _ => false,
        };
        let tt_adjusted_eval = match (entry, tt_score) {
            (Some(entry), Some(value)) if value.abs() < DECISIVE => match entry.bound {
                Bound::Exact => value,
                Bound::Lower => value.max(eval),
                Bound::Upper => value.min(eval),
                Bound::None => eval,
            },
            _ => eval,
        };
        let mut info = NodeInfo {
            tt_entry: entry,
            tt_move,
            raw_eval,
            eval: tt_adjusted_eval,
            improving,
            in_check: here.in_check,
            ply,
            depth,
            cut_node,
        };
        if !PV
            && !here.in_check
            && excluded.is_none()
            && let Some(value) = self.prune(position, beta, &info)
        {
            return value;
        }
        // Internal iterative reduction: without a TT move, a shallower search finds one for the next visit.
        if info.tt_move.is_none() && depth >= 4 && (PV || cut_node) && excluded.is_none() {
            info.depth -= 1;
        }
        self.stack[ply + 1].killers = [0; 2];
        self.search_moves::<PV>(position, alpha, beta, &info)
    }

    /// Returns the score of a game that the rules end at this node.
    pub(super) fn rule_score(&self) -> Option<i32> {
        let ply = self.ply() as i32;
        Some(match P::rule_outcome(self.params.game_history, &self.path)? {
            RuleOutcome::Draw => 0,
            RuleOutcome::Win => RULE_WIN - ply,
            RuleOutcome::Loss => ply - RULE_WIN,
        })
    }

    /// Returns the static evaluation of the current node, from the transposition table if it has one.
    pub(super) fn static_eval(&mut self, entry: Option<Entry>) -> i32 {
        match entry {
            Some(entry) => i32::from(entry.eval),
            None => self.evaluate(),
        }
    }

    pub(super) fn store_tt(
        &self,
        info: &NodeInfo<P::Move>,
        value: i32,
        bound: Bound,
        mv: Option<P::Move>,
        depth: i32,
        pv: bool,
    ) {
        // A decision by the rules depends on the path, so only the move and the evaluation are stored.
        let is_rule_decision = score::is_rule_decision(value);
        let bound = if is_rule_decision { Bound::None } else { bound };
        let entry = Entry {
            mv: mv.map_or(0, P::move_bits),
            score: if is_rule_decision { 0 } else { score::to_tt(value, info.ply) as i16 },
            eval: info.raw_eval as i16,
            depth: depth.clamp(0, 255) as u8,
            bound,
            pv,
        };
        self.params.tt.store(self.path[info.ply].key, entry);
    }
}
