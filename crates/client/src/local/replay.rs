use yipan_chess::pgn::GameResult;
use yipan_core::{Cell, Effect, Step, Turn, Viewer};
use yipan_games::{AnyGame, AnyGameError};
use yipan_wire::View;

use crate::board::board_update::BoardUpdate;
use crate::board::board_update::to_wire_effects;
use crate::board::grid::Grid;
use crate::board::move_options::MoveOption;
use crate::local::declared_result::DeclaredResult;
use crate::local::setup::LocalSetup;
use crate::local::stored_game::StoredGame;

/// A line of play that is looked at again, step by step: what players did and what chance decided are steps alike.
///
/// A place is a number of steps: 0 is before the first.
#[derive(Clone, Debug)]
pub struct Replay {
    setup: LocalSetup,
    start: AnyGame,
    steps: Vec<ReplayStep>,
    /// How the game ended after the last step, if the rules did not end it.
    declared_result: Option<DeclaredResult>,
}

/// A step and what came of it.
#[derive(Clone, Debug)]
struct ReplayStep {
    step: Step<String, String>,
    effects: Vec<Effect>,
    after: AnyGame,
}

impl Replay {
    /// A line that has not begun. What chance decides before the first move is decided.
    ///
    /// # Errors
    /// What is wrong with the position, the rules or the modes.
    pub fn start(opening: LocalSetup) -> Result<Replay, AnyGameError> {
        let start = AnyGame::start(opening.kind(), &opening.options())?;
        let mut replay = Replay { setup: opening, start, steps: Vec::new(), declared_result: None };
        replay.resolve_chance();
        Ok(replay)
    }

    /// The line of these actions; it ends before the first that cannot be played.
    ///
    /// # Errors
    /// What is wrong with the position, the rules or the modes.
    pub fn from_actions(opening: LocalSetup, acts: &[String]) -> Result<Replay, AnyGameError> {
        let mut replay = Replay::start(opening)?;
        for act in acts {
            if replay.push_action(act).is_err() {
                break;
            }
        }
        Ok(replay)
    }

    /// Goes on at the end of the line.
    ///
    /// # Errors
    /// Why the action is refused; the line is as it was.
    pub fn push_action(&mut self, text: &str) -> Result<(), AnyGameError> {
        let (mut after, mut effects) = (self.final_game().clone(), Vec::new());
        let act = after.apply_action(text, &mut effects)?;
        self.steps.push(ReplayStep { step: Step::Action(act), effects, after });
        self.declared_result = None;
        self.resolve_chance();
        Ok(())
    }

    /// The line that leaves this one at a place with another action, or this one if it is the same action.
    ///
    /// # Errors
    /// Why the action is refused.
    pub fn branch(&self, place: usize, text: &str) -> Result<Replay, AnyGameError> {
        let mut other = self.clone();
        other.steps.truncate(place);
        other.push_action(text)?;
        let same = self.steps.get(place).is_some_and(|taken| taken.step == other.steps[place].step);
        Ok(if same { self.clone() } else { other })
    }

    /// The same line of a game that ended so after its last step; where the rules have ended it, they are right.
    #[must_use]
    pub fn with_result(mut self, verdict: Option<DeclaredResult>) -> Replay {
        self.declared_result = verdict.filter(|_| self.final_game().outcome().is_none());
        self
    }

    /// How the game ended after the last step, if the rules did not end it.
    #[must_use]
    pub const fn declared_result(&self) -> Option<&DeclaredResult> {
        self.declared_result.as_ref()
    }

