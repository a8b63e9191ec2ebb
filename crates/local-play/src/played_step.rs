use yipan_core::{Effect, Step, Viewer};
use yipan_games::AnyGame;

/// An action or a chance outcome of a game, with its effects and the game before and after it.
#[derive(Clone, Copy, Debug)]
pub struct PlayedStep<'a> {
    /// The step.
    pub step: &'a Step<String, String>,
    /// The game before the step.
    pub before: &'a AnyGame,
    /// The game after the step.
    pub after: &'a AnyGame,
    /// All effects of the step, including hidden ones.
    pub effects: &'a [Effect],
}

impl<'a> PlayedStep<'a> {
    /// Returns the action; `None` for a chance outcome.
    #[must_use]
    pub fn action(&self) -> Option<&'a str> {
        match self.step {
            Step::Action(action) => Some(action),
            Step::Chance(_) => None,
        }
    }

    /// Whether the step may be shown to `viewer` as it is written.
    #[must_use]
    pub fn is_revealed_to(&self, viewer: Viewer) -> bool {
        self.before.may_reveal(self.step, viewer)
    }

    /// Returns the effects that `viewer` may see.
    #[must_use]
    pub fn visible_effects(&self, viewer: Viewer) -> Vec<Effect> {
        self.after.visible_effects(self.before, self.effects, viewer)
    }
}
