use yipan_core::{Cell, Effect, Language, Localize, Side, Step, Turn, Viewer};
use yipan_engine::Limits;
use yipan_engine::computer::{Computer, SeededRng, Strength};
use yipan_games::{AnyGame, AnyGameError, AnyView, GameOptions};

use super::command::Command;
use super::engine_task::{EngineTask, StopFlag};
use super::messages;
use crate::effect_text;
use crate::solver::solve;

/// A game at a terminal, with the log and the visible board of each player.
pub(crate) struct Session {
    pub(crate) game: AnyGame,
    pub(crate) language: Language,
    players: Players,
    /// `None` while it searches on another thread.
    computer: Option<Computer>,
    hint_engine: Computer,
    chance_rng: SeededRng,
    engine_rng: SeededRng,
    seed: u64,
    /// The game and the chance events to come before each action.
    history: Vec<(AnyGame, SeededRng)>,
    /// The lines shown to each side.
    move_log: [Vec<String>; 2],
    /// The cells of the last move, as each side saw it.
    changed_cells: [Vec<Cell>; 2],
    viewer_side: Side,
    board_cover: BoardCover,
    flipped: bool,
    resigned_side: Option<Side>,
}

/// The players of a session.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Players {
    /// Two people who share the terminal.
    Two,
    /// A person with this side against the computer.
    AgainstComputer(Side),
}

/// The cover of the board between two people in a game with hidden information.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardCover {
    Visible,
    /// The player who has moved still sees the board.
    PendingHide,
    /// The board is covered until the next player reveals it.
    Hidden,
}

