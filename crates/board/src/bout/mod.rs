//! A game of liuzichong at one screen, played by the flow that players of the original know.

mod scene;

use yipan_games::{AnyError, AnyGame, GameKind};
use yipan_liuzichong::flow::{Flow, Input, Node, Partners, State};
use yipan_liuzichong::saved::SavedGame;
use yipan_liuzichong::{BLACK, Move, WHITE};
use yipan_rules::{Cell, Discard, Outcome, Seat, Viewer};
use yipan_wire::View;

pub use self::scene::{Scene, state_key};

use crate::import::{ImportError, LARGEST_IMPORT};
use crate::local::Saved;
use crate::{Chair, Local, Opening};

/// A game of liuzichong at one screen: what was agreed, and the flow, which is the game and everything that goes on in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bout {
    opening: Opening,
    flow: Flow,
}

impl Bout {
    /// Begins; nothing if this is another game, or cannot begin so.
    #[must_use]
    pub fn start(mut opening: Opening) -> Option<Bout> {
        let game = AnyGame::start(opening.game.parse().ok()?, &opening.options()).ok()?;
        let AnyGame::Liuzichong(game) = game else { return None };
        let partners = match opening.chairs {
            [Chair::Person, Chair::Person] => Partners::People,
            [Chair::Computer(_), Chair::Person] => Partners::Computer { person: WHITE },
            // Somebody sits at the screen, and the first seat is a person's unless it was given away.
            [first, _] => {
                if first != Chair::Person {
                    opening.chairs[0] = Chair::Person;
                }
                Partners::Computer { person: BLACK }
            }
        };
        Some(Bout { flow: Flow::start(game.setup(), partners), opening })
    }

    /// A game that was kept, as [`Local::save`] writes it, with everything shown; nothing if the text is not one. It ends at
    /// the first move that cannot be played.
    #[must_use]
    pub fn restore(text: &str) -> Option<Bout> {
        let saved: Saved = serde_json::from_str(text).ok()?;
        let mut bout = Bout::start(saved.opening)?;
        for act in &saved.acts {
            if !bout.hurry(act) {
                break;
            }
        }
        Some(bout)
    }

    /// What was agreed.
    #[must_use]
    pub const fn opening(&self) -> &Opening {
        &self.opening
    }

    /// What goes on.
    #[must_use]
    pub const fn flow(&self) -> &Flow {
        &self.flow
    }

    /// Hands an input on to the flow, and says which nodes it led through; none if it had no place.
    pub fn take(&mut self, input: Input) -> &[Node] {
        self.flow.take(input)
    }

    /// Whether the person may use what stands around the board: not while the computer thinks, a man is held, or something is
    /// being shown.
    #[must_use]
    pub const fn is_open(&self) -> bool {
        matches!(self.flow.state(), State::Waiting | State::Over { .. })
    }

