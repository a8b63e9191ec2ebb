use yipan_chess::pgn::GameResult;
use yipan_core::{Cell, NullSink, Step, Turn, Viewer};
use yipan_games::{AnyGame, AnyGameError};
use yipan_local_play::{DeclaredResult, LocalSetup, PlayedGame};
use yipan_wire::View;

use crate::board::board_update::{BoardUpdate, to_wire_effects};
use crate::board::move_options::MoveOption;
use crate::local::stored_game::StoredGame;
use yipan_games::Grid;

/// A game that is replayed step by step. Actions and chance outcomes both are steps.
///
/// A `step_index` is a number of steps: 0 is before the first.
#[derive(Clone, Debug)]
pub struct Replay {
    played: PlayedGame,
    /// The result after the last step, if the rules did not decide it.
    declared_result: Option<DeclaredResult>,
}

impl Replay {
    /// Starts an empty replay and resolves the chance events before the first move.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position, a rule or a mode is invalid.
    pub fn start(setup: LocalSetup) -> Result<Replay, AnyGameError> {
        Replay::from_actions(setup, &[])
    }

    /// Replays these actions, up to the first illegal one.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position, a rule or a mode is invalid.
    pub fn from_actions(setup: LocalSetup, actions: &[String]) -> Result<Replay, AnyGameError> {
        Ok(Replay { played: PlayedGame::from_actions(setup, actions)?, declared_result: None })
    }

    /// Creates the replay of a game that was played elsewhere.
    #[must_use]
    pub const fn from_played(played: PlayedGame) -> Replay {
        Replay { played, declared_result: None }
    }

    /// Appends an action and resolves the chance events after it.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the action is illegal; the replay is then unchanged.
    pub fn push_action(&mut self, text: &str) -> Result<(), AnyGameError> {
        self.played.play_action(text)?;
        self.declared_result = None;
        Ok(())
    }

    /// Returns the variation that plays `text` after this many steps, or this replay if it plays the same.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the action is illegal.
    pub fn branch(&self, step_index: usize, text: &str) -> Result<Replay, AnyGameError> {
        let mut other = self.clone();
        other.played.truncate(step_index);
        other.push_action(text)?;
        let is_same = self.next_action(step_index) == other.next_action(step_index);
        Ok(if is_same { self.clone() } else { other })
    }

    /// Sets the declared result. The outcome by the rules takes precedence.
    #[must_use]
    pub fn with_result(mut self, result: Option<DeclaredResult>) -> Replay {
        self.declared_result = result.filter(|_| self.played.game().outcome().is_none());
        self
    }

    /// Returns the result after the last step, if the rules did not decide it.
    #[must_use]
    pub const fn declared_result(&self) -> Option<&DeclaredResult> {
        self.declared_result.as_ref()
    }