/// The next one to act.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextActor {
    Human(Side),
    Computer(Side),
    Over,
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
    pub(crate) fn new(
        game: AnyGame,
        options: &GameOptions,
        players: Players,
        strength: Strength,
        seed: u64,
        language: Language,
    ) -> Session {
        let solved = solve::solve_if_needed(&game);
        let computer = |strength| Computer::new(&game, options, &solved, strength);
        let viewer_side = match players {
            Players::Two => Side::First,
            Players::AgainstComputer(side) => side,
        };
        let mut session = Session {
            computer: Some(computer(strength)),
            hint_engine: computer(Strength::Best),
            game,
            language,
            players,
            chance_rng: SeededRng::for_purpose(seed, 0),
            engine_rng: SeededRng::for_purpose(seed, 1),
            seed,
            history: Vec::new(),
            move_log: [Vec::new(), Vec::new()],
            changed_cells: [Vec::new(), Vec::new()],
            viewer_side,
            board_cover: BoardCover::Visible,
            flipped: false,
            resigned_side: None,
        };
        session.resolve_chance();
        session
    }

    pub(crate) fn next_actor(&self) -> NextActor {
        match (self.game.turn(), self.players) {
            _ if self.resigned_side.is_some() => NextActor::Over,
            (Turn::Over(_) | Turn::Chance, _) => NextActor::Over,
            (Turn::Player(side), Players::AgainstComputer(person)) if side != person => {
                NextActor::Computer(side)
            }
            (Turn::Player(side), _) => NextActor::Human(side),
        }
    }

    /// Returns the side that looks at the board.
    pub(crate) const fn viewer_side(&self) -> Side {
        self.viewer_side
    }

    pub(super) const fn board_cover(&self) -> BoardCover {
        self.board_cover
    }

    pub(super) const fn resigned_side(&self) -> Option<Side> {
        self.resigned_side
    }

    /// Returns the side shown at the bottom of the board.
    pub(crate) const fn bottom_side(&self) -> Side {
        let side = match self.players {
            Players::Two => Side::First,
            Players::AgainstComputer(side) => side,
        };
        if self.flipped { side.other() } else { side }
    }

    /// Returns the board as the viewer may see it, or `None` while it is covered. After the game nothing is hidden.
    pub(crate) fn view(&self) -> Option<AnyView> {
        let viewer = if self.next_actor() == NextActor::Over {
            Viewer::Arbiter
        } else {
            Viewer::Player(self.viewer_side)
        };
        (self.board_cover != BoardCover::Hidden).then(|| self.game.view(viewer))
    }

    /// Returns the log lines of the viewer.
    pub(crate) fn move_log(&self) -> &[String] {
        if self.board_cover == BoardCover::Hidden { &[] } else { &self.move_log[self.viewer_side.index()] }
    }

    /// Returns the cells of the last move that the viewer saw.
    pub(crate) fn changed_cells(&self) -> &[Cell] {
        &self.changed_cells[self.viewer_side.index()]
    }

    /// Returns the last line of the session, with the seed.
    pub(crate) fn closing_message(&self) -> String {
        messages::closing_message(self.seed, self.language)
    }

    /// Handles an input line.
    pub(crate) fn handle_input(&mut self, text: &str) -> InputResult {
        let message = |text: &str| InputResult::Message(vec![text.to_owned()]);
        let language = self.language;
        match (Command::parse(text), self.next_actor(), self.board_cover) {
            (Command::Quit, ..) => InputResult::Quit,
            (Command::Enter, NextActor::Human(side), BoardCover::PendingHide) => {
                self.board_cover = BoardCover::Hidden;
                debug_assert_ne!(side, self.viewer_side, "the board is hidden for the other side");
                InputResult::Redraw
            }
            (Command::Enter, NextActor::Human(side), BoardCover::Hidden) => {
                (self.board_cover, self.viewer_side) = (BoardCover::Visible, side);
                InputResult::Redraw
            }
            (_, _, BoardCover::PendingHide | BoardCover::Hidden) => {
                message(messages::press_enter_first(language))
            }
            (Command::Enter | Command::Board, ..) => InputResult::Redraw,
            (Command::Help, ..) => InputResult::Message(messages::help(language)),
            (Command::Flip, ..) => {
                self.flipped = !self.flipped;
                InputResult::Redraw
            }
            (_, NextActor::Computer(side), _) => {
                InputResult::Message(vec![messages::thinking(self.game.side_name(side, language), language)])
            }
            (Command::Back, ..) => self.take_back(),
            (_, NextActor::Over, _) => message(messages::game_over(language)),
            (Command::Resign, NextActor::Human(side), _) => {
                self.resigned_side = Some(side);
                InputResult::Redraw
            }
            (Command::Moves, NextActor::Human(side), _) => {
                InputResult::Message(vec![self.game.view(Viewer::Player(side)).actions.join(" ")])
            }
            (Command::Hint, NextActor::Human(side), _) => InputResult::Message(vec![self.hint(side)]),
            (Command::Action(text), NextActor::Human(_), _) => match self.apply_step(&Step::Action(text)) {
                Ok(()) => {
                    self.resolve_chance();
                    InputResult::Redraw
                }
                Err(error) => InputResult::Message(vec![error.localize(language)]),
            },
        }
    }

    /// Returns the search for the computer's move, if it is its turn.
    pub(crate) fn take_engine_task(&mut self) -> Option<EngineTask> {
        let NextActor::Computer(side) = self.next_actor() else { return None };
        let computer = self.computer.take()?;
        Some(EngineTask { computer, game: self.game.clone(), side, seed: self.engine_rng.next_u64() })
    }

    /// Plays the computer's move. Without a legal move the computer resigns.
    pub(crate) fn finish_engine_task(&mut self, computer: Computer, action: Option<String>) {
        self.computer = Some(computer);
        let NextActor::Computer(side) = self.next_actor() else { return };
        let is_played = action.is_some_and(|action| self.apply_step(&Step::Action(action)).is_ok());
        if is_played {
            self.resolve_chance();
        } else {
            self.resigned_side = Some(side);
        }
    }

    fn hint(&mut self, side: Side) -> String {
        // About half a second; positions with modes are much slower to search.
        let limits = Limits::nodes(if self.game.has_modes() { 15_000 } else { 200_000 });
        let control = StopFlag::default();
        match self.hint_engine.hint(&self.game, side, limits, &control) {
            Some(hint) => {
                let assessment = hint.assessment_text(&self.game, self.language);
                messages::hint(&self.action_text(&hint.action), &assessment, self.language)
            }
            None => messages::no_hint(self.language).to_owned(),
        }
    }

    /// Applies a step and adds to each side's log what that side may know.
    fn apply_step(&mut self, step: &Step<String, String>) -> Result<(), AnyGameError> {
        let (mut next, mut effects) = (self.game.clone(), Vec::new());
        let taken = match step {
            Step::Action(text) => Step::Action(next.apply_action(text, &mut effects)?),
            Step::Chance(text) => {
                next.apply_chance(text, &mut effects)?;
                step.clone()
            }
        };
        for side in Side::BOTH {
            let viewer = Viewer::Player(side);
            let move_log = &mut self.move_log[side.index()];
            if let Step::Action(action) = &taken {
                let is_revealed = self.game.may_reveal(&taken, viewer);
                move_log.push(if is_revealed {
                    action_text(&self.game, action, self.language)
                } else {
                    "…".to_owned()
                });
            }
            let visible = next.visible_effects(&self.game, &effects, viewer);
            let lines =
                visible.iter().filter_map(|effect| effect_text::describe(&next, effect, self.language));
            move_log.extend(lines.map(|line| format!("  {line}")));
            let cells = moved_cells(&visible);
            if !cells.is_empty() {
                self.changed_cells[side.index()] = cells;
            }
        }
        let before = std::mem::replace(&mut self.game, next);
        if matches!(taken, Step::Action(_)) {
            self.history.push((before, self.chance_rng));
        }
        Ok(())
    }

    /// Resolves chance events, and covers the board if the other player is next.
    fn resolve_chance(&mut self) {
        while self.game.turn() == Turn::Chance {
            let Some(outcome) = self.chance_rng.choose_outcome(&self.game) else { break };
            self.apply_step(&Step::Chance(outcome)).expect("chance outcomes are taken from the game");
        }
        if let (Players::Two, NextActor::Human(side)) = (self.players, self.next_actor())
            && side != self.viewer_side
        {
            if self.game.has_hidden_information() {
                self.board_cover = BoardCover::PendingHide;
            } else {
                self.viewer_side = side;
            }
        }
    }

    /// Goes back to before the person's last move. Later chance events repeat.
    fn take_back(&mut self) -> InputResult {
        let message = |text: &str| InputResult::Message(vec![text.to_owned()]);
        // A resignation is taken back first.
        if self.resigned_side.take().is_some() {
            return InputResult::Redraw;
        }
        let is_own_turn = |game: &AnyGame| match (game.turn(), self.players) {
            (Turn::Player(side), Players::AgainstComputer(person)) => side == person,
            _ => true,
        };
        let Some(index) = self.history.iter().rposition(|(game, _)| is_own_turn(game)) else {
            return message(messages::nothing_to_take_back(self.language));
        };
        (self.game, self.chance_rng) = self.history.swap_remove(index);
        self.history.truncate(index);
        if let Some(computer) = &mut self.computer {
            computer.new_game();
        }
        for side in Side::BOTH {
            self.move_log[side.index()].push(format!("({})", messages::taken_back(self.language)));
            self.changed_cells[side.index()].clear();
        }
        self.resolve_chance();
        InputResult::Redraw
    }

    fn action_text(&self, action: &str) -> String {
        action_text(&self.game, action, self.language)
    }
}