    /// How it ended, once the result is shown.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.flow.state() {
            State::Over { outcome } => Some(*outcome),
            _ => None,
        }
    }

    /// A new game between the same, who keep their sides: whoever moved first moves first again. It is refused while nothing
    /// may be used.
    pub fn again(&mut self, seed: u64) {
        if !self.is_open() {
            return;
        }
        self.opening = Opening { position: None, seed, draws: Vec::new(), ..self.opening.clone() };
        if self.flow.take(Input::NewGame).is_empty()
            && let Some(bout) = Bout::start(self.opening.clone())
        {
            *self = bout;
        }
    }

    /// Goes on with a game of a `.6zc` file, at the level that was played. Two people stay two people; the file says which side
    /// a person has against the computer.
    ///
    /// # Errors
    /// What is wrong with the file; the game is as it was.
    pub fn open(&mut self, bytes: &[u8], seed: u64) -> Result<(), ImportError> {
        if bytes.len() > LARGEST_IMPORT {
            return Err(ImportError::TooLarge);
        }
        let saved: SavedGame = String::from_utf8_lossy(bytes).parse().map_err(ImportError::Saved)?;
        let mut chairs = self.opening.chairs;
        if chairs[saved.player.index()] != Chair::Person {
            chairs.swap(0, 1);
        }
        let position = Some(saved.position.to_string());
        let usual = Opening::usual(GameKind::Liuzichong, chairs, seed);
        // A file names no house rules, so it is played by the usual ones.
        if let Some(bout) = Bout::start(Opening { position, ..usual }) {
            *self = bout;
        }
        Ok(())
    }

    /// The game as a `.6zc` file. Of two people it is the one to move who goes on.
    #[must_use]
    pub fn file(&self) -> String {
        let position = *self.flow.game().position();
        let player = match self.flow.partners() {
            Partners::Computer { person } => person,
            Partners::People => position.side(),
        };
        SavedGame { position, player }.to_string()
    }

    /// The moves as they are kept.
    #[must_use]
    pub fn acts(&self) -> Vec<String> {
        self.flow.moves().iter().map(ToString::to_string).collect()
    }

    /// The same game as every game at one screen is told: for its list of moves, to be kept, to be looked at again.
    #[must_use]
    pub fn local(&self) -> Local {
        Local::replay(self.opening.clone(), &self.acts()).expect("the flow began with the same opening")
    }

    /// The board as it stands when nothing is being shown.
    #[must_use]
    pub fn view(&self) -> View {
        let game = AnyGame::Liuzichong(self.flow.game().clone());
        let seat = match self.flow.partners() {
            Partners::Computer { person } => person,
            Partners::People => self.flow.game().position().side(),
        };
        View::new(&game, game.view(Viewer::Player(seat)))
    }

    /// Whose side lies below.
    #[must_use]
    pub const fn eye(&self) -> Seat {
        match self.flow.partners() {
            Partners::Computer { person } => person,
            Partners::People => BLACK,
        }
    }

    /// Where the last move began and ended.
    #[must_use]
    pub fn last(&self) -> Vec<Cell> {
        self.flow.moves().last().map_or_else(Vec::new, |mv| vec![mv.from().into(), mv.to().into()])
    }

    /// How well the computer plays that is to move.
    #[must_use]
    pub fn level(&self) -> Option<(Seat, u8)> {
        let side = self.flow.game().position().side();
        match (self.flow.state(), self.opening.chairs[side.index()]) {
            (State::Thinking, Chair::Computer(level)) => Some((side, level)),
            _ => None,
        }
    }

    /// The legal move that a text writes.
    ///
    /// # Errors
    /// Why it is none.
    pub fn read(&self, text: &str) -> Result<Move, AnyError> {
        let act = AnyGame::Liuzichong(self.flow.game().clone()).act(text, &mut Discard)?;
        Ok(act.parse()?)
    }

    /// Plays a move to its end, as if everything had been shown; whether it could be played.
    fn hurry(&mut self, act: &str) -> bool {
        let Ok(mv) = self.read(act) else { return false };
        if matches!(self.flow.state(), State::Thinking) {
            self.flow.take(Input::ComputerChose(mv));
        } else {
            self.flow.take(Input::Left(Some(mv.from())));
            self.flow.take(Input::Left(Some(mv.to())));
        }
        while !self.flow.take(Input::AnimationEnded).is_empty() {}
        true
    }
}

#[cfg(test)]
mod tests {
    use yipan_rules::{Language, Reason, Words};

    use super::*;
    use crate::Due;

    const TWO: [Chair; 2] = [Chair::Person; 2];
    const AGAINST: [Chair; 2] = [Chair::Person, Chair::Computer(4)];

    fn bout(position: Option<&str>, chairs: [Chair; 2]) -> Bout {
        let position = position.map(str::to_owned);
        Bout::start(Opening { position, ..Opening::usual(GameKind::Liuzichong, chairs, 3) }).expect("a game")
    }

    fn played(position: Option<&str>, chairs: [Chair; 2], acts: &[&str]) -> Bout {
        let mut bout = bout(position, chairs);
        for act in acts {
            assert!(bout.hurry(act), "{act}");
        }
        bout
    }

    #[test]
    fn a_game_survives_being_kept_whoever_is_to_move() {
        for chairs in [TWO, AGAINST, [Chair::Computer(2), Chair::Person]] {
            for acts in [&[][..], &["a2b2"], &["a2b2", "a3b3"], &["b1b2", "b4b3", "b2c2"]] {
                let bout = played(None, chairs, acts);
                assert_eq!(Bout::restore(&bout.local().save()), Some(bout), "{chairs:?} {acts:?}");
            }
        }
    }

