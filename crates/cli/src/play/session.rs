use yipan_core::{Cell, Language, Localize, Side, Viewer};
use yipan_engine::Limits;
use yipan_engine::computer::{Computer, SeededRng, Strength};
use yipan_games::{AnyGame, AnyGameError, AnyView};
use yipan_local_play::{LocalGame, PlayerKind, WaitingFor};

use super::command::Command;
use super::engine_task::{EngineTask, StopFlag};
use super::messages;
use super::move_log::{MoveLog, action_text};
use crate::solver::solve;

/// The purpose of the computer's random numbers. The chance events have the purposes from 0.
const ENGINE_PURPOSE: u64 = u64::MAX;

/// A local game at a terminal, with the log of each player and the cover of the board.
pub(crate) struct Session {
    local: LocalGame,
    pub(super) language: Language,
    /// `None` while it searches on another thread, and between two people.
    computer: Option<Computer>,
    hint_engine: Computer,
    engine_rng: SeededRng,
    move_log: MoveLog,
    /// Whether the board is covered for the change of players, until the next one reveals it.
    is_covered: bool,
    flipped: bool,
}

/// The result of an input line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InputResult {
    /// Lines to show; the game is unchanged.
    Message(Vec<String>),
    /// The board must be shown again.
    Redraw,
    Quit,
}

impl Session {
    pub(crate) fn new(local: LocalGame, language: Language) -> Session {
        let solved = solve::solve_if_needed(local.game());
        let computer = |strength| Computer::new(local.game(), &local.setup().options(), &solved, strength);
        let level = local.setup().players.iter().find_map(|player| match player {
            PlayerKind::Computer(level) => Some(*level),
            PlayerKind::Human => None,
        });
        let mut move_log = MoveLog::default();
        local.played().steps().for_each(|step| move_log.record(step, language));
        let mut session = Session {
            computer: level.map(|level| computer(Strength::Level(level))),
            hint_engine: computer(Strength::Best),
            engine_rng: SeededRng::for_purpose(local.setup().seed, ENGINE_PURPOSE),
            local,
            language,
            move_log,
            is_covered: false,
            flipped: false,
        };
        session.show_to_side_to_move();
        session
    }

    /// Returns the local game.
    pub(super) const fn local(&self) -> &LocalGame {
        &self.local
    }

    /// Returns the game, including hidden information.
    pub(crate) fn game(&self) -> &AnyGame {
        self.local.game()
    }

    /// Returns the side that looks at the board.
    pub(crate) const fn viewer_side(&self) -> Side {
        self.local.viewing_side()
    }

    /// Whether the board is covered for the change of players.
    pub(super) const fn is_covered(&self) -> bool {
        self.is_covered
    }

    /// Returns the side shown at the bottom of the board.
    pub(crate) fn bottom_side(&self) -> Side {
        let side = if self.local.is_hot_seat() { Side::First } else { self.local.viewing_side() };
        if self.flipped { side.other() } else { side }
    }

    /// Returns the board as the viewer may see it, or `None` while it is covered. After the game nothing is hidden.
    pub(crate) fn view(&self) -> Option<AnyView> {
        (!self.is_covered).then(|| self.game().view(self.local.viewer()))
    }

    /// Returns the log lines of the viewer.
    pub(crate) fn move_log(&self) -> &[String] {
        if self.is_covered { &[] } else { self.move_log.lines(self.viewer_side()) }
    }

    /// Returns the cells of the last move that the viewer saw.
    pub(crate) fn changed_cells(&self) -> &[Cell] {
        self.move_log.changed_cells(self.viewer_side())
    }

    /// Returns the last line of the session, with the seed.
    pub(crate) fn closing_message(&self) -> String {
        messages::closing_message(self.local.setup().seed, self.language)
    }

