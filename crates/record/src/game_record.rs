use thiserror::Error;
use yipan_core::{EffectSink, Game, NullSink, Step};

use crate::{Millis, Tag};

/// What was agreed and every step since.
#[derive(Clone, Debug)]
pub struct GameRecord<G: Game> {
    /// Who played, when and where: anything a reader may want to know that the rules do not ask.
    pub tags: Vec<Tag>,
    setup: G::Setup,
    steps: Vec<Step<G::Action, G::ChanceEvent>>,
    /// When each step was taken, as far as anybody looked at a clock.
    times: Vec<Option<Millis>>,
}

/// A log with a step that its game refuses.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("step {number} is not legal: {error}")]
pub struct IllegalStepError<R> {
    /// Which step, counted from 1.
    pub number: usize,
    /// Why.
    pub error: R,
}

impl<G: Game> GameRecord<G> {
    /// The log of a game that has not begun.
    #[must_use]
    pub fn new(setup: G::Setup) -> GameRecord<G> {
        GameRecord { tags: Vec::new(), setup, steps: Vec::new(), times: Vec::new() }
    }

    /// What was agreed.
    #[must_use]
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// Every step, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step<G::Action, G::ChanceEvent>] {
        &self.steps
    }

    /// Writes a step down. Whether it is legal is the game's to say, and [`Log::fold`] asks it.
    pub fn push(&mut self, step: Step<G::Action, G::ChanceEvent>) {
        self.steps.push(step);
        self.times.push(None);
    }

    /// The same, with the moment it was taken.
    pub fn push_at(&mut self, step: Step<G::Action, G::ChanceEvent>, at: Millis) {
        self.steps.push(step);
        self.times.push(Some(at));
    }

    /// When each step was taken, where that is known.
    #[must_use]
    pub fn times(&self) -> &[Option<Millis>] {
        &self.times
    }

    /// The game as it stands after all steps.
    ///
    /// # Errors
    /// The first step that the game refuses.
    pub fn replay(&self) -> Result<G, IllegalStepError<G::ActionError>> {
        self.replay_with(&mut NullSink)
    }

    /// The same, telling the effects of every step to a sink.
    ///
    /// # Errors
    /// The first step that the game refuses.
    pub fn replay_with(&self, effects: &mut impl EffectSink) -> Result<G, IllegalStepError<G::ActionError>> {
        let mut game = G::start(&self.setup);
        for (index, step) in self.steps.iter().enumerate() {
            game.apply(*step, effects).map_err(|error| IllegalStepError { number: index + 1, error })?;
        }
        Ok(game)
    }
}

impl<G: Game> PartialEq for GameRecord<G> {
    fn eq(&self, other: &GameRecord<G>) -> bool {
        self.tags == other.tags
            && self.setup == other.setup
            && self.steps == other.steps
            && self.times == other.times
    }
}
