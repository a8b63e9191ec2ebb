//! A game of liuzichong at one screen, played by the flow that players of the original know.

use yipan_core::{Cell, NullSink, Outcome, Side, Viewer};
use yipan_games::{AnyGame, AnyGameError, GameKind};
use yipan_liuzichong::sixzc::SixzcFile;
use yipan_liuzichong::ui_flow::{FlowInput, FlowNode, FlowState, Opponent, UiFlow};
use yipan_liuzichong::{BLACK, Move, WHITE};
use yipan_wire::View;

use crate::import_export::import::{ImportError, MAX_IMPORT_BYTES};
use crate::local::local_game::LocalGame;
use crate::local::setup::{LocalSetup, PlayerKind};
use crate::local::stored_game::StoredGame;

/// A game of liuzichong at one screen: what was agreed, and the flow, which is the game and everything that goes on in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiuzichongGame {
    setup: LocalSetup,
    flow: UiFlow,
}

impl LiuzichongGame {
    /// Begins; nothing if this is another game, or cannot begin so.
    #[must_use]
    pub fn start(mut setup: LocalSetup) -> Option<LiuzichongGame> {
        let game = AnyGame::start(setup.game.parse().ok()?, &setup.options()).ok()?;
        let AnyGame::Liuzichong(game) = game else { return None };
        let partners = match setup.players {
            [PlayerKind::Human, PlayerKind::Human] => Opponent::Human,
            [PlayerKind::Computer(_), PlayerKind::Human] => Opponent::Computer { human: WHITE },
            // Somebody sits at the screen, and the first seat is a person's unless it was given away.
            [first, _] => {
                if first != PlayerKind::Human {
                    setup.players[0] = PlayerKind::Human;
                }
                Opponent::Computer { human: BLACK }
            }
        };
        Some(LiuzichongGame { flow: UiFlow::start(game.setup(), partners), setup })
    }

    /// A game that was kept, as [`Local::save`] writes it, with everything shown; nothing if the text is not one. It ends at
    /// the first move that cannot be played.
    #[must_use]
    pub fn restore(text: &str) -> Option<LiuzichongGame> {
        let saved: StoredGame = serde_json::from_str(text).ok()?;
        let mut bout = LiuzichongGame::start(saved.setup)?;
        for act in &saved.actions {
            if !bout.play_instantly(act) {
                break;
            }
        }
        Some(bout)
    }

    /// What was agreed.
    #[must_use]
    pub const fn setup(&self) -> &LocalSetup {
        &self.setup
    }

    /// What goes on.
    #[must_use]
    pub const fn flow(&self) -> &UiFlow {
        &self.flow
    }

    /// Hands an input on to the flow, and says which nodes it led through; none if it had no place.
    pub fn handle_input(&mut self, input: FlowInput) -> &[FlowNode] {
        self.flow.handle(input)
    }

    /// Whether the person may use what stands around the board: not while the computer thinks, a man is held, or something is
    /// being shown.
    #[must_use]
    pub const fn accepts_controls(&self) -> bool {
        matches!(self.flow.state(), FlowState::Waiting | FlowState::Over { .. })
    }