    /// Handles an input line.
    pub(crate) fn handle_input(&mut self, text: &str) -> InputResult {
        let message = |text: &str| InputResult::Message(vec![text.to_owned()]);
        let language = self.language;
        match (Command::parse(text), self.local.waiting_for()) {
            (Command::Quit, _) => InputResult::Quit,
            (Command::Enter, WaitingFor::ScreenHandover(side)) => {
                if self.is_covered {
                    self.local.set_viewing_side(side);
                }
                self.is_covered = !self.is_covered;
                InputResult::Redraw
            }
            (_, WaitingFor::ScreenHandover(_)) => message(messages::press_enter_first(language)),
            (Command::Enter | Command::Board, _) => InputResult::Redraw,
            (Command::Help, _) => InputResult::Message(messages::help(language)),
            (Command::Flip, _) => {
                self.flipped = !self.flipped;
                InputResult::Redraw
            }
            (_, WaitingFor::Computer(side, _)) => {
                message(&messages::thinking(self.game().side_name(side, language), language))
            }
            (Command::Back, _) => self.take_back(),
            (_, WaitingFor::Nothing) => message(messages::game_over(language)),
            (Command::Resign, WaitingFor::Human(side)) => {
                self.local.resign(side);
                InputResult::Redraw
            }
            (Command::Moves, WaitingFor::Human(side)) => {
                message(&self.game().view(Viewer::Player(side)).actions.join(" "))
            }
            (Command::Hint, WaitingFor::Human(side)) => InputResult::Message(vec![self.hint(side)]),
            (Command::Action(text), WaitingFor::Human(_)) => match self.play_action(&text) {
                Ok(()) => InputResult::Redraw,
                Err(error) => message(&error.localize(language)),
            },
        }
    }

    /// Returns the search for the computer's move, if it is its turn.
    pub(crate) fn take_engine_task(&mut self) -> Option<EngineTask> {
        let WaitingFor::Computer(side, _) = self.local.waiting_for() else { return None };
        let computer = self.computer.take()?;
        Some(EngineTask { computer, game: self.game().clone(), side, seed: self.engine_rng.next_u64() })
    }

    /// Plays the computer's move. Without a legal move the computer resigns.
    pub(crate) fn finish_engine_task(&mut self, computer: Computer, action: Option<String>) {
        self.computer = Some(computer);
        let WaitingFor::Computer(side, _) = self.local.waiting_for() else { return };
        let is_played = action.is_some_and(|action| self.play_action(&action).is_ok());
        if !is_played {
            self.local.resign(side);
        }
    }

    fn hint(&mut self, side: Side) -> String {
        let game = self.local.game();
        // About half a second; positions with modes are much slower to search.
        let limits = Limits::nodes(if game.has_modes() { 15_000 } else { 200_000 });
        let control = StopFlag::default();
        match self.hint_engine.hint(game, side, limits, &control) {
            Some(hint) => {
                let action = action_text(game, &hint.action, self.language);
                let reasons = hint.reasons_text(game, self.language);
                messages::hint(&action, &reasons, &hint.assessment_text(game, self.language), self.language)
            }
            None => messages::no_hint(self.language).to_owned(),
        }
    }

    /// Plays an action and adds its steps to the log.
    fn play_action(&mut self, text: &str) -> Result<(), AnyGameError> {
        for step in self.local.play_action(text)? {
            self.move_log.record(step, self.language);
        }
        self.show_to_side_to_move();
        Ok(())
    }

    /// Shows the board to the player to move, unless it must be covered first.
    fn show_to_side_to_move(&mut self) {
        if let WaitingFor::Human(side) = self.local.waiting_for() {
            self.local.set_viewing_side(side);
        }
    }

