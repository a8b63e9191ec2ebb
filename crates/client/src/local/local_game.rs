use yipan_core::{Outcome, Side, Step, Turn, Viewer};
use yipan_games::{AnyGame, AnyGameError, GameKind, Grid};
use yipan_wire::{Effect, View};

use crate::board::board_update::{BoardUpdate, to_wire_effects};
use crate::local::declared_result::DeclaredResult;
use crate::local::setup::{LocalSetup, PlayerKind};
use crate::local::stored_game::StoredGame;
use crate::text::notation_style::NotationStyle;

/// The input that a local game waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingFor {
    /// A move of a person at the screen.
    Human(Side),
    /// A change of players at the screen, because the position holds information hidden from the player who just moved.
    ScreenHandover(Side),
    /// A move of the computer, at a level.
    Computer(Side, u8),
    /// None: the game is over.
    Nothing,
}

/// A game on one screen, against the computer or between two people.
#[derive(Clone, Debug)]
pub struct LocalGame {
    setup: LocalSetup,
    /// The game before each action.
    history: Vec<AnyGame>,
    actions: Vec<String>,
    /// The number of resolved chance events before each action.
    chance_counts: Vec<u64>,
    game: AnyGame,
    chance_count: u64,
    viewing_side: Side,
    declared_result: Option<DeclaredResult>,
}

/// An entry of the move list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveListItem {
    /// The side that moved.
    pub side: Side,
    /// The notation; `None` if the move is hidden from the viewer.
    pub notation: Option<String>,
}

impl LocalGame {
    /// Starts a game and resolves its first chance events.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position, a rule or a mode is invalid.
    pub fn start(setup: LocalSetup) -> Result<LocalGame, AnyGameError> {
        let game = AnyGame::start(setup.kind(), &setup.options())?;
        let human = Side::BOTH.into_iter().find(|side| setup.players[side.index()] == PlayerKind::Human);
        let viewing_side = human.unwrap_or(Side::First);
        let (history, actions, chance_counts) = (Vec::new(), Vec::new(), Vec::new());
        let mut local = LocalGame {
            setup,
            history,
            actions,
            chance_counts,
            game,
            chance_count: 0,
            viewing_side,
            declared_result: None,
        };
        local.resolve_chance(local.viewer());
        Ok(local)
    }

    /// Starts a game and plays these actions, up to the first illegal one.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position, a rule or a mode is invalid.
    pub fn from_actions(setup: LocalSetup, actions: &[String]) -> Result<LocalGame, AnyGameError> {
        let mut local = LocalGame::start(setup)?;
        for action in actions {
            if local.play_action(action).is_err() {
                break;
            }
        }
        local.viewing_side = match local.waiting_for() {
            WaitingFor::ScreenHandover(side) => side.other(),
            _ => local.viewing_side,
        };
        Ok(local)
    }

    /// Returns the game as JSON, for storage.
    #[must_use]
    pub fn save(&self) -> String {
        let stored = StoredGame {
            setup: self.setup.clone(),
            actions: self.actions.clone(),
            declared_result: self.declared_result.clone(),
        };
        serde_json::to_string(&stored).unwrap_or_default()
    }

    /// Restores a stored game; `None` if the text is not one.
    #[must_use]
    pub fn restore(text: &str) -> Option<LocalGame> {
        let stored: StoredGame = serde_json::from_str(text).ok()?;
        stored.setup.game.parse::<GameKind>().ok()?;
        let mut local = LocalGame::from_actions(stored.setup, &stored.actions).ok()?;
        local.declared_result = stored.declared_result.filter(|_| local.outcome().is_none());
        // The person at the screen is unknown after a reload, so the player to move must confirm first.
        let needs_handover =
            local.is_hot_seat() && local.game.has_hidden_information() && !local.actions.is_empty();
        if let (Turn::Player(side), true) = (local.game.turn(), needs_handover) {
            local.viewing_side = side.other();
        }
        Some(local)
    }

    /// Returns the setup.
    #[must_use]
    pub const fn setup(&self) -> &LocalSetup {
        &self.setup
    }

    /// Returns the actions so far.
    #[must_use]
    pub fn actions(&self) -> &[String] {
        &self.actions
    }

    /// Returns the game before each action.
    #[must_use]
    pub fn history(&self) -> &[AnyGame] {
        &self.history
    }

