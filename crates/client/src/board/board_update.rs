use yipan_games::AnyGame;
use yipan_wire::{Effect, View};

/// The visible effects of a step, and the view after it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardUpdate {
    /// The effects, in the order they happened.
    pub effects: Vec<Effect>,
    /// The view after the last effect.
    pub view: View,
}

/// Returns the view of a position that is only looked at: without turn, actions or check.
pub(crate) fn without_actions(view: View) -> View {
    View { turn: None, actions: Vec::new(), check: false, ..view }
}

/// Converts effects of the rules into those of the protocol.
pub(crate) fn to_wire_effects(game: &AnyGame, effects: &[yipan_core::Effect]) -> Vec<Effect> {
    effects.iter().map(|effect| Effect::new(game, effect)).collect()
}