    /// Returns the result as PGN writes it.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.declared_result
            .as_ref()
            .map_or_else(|| self.played.game().outcome().into(), DeclaredResult::result)
    }

    /// Returns the setup.
    #[must_use]
    pub const fn setup(&self) -> &LocalSetup {
        self.played.setup()
    }

    /// Returns the grid of the board.
    #[must_use]
    pub fn grid(&self) -> Grid {
        Grid::new(self.game_at(0).kind())
    }

    /// Returns the number of steps.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.played.len()
    }

    /// Whether the replay has no steps.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.played.is_empty()
    }

    /// Returns the game after this many steps, or at the end if there are fewer.
    #[must_use]
    pub fn game_at(&self, step_index: usize) -> &AnyGame {
        self.played.game_at(step_index)
    }

    /// Returns the game with all its steps.
    #[must_use]
    pub const fn played(&self) -> &PlayedGame {
        &self.played
    }

    /// Returns the actions among the first `step_index` steps.
    #[must_use]
    pub fn actions_before(&self, step_index: usize) -> Vec<String> {
        self.played.actions_before(step_index)
    }

    /// Returns the step after this many, if it is an action.
    #[must_use]
    pub fn next_action(&self, step_index: usize) -> Option<&str> {
        self.played.step_at(step_index)?.action()
    }

    /// Returns all chance outcomes.
    #[must_use]
    pub fn chance_outcomes(&self) -> Vec<String> {
        self.played.chance_outcomes()
    }

    /// Iterates over the steps.
    pub fn steps(&self) -> impl Iterator<Item = &Step<String, String>> {
        self.played.steps().map(|step| step.step)
    }

    /// Whether viewers see different positions.
    #[must_use]
    pub fn depends_on_viewer(&self) -> bool {
        depends_on_viewer(self.game_at(0))
    }

    /// Returns the number of actions among the first `step_index` steps.
    #[must_use]
    pub fn action_count(&self, step_index: usize) -> usize {
        (0..step_index.min(self.len())).filter(|index| self.next_action(*index).is_some()).count()
    }

    /// Returns the number of steps up to the last chance event after this many actions, or all if there are fewer.
    #[must_use]
    pub fn step_after_actions(&self, action_count: usize) -> usize {
        let is_next_action = |index: &usize| self.next_action(*index).is_some();
        (0..self.len()).filter(is_next_action).nth(action_count).unwrap_or(self.len())
    }

    /// Whether the evaluation of the engine and its lines would show a viewer hidden information.
    ///
    /// The engine knows what the side to move sees. The result of a finished game is known to all.
    #[must_use]
    pub fn hides_evaluation(&self, step_index: usize, viewer: Viewer) -> bool {
        let knows_as_much = match (self.game_at(step_index).turn(), viewer) {
            (Turn::Over(_), _) | (_, Viewer::Arbiter) => true,
            (turn, Viewer::Player(side)) => turn == Turn::Player(side),
            (_, Viewer::Spectator) => false,
        };
        self.depends_on_viewer() && !knows_as_much
    }

    /// Returns the view after this many steps. It has the legal actions unless they would reveal hidden information.
    #[must_use]
    pub fn view(&self, step_index: usize, viewer: Viewer) -> View {
        let game = self.game_at(step_index);
        let mut view = View::new(game, game.view(viewer));
        if viewer == Viewer::Arbiter || !self.depends_on_viewer() {
            view.actions = game.actions();
        }
        view
    }

    /// Returns the view after these actions from a step on, without legal actions, and the cells of the last one; `None` if one
    /// of them is illegal.
    #[must_use]
    pub fn preview(
        &self,
        step_index: usize,
        actions: &[String],
        viewer: Viewer,
    ) -> Option<(View, Vec<Cell>)> {
        let mut game = self.game_at(step_index).clone();
        for action in actions {
            game.apply_action(action, &mut NullSink).ok()?;
        }
        let last = actions.last().and_then(|action| MoveOption::parse(self.grid(), action));
        let cells = last.map(|option| vec![option.from, option.to]).unwrap_or_default();
        Some((View { actions: Vec::new(), ..View::new(&game, game.view(viewer)) }, cells))
    }

    /// Returns the visible effects of the step that leads here, and the view after it.
    #[must_use]
    pub fn update_at(&self, step_index: usize, viewer: Viewer) -> BoardUpdate {
        let step = step_index.checked_sub(1).and_then(|index| self.played.step_at(index));
        let effects = step.map(|step| to_wire_effects(step.after, &step.visible_effects(viewer)));
        BoardUpdate { effects: effects.unwrap_or_default(), view: self.view(step_index, viewer) }
    }

    /// Returns the replay as JSON, for storage.
    #[must_use]
    pub fn save(&self) -> String {
        let stored = StoredGame {
            setup: self.setup().clone(),
            actions: self.actions_before(self.len()),
            declared_result: self.declared_result.clone(),
        };
        serde_json::to_string(&stored).unwrap_or_default()
    }

    /// Restores a stored replay or local game; `None` if the text is neither.
    #[must_use]
    pub fn restore(text: &str) -> Option<Replay> {
        let stored: StoredGame = serde_json::from_str(text).ok()?;
        stored.setup.game.parse::<yipan_games::GameKind>().ok()?;
        let replay = Replay::from_actions(stored.setup, &stored.actions).ok()?;
        // After an illegal action the stored result no longer applies.
        let is_whole = replay.actions_before(replay.len()).len() == stored.actions.len();
        Some(replay.with_result(stored.declared_result.filter(|_| is_whole)))
    }
}

