use yipan_engine::Limits;
use yipan_engine::computer::{Chance, Computer, Strength};
use yipan_games::{AnyError, AnyGame, AnyView, Options};
use yipan_rules::{Cell, Effect, Language, Seat, Step, Turn, Viewer, Words};

use super::command::Command;
use super::thought::{Stoppable, Thought};
use super::words;
use crate::account;
use crate::solve;

/// A game at a terminal: who sits there, what each has been told, and whose eyes are on the board.
pub(crate) struct Session {
    pub(crate) game: AnyGame,
    pub(crate) language: Language,
    sitting: Sitting,
    /// Away while it thinks.
    computer: Option<Computer>,
    adviser: Computer,
    chance: Chance,
    numbers: Chance,
    seed: u64,
    /// The game before each action, and the chance that was to come.
    past: Vec<(AnyGame, Chance)>,
    /// What each seat has been told, a line each.
    journal: [Vec<String>; 2],
    /// What the last step touched, as each seat saw it.
    touched: [Vec<Cell>; 2],
    eye: Seat,
    cover: Cover,
    flipped: bool,
    resigned: Option<Seat>,
}

/// Who plays.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Sitting {
    /// Two people at one terminal.
    Two,
    /// A person in this seat against the computer.
    Person(Seat),
}

/// What hides the board between two people where one may not see what the other does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Cover {
    Open,
    /// Who has moved still looks at it.
    Leaving,
    /// Nobody sees it.
    Closed,
}

/// What must happen next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    Person(Seat),
    Computer(Seat),
    Over,
}

/// What came of what a player typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Heard {
    /// Something to say; the game is as it was.
    Said(Vec<String>),
    /// The board is to be shown again.
    Changed,
    Quit,
}

impl Session {
    pub(crate) fn new(
        game: AnyGame,
        options: &Options,
        sitting: Sitting,
        strength: Strength,
        seed: u64,
        language: Language,
    ) -> Session {
        let solved = solve::needed(&game);
        let computer = |strength| Computer::new(&game, options, &solved, strength);
        let eye = match sitting {
            Sitting::Two => Seat::First,
            Sitting::Person(seat) => seat,
        };
        let mut session = Session {
            computer: Some(computer(strength)),
            adviser: computer(Strength::Best),
            game,
            language,
            sitting,
            chance: Chance::of(seed, 0),
            numbers: Chance::of(seed, 1),
            seed,
            past: Vec::new(),
            journal: [Vec::new(), Vec::new()],
            touched: [Vec::new(), Vec::new()],
            eye,
            cover: Cover::Open,
            flipped: false,
            resigned: None,
        };
        session.settle();
        session
    }

    /// What must happen next.
    pub(crate) fn due(&self) -> Due {
        match (self.game.turn(), self.sitting) {
            _ if self.resigned.is_some() => Due::Over,
            (Turn::Over(_) | Turn::Chance, _) => Due::Over,
            (Turn::Player(seat), Sitting::Person(person)) if seat != person => Due::Computer(seat),
            (Turn::Player(seat), _) => Due::Person(seat),
        }
    }

    /// Who sits there.
    pub(crate) const fn eye(&self) -> Seat {
        self.eye
    }

    pub(super) const fn cover(&self) -> Cover {
        self.cover
    }

    /// Who has given the game up.
    pub(super) const fn resigned(&self) -> Option<Seat> {
        self.resigned
    }

    /// Which seat is drawn below.
    pub(crate) const fn below(&self) -> Seat {
        let seat = match self.sitting {
            Sitting::Two => Seat::First,
            Sitting::Person(seat) => seat,
        };
        if self.flipped { seat.other() } else { seat }
    }

    /// The board as whoever sits there may see it; nothing while it is covered. A game that is over hides nothing.
    pub(crate) fn view(&self) -> Option<AnyView> {
        let viewer = if self.due() == Due::Over { Viewer::Arbiter } else { Viewer::Player(self.eye) };
        (self.cover != Cover::Closed).then(|| self.game.view(viewer))
    }

    /// What the one who sits there has been told.
    pub(crate) fn journal(&self) -> &[String] {
        if self.cover == Cover::Closed { &[] } else { &self.journal[self.eye.index()] }
    }