    /// Takes back a resignation, or else the person's last move.
    fn take_back(&mut self) -> InputResult {
        if !self.local.can_take_back() {
            return InputResult::Message(vec![messages::nothing_to_take_back(self.language).to_owned()]);
        }
        let is_resigned = self.local.declared_result().is_some();
        self.local.take_back();
        if !is_resigned {
            if let Some(computer) = &mut self.computer {
                computer.new_game();
            }
            self.move_log.record_takeback(self.language);
            self.show_to_side_to_move();
        }
        InputResult::Redraw
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use yipan_games::GameKind;
    use yipan_local_play::LocalSetup;

    use super::*;

    const TWO: [PlayerKind; 2] = [PlayerKind::Human; 2];
    const WITH_FIRST: [PlayerKind; 2] = [PlayerKind::Human, PlayerKind::Computer(1)];
    const WITH_SECOND: [PlayerKind; 2] = [PlayerKind::Computer(1), PlayerKind::Human];

    fn session(kind: GameKind, modes: &[&str], players: [PlayerKind; 2]) -> Session {
        let modes = modes.iter().map(|mode| (*mode).to_owned()).collect();
        let setup = LocalSetup { modes, ..LocalSetup::default_for(kind, players, 7) };
        Session::new(LocalGame::start(setup).expect("a game"), Language::English)
    }

    /// Plays the computer's move or the person's first legal action.
    fn play_on(session: &mut Session) {
        match session.local.waiting_for() {
            WaitingFor::Nothing => {}
            WaitingFor::Computer(..) => {
                let (computer, action) =
                    session.take_engine_task().expect("it is the computer's turn").run(&Arc::default());
                session.finish_engine_task(computer, action);
            }
            WaitingFor::ScreenHandover(_) => {
                assert_eq!(session.handle_input(""), InputResult::Redraw);
            }
            WaitingFor::Human(side) => {
                let actions = session.game().view(Viewer::Player(side)).actions;
                assert_eq!(session.handle_input(&actions[0]), InputResult::Redraw, "{}", actions[0]);
            }
        }
    }

    #[test]
    fn every_mix_can_be_played_at_a_terminal() {
        for mix in 0..32 {
            for dice in ["dice-a", "dice-b"] {
                let names = [dice, "fog", "gravity", "portals", "mines"];
                let mixed: Vec<&str> =
                    (0..5).filter(|bit| mix >> bit & 1 == 1).map(|bit| names[bit]).collect();
                for players in [TWO, WITH_SECOND] {
                    let mut session = session(GameKind::Chess, &mixed, players);
                    (0..8).for_each(|_| play_on(&mut session));
                    assert!(session.local.declared_result().is_none(), "{mixed:?}");
                }
            }
        }
        for kind in [GameKind::Xiangqi, GameKind::Liuzichong] {
            let mut session = session(kind, &[], WITH_FIRST);
            (0..8).for_each(|_| play_on(&mut session));
            assert_eq!(session.local.action_count(), 8);
        }
    }

    #[test]
    fn the_board_is_hidden_while_the_players_change_seats_in_fog() {
        let mut session = session(GameKind::Chess, &["fog"], TWO);
        let sees = |session: &Session, side: Side| {
            session.view().map(|view| view.pieces.iter().filter(|(_, piece)| piece.side == side).count())
        };
        assert_eq!(sees(&session, Side::Second), Some(0));
        session.handle_input("e2e4");
        assert_eq!(session.view().map(|view| view.pieces.len()), Some(16), "white still sees the board");
        // Only Enter is accepted before the board is revealed to black.
        for text in ["hint", "moves", "e7e5", "back", "resign"] {
            assert_eq!(
                session.handle_input(text),
                InputResult::Message(vec!["press Enter first".to_owned()]),
                "{text}"
            );
        }
        session.handle_input("");
        assert_eq!((session.view(), session.move_log()), (None, &[][..]));
        session.handle_input("");
        assert_eq!((sees(&session, Side::First), sees(&session, Side::Second)), (Some(0), Some(16)));
        assert_eq!(session.move_log(), ["…"]);
        assert_eq!(session.changed_cells(), []);
    }

    #[test]
    fn a_takeback_also_undoes_the_computers_reply() {
        let mut against = session(GameKind::Chess, &[], WITH_FIRST);
        let start = against.game().clone();
        assert_eq!(
            against.handle_input("back"),
            InputResult::Message(vec!["you have not moved yet".to_owned()])
        );
        against.handle_input("e4");
        play_on(&mut against);
        assert_eq!(against.handle_input("back"), InputResult::Redraw);
        assert_eq!(against.game(), &start);
        assert_eq!(against.move_log().last().map(String::as_str), Some("(taken back)"));
        let mut two = session(GameKind::Xiangqi, &[], TWO);
        two.handle_input("炮二平五");
        let before = two.game().clone();
        two.handle_input("h9g7");
        two.handle_input("undo");
        assert_eq!(two.game(), &before);
    }

    #[test]
    fn a_resignation_loses_and_can_be_taken_back() {
        let mut session = session(GameKind::Liuzichong, &[], WITH_SECOND);
        play_on(&mut session);
        session.handle_input("resign");
        assert_eq!(session.status(), ["black wins: white resigned"]);
        assert!(matches!(session.handle_input("a3b3"), InputResult::Message(_)));
        assert_eq!(session.handle_input("back"), InputResult::Redraw);
        assert_eq!(session.local.waiting_for(), WaitingFor::Human(Side::Second));
    }
}