    /// How it ended, once the result is shown.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.flow.state() {
            FlowState::Over { outcome } => Some(*outcome),
            _ => None,
        }
    }

    /// A new game between the same, who keep their sides: whoever moved first moves first again. It is refused while nothing
    /// may be used.
    pub fn restart(&mut self, seed: u64) {
        if !self.accepts_controls() {
            return;
        }
        self.setup = LocalSetup { position: None, seed, chance_outcomes: Vec::new(), ..self.setup.clone() };
        if self.flow.handle(FlowInput::NewGame).is_empty()
            && let Some(bout) = LiuzichongGame::start(self.setup.clone())
        {
            *self = bout;
        }
    }

    /// Goes on with a game of a `.6zc` file, at the level that was played. Two people stay two people; the file says which side
    /// a person has against the computer.
    ///
    /// # Errors
    /// What is wrong with the file; the game is as it was.
    pub fn load_sixzc(&mut self, bytes: &[u8], seed: u64) -> Result<(), ImportError> {
        if bytes.len() > MAX_IMPORT_BYTES {
            return Err(ImportError::TooLarge);
        }
        let saved: SixzcFile = String::from_utf8_lossy(bytes).parse().map_err(ImportError::Sixzc)?;
        let mut chairs = self.setup.players;
        if chairs[saved.human.index()] != PlayerKind::Human {
            chairs.swap(0, 1);
        }
        let position = Some(saved.position.to_string());
        let defaults = LocalSetup::default_for(GameKind::Liuzichong, chairs, seed);
        // A file names no house rules, so it is played by the usual ones.
        if let Some(bout) = LiuzichongGame::start(LocalSetup { position, ..defaults }) {
            *self = bout;
        }
        Ok(())
    }

    /// The game as a `.6zc` file. Of two people it is the one to move who goes on.
    #[must_use]
    pub fn to_sixzc(&self) -> String {
        let position = *self.flow.game().position();
        let player = match self.flow.opponent() {
            Opponent::Computer { human: person } => person,
            Opponent::Human => position.side_to_move(),
        };
        SixzcFile { position, human: player }.to_string()
    }

    /// The moves as they are kept.
    #[must_use]
    pub fn actions(&self) -> Vec<String> {
        self.flow.moves().iter().map(ToString::to_string).collect()
    }

    /// The same game as every game at one screen is told: for its list of moves, to be kept, to be looked at again.
    #[must_use]
    pub fn to_local_game(&self) -> LocalGame {
        LocalGame::from_actions(self.setup.clone(), &self.actions())
            .expect("the flow began with the same opening")
    }

    /// The board as it stands when nothing is being shown.
    #[must_use]
    pub fn view(&self) -> View {
        let game = AnyGame::Liuzichong(self.flow.game().clone());
        let seat = match self.flow.opponent() {
            Opponent::Computer { human: person } => person,
            Opponent::Human => self.flow.game().position().side_to_move(),
        };
        View::new(&game, game.view(Viewer::Player(seat)))
    }

    /// Whose side lies below.
    #[must_use]
    pub const fn bottom_side(&self) -> Side {
        match self.flow.opponent() {
            Opponent::Computer { human: person } => person,
            Opponent::Human => BLACK,
        }
    }

    /// Where the last move began and ended.
    #[must_use]
    pub fn last_move_cells(&self) -> Vec<Cell> {
        self.flow.moves().last().map_or_else(Vec::new, |mv| vec![mv.from().into(), mv.to().into()])
    }

    /// How well the computer plays that is to move.
    #[must_use]
    pub fn computer_to_move(&self) -> Option<(Side, u8)> {
        let side = self.flow.game().position().side_to_move();
        match (self.flow.state(), self.setup.players[side.index()]) {
            (FlowState::Thinking, PlayerKind::Computer(level)) => Some((side, level)),
            _ => None,
        }
    }

    /// The legal move that a text writes.
    ///
    /// # Errors
    /// Why it is none.
    pub fn parse_move(&self, text: &str) -> Result<Move, AnyGameError> {
        let act = AnyGame::Liuzichong(self.flow.game().clone()).apply_action(text, &mut NullSink)?;
        Ok(act.parse()?)
    }

    /// Plays a move to its end, as if everything had been shown; whether it could be played.
    fn play_instantly(&mut self, act: &str) -> bool {
        let Ok(mv) = self.parse_move(act) else { return false };
        if matches!(self.flow.state(), FlowState::Thinking) {
            self.flow.handle(FlowInput::ComputerChose(mv));
        } else {
            self.flow.handle(FlowInput::PrimaryClick(Some(mv.from())));
            self.flow.handle(FlowInput::PrimaryClick(Some(mv.to())));
        }
        while !self.flow.handle(FlowInput::AnimationEnded).is_empty() {}
        true
    }
}

#[cfg(test)]
mod tests {
    use yipan_core::{Language, Localize, Reason};

    use super::*;
    use crate::local::local_game::WaitingFor;

    const TWO: [PlayerKind; 2] = [PlayerKind::Human; 2];
    const AGAINST: [PlayerKind; 2] = [PlayerKind::Human, PlayerKind::Computer(4)];

    fn new_game(position: Option<&str>, chairs: [PlayerKind; 2]) -> LiuzichongGame {
        let position = position.map(str::to_owned);
        LiuzichongGame::start(LocalSetup {
            position,
            ..LocalSetup::default_for(GameKind::Liuzichong, chairs, 3)
        })
        .expect("a game")
    }

    fn played(position: Option<&str>, chairs: [PlayerKind; 2], acts: &[&str]) -> LiuzichongGame {
        let mut bout = new_game(position, chairs);
        for act in acts {
            assert!(bout.play_instantly(act), "{act}");
        }
        bout
    }

    #[test]
    fn a_game_survives_storage_with_either_side_to_move() {
        for chairs in [TWO, AGAINST, [PlayerKind::Computer(2), PlayerKind::Human]] {
            for acts in [&[][..], &["a2b2"], &["a2b2", "a3b3"], &["b1b2", "b4b3", "b2c2"]] {
                let bout = played(None, chairs, acts);
                assert_eq!(
                    LiuzichongGame::restore(&bout.to_local_game().save()),
                    Some(bout),
                    "{chairs:?} {acts:?}"
                );
            }
        }
    }