    /// The cells of the last step that the one who sits there saw.
    pub(crate) fn touched(&self) -> &[Cell] {
        &self.touched[self.eye.index()]
    }

    /// The last thing that is said: where all chance came from.
    pub(crate) fn farewell(&self) -> String {
        words::farewell(self.seed, self.language)
    }

    /// Does what a player typed.
    pub(crate) fn hear(&mut self, text: &str) -> Heard {
        let say = |text: &str| Heard::Said(vec![text.to_owned()]);
        let language = self.language;
        match (Command::read(text), self.due(), self.cover) {
            (Command::Quit, ..) => Heard::Quit,
            (Command::Enter, Due::Person(seat), Cover::Leaving) => {
                self.cover = Cover::Closed;
                debug_assert_ne!(seat, self.eye, "nobody leaves for oneself");
                Heard::Changed
            }
            (Command::Enter, Due::Person(seat), Cover::Closed) => {
                (self.cover, self.eye) = (Cover::Open, seat);
                Heard::Changed
            }
            (_, _, Cover::Leaving | Cover::Closed) => say(words::covered(language)),
            (Command::Enter | Command::Board, ..) => Heard::Changed,
            (Command::Help, ..) => Heard::Said(words::help(language)),
            (Command::Flip, ..) => {
                self.flipped = !self.flipped;
                Heard::Changed
            }
            (_, Due::Computer(seat), _) => {
                Heard::Said(vec![words::thinking(self.game.seat_words(seat, language), language)])
            }
            (Command::Back, ..) => self.take_back(),
            (_, Due::Over, _) => say(words::over(language)),
            (Command::Resign, Due::Person(seat), _) => {
                self.resigned = Some(seat);
                Heard::Changed
            }
            (Command::Moves, Due::Person(seat), _) => {
                Heard::Said(vec![self.game.view(Viewer::Player(seat)).actions.join(" ")])
            }
            (Command::Hint, Due::Person(seat), _) => Heard::Said(vec![self.hint(seat)]),
            (Command::Act(text), Due::Person(_), _) => match self.take(&Step::Act(text)) {
                Ok(()) => {
                    self.settle();
                    Heard::Changed
                }
                Err(error) => Heard::Said(vec![error.words(language)]),
            },
        }
    }

    /// The move that the computer is to think about now.
    pub(crate) fn ask(&mut self) -> Option<Thought> {
        let Due::Computer(seat) = self.due() else { return None };
        let computer = self.computer.take()?;
        Some(Thought { computer, game: self.game.clone(), seat, seed: self.numbers.number() })
    }

    /// What it came to. A computer that knows nothing to do gives up.
    pub(crate) fn answer(&mut self, computer: Computer, action: Option<String>) {
        self.computer = Some(computer);
        let Due::Computer(seat) = self.due() else { return };
        let taken = action.is_some_and(|action| self.take(&Step::Act(action)).is_ok());
        if taken {
            self.settle();
        } else {
            self.resigned = Some(seat);
        }
    }

    fn hint(&mut self, seat: Seat) -> String {
        // About half a second; with modes a position costs much more.
        let limits = Limits::nodes(if self.game.has_modes() { 15_000 } else { 200_000 });
        let host = Stoppable::default();
        match self.adviser.hint(&self.game, seat, limits, &host) {
            Some(hint) => {
                let standing = hint.standing(&self.game, self.language);
                words::hint(&self.told(&hint.action), &standing, self.language)
            }
            None => words::no_hint(self.language).to_owned(),
        }
    }

