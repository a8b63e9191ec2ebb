use std::time::Duration;

use thiserror::Error;
use yipan_clock::Millis;
use yipan_core::{EffectSink, Game, NullSink, Step};

use crate::Tag;

/// The options of a game and every step.
#[derive(Clone, Debug)]
pub struct GameRecord<G: Game> {
    /// Facts that the rules do not need, such as players, date and place.
    pub tags: Vec<Tag>,
    setup: G::Setup,
    steps: Vec<Step<G::Action, G::ChanceEvent>>,
    /// The time of each step, if known.
    times: Vec<Option<Millis>>,
}

/// The error of a record with an illegal step.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("step {number} is not legal: {error}")]
pub struct IllegalStepError<R> {
    /// The number of the step, counted from 1.
    pub number: usize,
    /// The reason why it is illegal.
    pub error: R,
}

impl<G: Game> GameRecord<G> {
    /// Creates the record of a game without steps.
    #[must_use]
    pub fn new(setup: G::Setup) -> GameRecord<G> {
        GameRecord { tags: Vec::new(), setup, steps: Vec::new(), times: Vec::new() }
    }

    /// Returns the options of the game.
    #[must_use]
    pub const fn setup(&self) -> &G::Setup {
        &self.setup
    }

    /// Returns every step, in order.
    #[must_use]
    pub fn steps(&self) -> &[Step<G::Action, G::ChanceEvent>] {
        &self.steps
    }

    /// Appends a step without validating it; see [`GameRecord::replay`].
    pub fn push(&mut self, step: Step<G::Action, G::ChanceEvent>) {
        self.steps.push(step);
        self.times.push(None);
    }

    /// Appends a step with its time, without validating it.
    pub fn push_at(&mut self, step: Step<G::Action, G::ChanceEvent>, at: Millis) {
        self.steps.push(step);
        self.times.push(Some(at));
    }

    /// Sets the time of the last step, in whole milliseconds since the start of the game.
    pub fn set_last_time(&mut self, at: Duration) {
        if let Some(time) = self.times.last_mut() {
            *time = Some(Millis(u64::try_from(at.as_millis()).unwrap_or(u64::MAX)));
        }
    }

    /// Returns the time of each step, if known.
    #[must_use]
    pub fn times(&self) -> &[Option<Millis>] {
        &self.times
    }

    /// Returns the game after all steps.
    ///
    /// # Errors
    /// Returns `IllegalStepError` for the first illegal step.
    pub fn replay(&self) -> Result<G, IllegalStepError<G::ActionError>> {
        self.replay_with(&mut NullSink)
    }

    /// Returns the game after all steps and records their effects in a sink.
    ///
    /// # Errors
    /// Returns `IllegalStepError` for the first illegal step.
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
