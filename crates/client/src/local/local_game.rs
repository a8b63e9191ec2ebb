use yipan_core::{Outcome, Side, Step, Turn, Viewer};
use yipan_games::{AnyGame, AnyGameError, GameKind};
use yipan_wire::{Effect, View};

use crate::board::board_update::{BoardUpdate, to_wire_effects};
use crate::board::grid::Grid;
use crate::local::declared_result::DeclaredResult;
use crate::local::setup::{LocalSetup, PlayerKind};
use crate::local::stored_game::StoredGame;
use crate::text::notation_style::NotationStyle;

/// What must happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WaitingFor {
    /// Somebody at the screen moves.
    Human(Side),
    /// Somebody else sits down first, for the board is hidden from the one who moved.
    ScreenHandover(Side),
    /// The computer moves.
    Computer(Side, u8),
    /// Nothing: it is over.
    Nothing,
}

/// A game at one screen: against the computer, or between two people.
#[derive(Clone, Debug)]
pub struct LocalGame {
    setup: LocalSetup,
    /// The game before each action.
    history: Vec<AnyGame>,
    actions: Vec<String>,
    /// How often chance had decided before each action.
    chance_counts: Vec<u64>,
    game: AnyGame,
    chance_count: u64,
    viewing_side: Side,
    declared_result: Option<DeclaredResult>,
}

/// A move of the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MoveListItem {
    /// Who moved.
    pub side: Side,
    /// As people write it; nothing where the viewer may not know.
    pub notation: Option<String>,
}

impl LocalGame {
    /// Begins.
    ///
    /// # Errors
    /// What is wrong with the position, the rules or the modes.
    pub fn start(setup: LocalSetup) -> Result<LocalGame, AnyGameError> {
        let game = AnyGame::start(setup.kind(), &setup.options())?;
        let human = Side::BOTH.into_iter().find(|seat| setup.players[seat.index()] == PlayerKind::Human);
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

    /// A game as it stood after these actions; it ends at the first that cannot be played.
    ///
    /// # Errors
    /// What is wrong with the position, the rules or the modes.
    pub fn from_actions(opening: LocalSetup, acts: &[String]) -> Result<LocalGame, AnyGameError> {
        let mut local = LocalGame::start(opening)?;
        for act in acts {
            if local.play_action(act).is_err() {
                break;
            }
        }
        local.viewing_side = match local.waiting_for() {
            WaitingFor::ScreenHandover(seat) => seat.other(),
            _ => local.viewing_side,
        };
        Ok(local)
    }

    /// The game as text, to be kept.
    #[must_use]
    pub fn save(&self) -> String {
        let saved = StoredGame {
            setup: self.setup.clone(),
            actions: self.actions.clone(),
            declared_result: self.declared_result.clone(),
        };
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// A game that was kept; nothing if the text is not one.
    #[must_use]
    pub fn restore(text: &str) -> Option<LocalGame> {
        let saved: StoredGame = serde_json::from_str(text).ok()?;
        saved.setup.game.parse::<GameKind>().ok()?;
        let mut local = LocalGame::from_actions(saved.setup, &saved.actions).ok()?;
        local.declared_result = saved.declared_result.filter(|_| local.outcome().is_none());
        // Who sits at the screen now is not known: the one to move says so first.
        let needs_handover =
            local.is_hot_seat() && local.game.has_hidden_information() && !local.actions.is_empty();
        if let (Turn::Player(seat), true) = (local.game.turn(), needs_handover) {
            local.viewing_side = seat.other();
        }
        Some(local)
    }

    /// What was agreed.
    #[must_use]
    pub const fn setup(&self) -> &LocalSetup {
        &self.setup
    }

    /// Every action so far.
    #[must_use]
    pub fn actions(&self) -> &[String] {
        &self.actions
    }

    /// The game before each action.
    #[must_use]
    pub fn history(&self) -> &[AnyGame] {
        &self.history
    }

    /// The game, secrets included.
    #[must_use]
    pub const fn game(&self) -> &AnyGame {
        &self.game
    }

    /// The board it is played on.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        Grid::new(self.game.kind())
    }

    /// How it ended without the rules, if it has.
    #[must_use]
    pub const fn declared_result(&self) -> Option<&DeclaredResult> {
        self.declared_result.as_ref()
    }

    /// How it ended by the rules, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game.outcome()
    }

    /// Whether two people share the screen.
    #[must_use]
    pub fn is_hot_seat(&self) -> bool {
        self.setup.players == [PlayerKind::Human; 2]
    }

