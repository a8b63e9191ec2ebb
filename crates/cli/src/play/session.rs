use yipan_core::{Cell, Effect, Language, Localize, Side, Step, Turn, Viewer};
use yipan_engine::Limits;
use yipan_engine::computer::{Computer, SeededRng, Strength};
use yipan_games::{AnyGame, AnyGameError, AnyView, GameOptions};

use super::command::Command;
use super::engine_task::{EngineTask, StopFlag};
use super::messages;
use crate::effect_text;
use crate::solve;

/// A game at a terminal: who sits there, what each has been told, and whose eyes are on the board.
pub(crate) struct Session {
    pub(crate) game: AnyGame,
    pub(crate) language: Language,
    players: Players,
    /// Away while it thinks.
    computer: Option<Computer>,
    hint_engine: Computer,
    chance_rng: SeededRng,
    engine_rng: SeededRng,
    seed: u64,
    /// The game before each action, and the chance that was to come.
    history: Vec<(AnyGame, SeededRng)>,
    /// What each seat has been told, a line each.
    move_log: [Vec<String>; 2],
    /// What the last step touched, as each seat saw it.
    changed_cells: [Vec<Cell>; 2],
    viewer_side: Side,
    board_cover: BoardCover,
    flipped: bool,
    resigned_side: Option<Side>,
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Players {
    /// Two people at one terminal.
    Two,
    /// A person in this seat against the computer.
    AgainstComputer(Side),
}

/// What hides the board between two people where one may not see what the other does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BoardCover {
    Visible,
    /// Who has moved still looks at it.
    PendingHide,
    /// Nobody sees it.
    Hidden,
}

/// What must happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NextActor {
    Human(Side),
    Computer(Side),
    Over,
}

/// What came of what a player typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum InputResult {
    /// Something to say; the game is as it was.
    Message(Vec<String>),
    /// The board is to be shown again.
    Redraw,
    Quit,
}

impl Session {
    pub(crate) fn new(
        game: AnyGame,
        options: &GameOptions,
        sitting: Players,
        strength: Strength,
        seed: u64,
        language: Language,
    ) -> Session {
        let solved = solve::solve_if_needed(&game);
        let computer = |strength| Computer::new(&game, options, &solved, strength);
        let eye = match sitting {
            Players::Two => Side::First,
            Players::AgainstComputer(seat) => seat,
        };
        let mut session = Session {
            computer: Some(computer(strength)),
            hint_engine: computer(Strength::Best),
            game,
            language,
            players: sitting,
            chance_rng: SeededRng::for_purpose(seed, 0),
            engine_rng: SeededRng::for_purpose(seed, 1),
            seed,
            history: Vec::new(),
            move_log: [Vec::new(), Vec::new()],
            changed_cells: [Vec::new(), Vec::new()],
            viewer_side: eye,
            board_cover: BoardCover::Visible,
            flipped: false,
            resigned_side: None,
        };
        session.resolve_chance();
        session
    }

    /// What must happen next.
    pub(crate) fn next_actor(&self) -> NextActor {
        match (self.game.turn(), self.players) {
            _ if self.resigned_side.is_some() => NextActor::Over,
            (Turn::Over(_) | Turn::Chance, _) => NextActor::Over,
            (Turn::Player(seat), Players::AgainstComputer(person)) if seat != person => {
                NextActor::Computer(seat)
            }
            (Turn::Player(seat), _) => NextActor::Human(seat),
        }
    }

    /// Who sits there.
    pub(crate) const fn viewer_side(&self) -> Side {
        self.viewer_side
    }

    pub(super) const fn board_cover(&self) -> BoardCover {
        self.board_cover
    }

    /// Who has given the game up.
    pub(super) const fn resigned_side(&self) -> Option<Side> {
        self.resigned_side
    }

    /// Which seat is drawn below.
    pub(crate) const fn bottom_side(&self) -> Side {
        let seat = match self.players {
            Players::Two => Side::First,
            Players::AgainstComputer(seat) => seat,
        };
        if self.flipped { seat.other() } else { seat }
    }

    /// The board as whoever sits there may see it; nothing while it is covered. A game that is over hides nothing.
    pub(crate) fn view(&self) -> Option<AnyView> {
        let viewer = if self.next_actor() == NextActor::Over {
            Viewer::Arbiter
        } else {
            Viewer::Player(self.viewer_side)
        };
        (self.board_cover != BoardCover::Hidden).then(|| self.game.view(viewer))
    }

    /// What the one who sits there has been told.
    pub(crate) fn move_log(&self) -> &[String] {
        if self.board_cover == BoardCover::Hidden { &[] } else { &self.move_log[self.viewer_side.index()] }
    }

