use yipan_core::{Game, NullSink, Side, Step};

/// A game with a static evaluation and an action ordering.
pub trait Heuristic: Game {
    /// Returns the score for a side in centipawns. Called only while the game goes on.
    fn evaluate(&self, side: Side) -> i32;

    /// Returns the ordering score of an action; the highest is searched first.
    fn action_priority(&self, action: Self::Action) -> i32;

    /// Returns a hash of everything that determines what can follow.
    fn transposition_key(&self) -> u64;

    /// Plays an action that was just listed.
    fn play_listed(&mut self, action: Self::Action) {
        self.apply(Step::Action(action), &mut NullSink).expect("a listed action is legal");
    }
}

/// Returns the legal actions by priority, the highest first.
pub(super) fn ordered_actions<G: Heuristic>(game: &G) -> Vec<G::Action> {
    let mut actions = Vec::new();
    game.actions(&mut actions);
    actions.sort_by_cached_key(|&action| -game.action_priority(action));
    actions
}