    /// What must happen next.
    #[must_use]
    pub fn waiting_for(&self) -> WaitingFor {
        match self.game.turn() {
            _ if self.declared_result.is_some() => WaitingFor::Nothing,
            Turn::Over(_) | Turn::Chance => WaitingFor::Nothing,
            Turn::Player(seat) => match self.setup.players[seat.index()] {
                PlayerKind::Computer(level) => WaitingFor::Computer(seat, level),
                PlayerKind::Human
                    if self.is_hot_seat()
                        && self.game.has_hidden_information()
                        && seat != self.viewing_side =>
                {
                    WaitingFor::ScreenHandover(seat)
                }
                PlayerKind::Human => WaitingFor::Human(seat),
            },
        }
    }

    /// The one who was to move sits down: the board is shown as that seat may see it.
    pub const fn set_viewing_side(&mut self, seat: Side) {
        self.viewing_side = seat;
    }

    /// Whose side is below.
    #[must_use]
    pub const fn viewing_side(&self) -> Side {
        self.viewing_side
    }

    /// Through whose eyes it is shown. A game that is over hides nothing.
    #[must_use]
    pub fn viewer(&self) -> Viewer {
        match (self.waiting_for(), self.game.turn()) {
            (WaitingFor::Nothing, _) => Viewer::Arbiter,
            // Where nothing is hidden, two people see the moves of whoever is to move.
            (WaitingFor::Human(seat), _) if self.is_hot_seat() => Viewer::Player(seat),
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

    /// The board as it is shown.
    #[must_use]
    pub fn view(&self) -> View {
        View::new(&self.game, self.game.view(self.viewer()))
    }

    /// Lets the side to move act, and chance after it.
    ///
    /// # Errors
    /// Why it is refused; the game is as it was.
    pub fn play_action(&mut self, text: &str) -> Result<BoardUpdate, AnyGameError> {
        let viewer = self.viewer();
        let (mut next, mut effects) = (self.game.clone(), Vec::new());
        let act = next.apply_action(text, &mut effects)?;
        let mut seen = to_wire_effects(&next, &next.visible_effects(&self.game, &effects, viewer));
        self.history.push(std::mem::replace(&mut self.game, next));
        self.actions.push(act);
        self.chance_counts.push(self.chance_count);
        seen.extend(self.resolve_chance(viewer));
        Ok(BoardUpdate { effects: seen, view: self.view() })
    }

    /// A side gives up.
    pub fn resign(&mut self, seat: Side) {
        if self.waiting_for() != WaitingFor::Nothing {
            self.declared_result = Some(DeclaredResult::resignation(seat));
        }
    }

    /// Two people at the screen call it a draw.
    pub fn agree_draw(&mut self) {
        if self.can_agree_draw() {
            self.declared_result = Some(DeclaredResult::agreement());
        }
    }

    /// Whether there are two people who could call it a draw.
    #[must_use]
    pub fn can_agree_draw(&self) -> bool {
        self.is_hot_seat() && self.waiting_for() != WaitingFor::Nothing
    }

    /// Whether there is something to take back.
    #[must_use]
    pub fn can_take_back(&self) -> bool {
        self.declared_result.is_some() || self.takeback_index().is_some()
    }

    /// Back to before the last move of a person; the computer's answer goes with it. Chance decides the same again, so
    /// this is no way to better dice.
    pub fn take_back(&mut self) {
        // Who has resigned, or agreed, takes that back first.
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
            Turn::Player(seat) => self.setup.players[seat.index()] == PlayerKind::Human,
            Turn::Chance | Turn::Over(_) => false,
        })
    }

    /// The moves, as the one who looks may know them.
    #[must_use]
    pub fn move_list(&self, script: NotationStyle) -> Vec<MoveListItem> {
        let viewer = self.move_list_viewer();
        let moved = |(game, act): (&AnyGame, &String)| {
            let Turn::Player(seat) = game.turn() else { return None };
            let is_visible = game.may_reveal(&Step::Action(act.clone()), viewer);
            Some(MoveListItem { side: seat, notation: is_visible.then(|| script.write_move(game, act)) })
        };
        self.history.iter().zip(&self.actions).filter_map(moved).collect()
    }

    /// Lets chance have its say, and tells what `viewer` saw of it.
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

    fn opening(kind: GameKind, modes: &[&str], chairs: [PlayerKind; 2]) -> LocalSetup {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        LocalSetup { modes, ..LocalSetup::default_for(kind, chairs, 11) }
    }

    const TWO: [PlayerKind; 2] = [PlayerKind::Human; 2];

    /// Plays the middle one of all actions, whoever is to move.
    fn play_middle_action(local: &mut LocalGame) -> Option<BoardUpdate> {
        if let WaitingFor::ScreenHandover(seat) = local.waiting_for() {
            local.set_viewing_side(seat);
        }
        let actions = local.game.actions();
        local.play_action(actions.get(actions.len() / 2)?).ok()
    }

