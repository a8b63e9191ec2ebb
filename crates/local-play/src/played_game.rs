use yipan_core::{Effect, Step, Turn};
use yipan_games::{AnyGame, AnyGameError};

use crate::local_setup::LocalSetup;
use crate::played_step::PlayedStep;

/// A game with all its steps. Actions and chance outcomes both are steps.
///
/// A `step_index` is a number of steps: 0 is before the first.
#[derive(Clone, Debug)]
pub struct PlayedGame {
    setup: LocalSetup,
    start: AnyGame,
    steps: Vec<StepRecord>,
}

/// A step with its effects and the game after it.
#[derive(Clone, Debug)]
struct StepRecord {
    step: Step<String, String>,
    effects: Vec<Effect>,
    after: AnyGame,
}

impl PlayedGame {
    /// Starts a game and resolves the chance events before the first move.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position, a rule or a mode is invalid.
    pub fn start(setup: LocalSetup) -> Result<PlayedGame, AnyGameError> {
        let start = AnyGame::start(setup.kind(), &setup.options())?;
        let mut played = PlayedGame { setup, start, steps: Vec::new() };
        played.resolve_chance();
        Ok(played)
    }

    /// Starts a game and plays these actions, up to the first illegal one.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position, a rule or a mode is invalid.
    pub fn from_actions(setup: LocalSetup, actions: &[String]) -> Result<PlayedGame, AnyGameError> {
        let mut played = PlayedGame::start(setup)?;
        for action in actions {
            if played.play_action(action).is_err() {
                break;
            }
        }
        Ok(played)
    }

    /// Joins steps that were played elsewhere, such as a line of a tree of variations.
    ///
    /// Each step must have been played after the one before it, and the first one after `start`.
    #[must_use]
    pub fn from_steps<'a>(
        setup: LocalSetup,
        start: AnyGame,
        steps: impl Iterator<Item = PlayedStep<'a>>,
    ) -> PlayedGame {
        let record = |played: PlayedStep<'_>| StepRecord {
            step: played.step.clone(),
            effects: played.effects.to_vec(),
            after: played.after.clone(),
        };
        PlayedGame { setup, start, steps: steps.map(record).collect() }
    }

    /// Plays an action of the side to move and resolves the chance events after it. Returns the new steps.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the action is illegal; the game is then unchanged.
    pub fn play_action(&mut self, text: &str) -> Result<Vec<PlayedStep<'_>>, AnyGameError> {
        let (mut after, mut effects) = (self.game().clone(), Vec::new());
        let action = after.apply_action(text, &mut effects)?;
        let first = self.len();
        self.steps.push(StepRecord { step: Step::Action(action), effects, after });
        self.resolve_chance();
        Ok(self.steps().skip(first).collect())
    }

    /// Changes the level of the computer.
    pub(crate) fn set_level(&mut self, level: u8) {
        self.setup.set_level(level);
    }

    /// Removes the steps after this many.
    ///
    /// The chance events after them will have the same outcomes again.
    pub fn truncate(&mut self, step_index: usize) {
        self.steps.truncate(step_index);
    }

    /// Returns the setup.
    #[must_use]
    pub const fn setup(&self) -> &LocalSetup {
        &self.setup
    }

    /// Returns the number of steps.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether the game has no steps.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// Returns the game after the last step, including hidden information.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        self.game_at(self.len())
    }

    /// Returns the game after this many steps, or at the end if there are fewer.
    #[must_use]
    pub fn game_at(&self, step_index: usize) -> &AnyGame {
        match step_index.min(self.steps.len()) {
            0 => &self.start,
            step_index => &self.steps[step_index - 1].after,
        }
    }

    /// Returns the step after this many.
    #[must_use]
    pub fn step_at(&self, step_index: usize) -> Option<PlayedStep<'_>> {
        let StepRecord { step, effects, after } = self.steps.get(step_index)?;
        Some(PlayedStep { step, before: self.game_at(step_index), after, effects })
    }

    /// Iterates over the steps.
    pub fn steps(&self) -> impl DoubleEndedIterator<Item = PlayedStep<'_>> {
        (0..self.len()).filter_map(|step_index| self.step_at(step_index))
    }

    /// Returns the actions among the first `step_index` steps.
    #[must_use]
    pub fn actions_before(&self, step_index: usize) -> Vec<String> {
        let action = |record: &StepRecord| match &record.step {
            Step::Action(action) => Some(action.clone()),
            Step::Chance(_) => None,
        };
        self.steps.iter().take(step_index).filter_map(action).collect()
    }

    /// Returns all chance outcomes.
    #[must_use]
    pub fn chance_outcomes(&self) -> Vec<String> {
        let outcome = |record: &StepRecord| match &record.step {
            Step::Chance(outcome) => Some(outcome.clone()),
            Step::Action(_) => None,
        };
        self.steps.iter().filter_map(outcome).collect()
    }

    fn resolve_chance(&mut self) {
        let is_chance = |record: &&StepRecord| matches!(record.step, Step::Chance(_));
        let mut chance_count = self.steps.iter().filter(is_chance).count() as u64;
        while self.game().turn() == Turn::Chance {
            let mut after = self.game().clone();
            let Some((outcome, effects)) = self.setup.apply_chance(chance_count, &mut after) else { break };
            self.steps.push(StepRecord { step: Step::Chance(outcome), effects, after });
            chance_count += 1;
        }
    }
}
