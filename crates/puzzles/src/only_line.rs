//! The test whether one move alone wins, and the line of such moves.

use yipan_engine::{Limits, NoControl, PvLine, Score, SearchParams, SearchThread, TranspositionTable};

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
}

impl Margins {
    /// The margins of the maker. They are wider than those of the check, because a deeper search moves every value a little.
    pub(crate) const MAKE: Margins = Margins { winning: 250, not_winning: 120 };
    /// The margins of the check.
    pub(crate) const CHECK: Margins = Margins { winning: 200, not_winning: 160 };
    /// The greatest advantage of the second best move beside a mate: a player who wins a rook instead is not wrong.
    const NOT_WINNING_BESIDE_MATE: i32 = 350;

    /// Returns the move that alone wins, if the two best lines show one.
    pub(crate) fn only_move<M: Copy>(self, lines: &[PvLine<M>]) -> Option<M> {
        let [best, second] = lines else { return None };
        let limit = if is_mate(best) { Margins::NOT_WINNING_BESIDE_MATE } else { self.not_winning };
        let wins = is_mate(best) || (self.winning..MAX_EVALUATION).contains(&best.value);
        (wins && second.value <= limit).then(|| best.moves[0])
    }
}

/// Tests whether a line mates the opponent.
fn is_mate<M>(line: &PvLine<M>) -> bool {
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

    /// Returns the best lines, from empty tables, so that equal arguments give equal lines.
    pub(crate) fn lines(&mut self, root: &P, multi_pv: usize, nodes: u64) -> Vec<PvLine<P::Move>> {
        self.tt.clear();
        self.thread.clear_histories();
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
        P::run_search(&mut self.thread, &params, &mut |_| {}).lines
    }

    /// Returns the longest line from here in which every move of the solver is the only one that wins; `None` if the
    /// first is not.
    ///
    /// A line towards a mate must reach it.
    pub(crate) fn only_line(&mut self, root: &P, nodes: u64) -> Option<Vec<P::Move>> {
        let (mut position, mut line, mut leads_to_mate) = (*root, Vec::new(), false);
        while line.len() < 2 * MAX_SOLVER_MOVES {
            let lines = self.lines(&position, 2, nodes);
            let Some(only) = only_or_forced_move(&lines, Margins::MAKE, line.is_empty()) else { break };
            leads_to_mate |= is_mate(&lines[0]);
            line.push(only);
            position.make(only);
            if legal_moves(&position).is_empty() {
                return Some(line);
            }
            let reply = self.lines(&position, 1, nodes).first()?.moves[0];
            line.push(reply);
            position.make(reply);
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