    /// Returns the game, including hidden information.
    #[must_use]
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// Returns the grid of the board.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        self.game.grid()
    }

    /// Returns the result by resignation or agreement, if any.
    #[must_use]
    pub const fn declared_result(&self) -> Option<&DeclaredResult> {
        self.declared_result.as_ref()
    }

    /// Returns the outcome by the rules, if any.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Whether two people share the screen.
    #[must_use]
    pub fn is_hot_seat(&self) -> bool {
        self.setup.players == [PlayerKind::Human; 2]
    }

    /// Returns the input that the game waits for.
    #[must_use]
    pub fn waiting_for(&self) -> WaitingFor {
        match self.game.turn() {
            _ if self.declared_result.is_some() => WaitingFor::Nothing,
            Turn::Over(_) | Turn::Chance => WaitingFor::Nothing,
            Turn::Player(side) => match self.setup.players[side.index()] {
                PlayerKind::Computer(level) => WaitingFor::Computer(side, level),
                PlayerKind::Human
                    if self.is_hot_seat()
                        && self.game.has_hidden_information()
                        && side != self.viewing_side =>
                {
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
        match (self.waiting_for(), self.game.turn()) {
            (WaitingFor::Nothing, _) => Viewer::Arbiter,
            // Without hidden information both players see the moves of the side to move.
            (WaitingFor::Human(side), _) if self.is_hot_seat() => Viewer::Player(side),
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

    /// Returns the view of the current position.
    #[must_use]
    pub fn view(&self) -> View {
        View::new(&self.game, self.game.view(self.viewer()))
    }

    /// Plays an action of the side to move, and resolves the chance events after it.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the action is illegal; the game is then unchanged.
    pub fn play_action(&mut self, text: &str) -> Result<BoardUpdate, AnyGameError> {
        let viewer = self.viewer();
        let (mut next, mut effects) = (self.game.clone(), Vec::new());
        let action = next.apply_action(text, &mut effects)?;
        let mut seen = to_wire_effects(&next, &next.visible_effects(&self.game, &effects, viewer));
        self.history.push(std::mem::replace(&mut self.game, next));
        self.actions.push(action);
        self.chance_counts.push(self.chance_count);
        seen.extend(self.resolve_chance(viewer));
        Ok(BoardUpdate { effects: seen, view: self.view() })
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
        self.declared_result.is_some() || self.takeback_index().is_some()
    }

    /// Takes back the last move of a person and the computer's answer to it.
    ///
    /// The chance events have the same outcomes again, so that taking back does not help to get better dice.
    pub fn take_back(&mut self) {
        // A resignation or an agreement is taken back before any move.
        if self.declared_result.take().is_some() {
            return;
        }
        let Some(index) = self.takeback_index() else { return };
        self.game = self.history.swap_remove(index);
        self.history.truncate(index);
        self.actions.truncate(index);
        self.chance_count = self.chance_counts[index];
        self.chance_counts.truncate(index);
    }

    fn takeback_index(&self) -> Option<usize> {
        self.history.iter().rposition(|game| match game.turn() {
            Turn::Player(side) => self.setup.players[side.index()] == PlayerKind::Human,
            Turn::Chance | Turn::Over(_) => false,
        })
    }

    /// Returns the moves as the viewer may see them.
    #[must_use]
    pub fn move_list(&self, style: NotationStyle) -> Vec<MoveListItem> {
        let viewer = self.move_list_viewer();
        let moved = |(game, action): (&AnyGame, &String)| {
            let Turn::Player(side) = game.turn() else { return None };
            let is_visible = game.may_reveal(&Step::Action(action.clone()), viewer);
            Some(MoveListItem { side, notation: is_visible.then(|| style.write_move(game, action)) })
        };
        self.history.iter().zip(&self.actions).filter_map(moved).collect()
    }

    /// Resolves all pending chance events and returns the effects visible to `viewer`.
    fn resolve_chance(&mut self, viewer: Viewer) -> Vec<Effect> {
        let mut seen = Vec::new();
        while self.game.turn() == Turn::Chance {
            let before = self.game.clone();
            let Some((_, effects)) = self.setup.apply_chance(self.chance_count, &mut self.game) else {
                break;
            };
            self.chance_count += 1;
            seen.extend(to_wire_effects(&self.game, &self.game.visible_effects(&before, &effects, viewer)));
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::Language;

    use super::*;
    use crate::board::board_sprites::BoardSprites;

    fn setup(kind: GameKind, modes: &[&str], players: [PlayerKind; 2]) -> LocalSetup {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        LocalSetup { modes, ..LocalSetup::default_for(kind, players, 11) }
    }

    const TWO: [PlayerKind; 2] = [PlayerKind::Human; 2];

    /// Plays the middle one of the legal actions for the side to move.
    fn play_middle_action(local: &mut LocalGame) -> Option<BoardUpdate> {
        if let WaitingFor::ScreenHandover(side) = local.waiting_for() {
            local.set_viewing_side(side);
        }
        let actions = local.game.actions();
        local.play_action(actions.get(actions.len() / 2)?).ok()
    }

    #[test]
    fn a_game_survives_storage() {
        for modes in [&[][..], &["dice-a"], &["fog", "mines"], &["portals", "gravity"]] {
            let mut local = LocalGame::start(setup(GameKind::Chess, modes, TWO)).expect("a game");
            for _ in 0..30 {
                if play_middle_action(&mut local).is_none() {
                    break;
                }
            }
            let again = LocalGame::restore(&local.save()).expect("a stored game");
            assert_eq!(again.game(), local.game(), "{modes:?}");
            assert_eq!(again.save(), local.save());
        }
        assert!(LocalGame::restore("").is_none() && LocalGame::restore("{\"setup\":1}").is_none());
    }

    #[test]
    fn updates_lead_to_the_position() {
        for modes in [&[][..], &["dice-a", "portals"], &["gravity", "mines"]] {
            let mut local = LocalGame::start(setup(GameKind::Chess, modes, TWO)).expect("a game");
            let mut sprites = BoardSprites::new(local.grid(), &local.view());
            for _ in 0..40 {
                let Some(update) = play_middle_action(&mut local) else { break };
                update.effects.iter().for_each(|effect| sprites.apply_effect(effect));
                let pieces = sprites.sprites().count();
                sprites.sync(&update.view);
                assert_eq!(sprites.sprites().count(), pieces, "{modes:?}");
            }
        }
    }

    #[test]
    fn in_fog_two_players_hand_over_the_screen_and_see_only_their_own_pieces() {
        let mut local = LocalGame::start(setup(GameKind::Chess, &["fog"], TWO)).expect("a game");
        local.play_action("e2e4").expect("legal");
        assert_eq!(local.waiting_for(), WaitingFor::ScreenHandover(Side::Second));
        assert_eq!(local.viewer(), Viewer::Player(Side::First));
        assert!(local.view().pieces.iter().all(|(_, side, _)| *side == Side::First));
        assert_eq!(local.move_list(Language::English.into())[0].notation, None, "either may look now");
        local.set_viewing_side(Side::Second);
        assert_eq!(local.waiting_for(), WaitingFor::Human(Side::Second));
        assert_eq!(local.move_list(Language::English.into())[0].notation, None);
    }

    #[test]
    fn a_declared_result_stands_until_it_is_taken_back() {
        let mut local = LocalGame::start(setup(GameKind::Chess, &[], TWO)).expect("a game");
        local.play_action("e2e4").expect("legal");
        local.agree_draw();
        let mut again = LocalGame::restore(&local.save()).expect("a stored game");
        assert_eq!(
            (again.waiting_for(), again.declared_result()),
            (WaitingFor::Nothing, Some(&DeclaredResult::agreement()))
        );
        again.take_back();
        assert_eq!((again.waiting_for(), again.actions().len()), (WaitingFor::Human(Side::Second), 1));
        again.resign(Side::Second);
        assert_eq!(again.declared_result(), Some(&DeclaredResult::resignation(Side::Second)));
        let players = [PlayerKind::Human, PlayerKind::Computer(1)];
        let mut alone = LocalGame::start(setup(GameKind::Chess, &[], players)).expect("a game");
        alone.agree_draw();
        assert_eq!(alone.waiting_for(), WaitingFor::Human(Side::First), "the computer cannot agree");
    }

    #[test]
    fn taking_back_goes_to_the_last_move_of_the_human() {
        let players = [PlayerKind::Human, PlayerKind::Computer(1)];
        let mut local = LocalGame::start(setup(GameKind::Xiangqi, &[], players)).expect("a game");
        assert!(!local.can_take_back());
        local.play_action("h2e2").expect("legal");
        assert_eq!(local.waiting_for(), WaitingFor::Computer(Side::Second, 1));
        local.play_action("h9g7").expect("legal");
        local.take_back();
        assert_eq!((local.actions().len(), local.waiting_for()), (0, WaitingFor::Human(Side::First)));
    }

    #[test]
    fn taking_back_with_modes_repeats_the_same_chance_outcomes() {
        for modes in
            [&["dice-a"][..], &["dice-b", "fog"], &["portals", "mines"], &["dice-a", "gravity", "mines"]]
        {
            let mut local = LocalGame::start(setup(GameKind::Chess, modes, TWO)).expect("a game");
            let mut states = vec![local.save()];
            let mut games = vec![local.game().clone()];
            for _ in 0..12 {
                let Some(action) = local.game().actions().first().cloned() else { break };
                local.play_action(&action).expect("legal");
                states.push(local.save());
                games.push(local.game().clone());
            }
            let actions = local.actions().to_vec();
            for steps in (0..actions.len()).rev() {
                local.take_back();
                assert_eq!((local.save(), local.game()), (states[steps].clone(), &games[steps]), "{modes:?}");
            }
            for (action, game) in actions.iter().zip(&games[1..]) {
                local.play_action(action).expect("as before");
                assert_eq!(local.game(), game, "{modes:?}");
            }
        }
    }

    #[test]
    fn an_illegal_move_leaves_the_game_unchanged() {
        let mut local = LocalGame::start(setup(GameKind::Liuzichong, &[], TWO)).expect("a game");
        let before = local.save();
        assert!(local.play_action("a1c3").is_err());
        assert_eq!(local.save(), before);
    }
}
