use yipan_core::{Effect, Mark, Outcome, Side, Turn, Viewer};
use yipan_games::{AnyGame, AnyGameError};

use crate::declared_result::DeclaredResult;
use crate::local_setup::LocalSetup;
use crate::played_game::PlayedGame;
use crate::played_step::PlayedStep;
use crate::player_kind::PlayerKind;
use crate::waiting_for::WaitingFor;

/// A game on one screen, against the computer or between two people.
#[derive(Clone, Debug)]
pub struct LocalGame {
    played: PlayedGame,
    viewing_side: Side,
    declared_result: Option<DeclaredResult>,
}

impl LocalGame {
    /// Starts a game and resolves its first chance events.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position, a rule or a mode is invalid.
    pub fn start(setup: LocalSetup) -> Result<LocalGame, AnyGameError> {
        LocalGame::from_actions(setup, &[])
    }

    /// Starts a game and plays these actions, up to the first illegal one.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position, a rule or a mode is invalid.
    pub fn from_actions(setup: LocalSetup, actions: &[String]) -> Result<LocalGame, AnyGameError> {
        let human = Side::BOTH.into_iter().find(|side| setup.players[side.index()] == PlayerKind::Human);
        let viewing_side = human.unwrap_or(Side::First);
        let played = PlayedGame::from_actions(setup, actions)?;
        Ok(LocalGame { played, viewing_side, declared_result: None })
    }

    /// Resumes an interrupted game. The outcome by the rules takes precedence over the declared result.
    ///
    /// The person at the screen is unknown, so if it hides information the player to move must confirm first.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position, a rule or a mode is invalid.
    pub fn resume(
        setup: LocalSetup,
        actions: &[String],
        declared_result: Option<DeclaredResult>,
    ) -> Result<LocalGame, AnyGameError> {
        let mut local = LocalGame::from_actions(setup, actions)?;
        local.declared_result = declared_result.filter(|_| local.outcome().is_none());
        let needs_handover = local.has_screen_handovers() && local.action_count() > 0;
        if let (Turn::Player(side), true) = (local.game().turn(), needs_handover) {
            local.viewing_side = side.other();
        }
        Ok(local)
    }

    /// Returns the game with all its steps.
    #[must_use]
    pub const fn played(&self) -> &PlayedGame {
        &self.played
    }

    /// Returns the setup.
    #[must_use]
    pub const fn setup(&self) -> &LocalSetup {
        self.played.setup()
    }

    /// Returns the actions so far.
    #[must_use]
    pub fn actions(&self) -> Vec<String> {
        self.played.actions_before(self.played.len())
    }

    /// Returns the number of actions so far.
    #[must_use]
    pub fn action_count(&self) -> usize {
        self.played_actions().count()
    }