    #[test]
    fn a_game_survives_storage() {
        for modes in [&[][..], &["dice-a"], &["fog", "mines"], &["portals", "gravity"]] {
            let mut local = LocalGame::start(opening(GameKind::Chess, modes, TWO)).expect("a game");
            for _ in 0..30 {
                if play_middle_action(&mut local).is_none() {
                    break;
                }
            }
            let again = LocalGame::restore(&local.save()).expect("what was kept");
            assert_eq!(again.game(), local.game(), "{modes:?}");
            assert_eq!(again.save(), local.save());
        }
        assert!(LocalGame::restore("").is_none() && LocalGame::restore("{\"opening\":1}").is_none());
    }

    #[test]
    fn updates_lead_to_the_position() {
        for modes in [&[][..], &["dice-a", "portals"], &["gravity", "mines"]] {
            let mut local = LocalGame::start(opening(GameKind::Chess, modes, TWO)).expect("a game");
            let mut troupe = BoardSprites::new(local.grid(), &local.view());
            for _ in 0..40 {
                let Some(shown) = play_middle_action(&mut local) else { break };
                shown.effects.iter().for_each(|effect| troupe.apply_effect(effect));
                let men = troupe.sprites().count();
                troupe.sync(&shown.view);
                assert_eq!(troupe.sprites().count(), men, "{modes:?}");
            }
        }
    }

    #[test]
    fn in_fog_two_players_hand_over_the_screen_and_see_only_their_own_pieces() {
        let mut local = LocalGame::start(opening(GameKind::Chess, &["fog"], TWO)).expect("a game");
        local.play_action("e2e4").expect("legal");
        assert_eq!(local.waiting_for(), WaitingFor::ScreenHandover(Side::Second));
        assert_eq!(local.viewer(), Viewer::Player(Side::First));
        assert!(local.view().pieces.iter().all(|(_, side, _)| Side::from(*side) == Side::First));
        assert_eq!(local.move_list(Language::English.into())[0].notation, None, "either may look now");
        local.set_viewing_side(Side::Second);
        assert_eq!(local.waiting_for(), WaitingFor::Human(Side::Second));
        assert_eq!(local.move_list(Language::English.into())[0].notation, None);
    }

    #[test]
    fn a_declared_result_stands_until_it_is_taken_back() {
        let mut local = LocalGame::start(opening(GameKind::Chess, &[], TWO)).expect("a game");
        local.play_action("e2e4").expect("legal");
        local.agree_draw();
        let mut again = LocalGame::restore(&local.save()).expect("what was kept");
        assert_eq!(
            (again.waiting_for(), again.declared_result()),
            (WaitingFor::Nothing, Some(&DeclaredResult::agreement()))
        );
        again.take_back();
        assert_eq!((again.waiting_for(), again.actions().len()), (WaitingFor::Human(Side::Second), 1));
        again.resign(Side::Second);
        assert_eq!(again.declared_result(), Some(&DeclaredResult::resignation(Side::Second)));
        let chairs = [PlayerKind::Human, PlayerKind::Computer(1)];
        let mut alone = LocalGame::start(opening(GameKind::Chess, &[], chairs)).expect("a game");
        alone.agree_draw();
        assert_eq!(alone.waiting_for(), WaitingFor::Human(Side::First), "nobody is there to agree");
    }

    #[test]
    fn taking_back_goes_to_the_last_move_of_the_human() {
        let chairs = [PlayerKind::Human, PlayerKind::Computer(1)];
        let mut local = LocalGame::start(opening(GameKind::Xiangqi, &[], chairs)).expect("a game");
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
            let mut local = LocalGame::start(opening(GameKind::Chess, modes, TWO)).expect("a game");
            let mut states = vec![local.save()];
            let mut games = vec![local.game().clone()];
            for _ in 0..12 {
                let Some(act) = local.game().actions().first().cloned() else { break };
                local.play_action(&act).expect("legal");
                states.push(local.save());
                games.push(local.game().clone());
            }
            let acts = local.actions().to_vec();
            for steps in (0..acts.len()).rev() {
                local.take_back();
                assert_eq!((local.save(), local.game()), (states[steps].clone(), &games[steps]), "{modes:?}");
            }
            for (act, game) in acts.iter().zip(&games[1..]) {
                local.play_action(act).expect("as before");
                assert_eq!(local.game(), game, "{modes:?}");
            }
        }
    }

    #[test]
    fn an_illegal_move_leaves_the_game_unchanged() {
        let mut local = LocalGame::start(opening(GameKind::Liuzichong, &[], TWO)).expect("a game");
        let before = local.save();
        assert!(local.play_action("a1c3").is_err());
        assert_eq!(local.save(), before);
    }
}
