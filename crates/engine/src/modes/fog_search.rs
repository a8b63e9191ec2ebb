//! The search in fog without other modes. With everything seen it is a game of chess, so the search of chess finds the values of
//! the samples.

use yipan_chess::{Action, Chess, Move, Position};

use super::heuristic::king_hunt;
use crate::level::hash_megabytes;
use crate::limits::{Limits, SearchControl};
use crate::playable::Playable;
use crate::score::{DECISIVE, MATE};
use crate::search::{SearchParams, SearchThread};
use crate::search_game::{Evaluation, PathEntry};
use crate::stochastic::{
    Candidates, MAX_HEURISTIC, RankedActions, SampleSearch, WIN, draw_samples, rank_over_samples,
};
use crate::tt::TranspositionTable;

/// The maximum depth in plies, before the quiescence search.
const MAX_DEPTH: u32 = 12;
/// The depth for an action without an alternative, which needs only a value.
const FORCED_DEPTH: u32 = 3;

/// The number of games that are drawn from the belief.
const DRAWS: usize = 256;
/// The bounds of the number of different samples.
const MIN_SAMPLES: usize = 8;
const MAX_SAMPLES: usize = 48;
/// The nodes that the value of an action in a sample takes at depth 1.
const NODES_PER_ACTION: usize = 4;
/// The size of the transposition table of a search without a number of nodes.
const MAX_HASH_MEGABYTES: usize = 16;

/// Ranks the actions of the side to move by their average values over sampled games.
pub(super) fn rank_in_fog(
    actions: &[Action],
    mut sample_game: impl FnMut(&mut dyn FnMut() -> u64) -> Option<Chess>,
    candidates: Candidates,
    limits: Limits,
    control: &dyn SearchControl,
    seed: u64,
) -> RankedActions<Action> {
    let deepest = if actions.len() == 1 { FORCED_DEPTH } else { MAX_DEPTH };
    let max_depth = limits.depth.unwrap_or(deepest).min(deepest);
    let mut search = PositionSearch::new(limits, control);
    let sample_position = |random: &mut dyn FnMut() -> u64| position_of(&sample_game(random)?);
    let samples = draw_samples(DRAWS, sample_count(actions.len(), limits), seed, sample_position);
    rank_over_samples(&mut search, &samples, actions, max_depth, candidates)
}

/// Returns the number of samples that can be searched to depth 1, within bounds.
fn sample_count(action_count: usize, limits: Limits) -> usize {
    let nodes = limits.nodes.map_or(usize::MAX, |nodes| usize::try_from(nodes).unwrap_or(usize::MAX));
    (nodes / (action_count.max(1) * NODES_PER_ACTION)).clamp(MIN_SAMPLES, MAX_SAMPLES)
}

/// Returns the position as in chess without modes.
fn position_of(game: &Chess) -> Option<Position> {
    let position: Position = game.fen().parse().ok()?;
    Some(if game.position().is_chess960() { position.with_chess960_castling() } else { position })
}

/// The search of chess, for many positions within one budget.
struct PositionSearch<'a> {
    thread: SearchThread<Position, FogEvaluation>,
    tt: TranspositionTable,
    limits: Limits,
    control: &'a dyn SearchControl,
    nodes: u64,
}

impl<'a> PositionSearch<'a> {
    fn new(limits: Limits, control: &'a dyn SearchControl) -> PositionSearch<'a> {
        PositionSearch {
            thread: SearchThread::new(FogEvaluation::default()),
            tt: TranspositionTable::new(
                limits.nodes.map_or(MAX_HASH_MEGABYTES, hash_megabytes).min(MAX_HASH_MEGABYTES),
            ),
            limits,
            control,
            nodes: 0,
        }
    }

    fn is_past_hard_limit(&self) -> bool {
        self.limits.nodes.is_some_and(|max| self.nodes >= max)
            || self.limits.hard_time.is_some_and(|hard| self.control.elapsed() >= hard)
            || self.control.should_stop()
    }
}

impl SampleSearch for PositionSearch<'_> {
    type Sample = Position;
    type Action = Action;

