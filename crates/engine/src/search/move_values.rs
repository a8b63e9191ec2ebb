use yipan_core::{MoveKind, MoveList};

use super::params::SearchParams;
use super::state::Search;
use super::thread::SearchThread;
use crate::score::INFINITE;
use crate::search_game::{Evaluation, SearchGame};

/// The values of all moves of a position at one depth.
pub(crate) struct MoveValues {
    /// The values for the side to move, in the order of the moves; `None` if the limits ended the search before.
    pub(crate) values: Option<Vec<i32>>,
    /// The nodes searched.
    pub(crate) nodes: u64,
}

impl<P: SearchGame, E: Evaluation<P>> SearchThread<P, E> {
    /// Searches each of the moves with an open window to the depth of the limits, so that their values can be compared.
    ///
    /// Like any first iteration, a search of depth 1 is not interrupted by a number of nodes.
    pub(crate) fn move_values(&mut self, params: &SearchParams<'_, P>, moves: &[P::Move]) -> MoveValues {
        let mut search = Search::new(self, params);
        // The corrections change while the moves are searched, and would value the later ones differently.
        search.corrects_evaluation = false;
        search.depth = params.limits.depth.unwrap_or(1).max(1) as i32;
        let values = moves.iter().map(|&mv| search.move_value(mv)).collect();
        params.control.add_nodes(search.nodes - search.reported_nodes);
        MoveValues { values, nodes: search.nodes }
    }
}

impl<P: SearchGame, E: Evaluation<P>> Search<'_, P, E> {
    fn move_value(&mut self, mv: P::Move) -> Option<i32> {
        let root = *self.params.root;
        self.push_move(&root, Some(mv));
        let next = self.path[self.ply()].position;
        let mut replies = MoveList::new();
        next.generate_moves(MoveKind::All, &mut replies);
        let value = if replies.is_empty() && !P::STALEMATE_IS_LOSS && !next.in_check() {
            // A quiescence search would not see the stalemate.
            0
        } else {
            -self.search::<true>(&next, -INFINITE, INFINITE, self.depth - 1, false)
        };
        self.pop_move();
        (!self.stopped).then_some(value)
    }
}