    /// Takes one step and tells each seat what it may know of it.
    fn take(&mut self, step: &Step<String, String>) -> Result<(), AnyError> {
        let (mut next, mut effects) = (self.game.clone(), Vec::new());
        let taken = match step {
            Step::Act(text) => Step::Act(next.act(text, &mut effects)?),
            Step::Draw(text) => {
                next.draw(text, &mut effects)?;
                step.clone()
            }
        };
        for seat in Seat::BOTH {
            let viewer = Viewer::Player(seat);
            let journal = &mut self.journal[seat.index()];
            if let Step::Act(action) = &taken {
                let disclosed = self.game.discloses(&taken, viewer);
                journal.push(if disclosed {
                    told(&self.game, action, self.language)
                } else {
                    "…".to_owned()
                });
            }
            let seen = next.witness(&self.game, &effects, viewer);
            let lines = seen.iter().filter_map(|effect| account::line(&next, effect, self.language));
            journal.extend(lines.map(|line| format!("  {line}")));
            let touched = touched(&seen);
            if !touched.is_empty() {
                self.touched[seat.index()] = touched;
            }
        }
        let before = std::mem::replace(&mut self.game, next);
        if matches!(taken, Step::Act(_)) {
            self.past.push((before, self.chance));
        }
        Ok(())
    }

    /// Lets chance have its say, and covers the board if somebody else is to sit down.
    fn settle(&mut self) {
        while self.game.turn() == Turn::Chance {
            let Some(draw) = self.chance.draw(&self.game) else { break };
            self.take(&Step::Draw(draw)).expect("chance draws what is offered");
        }
        if let (Sitting::Two, Due::Person(seat)) = (self.sitting, self.due())
            && seat != self.eye
        {
            if self.game.has_secrets() { self.cover = Cover::Leaving } else { self.eye = seat }
        }
    }

    /// Back to before the last move of whoever asks; the computer's answer goes with it. Chance decides the same again.
    fn take_back(&mut self) -> Heard {
        let say = |text: &str| Heard::Said(vec![text.to_owned()]);
        // Who has resigned takes that back first.
        if self.resigned.take().is_some() {
            return Heard::Changed;
        }
        let asks = |game: &AnyGame| match (game.turn(), self.sitting) {
            (Turn::Player(seat), Sitting::Person(person)) => seat == person,
            _ => true,
        };
        let Some(place) = self.past.iter().rposition(|(game, _)| asks(game)) else {
            return say(words::nothing_to_take_back(self.language));
        };
        (self.game, self.chance) = self.past.swap_remove(place);
        self.past.truncate(place);
        if let Some(computer) = &mut self.computer {
            computer.begin();
        }
        for seat in Seat::BOTH {
            self.journal[seat.index()].push(format!("({})", words::taken_back(self.language)));
            self.touched[seat.index()].clear();
        }
        self.settle();
        Heard::Changed
    }

    fn told(&self, action: &str) -> String {
        told(&self.game, action, self.language)
    }
}

/// An action as people write it. With modes it is the bare squares: signs such as `x` and `#` could tell secrets.
fn told(game: &AnyGame, action: &str, language: Language) -> String {
    match game.turn() {
        Turn::Player(seat) if game.has_modes() => format!("{} {action}", game.seat_words(seat, language)),
        _ => game.title(action, language),
    }
}