    /// The cells of the last step that the one who sits there saw.
    pub(crate) fn changed_cells(&self) -> &[Cell] {
        &self.changed_cells[self.viewer_side.index()]
    }

    /// The last thing that is said: where all chance came from.
    pub(crate) fn closing_message(&self) -> String {
        messages::closing_message(self.seed, self.language)
    }

    /// Does what a player typed.
    pub(crate) fn handle_input(&mut self, text: &str) -> InputResult {
        let say = |text: &str| InputResult::Message(vec![text.to_owned()]);
        let language = self.language;
        match (Command::parse(text), self.next_actor(), self.board_cover) {
            (Command::Quit, ..) => InputResult::Quit,
            (Command::Enter, NextActor::Human(seat), BoardCover::PendingHide) => {
                self.board_cover = BoardCover::Hidden;
                debug_assert_ne!(seat, self.viewer_side, "nobody leaves for oneself");
                InputResult::Redraw
            }
            (Command::Enter, NextActor::Human(seat), BoardCover::Hidden) => {
                (self.board_cover, self.viewer_side) = (BoardCover::Visible, seat);
                InputResult::Redraw
            }
            (_, _, BoardCover::PendingHide | BoardCover::Hidden) => {
                say(messages::press_enter_first(language))
            }
            (Command::Enter | Command::Board, ..) => InputResult::Redraw,
            (Command::Help, ..) => InputResult::Message(messages::help(language)),
            (Command::Flip, ..) => {
                self.flipped = !self.flipped;
                InputResult::Redraw
            }
            (_, NextActor::Computer(seat), _) => {
                InputResult::Message(vec![messages::thinking(self.game.side_name(seat, language), language)])
            }
            (Command::Back, ..) => self.take_back(),
            (_, NextActor::Over, _) => say(messages::game_over(language)),
            (Command::Resign, NextActor::Human(seat), _) => {
                self.resigned_side = Some(seat);
                InputResult::Redraw
            }
            (Command::Moves, NextActor::Human(seat), _) => {
                InputResult::Message(vec![self.game.view(Viewer::Player(seat)).actions.join(" ")])
            }
            (Command::Hint, NextActor::Human(seat), _) => InputResult::Message(vec![self.hint(seat)]),
            (Command::Action(text), NextActor::Human(_), _) => match self.apply_step(&Step::Action(text)) {
                Ok(()) => {
                    self.resolve_chance();
                    InputResult::Redraw
                }
                Err(error) => InputResult::Message(vec![error.localize(language)]),
            },
        }
    }

    /// The move that the computer is to think about now.
    pub(crate) fn take_engine_task(&mut self) -> Option<EngineTask> {
        let NextActor::Computer(seat) = self.next_actor() else { return None };
        let computer = self.computer.take()?;
        Some(EngineTask { computer, game: self.game.clone(), side: seat, seed: self.engine_rng.next_u64() })
    }

    /// What it came to. A computer that knows nothing to do gives up.
    pub(crate) fn finish_engine_task(&mut self, computer: Computer, action: Option<String>) {
        self.computer = Some(computer);
        let NextActor::Computer(seat) = self.next_actor() else { return };
        let taken = action.is_some_and(|action| self.apply_step(&Step::Action(action)).is_ok());
        if taken {
            self.resolve_chance();
        } else {
            self.resigned_side = Some(seat);
        }
    }

    fn hint(&mut self, seat: Side) -> String {
        // About half a second; with modes a position costs much more.
        let limits = Limits::nodes(if self.game.has_modes() { 15_000 } else { 200_000 });
        let host = StopFlag::default();
        match self.hint_engine.hint(&self.game, seat, limits, &host) {
            Some(hint) => {
                let standing = hint.assessment_text(&self.game, self.language);
                messages::hint(&self.action_text(&hint.action), &standing, self.language)
            }
            None => messages::no_hint(self.language).to_owned(),
        }
    }

    /// Takes one step and tells each seat what it may know of it.
    fn apply_step(&mut self, step: &Step<String, String>) -> Result<(), AnyGameError> {
        let (mut next, mut effects) = (self.game.clone(), Vec::new());
        let taken = match step {
            Step::Action(text) => Step::Action(next.apply_action(text, &mut effects)?),
            Step::Chance(text) => {
                next.apply_chance(text, &mut effects)?;
                step.clone()
            }
        };
        for seat in Side::BOTH {
            let viewer = Viewer::Player(seat);
            let journal = &mut self.move_log[seat.index()];
            if let Step::Action(action) = &taken {
                let disclosed = self.game.may_reveal(&taken, viewer);
                journal.push(if disclosed {
                    action_text(&self.game, action, self.language)
                } else {
                    "…".to_owned()
                });
            }
            let seen = next.visible_effects(&self.game, &effects, viewer);
            let lines = seen.iter().filter_map(|effect| effect_text::describe(&next, effect, self.language));
            journal.extend(lines.map(|line| format!("  {line}")));
            let touched = moved_cells(&seen);
            if !touched.is_empty() {
                self.changed_cells[seat.index()] = touched;
            }
        }
        let before = std::mem::replace(&mut self.game, next);
        if matches!(taken, Step::Action(_)) {
            self.history.push((before, self.chance_rng));
        }
        Ok(())
    }