/// Whether the viewers of a game see different positions.
pub(crate) fn depends_on_viewer(game: &AnyGame) -> bool {
    let has_mines = matches!(game, AnyGame::Chess(game) if game.modes().mines.is_some());
    game.has_hidden_information() || has_mines
}

#[cfg(test)]
mod tests {
    use yipan_core::{Language, Side, splitmix64};
    use yipan_games::GameKind;
    use yipan_local_play::{LocalGame, PlayerKind};

    use super::*;
    use crate::board::board_sprites::BoardSprites;
    use crate::local::local_game_ext::LocalGameExt;

    fn start_setup(kind: GameKind, modes: &[&str]) -> LocalSetup {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        LocalSetup { modes, ..LocalSetup::default_for(kind, [PlayerKind::Human; 2], 5) }
    }

    /// Plays a random game.
    fn played(kind: GameKind, modes: &[&str], action_count: usize) -> Replay {
        let mut replay = Replay::start(start_setup(kind, modes)).expect("a game");
        let mut state = 3;
        for _ in 0..action_count {
            let number;
            (state, number) = splitmix64(state);
            let actions = replay.played().game().actions();
            if actions.is_empty() {
                break;
            }
            replay.push_action(&actions[(number % actions.len() as u64) as usize]).expect("offered");
        }
        replay
    }

    const MODES: [&[&str]; 5] =
        [&[], &["dice-a"], &["dice-b", "fog"], &["portals", "mines"], &["gravity", "fog"]];

    #[test]
    fn the_evaluation_is_hidden_from_a_side_that_is_not_to_move() {
        let foggy = played(GameKind::Chess, &["fog"], 1);
        let (white, black) = (Viewer::Player(Side::First), Viewer::Player(Side::Second));
        assert!(!foggy.hides_evaluation(0, white) && foggy.hides_evaluation(0, black));
        assert!(foggy.hides_evaluation(1, white) && !foggy.hides_evaluation(1, black));
        assert!(foggy.hides_evaluation(0, Viewer::Spectator));
        assert!(!foggy.hides_evaluation(1, Viewer::Arbiter));
        assert!(!played(GameKind::Chess, &[], 1).hides_evaluation(1, white), "nothing is hidden");
        let mate = ["f2f3", "e7e5", "g2g4", "d8h4"].map(String::from);
        let over = Replay::from_actions(start_setup(GameKind::Chess, &["fog"]), &mate).expect("a game");
        assert!(!over.hides_evaluation(4, white) && !over.hides_evaluation(4, Viewer::Spectator));
    }