/// Where a step began and ended, as it was seen.
fn touched(effects: &[Effect]) -> Vec<Cell> {
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

    fn session(kind: GameKind, options: &Options, sitting: Sitting) -> Session {
        let game = AnyGame::start(kind, options).expect("a game");
        Session::new(game, options, sitting, Strength::Level(1), 7, Language::English)
    }

    fn modes(modes: &[&str]) -> Options {
        Options { modes: modes.iter().map(|mode| (*mode).to_owned()).collect(), ..Options::default() }
    }

    /// Lets the computer move, and the person do the first thing that may be done.
    fn go_on(session: &mut Session) {
        match session.due() {
            Due::Over => {}
            Due::Computer(_) => {
                let (computer, action) = session.ask().expect("it is its turn").think(&Arc::default());
                session.answer(computer, action);
            }
            Due::Person(_) if session.cover != Cover::Open => {
                assert_eq!(session.hear(""), Heard::Changed);
            }
            Due::Person(seat) => {
                let actions = session.game.view(Viewer::Player(seat)).actions;
                assert_eq!(session.hear(&actions[0]), Heard::Changed, "{}", actions[0]);
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
                for sitting in [Sitting::Two, Sitting::Person(Seat::Second)] {
                    let mut session = session(GameKind::Chess, &modes(&mixed), sitting);
                    (0..8).for_each(|_| go_on(&mut session));
                    assert!(session.resigned.is_none(), "{mixed:?}");
                }
            }
        }
        for kind in [GameKind::Xiangqi, GameKind::Liuzichong] {
            let mut session = session(kind, &Options::default(), Sitting::Person(Seat::First));
            (0..8).for_each(|_| go_on(&mut session));
            assert_eq!(session.past.len(), 8);
        }
    }

    #[test]
    fn nobody_sees_the_board_while_the_seats_change_in_fog() {
        let mut session = session(GameKind::Chess, &modes(&["fog"]), Sitting::Two);
        let sees = |session: &Session, seat: Seat| {
            session.view().map(|view| view.men.iter().filter(|(_, man)| man.seat == seat).count())
        };
        assert_eq!(sees(&session, Seat::Second), Some(0));
        session.hear("e2e4");
        assert_eq!(session.view().map(|view| view.men.len()), Some(16), "white still sits there");
        // Nothing but Enter is heard before black has sat down.
        for text in ["hint", "moves", "e7e5", "back", "resign"] {
            assert_eq!(session.hear(text), Heard::Said(vec!["press Enter first".to_owned()]), "{text}");
        }
        session.hear("");
        assert_eq!((session.view(), session.journal()), (None, &[][..]));
        session.hear("");
        assert_eq!((sees(&session, Seat::First), sees(&session, Seat::Second)), (Some(0), Some(16)));
        assert_eq!(session.journal(), ["…"]);
        assert_eq!(session.touched(), []);
    }

    #[test]
    fn without_secrets_nobody_has_to_look_away() {
        for played in [&["gravity"][..], &["portals"], &["dice-b"], &["mines"]] {
            let mut session = session(GameKind::Chess, &modes(played), Sitting::Two);
            for _ in 0..6 {
                go_on(&mut session);
                assert_eq!(session.cover, Cover::Open, "{played:?}");
            }
        }
        let private = Options { rules: vec!["portals=private".to_owned()], ..modes(&["portals"]) };
        let mut session = session(GameKind::Chess, &private, Sitting::Two);
        go_on(&mut session);
        assert_eq!(session.cover, Cover::Leaving);
    }

    #[test]
    fn a_move_is_taken_back_with_the_answer_to_it() {
        let mut against = session(GameKind::Chess, &Options::default(), Sitting::Person(Seat::First));
        let start = against.game.clone();
        assert_eq!(against.hear("back"), Heard::Said(vec!["you have not moved yet".to_owned()]));
        against.hear("e4");
        go_on(&mut against);
        assert_eq!(against.hear("back"), Heard::Changed);
        assert_eq!(against.game, start);
        let mut two = session(GameKind::Xiangqi, &Options::default(), Sitting::Two);
        two.hear("炮二平五");
        let before = two.game.clone();
        two.hear("h9g7");
        two.hear("undo");
        assert_eq!(two.game, before);
    }

    #[test]
    fn chance_decides_the_same_after_a_move_is_taken_back() {
        for played in ["dice-a", "fog", "portals", "mines"] {
            let mut session = session(GameKind::Chess, &modes(&[played]), Sitting::Two);
            let start = session.game.clone();
            let act = start.actions()[0].clone();
            session.hear(&act);
            let after = session.game.clone();
            session.cover = Cover::Open;
            assert_eq!(session.hear("back"), Heard::Changed, "{played}");
            assert_eq!(session.game, start, "{played}");
            session.cover = Cover::Open;
            session.hear(&act);
            assert_eq!(session.game, after, "{played}");
        }
    }

    #[test]
    fn who_resigns_has_lost_and_may_think_better_of_it() {
        let mut session = session(GameKind::Liuzichong, &Options::default(), Sitting::Person(Seat::Second));
        go_on(&mut session);
        session.hear("resign");
        assert_eq!(session.status(), ["black wins: white resigned"]);
        assert!(matches!(session.hear("a3b3"), Heard::Said(_)));
        assert_eq!(session.hear("back"), Heard::Changed);
        assert_eq!(session.due(), Due::Person(Seat::Second));
    }
}