/// Formats an action for the log. With modes only its squares are shown: `x` or `#` could reveal hidden information.
fn action_text(game: &AnyGame, action: &str, language: Language) -> String {
    match game.turn() {
        Turn::Player(side) if game.has_modes() => format!("{} {action}", game.side_name(side, language)),
        _ => game.numbered_move(action, language),
    }
}

/// Returns the start and end cells of the moves among effects.
fn moved_cells(effects: &[Effect]) -> Vec<Cell> {
    let cells = effects.iter().filter_map(|effect| match *effect {
        Effect::Slide { from, to, .. } => Some(vec![from, to]),
        Effect::Swap { a, b, .. } => Some(vec![a, b]),
        _ => None,
    });
    cells.flatten().collect()
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use yipan_games::GameKind;

    use super::*;

    fn session(kind: GameKind, options: &GameOptions, players: Players) -> Session {
        let game = AnyGame::start(kind, options).expect("a game");
        Session::new(game, options, players, Strength::Level(1), 7, Language::English)
    }

    fn modes(modes: &[&str]) -> GameOptions {
        GameOptions { modes: modes.iter().map(|mode| (*mode).to_owned()).collect(), ..GameOptions::default() }
    }

    /// Plays the computer's move or the person's first legal action.
    fn play_on(session: &mut Session) {
        match session.next_actor() {
            NextActor::Over => {}
            NextActor::Computer(_) => {
                let (computer, action) =
                    session.take_engine_task().expect("it is the computer's turn").run(&Arc::default());
                session.finish_engine_task(computer, action);
            }
            NextActor::Human(_) if session.board_cover != BoardCover::Visible => {
                assert_eq!(session.handle_input(""), InputResult::Redraw);
            }
            NextActor::Human(side) => {
                let actions = session.game.view(Viewer::Player(side)).actions;
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
                for players in [Players::Two, Players::AgainstComputer(Side::Second)] {
                    let mut session = session(GameKind::Chess, &modes(&mixed), players);
                    (0..8).for_each(|_| play_on(&mut session));
                    assert!(session.resigned_side.is_none(), "{mixed:?}");
                }
            }
        }
        for kind in [GameKind::Xiangqi, GameKind::Liuzichong] {
            let mut session = session(kind, &GameOptions::default(), Players::AgainstComputer(Side::First));
            (0..8).for_each(|_| play_on(&mut session));
            assert_eq!(session.history.len(), 8);
        }
    }

    #[test]
    fn the_board_is_hidden_while_the_players_change_seats_in_fog() {
        let mut session = session(GameKind::Chess, &modes(&["fog"]), Players::Two);
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
    fn without_hidden_information_the_board_stays_visible() {
        for played in [&["gravity"][..], &["portals"], &["dice-b"], &["mines"]] {
            let mut session = session(GameKind::Chess, &modes(played), Players::Two);
            for _ in 0..6 {
                play_on(&mut session);
                assert_eq!(session.board_cover, BoardCover::Visible, "{played:?}");
            }
        }
        let private = GameOptions { rules: vec!["portals=private".to_owned()], ..modes(&["portals"]) };
        let mut session = session(GameKind::Chess, &private, Players::Two);
        play_on(&mut session);
        assert_eq!(session.board_cover, BoardCover::PendingHide);
    }

    #[test]
    fn a_takeback_also_undoes_the_computers_reply() {
        let mut against =
            session(GameKind::Chess, &GameOptions::default(), Players::AgainstComputer(Side::First));
        let start = against.game.clone();
        assert_eq!(
            against.handle_input("back"),
            InputResult::Message(vec!["you have not moved yet".to_owned()])
        );
        against.handle_input("e4");
        play_on(&mut against);
        assert_eq!(against.handle_input("back"), InputResult::Redraw);
        assert_eq!(against.game, start);
        let mut two = session(GameKind::Xiangqi, &GameOptions::default(), Players::Two);
        two.handle_input("炮二平五");
        let before = two.game.clone();
        two.handle_input("h9g7");
        two.handle_input("undo");
        assert_eq!(two.game, before);
    }

    #[test]
    fn chance_outcomes_repeat_after_a_takeback() {
        for played in ["dice-a", "fog", "portals", "mines"] {
            let mut session = session(GameKind::Chess, &modes(&[played]), Players::Two);
            let start = session.game.clone();
            let action = start.actions()[0].clone();
            session.handle_input(&action);
            let after = session.game.clone();
            session.board_cover = BoardCover::Visible;
            assert_eq!(session.handle_input("back"), InputResult::Redraw, "{played}");
            assert_eq!(session.game, start, "{played}");
            session.board_cover = BoardCover::Visible;
            session.handle_input(&action);
            assert_eq!(session.game, after, "{played}");
        }
    }

    #[test]
    fn a_resignation_loses_and_can_be_taken_back() {
        let mut session =
            session(GameKind::Liuzichong, &GameOptions::default(), Players::AgainstComputer(Side::Second));
        play_on(&mut session);
        session.handle_input("resign");
        assert_eq!(session.status(), ["black wins: white resigned"]);
        assert!(matches!(session.handle_input("a3b3"), InputResult::Message(_)));
        assert_eq!(session.handle_input("back"), InputResult::Redraw);
        assert_eq!(session.next_actor(), NextActor::Human(Side::Second));
    }
}