    #[test]
    fn the_same_actions_give_the_same_local_game() {
        for modes in MODES {
            let replay = played(GameKind::Chess, modes, 40);
            let actions = replay.actions_before(replay.len());
            let local = LocalGame::from_actions(replay.setup().clone(), &actions).expect("a game");
            assert_eq!(local.game(), replay.game_at(replay.len()), "{modes:?}");
            let again = Replay::from_actions(replay.setup().clone(), &actions).expect("a game");
            assert_eq!(again.steps().collect::<Vec<_>>(), replay.steps().collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_step_leads_to_its_position() {
        for modes in MODES {
            let replay = played(GameKind::Chess, modes, 40);
            for viewer in [Viewer::Arbiter, Viewer::Player(Side::Second), Viewer::Spectator] {
                let mut sprites = BoardSprites::new(replay.grid(), &replay.view(0, viewer));
                for step_index in 1..=replay.len() {
                    let update = replay.update_at(step_index, viewer);
                    update.effects.iter().for_each(|effect| sprites.apply_effect(effect));
                    let pieces = sprites.sprites().count();
                    sprites.sync(&update.view);
                    assert_eq!(sprites.sprites().count(), pieces, "{modes:?} {viewer:?} {step_index}");
                }
            }
        }
    }

    #[test]
    fn actions_are_counted_without_chance_events() {
        for modes in MODES {
            let replay = played(GameKind::Chess, modes, 20);
            for step_index in 0..=replay.len() {
                let count = replay.action_count(step_index);
                assert_eq!(count, replay.actions_before(step_index).len());
                let settled = replay.step_after_actions(count);
                assert!(settled >= step_index && replay.action_count(settled) == count, "{modes:?}");
            }
            assert_eq!(replay.step_after_actions(usize::MAX), replay.len());
        }
    }

    #[test]
    fn another_move_branches_and_the_same_move_does_not() {
        let setup = start_setup(GameKind::Xiangqi, &[]);
        let actions = ["h2e2", "h9g7", "h0g2"].map(String::from);
        let replay = Replay::from_actions(setup, &actions).expect("a game");
        assert_eq!(replay.branch(1, "h9g7").expect("legal").len(), 3);
        assert_eq!(replay.branch(1, "馬8進7").expect("legal").len(), 3);
        let other = replay.branch(1, "b9c7").expect("legal");
        assert_eq!(other.actions_before(other.len()), ["h2e2", "b9c7"]);
        assert!(replay.branch(1, "a0a9").is_err());
    }

    #[test]
    fn a_preview_shows_the_end_of_a_line_and_offers_no_moves() {
        let replay = Replay::start(start_setup(GameKind::Chess, &[])).expect("a game");
        let line = ["e2e4", "e7e5"].map(String::from);
        let (view, cells) = replay.preview(0, &line, Viewer::Arbiter).expect("legal");
        let names: Vec<String> = cells.iter().map(|cell| replay.grid().name(*cell)).collect();
        assert_eq!(
            (names, view.turn, view.actions.len()),
            (vec!["e7".into(), "e5".into()], Some(Side::First), 0)
        );
        assert_eq!(replay.preview(0, &["e2e5".to_owned()], Viewer::Arbiter), None);
    }

    #[test]
    fn a_resigned_game_is_over_until_another_move_is_made() {
        let mut local = LocalGame::start(start_setup(GameKind::Chess, &[])).expect("a game");
        local.play_and_show("e2e4").expect("legal");
        local.resign(Side::Second);
        let replay = Replay::restore(&local.save()).expect("a stored game");
        let status =
            |replay: &Replay, step_index| replay.status_text(step_index, Viewer::Arbiter, Language::English);
        assert_eq!(status(&replay, 1), "Black resigned: White wins");
        assert_eq!(
            (status(&replay, 0).as_str(), replay.result().to_string().as_str()),
            ("White to move", "1-0")
        );
        let announcement = replay.announce(1, Viewer::Arbiter, Language::English.into());
        assert_eq!(announcement, "White: e4. Black resigned: White wins");
        assert_eq!(
            Replay::restore(&replay.save()).expect("a stored game").declared_result(),
            replay.declared_result()
        );
        let mut other = replay.clone();
        other.push_action("e7e5").expect("legal");
        assert_eq!((status(&other, 2).as_str(), other.declared_result()), ("White to move", None));
    }

    #[test]
    fn recorded_chance_outcomes_come_before_those_of_the_seed() {
        let replay = played(GameKind::Chess, &["dice-a", "mines"], 20);
        let setup =
            LocalSetup { seed: 99, chance_outcomes: replay.chance_outcomes(), ..replay.setup().clone() };
        let again = Replay::from_actions(setup, &replay.actions_before(replay.len())).expect("a game");
        let again = Replay::restore(&again.save()).expect("a stored game");
        assert_eq!(again.steps().collect::<Vec<_>>(), replay.steps().collect::<Vec<_>>());
    }
}