    /// Lets chance have its say, and covers the board if somebody else is to sit down.
    fn resolve_chance(&mut self) {
        while self.game.turn() == Turn::Chance {
            let Some(draw) = self.chance_rng.choose_outcome(&self.game) else { break };
            self.apply_step(&Step::Chance(draw)).expect("chance draws what is offered");
        }
        if let (Players::Two, NextActor::Human(seat)) = (self.players, self.next_actor())
            && seat != self.viewer_side
        {
            if self.game.has_hidden_information() {
                self.board_cover = BoardCover::PendingHide;
            } else {
                self.viewer_side = seat;
            }
        }
    }

    /// Back to before the last move of whoever asks; the computer's answer goes with it. Chance decides the same again.
    fn take_back(&mut self) -> InputResult {
        let say = |text: &str| InputResult::Message(vec![text.to_owned()]);
        // Who has resigned takes that back first.
        if self.resigned_side.take().is_some() {
            return InputResult::Redraw;
        }
        let asks = |game: &AnyGame| match (game.turn(), self.players) {
            (Turn::Player(seat), Players::AgainstComputer(person)) => seat == person,
            _ => true,
        };
        let Some(place) = self.history.iter().rposition(|(game, _)| asks(game)) else {
            return say(messages::nothing_to_take_back(self.language));
        };
        (self.game, self.chance_rng) = self.history.swap_remove(place);
        self.history.truncate(place);
        if let Some(computer) = &mut self.computer {
            computer.new_game();
        }
        for seat in Side::BOTH {
            self.move_log[seat.index()].push(format!("({})", messages::taken_back(self.language)));
            self.changed_cells[seat.index()].clear();
        }
        self.resolve_chance();
        InputResult::Redraw
    }

    fn action_text(&self, action: &str) -> String {
        action_text(&self.game, action, self.language)
    }
}

/// An action as people write it. With modes it is the bare squares: signs such as `x` and `#` could tell secrets.
fn action_text(game: &AnyGame, action: &str, language: Language) -> String {
    match game.turn() {
        Turn::Player(seat) if game.has_modes() => format!("{} {action}", game.side_name(seat, language)),
        _ => game.numbered_move(action, language),
    }
}

/// Where a step began and ended, as it was seen.
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

    fn session(kind: GameKind, options: &GameOptions, sitting: Players) -> Session {
        let game = AnyGame::start(kind, options).expect("a game");
        Session::new(game, options, sitting, Strength::Level(1), 7, Language::English)
    }

    fn modes(modes: &[&str]) -> GameOptions {
        GameOptions { modes: modes.iter().map(|mode| (*mode).to_owned()).collect(), ..GameOptions::default() }
    }

    /// Lets the computer move, and the person do the first thing that may be done.
    fn play_on(session: &mut Session) {
        match session.next_actor() {
            NextActor::Over => {}
            NextActor::Computer(_) => {
                let (computer, action) =
                    session.take_engine_task().expect("it is its turn").run(&Arc::default());
                session.finish_engine_task(computer, action);
            }
            NextActor::Human(_) if session.board_cover != BoardCover::Visible => {
                assert_eq!(session.handle_input(""), InputResult::Redraw);
            }
            NextActor::Human(seat) => {
                let actions = session.game.view(Viewer::Player(seat)).actions;
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
                for sitting in [Players::Two, Players::AgainstComputer(Side::Second)] {
                    let mut session = session(GameKind::Chess, &modes(&mixed), sitting);
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
        let sees = |session: &Session, seat: Side| {
            session.view().map(|view| view.pieces.iter().filter(|(_, man)| man.seat == seat).count())
        };
        assert_eq!(sees(&session, Side::Second), Some(0));
        session.handle_input("e2e4");
        assert_eq!(session.view().map(|view| view.pieces.len()), Some(16), "white still sits there");
        // Nothing but Enter is heard before black has sat down.
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
            let act = start.actions()[0].clone();
            session.handle_input(&act);
            let after = session.game.clone();
            session.board_cover = BoardCover::Visible;
            assert_eq!(session.handle_input("back"), InputResult::Redraw, "{played}");
            assert_eq!(session.game, start, "{played}");
            session.board_cover = BoardCover::Visible;
            session.handle_input(&act);
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
