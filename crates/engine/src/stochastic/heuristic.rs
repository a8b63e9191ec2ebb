use yipan_core::{Game, Side};

/// A game with a static evaluation and an action ordering.
pub trait Heuristic: Game {
    /// Returns the score for a side in centipawns. Called only while the game goes on.
    fn evaluate(&self, side: Side) -> i32;

    /// Returns the ordering score of an action; the highest is searched first.
    fn action_priority(&self, action: Self::Action) -> i32;
}

/// Returns the legal actions by priority, the highest first.
pub(super) fn ordered_actions<G: Heuristic>(game: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions.sort_by_cached_key(|&action| -game.action_priority(action));
    actions
}