    fn action_values(&mut self, root: &Position, actions: &[Action], depth: u32) -> Option<Vec<Option<i32>>> {
        // Without the first sample there would be no values at all.
        if self.nodes > 0 && self.is_past_hard_limit() {
            return None;
        }
        let moves: Vec<Option<Move>> = actions.iter().map(|&action| legal_move(root, action)).collect();
        let legal: Vec<Move> = moves.iter().copied().flatten().collect();
        let nodes = self.limits.nodes.map(|max| max.saturating_sub(self.nodes));
        let params = SearchParams {
            root,
            game_history: &Default::default(),
            limits: Limits { depth: Some(depth), nodes, ..self.limits },
            tt: &self.tt,
            control: self.control,
            multi_pv: 1,
            search_moves: None,
            split_pool: None,
        };
        let found = self.thread.move_values(&params, &legal);
        self.nodes += found.nodes;
        let mut values = found.values?.into_iter().map(comparable_value);
        Some(moves.into_iter().map(|mv| mv.and_then(|_| values.next())).collect())
    }

    fn is_past_soft_limit(&self) -> bool {
        self.is_past_hard_limit() || self.limits.soft_time.is_some_and(|soft| self.control.elapsed() >= soft)
    }

    fn nodes(&self) -> u64 {
        self.nodes
    }
}

fn legal_move(position: &Position, action: Action) -> Option<Move> {
    let Action::Move(uci) = action else { return None };
    position.resolve_uci(uci).ok()
}

/// The values from which one counts less, in centipawns.
const WON: i32 = 600;

/// Converts a score of the search to the values of games with modes.
///
/// Beyond [`WON`] a quarter counts, so that won positions still differ below the greatest heuristic value.
fn comparable_value(value: i32) -> i32 {
    let size = match value.abs() {
        size @ DECISIVE.. => (WIN - (MATE - size)).max(MAX_HEURISTIC + 1),
        size @ WON.. => (WON + (size - WON) / 4).min(MAX_HEURISTIC),
        size => size,
    };
    size * value.signum()
}

/// The evaluation of chess, with a reason to drive the king of a losing side to the edge.
///
/// In a single sample the search would find the mate, but in every other one the king stands elsewhere.
#[derive(Default)]
struct FogEvaluation(<Position as Playable>::Evaluator);

impl Evaluation<Position> for FogEvaluation {
    fn evaluate(&mut self, position: &Position) -> i32 {
        self.0.evaluate(position) + KING_HUNT_SHARE * king_hunt(position)
    }

    fn evaluate_path(&mut self, path: &[PathEntry<Position>]) -> i32 {
        let king_hunt = path.last().map_or(0, |here| king_hunt(&here.position));
        self.0.evaluate_path(path) + KING_HUNT_SHARE * king_hunt
    }
}

/// The weight of [`king_hunt`] against the values of the network, which differ less the more is won.
const KING_HUNT_SHARE: i32 = 2;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn greater_scores_have_greater_values() {
        let values: Vec<i32> = [-MATE + 2, -5_000, -700, -600, 0, 5, 600, 604, 5_000, MATE - 3, MATE - 1]
            .map(comparable_value)
            .to_vec();
        assert!(values.is_sorted_by(|a, b| a < b), "{values:?}");
        assert_eq!((values[4], values[10]), (0, WIN - 1));
    }

    #[test]
    fn more_nodes_allow_more_samples() {
        let counts = [60, 3_000, 250_000].map(|nodes| sample_count(30, Limits::nodes(nodes)));
        assert_eq!(counts, [MIN_SAMPLES, 25, MAX_SAMPLES]);
        assert_eq!(sample_count(0, Limits::default()), MAX_SAMPLES);
    }
}