    #[test]
    fn a_stored_game_is_restored_up_to_the_first_illegal_move() {
        let stored_json = |chairs: &str, acts: &str| {
            format!(r#"{{"opening":{{"game":"liuzichong","chairs":{chairs},"seed":1}},"acts":{acts}}}"#)
        };
        let bout =
            LiuzichongGame::restore(&stored_json(r#"["person","person"]"#, r#"["a2b2","a1d4","a3b3"]"#));
        assert_eq!(bout.map(|bout| bout.actions()), Some(vec!["a2b2".to_owned()]));
        // Two computers would leave nobody to play.
        let bout = LiuzichongGame::restore(&stored_json(r#"[{"computer":1},{"computer":2}]"#, "[]"))
            .expect("a game");
        assert_eq!((bout.flow().state(), bout.bottom_side()), (&FlowState::Waiting, BLACK));
        for text in ["", "{}", "[1]", &stored_json(r#"["person"]"#, "[]"), &stored_json("1", "[]")] {
            assert_eq!(LiuzichongGame::restore(text), None, "{text}");
        }
        assert_eq!(LiuzichongGame::start(LocalSetup::default_for(GameKind::Chess, TWO, 1)), None);
    }

    #[test]
    fn it_equals_the_local_game_of_the_same_moves() {
        let bout = played(None, AGAINST, &["a2b2", "a3b3"]);
        let local = bout.to_local_game();
        assert_eq!((local.view(), local.waiting_for()), (bout.view(), WaitingFor::Human(BLACK)));
        let bout = played(None, AGAINST, &["a2b2"]);
        assert_eq!((bout.to_local_game().view(), bout.computer_to_move()), (bout.view(), Some((WHITE, 4))));
        assert!(bout.view().actions.is_empty() && !bout.accepts_controls());
    }

    #[test]
    fn the_side_that_moved_first_moves_first_again() {
        let computer_first = [PlayerKind::Computer(1), PlayerKind::Human];
        let mut bout = played(None, computer_first, &["a2b2"]);
        assert_eq!((bout.bottom_side(), bout.flow().state()), (WHITE, &FlowState::Waiting));
        bout.restart(9);
        assert_eq!(
            (bout.flow().state(), bout.actions().len(), bout.setup().seed),
            (&FlowState::Thinking, 0, 9)
        );
        // While the computer thinks nothing may be used.
        bout.restart(10);
        assert_eq!(bout.setup().seed, 9);
    }

    /// With d1c1 a white man is taken, and the others cannot move.
    const TAKES_AND_BLOCKS: &str = "4/2w1/bbb1/ww1b b";

    #[test]
    fn after_the_end_a_new_game_begins_at_the_standard_start() {
        let mut bout = played(Some(TAKES_AND_BLOCKS), AGAINST, &["d1c1"]);
        let outcome = bout.outcome().expect("blocked");
        assert_eq!((outcome.winner, outcome.reason), (Some(BLACK), Reason::Blocked));
        bout.restart(5);
        assert_eq!(
            bout,
            LiuzichongGame::start(LocalSetup::default_for(GameKind::Liuzichong, AGAINST, 5)).expect("a game")
        );
    }

    #[test]
    fn a_file_is_written_and_opened_again_with_the_sides_it_names() {
        let white = played(None, [PlayerKind::Computer(4), PlayerKind::Human], &["a2b2", "a3b3"]);
        let mut black = new_game(None, AGAINST);
        black.load_sixzc(white.to_sixzc().as_bytes(), 8).expect("our own file");
        assert_eq!(black.flow().game().position(), white.flow().game().position());
        assert_eq!((black.bottom_side(), black.flow().state()), (WHITE, &FlowState::Thinking));
        assert_eq!(black.computer_to_move(), Some((BLACK, 4)));
        let mut two = new_game(None, TWO);
        two.load_sixzc(white.to_sixzc().as_bytes(), 8).expect("our own file");
        assert_eq!((two.flow().opponent(), two.flow().state()), (Opponent::Human, &FlowState::Waiting));
        // It survives a reload like any other.
        assert_eq!(LiuzichongGame::restore(&two.to_local_game().save()), Some(two));
    }

    #[test]
    fn a_malformed_file_is_rejected_with_a_message_and_changes_nothing() {
        let mut bout = played(None, AGAINST, &["a2b2", "a3b3"]);
        let before = bout.clone();
        let seven = bout.to_sixzc().replace('2', "1");
        let huge = vec![b' '; MAX_IMPORT_BYTES + 1];
        let files =
            [b"".as_slice(), b"PNG\xff\xfe", b"{", b"[[[[[[[[", br#"{"version":2}"#, seven.as_bytes(), &huge];
        for file in files {
            let error = bout.load_sixzc(file, 1).expect_err("no file of ours");
            for language in Language::ALL {
                let words = error.localize(language);
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
    fn a_typed_move_is_parsed_or_rejected_with_a_reason() {
        let bout = new_game(None, TWO);
        assert_eq!(bout.parse_move("a2b2").map(|mv| mv.to_string()), Ok("a2b2".to_owned()));
        for text in ["", "a1a2", "a4a3", "xx", "a2c2"] {
            assert!(bout.parse_move(text).is_err(), "{text}");
        }
    }
}