    /// Iterates over the actions so far, without the chance outcomes between them.
    pub fn played_actions(&self) -> impl DoubleEndedIterator<Item = PlayedStep<'_>> {
        self.played.steps().filter(|step| step.action().is_some())
    }

    /// Returns the game, including hidden information.
    #[must_use]
    pub fn game(&self) -> &AnyGame {
        self.played.game()
    }

    /// Returns the result by resignation or agreement, if any.
    #[must_use]
    pub const fn declared_result(&self) -> Option<&DeclaredResult> {
        self.declared_result.as_ref()
    }

    /// Returns the outcome by the rules, if any.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }

    /// Whether two people share the screen.
    #[must_use]
    pub fn is_hot_seat(&self) -> bool {
        self.setup().players == [PlayerKind::Human; 2]
    }

    /// Whether two people share the screen and each has information hidden from the other.
    fn has_screen_handovers(&self) -> bool {
        self.is_hot_seat() && self.game().has_hidden_information()
    }

    /// Returns the input that the game waits for.
    #[must_use]
    pub fn waiting_for(&self) -> WaitingFor {
        match self.game().turn() {
            _ if self.declared_result.is_some() => WaitingFor::Nothing,
            Turn::Over(_) | Turn::Chance => WaitingFor::Nothing,
            Turn::Player(side) => match self.setup().players[side.index()] {
                PlayerKind::Computer(level) => WaitingFor::Computer(side, level),
                PlayerKind::Human if side != self.viewing_side && self.has_screen_handovers() => {
                    WaitingFor::ScreenHandover(side)
                }
                PlayerKind::Human => WaitingFor::Human(side),
            },
        }
    }

    /// Shows the position to this side, after the players have changed places.
    pub const fn set_viewing_side(&mut self, side: Side) {
        self.viewing_side = side;
    }

    /// Returns the side that sees the screen, shown at the bottom.
    #[must_use]
    pub const fn viewing_side(&self) -> Side {
        self.viewing_side
    }

    /// Returns the viewer of the position. A finished game hides nothing.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        match self.waiting_for() {
            WaitingFor::Nothing => Viewer::Arbiter,
            // Without hidden information both players see the moves of the side to move.
            WaitingFor::Human(side) if self.is_hot_seat() => Viewer::Player(side),
            _ => Viewer::Player(self.viewing_side),
        }
    }

    /// Returns the viewer of the move list.
    ///
    /// While the screen is handed over either player may look, so the list shows neither side's secrets.
    #[must_use]
    pub fn move_list_viewer(&self) -> Viewer {
        if matches!(self.waiting_for(), WaitingFor::ScreenHandover(_)) {
            Viewer::Spectator
        } else {
            self.viewer()
        }
    }

    /// Changes the level of the computer, from its next move on. A game between two people has none.
    pub fn set_level(&mut self, level: u8) {
        self.played.set_level(level);
    }

    /// Plays an action of the side to move and resolves the chance events after it. Returns the new steps.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the action is illegal; the game is then unchanged.
    pub fn play_action(&mut self, text: &str) -> Result<Vec<PlayedStep<'_>>, AnyGameError> {
        self.played.play_action(text)
    }

    /// Resigns for a side, unless the game is over.
    pub fn resign(&mut self, side: Side) {
        if self.waiting_for() != WaitingFor::Nothing {
            self.declared_result = Some(DeclaredResult::resignation(side));
        }
    }

    /// Ends the game as a draw by agreement between two people at the screen.
    pub fn agree_draw(&mut self) {
        if self.can_agree_draw() {
            self.declared_result = Some(DeclaredResult::agreement());
        }
    }

    /// Whether two people at the screen can agree on a draw.
    #[must_use]
    pub fn can_agree_draw(&self) -> bool {
        self.is_hot_seat() && self.waiting_for() != WaitingFor::Nothing
    }

    /// Whether there is a move or a declared result to take back.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        self.declared_result.is_some()
            || self.takeback_index().is_some_and(|step_index| !self.has_explosion_since(step_index))
    }

    /// Whether the last move cannot be taken back because a mine has exploded since.
    ///
    /// The mine would still be there, and the player would know where.
    #[must_use]
    pub fn is_takeback_blocked_by_mine(&self) -> bool {
        self.declared_result.is_none()
            && self.takeback_index().is_some_and(|step_index| self.has_explosion_since(step_index))
    }

    fn has_explosion_since(&self, step_index: usize) -> bool {
        let steps = (step_index..self.played.len()).filter_map(|index| self.played.step_at(index));
        let is_crater = |effect: &Effect| matches!(effect, Effect::Mark { mark: Mark::Crater, .. });
        steps.into_iter().any(|step| step.effects.iter().any(is_crater))
    }

    /// Takes back the last move of a person and the computer's answer to it.
    ///
    /// The chance events have the same outcomes again, so that taking back does not help to get better dice.
    pub fn take_back(&mut self) {
        // A resignation or an agreement is taken back before any move.
        if self.declared_result.take().is_some() {
            return;
        }
        if let Some(step_index) = self.takeback_index().filter(|_| self.can_take_back()) {
            self.played.truncate(step_index);
        }
    }

    /// Returns the index of the last step that is an action of a person.
    fn takeback_index(&self) -> Option<usize> {
        let is_human = |step: PlayedStep<'_>| match (step.action(), step.before.turn()) {
            (Some(_), Turn::Player(side)) => self.setup().players[side.index()] == PlayerKind::Human,
            _ => false,
        };
        (0..self.played.len()).rev().find(|index| self.played.step_at(*index).is_some_and(is_human))
    }
}

#[cfg(test)]
mod tests;