    #[test]
    fn what_was_kept_by_others_is_read_as_far_as_it_goes() {
        let kept = |chairs: &str, acts: &str| {
            format!(r#"{{"opening":{{"game":"liuzichong","chairs":{chairs},"seed":1}},"acts":{acts}}}"#)
        };
        let bout = Bout::restore(&kept(r#"["person","person"]"#, r#"["a2b2","a1d4","a3b3"]"#));
        assert_eq!(bout.map(|bout| bout.acts()), Some(vec!["a2b2".to_owned()]));
        // Two computers would leave nobody to play.
        let bout = Bout::restore(&kept(r#"[{"computer":1},{"computer":2}]"#, "[]")).expect("a game");
        assert_eq!((bout.flow().state(), bout.eye()), (&State::Waiting, BLACK));
        for text in ["", "{}", "[1]", &kept(r#"["person"]"#, "[]"), &kept("1", "[]")] {
            assert_eq!(Bout::restore(text), None, "{text}");
        }
        assert_eq!(Bout::start(Opening::usual(GameKind::Chess, TWO, 1)), None);
    }

    #[test]
    fn it_is_the_same_game_as_every_other_at_one_screen() {
        let bout = played(None, AGAINST, &["a2b2", "a3b3"]);
        let local = bout.local();
        assert_eq!((local.view(), local.due()), (bout.view(), Due::Person(BLACK)));
        let bout = played(None, AGAINST, &["a2b2"]);
        assert_eq!((bout.local().view(), bout.level()), (bout.view(), Some((WHITE, 4))));
        assert!(bout.view().actions.is_empty() && !bout.is_open());
    }

    #[test]
    fn the_side_that_moved_first_moves_first_again() {
        let computer_first = [Chair::Computer(1), Chair::Person];
        let mut bout = played(None, computer_first, &["a2b2"]);
        assert_eq!((bout.eye(), bout.flow().state()), (WHITE, &State::Waiting));
        bout.again(9);
        assert_eq!((bout.flow().state(), bout.acts().len(), bout.opening().seed), (&State::Thinking, 0, 9));
        // While the computer thinks nothing may be used.
        bout.again(10);
        assert_eq!(bout.opening().seed, 9);
    }

    /// With d1c1 a white man is taken, and the others cannot move.
    const TAKES_AND_BLOCKS: &str = "4/2w1/bbb1/ww1b b";

    #[test]
    fn after_the_end_a_new_game_begins_at_the_usual_start() {
        let mut bout = played(Some(TAKES_AND_BLOCKS), AGAINST, &["d1c1"]);
        let outcome = bout.outcome().expect("blocked");
        assert_eq!((outcome.winner, outcome.reason), (Some(BLACK), Reason::Blocked));
        bout.again(5);
        assert_eq!(bout, Bout::start(Opening::usual(GameKind::Liuzichong, AGAINST, 5)).expect("a game"));
    }

    #[test]
    fn a_file_is_written_and_opened_again_with_the_sides_it_names() {
        let white = played(None, [Chair::Computer(4), Chair::Person], &["a2b2", "a3b3"]);
        let mut black = bout(None, AGAINST);
        black.open(white.file().as_bytes(), 8).expect("our own file");
        assert_eq!(black.flow().game().position(), white.flow().game().position());
        assert_eq!((black.eye(), black.flow().state()), (WHITE, &State::Thinking));
        assert_eq!(black.level(), Some((BLACK, 4)));
        let mut two = bout(None, TWO);
        two.open(white.file().as_bytes(), 8).expect("our own file");
        assert_eq!((two.flow().partners(), two.flow().state()), (Partners::People, &State::Waiting));
        // It survives a reload like any other.
        assert_eq!(Bout::restore(&two.local().save()), Some(two));
    }

    #[test]
    fn a_hostile_file_is_refused_in_words_and_changes_nothing() {
        let mut bout = played(None, AGAINST, &["a2b2", "a3b3"]);
        let before = bout.clone();
        let seven = bout.file().replace('2', "1");
        let huge = vec![b' '; LARGEST_IMPORT + 1];
        let files =
            [b"".as_slice(), b"PNG\xff\xfe", b"{", b"[[[[[[[[", br#"{"version":2}"#, seven.as_bytes(), &huge];
        for file in files {
            let error = bout.open(file, 1).expect_err("no file of ours");
            for language in Language::ALL {
                let words = error.words(language);
                assert_eq!(
                    words.chars().any(|sign| sign as u32 > 0x2E80),
                    language != Language::English,
                    "{words}"
                );
            }
            assert_eq!(bout, before);
        }
    }

    #[test]
    fn a_typed_move_is_read_or_refused_with_a_reason() {
        let bout = bout(None, TWO);
        assert_eq!(bout.read("a2b2").map(|mv| mv.to_string()), Ok("a2b2".to_owned()));
        for text in ["", "a1a2", "a4a3", "xx", "a2c2"] {
            assert!(bout.read(text).is_err(), "{text}");
        }
    }
}
