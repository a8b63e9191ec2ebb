//! The test whether one move alone wins, and the line of such moves.

use yipan_engine::{
    Limits, NoControl, PvLine, Score, SearchInfo, SearchParams, SearchThread, TranspositionTable,
};

use crate::PuzzleGame;
use crate::positions::legal_moves;

/// The longest solution, in moves of the solver.
const MAX_SOLVER_MOVES: usize = 7;
/// The value above which an evaluation is a decision by the repetition rules, which no puzzle is about.
const MAX_EVALUATION: i32 = 20_000;

/// The values, in centipawns, that separate a move that wins from one that does not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Margins {
    /// The least advantage of the solution.
    pub(crate) winning: i32,
    /// The greatest advantage of the second best move.
    not_winning: i32,
    /// The greatest advantage of the second best move beside a mate: a player who wins a rook instead is not wrong.
    not_winning_beside_mate: i32,
}

impl Margins {
    /// The margins of the maker. They are wider than those of the check, because a deeper search moves every value a little.
    pub(crate) const MAKE: Margins = Margins { winning: 280, not_winning: 100, not_winning_beside_mate: 220 };
    /// The margins of the check.
    pub(crate) const CHECK: Margins =
        Margins { winning: 200, not_winning: 160, not_winning_beside_mate: 350 };

    /// Returns the move that alone wins, if the two best lines show one.
    pub(crate) fn only_move<M: Copy>(self, lines: &[PvLine<M>]) -> Option<M> {
        let [best, second] = lines else { return None };
        let limit = if is_mate(best) { self.not_winning_beside_mate } else { self.not_winning };
        let wins = is_mate(best) || (self.winning..MAX_EVALUATION).contains(&best.value);
        (wins && second.value <= limit).then(|| best.moves[0])
    }
}

/// Tests whether a line mates the opponent.
pub(crate) fn is_mate<M>(line: &PvLine<M>) -> bool {
    matches!(line.score, Score::Mate(moves) if moves > 0)
}

/// A search for the moves that alone win.
pub(crate) struct OnlyLineSearch<P: PuzzleGame> {
    thread: SearchThread<P, P::Evaluator>,
    tt: TranspositionTable,
}

impl<P: PuzzleGame> OnlyLineSearch<P> {
    /// Creates a search for up to this many nodes.
    pub(crate) fn new(nodes: u64) -> OnlyLineSearch<P> {
        // Clearing a table that stays nearly empty would take longer than the search.
        let megabytes = 1 + ((nodes * 32) >> 20) as usize;
        OnlyLineSearch {
            thread: SearchThread::new(P::Evaluator::default()),
            tt: TranspositionTable::new(megabytes),
        }
    }

    /// Empties the tables, so that the next search depends on its arguments alone.
    pub(crate) fn clear(&mut self) {
        self.tt.clear();
        self.thread.clear_histories();
    }

    /// Returns the best lines, from empty tables.
    pub(crate) fn lines(&mut self, root: &P, multi_pv: usize, nodes: u64) -> Vec<PvLine<P::Move>> {
        self.clear();
        self.next_lines(root, multi_pv, nodes)
    }

    /// Returns the best lines, with what the searches since the tables were emptied have left in them.
    pub(crate) fn next_lines(&mut self, root: &P, multi_pv: usize, nodes: u64) -> Vec<PvLine<P::Move>> {
        self.search(root, multi_pv, nodes, &mut |_| {})
    }

    /// Returns the two best lines, from empty tables, and the nodes after which the best move did not change again.
    pub(crate) fn timed_lines(&mut self, root: &P, nodes: u64) -> (Vec<PvLine<P::Move>>, u64) {
        let mut found: Option<(P::Move, u64)> = None;
        self.clear();
        let lines = self.search(root, 2, nodes, &mut |info| {
            let mv = info.line.moves[0];
            if info.multi_pv_index == 0 && found.is_none_or(|(known, _)| known != mv) {
                found = Some((mv, info.nodes));
            }
        });
        (lines, found.map_or(nodes, |(_, nodes)| nodes))
    }

    fn search(
        &mut self,
        root: &P,
        multi_pv: usize,
        nodes: u64,
        on_info: &mut dyn FnMut(SearchInfo<'_, P::Move>),
    ) -> Vec<PvLine<P::Move>> {
        self.tt.new_search();
        let params = SearchParams {
            root,
            game_history: &root.empty_history(),
            limits: Limits::nodes(nodes),
            tt: &self.tt,
            control: &NoControl,
            multi_pv,
            search_moves: None,
            split_pool: None,
        };
        P::run_search(&mut self.thread, &params, on_info).lines
    }

    /// Returns the longest line from here in which every move of the solver is the only one that wins; `None` if the
    /// first is not.
    ///
    /// A line toward a mate must reach it, and a line that repeats a position is about the repetition rules.
    pub(crate) fn only_line(&mut self, root: &P, nodes: u64) -> Option<Vec<P::Move>> {
        let (mut position, mut line, mut leads_to_mate) = (*root, Vec::new(), false);
        let mut keys = vec![root.key()];
        while line.len() < 2 * MAX_SOLVER_MOVES {
            let lines = self.lines(&position, 2, nodes);
            let Some(only) = only_or_forced_move(&lines, Margins::MAKE, line.is_empty()) else { break };
            leads_to_mate |= is_mate(&lines[0]);
            line.push(only);
            position.make(only);
            if legal_moves(&position).is_empty() {
                return Some(line);
            }
            // The principal variation has the reply, unless the transposition table has cut it short.
            let reply = match lines[0].moves.get(1) {
                Some(reply) => *reply,
                None => self.next_lines(&position, 1, nodes / 4).first()?.moves[0],
            };
            line.push(reply);
            position.make(reply);
            if keys.contains(&position.key()) {
                return None;
            }
            keys.push(position.key());
        }
        // The solver makes the last move.
        line.pop();
        (!line.is_empty() && !leads_to_mate).then_some(line)
    }
}

/// Returns the move that alone wins, or, after the first move of a solution, the only legal one.
pub(crate) fn only_or_forced_move<M: Copy>(
    lines: &[PvLine<M>],
    margins: Margins,
    is_first: bool,
) -> Option<M> {
    match lines {
        [forced] if !is_first => Some(forced.moves[0]),
        _ => margins.only_move(lines),
    }
}