    /// How the line ends, as files write it.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.declared_result
            .as_ref()
            .map_or_else(|| self.final_game().outcome().into(), DeclaredResult::result)
    }

    /// What was agreed.
    #[must_use]
    pub const fn setup(&self) -> &LocalSetup {
        &self.setup
    }

    /// The board it is played on.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        Grid::new(self.start.kind())
    }

    /// How many steps there are.
    #[must_use]
    pub const fn len(&self) -> usize {
        self.steps.len()
    }

    /// Whether nothing has happened.
    #[must_use]
    pub const fn is_empty(&self) -> bool {
        self.steps.is_empty()
    }

    /// The game at a place; at the end for a place beyond it.
    #[must_use]
    pub fn game_at(&self, place: usize) -> &AnyGame {
        match place.min(self.steps.len()) {
            0 => &self.start,
            place => &self.steps[place - 1].after,
        }
    }

    /// Every action before a place.
    #[must_use]
    pub fn actions_before(&self, place: usize) -> Vec<String> {
        let steps = self.steps.iter().take(place);
        let act = |taken: &ReplayStep| match &taken.step {
            Step::Action(act) => Some(act.clone()),
            Step::Chance(_) => None,
        };
        steps.filter_map(act).collect()
    }

    /// The action that follows a place, if a player acts there.
    #[must_use]
    pub fn next_action(&self, place: usize) -> Option<&str> {
        match &self.steps.get(place)?.step {
            Step::Action(act) => Some(act),
            Step::Chance(_) => None,
        }
    }

    /// Everything that chance has decided.
    #[must_use]
    pub fn chance_outcomes(&self) -> Vec<String> {
        let draw = |taken: &ReplayStep| match &taken.step {
            Step::Chance(draw) => Some(draw.clone()),
            Step::Action(_) => None,
        };
        self.steps.iter().filter_map(draw).collect()
    }

    /// The steps in order.
    pub fn steps(&self) -> impl Iterator<Item = &Step<String, String>> {
        self.steps.iter().map(|taken| &taken.step)
    }

    /// The steps in order, each with the game before and after it and everything it did.
    pub(crate) fn transitions(
        &self,
    ) -> impl Iterator<Item = (&Step<String, String>, &AnyGame, &AnyGame, &[Effect])> {
        self.steps
            .iter()
            .enumerate()
            .map(|(place, taken)| (&taken.step, self.game_at(place), &taken.after, taken.effects.as_slice()))
    }

    /// Whether it looks different through different eyes.
    #[must_use]
    pub fn depends_on_viewer(&self) -> bool {
        let has_mines = matches!(&self.start, AnyGame::Chess(game) if game.modes().mines.is_some());
        self.start.has_hidden_information() || has_mines
    }

    /// The board at a place, with the moves of whoever is to move unless that would tell a secret.
    #[must_use]
    pub fn view(&self, place: usize, viewer: Viewer) -> View {
        let game = self.game_at(place);
        let mut view = View::new(game, game.view(viewer));
        if viewer == Viewer::Arbiter || !self.depends_on_viewer() {
            view.actions = game.actions();
        }
        view
    }

    /// What the step to a place shows; nothing happens on the way to the start.
    #[must_use]
    pub fn update_at(&self, place: usize, viewer: Viewer) -> BoardUpdate {
        let effects = match place.checked_sub(1).and_then(|index| self.steps.get(index)) {
            Some(taken) => to_wire_effects(
                &taken.after,
                &taken.after.visible_effects(self.game_at(place - 1), &taken.effects, viewer),
            ),
            None => Vec::new(),
        };
        BoardUpdate { effects, view: self.view(place, viewer) }
    }

    /// Where the last move before a place began and ended, as far as the viewer may know.
    #[must_use]
    pub fn last_move_cells(&self, place: usize, viewer: Viewer) -> Vec<Cell> {
        let before = (0..place.min(self.steps.len())).rev();
        let last = before.filter_map(|index| self.next_action(index).map(|act| (index, act))).next();
        let Some((index, act)) = last else { return Vec::new() };
        let is_visible = self.game_at(index).may_reveal(&Step::Action(act.to_owned()), viewer);
        let reach = MoveOption::parse(self.grid(), act).filter(|_| is_visible);
        reach.map_or_else(Vec::new, |reach| vec![reach.from, reach.to])
    }

    /// The line as text, to be kept.
    #[must_use]
    pub fn save(&self) -> String {
        let saved = StoredGame {
            setup: self.setup.clone(),
            actions: self.actions_before(self.len()),
            declared_result: self.declared_result.clone(),
        };
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// A line or a game that was kept; nothing if the text is neither.
    #[must_use]
    pub fn restore(text: &str) -> Option<Replay> {
        let saved: StoredGame = serde_json::from_str(text).ok()?;
        saved.setup.game.parse::<yipan_games::GameKind>().ok()?;
        let replay = Replay::from_actions(saved.setup, &saved.actions).ok()?;
        // What cannot be played has ended the line before its end.
        let is_whole = replay.actions_before(replay.len()).len() == saved.actions.len();
        Some(replay.with_result(saved.declared_result.filter(|_| is_whole)))
    }

    fn final_game(&self) -> &AnyGame {
        self.game_at(self.steps.len())
    }

    fn resolve_chance(&mut self) {
        let mut number =
            self.steps.iter().filter(|taken| matches!(taken.step, Step::Chance(_))).count() as u64;
        while self.final_game().turn() == Turn::Chance {
            let mut after = self.final_game().clone();
            let Some((draw, effects)) = self.setup.apply_chance(number, &mut after) else { break };
            self.steps.push(ReplayStep { step: Step::Chance(draw), effects, after });
            number += 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::{Language, Side, splitmix64};
    use yipan_games::GameKind;

    use super::*;
    use crate::board::board_sprites::BoardSprites;
    use crate::local::local_game::LocalGame;
    use crate::local::replay_text::StepListItem;
    use crate::local::setup::PlayerKind;

    fn opening(kind: GameKind, modes: &[&str]) -> LocalSetup {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        LocalSetup { modes, ..LocalSetup::default_for(kind, [PlayerKind::Human; 2], 5) }
    }

    /// A game of chance moves.
    fn played(kind: GameKind, modes: &[&str], acts: usize) -> Replay {
        let mut replay = Replay::start(opening(kind, modes)).expect("a game");
        let mut state = 3;
        for _ in 0..acts {
            let number;
            (state, number) = splitmix64(state);
            let actions = replay.final_game().actions();
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
    fn the_same_actions_give_the_same_local_game() {
        for modes in MODES {
            let replay = played(GameKind::Chess, modes, 40);
            let acts = replay.actions_before(replay.len());
            let local = LocalGame::from_actions(replay.setup().clone(), &acts).expect("a game");
            assert_eq!(local.game(), replay.game_at(replay.len()), "{modes:?}");
            let again = Replay::from_actions(replay.setup().clone(), &acts).expect("a game");
            assert_eq!(again.steps().collect::<Vec<_>>(), replay.steps().collect::<Vec<_>>());
        }
    }

    #[test]
    fn every_step_leads_to_its_position() {
        for modes in MODES {
            let replay = played(GameKind::Chess, modes, 40);
            for viewer in [Viewer::Arbiter, Viewer::Player(Side::Second), Viewer::Spectator] {
                let mut troupe = BoardSprites::new(replay.grid(), &replay.view(0, viewer));
                for place in 1..=replay.len() {
                    let shown = replay.update_at(place, viewer);
                    shown.effects.iter().for_each(|effect| troupe.apply_effect(effect));
                    let men = troupe.sprites().count();
                    troupe.sync(&shown.view);
                    assert_eq!(troupe.sprites().count(), men, "{modes:?} {viewer:?} {place}");
                }
            }
        }
    }

    #[test]
    fn a_roll_is_a_step_of_its_own() {
        let replay = played(GameKind::Chess, &["dice-a"], 3);
        let noted = replay.step_list(Viewer::Spectator, Language::English.into());
        assert_eq!(noted.len(), replay.len());
        let rolls = noted.iter().filter(|noted| {
            noted
                .notation
                .as_ref()
                .is_some_and(|title| title.starts_with("🎲 ♙") || title.starts_with("🎲 ♘"))
        });
        assert!(rolls.count() >= 3, "{noted:?}");
        assert!(noted.iter().take(3).all(|noted| noted.side == Side::First));
    }

    #[test]
    fn hidden_steps_have_no_notation() {
        let replay = played(GameKind::Chess, &["fog", "mines"], 6);
        let through = |viewer| replay.step_list(viewer, Language::English.into());
        assert!(through(Viewer::Arbiter).iter().all(|noted| noted.notation.is_some()));
        let first = through(Viewer::Player(Side::First));
        let acts: Vec<&StepListItem> = first.iter().skip_while(|noted| noted.notation.is_none()).collect();
        assert!(acts.iter().any(|noted| noted.side == Side::Second && noted.notation.is_none()));
        assert!(acts.iter().filter(|noted| noted.side == Side::First).all(|noted| noted.notation.is_some()));
        assert!(replay.view(0, Viewer::Player(Side::First)).marks.is_empty());
    }

    #[test]
    fn another_move_branches_and_the_same_move_does_not() {
        let opening = opening(GameKind::Xiangqi, &[]);
        let acts = ["h2e2", "h9g7", "h0g2"].map(String::from);
        let replay = Replay::from_actions(opening, &acts).expect("a game");
        assert_eq!(replay.branch(1, "h9g7").expect("legal").len(), 3);
        assert_eq!(replay.branch(1, "馬8進7").expect("legal").len(), 3);
        let other = replay.branch(1, "b9c7").expect("legal");
        assert_eq!(other.actions_before(other.len()), ["h2e2", "b9c7"]);
        assert!(replay.branch(1, "a0a9").is_err());
        assert_eq!(replay.last_move_cells(1, Viewer::Arbiter).len(), 2);
    }

    #[test]
    fn a_resigned_game_is_over_until_another_move_is_made() {
        let mut local = LocalGame::start(opening(GameKind::Chess, &[])).expect("a game");
        local.play_action("e2e4").expect("legal");
        local.resign(Side::Second);
        let replay = Replay::restore(&local.save()).expect("what was kept");
        let status = |replay: &Replay, place| replay.status_text(place, Viewer::Arbiter, Language::English);
        assert_eq!(status(&replay, 1), "White wins: the other side resigned");
        assert_eq!(
            (status(&replay, 0).as_str(), replay.result().to_string().as_str()),
            ("White to move", "1-0")
        );
        let announcement = replay.announce(1, Viewer::Arbiter, Language::English.into());
        assert_eq!(announcement, "White: e4. White wins: the other side resigned");
        assert_eq!(
            Replay::restore(&replay.save()).expect("kept again").declared_result(),
            replay.declared_result()
        );
        let other = replay.branch(1, "e7e5").expect("legal");
        assert_eq!((status(&other, 2).as_str(), other.declared_result()), ("White to move", None));
        assert_eq!(replay.branch(0, "e2e4").expect("the same").declared_result(), replay.declared_result());
    }

    #[test]
    fn recorded_chance_outcomes_come_before_those_of_the_seed() {
        let replay = played(GameKind::Chess, &["dice-a", "mines"], 20);
        let opening =
            LocalSetup { seed: 99, chance_outcomes: replay.chance_outcomes(), ..replay.setup().clone() };
        let again = Replay::from_actions(opening, &replay.actions_before(replay.len())).expect("a game");
        let again = Replay::restore(&again.save()).expect("what was kept");
        assert_eq!(again.steps().collect::<Vec<_>>(), replay.steps().collect::<Vec<_>>());
    }
}
