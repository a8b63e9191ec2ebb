//! A game of liuzichong on one screen, controlled by the UI flow of the original program.

use yipan_core::{Cell, NullSink, Outcome, Side, Viewer};
use yipan_games::{AnyGame, AnyGameError, GameKind};
use yipan_liuzichong::sixzc::SixzcFile;
use yipan_liuzichong::ui_flow::{FlowInput, FlowNode, FlowState, Opponent, UiFlow};
use yipan_liuzichong::{BLACK, Move, WHITE};
use yipan_local_play::{LocalGame, LocalSetup, PlayerKind};
use yipan_wire::View;

use crate::import_export::import_error::{ImportError, MAX_IMPORT_BYTES};
use crate::local::stored_game::StoredGame;

/// A game of liuzichong on one screen: its setup and its UI flow, which contains the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LiuzichongGame {
    setup: LocalSetup,
    flow: UiFlow,
}

impl LiuzichongGame {
    /// Starts a game; `None` if the setup is invalid or of another game.
    #[must_use]
    pub fn start(mut setup: LocalSetup) -> Option<LiuzichongGame> {
        let game = AnyGame::start(setup.game.parse().ok()?, &setup.options()).ok()?;
        let AnyGame::Liuzichong(game) = game else { return None };
        let opponent = match setup.players {
            [PlayerKind::Human, PlayerKind::Human] => Opponent::Human,
            [PlayerKind::Computer(_), PlayerKind::Human] => Opponent::Computer { human: WHITE },
            // At least one player is a person: of two computers the first is replaced.
            [first, _] => {
                if first != PlayerKind::Human {
                    setup.players[0] = PlayerKind::Human;
                }
                Opponent::Computer { human: BLACK }
            }
        };
        Some(LiuzichongGame { flow: UiFlow::start(game.setup(), opponent), setup })
    }

    /// Restores a stored game, as `LocalGameExt::save` writes it, up to its first illegal move.
    ///
    /// Returns `None` if the text is not a game of liuzichong.
    #[must_use]
    pub fn restore(text: &str) -> Option<LiuzichongGame> {
        let stored: StoredGame = serde_json::from_str(text).ok()?;
        let mut game = LiuzichongGame::start(stored.setup)?;
        for action in &stored.actions {
            if !game.play_instantly(action) {
                break;
            }
        }
        Some(game)
    }

    /// Returns the setup.
    #[must_use]
    pub const fn setup(&self) -> &LocalSetup {
        &self.setup
    }

    /// Changes the level of the computer, from its next move on.
    pub fn set_level(&mut self, level: u8) {
        self.setup.set_level(level);
    }

    /// Returns the UI flow.
    #[must_use]
    pub const fn flow(&self) -> &UiFlow {
        &self.flow
    }

    /// Passes an input to the flow and returns the nodes it went through; none if the input was ignored.
    pub fn handle_input(&mut self, input: FlowInput) -> &[FlowNode] {
        self.flow.handle(input)
    }

    /// Whether the controls around the board are enabled: not while the computer thinks, a piece is picked up or an animation runs.
    #[must_use]
    pub const fn accepts_controls(&self) -> bool {
        matches!(self.flow.state(), FlowState::Waiting | FlowState::Over { .. })
    }

    /// Returns the outcome, once it is shown.
    #[must_use]
    pub const fn outcome(&self) -> Option<Outcome> {
        match self.flow.state() {
            FlowState::Over { outcome } => Some(*outcome),
            _ => None,
        }
    }

    /// Starts a new game with the same players and sides. Ignored while the controls are disabled.
    pub fn restart(&mut self, seed: u64) {
        if !self.accepts_controls() {
            return;
        }
        self.setup = LocalSetup { position: None, seed, chance_outcomes: Vec::new(), ..self.setup.clone() };
        if self.flow.handle(FlowInput::NewGame).is_empty()
            && let Some(game) = LiuzichongGame::start(self.setup.clone())
        {
            *self = game;
        }
    }

    /// Starts a new game after a change of the players. Ignored while the controls are disabled.
    pub fn restart_with(&mut self, seed: u64, change: impl FnOnce(&mut LocalSetup)) {
        let mut setup =
            LocalSetup { position: None, seed, chance_outcomes: Vec::new(), ..self.setup.clone() };
        change(&mut setup);
        if setup.players == self.setup.players {
            return self.restart(seed);
        }
        if self.accepts_controls()
            && let Some(game) = LiuzichongGame::start(setup)
        {
            *self = game;
        }
    }

    /// Continues a game from a `.6zc` file at the current level.
    ///
    /// Against the computer, the file decides the person's side.
    ///
    /// # Errors
    /// Returns `ImportError` if the file is too large or malformed; the game is then unchanged.
    pub fn load_sixzc(&mut self, bytes: &[u8], seed: u64) -> Result<(), ImportError> {
        if bytes.len() > MAX_IMPORT_BYTES {
            return Err(ImportError::TooLarge);
        }
        let stored: SixzcFile = String::from_utf8_lossy(bytes).parse().map_err(ImportError::Sixzc)?;
        let mut players = self.setup.players;
        if players[stored.human.index()] != PlayerKind::Human {
            players.swap(0, 1);
        }
        let position = Some(stored.position.to_string());
        let defaults = LocalSetup::default_for(GameKind::Liuzichong, players, seed);
        // The format has no house rules, so the defaults apply.
        if let Some(game) = LiuzichongGame::start(LocalSetup { position, ..defaults }) {
            *self = game;
        }
        Ok(())
    }

    /// Returns the game as a `.6zc` file. Between two people, the side to move is the person of the file.
    #[must_use]
    pub fn to_sixzc(&self) -> String {
        let position = *self.flow.game().position();
        let player = match self.flow.opponent() {
            Opponent::Computer { human } => human,
            Opponent::Human => position.side_to_move(),
        };
        SixzcFile { position, human: player }.to_string()
    }

    /// Returns the moves as actions.
    #[must_use]
    pub fn actions(&self) -> Vec<String> {
        self.flow.moves().iter().map(ToString::to_string).collect()
    }

    /// Converts the game to a [`LocalGame`], for the move list, for storage and for analysis.
    #[must_use]
    pub fn to_local_game(&self) -> LocalGame {
        LocalGame::from_actions(self.setup.clone(), &self.actions())
            .expect("the flow began with the same setup")
    }

    /// Returns the view of the current position, without animation.
    #[must_use]
    pub fn view(&self) -> View {
        let game = AnyGame::Liuzichong(self.flow.game().clone());
        let side = match self.flow.opponent() {
            Opponent::Computer { human } => human,
            Opponent::Human => self.flow.game().position().side_to_move(),
        };
        View::new(&game, game.view(Viewer::Player(side)))
    }

    /// Returns the side at the bottom.
    #[must_use]
    pub const fn bottom_side(&self) -> Side {
        match self.flow.opponent() {
            Opponent::Computer { human } => human,
            Opponent::Human => BLACK,
        }
    }

    /// Returns the start and destination of the last move.
    #[must_use]
    pub fn last_move_cells(&self) -> Vec<Cell> {
        self.flow.moves().last().map_or_else(Vec::new, |mv| vec![mv.from().into(), mv.to().into()])
    }

    /// Returns the computer's side and level, if it is to move.
    #[must_use]
    pub fn computer_to_move(&self) -> Option<(Side, u8)> {
        let side = self.flow.game().position().side_to_move();
        match (self.flow.state(), self.setup.players[side.index()]) {
            (FlowState::Thinking, PlayerKind::Computer(level)) => Some((side, level)),
            _ => None,
        }
    }

    /// Parses a legal move.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the text is not a legal move.
    pub fn parse_move(&self, text: &str) -> Result<Move, AnyGameError> {
        let action = AnyGame::Liuzichong(self.flow.game().clone()).apply_action(text, &mut NullSink)?;
        Ok(action.parse()?)
    }

    /// Plays a move and skips its animation. Returns `false` if it is illegal.
    fn play_instantly(&mut self, action: &str) -> bool {
        let Ok(mv) = self.parse_move(action) else { return false };
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
    use yipan_local_play::WaitingFor;

    use super::*;
    use crate::local::local_game_ext::LocalGameExt;

    const TWO: [PlayerKind; 2] = [PlayerKind::Human; 2];
    const AGAINST: [PlayerKind; 2] = [PlayerKind::Human, PlayerKind::Computer(4)];

    fn new_game(position: Option<&str>, players: [PlayerKind; 2]) -> LiuzichongGame {
        let position = position.map(str::to_owned);
        LiuzichongGame::start(LocalSetup {
            position,
            ..LocalSetup::default_for(GameKind::Liuzichong, players, 3)
        })
        .expect("a game")
    }

    fn played(position: Option<&str>, players: [PlayerKind; 2], actions: &[&str]) -> LiuzichongGame {
        let mut game = new_game(position, players);
        for action in actions {
            assert!(game.play_instantly(action), "{action}");
        }
        game
    }

    #[test]
    fn a_game_survives_storage_with_either_side_to_move() {
        for players in [TWO, AGAINST, [PlayerKind::Computer(2), PlayerKind::Human]] {
            for actions in [&[][..], &["a2b2"], &["a2b2", "a3b3"], &["b1b2", "b4b3", "b2c2"]] {
                let game = played(None, players, actions);
                assert_eq!(
                    LiuzichongGame::restore(&game.to_local_game().save()),
                    Some(game),
                    "{players:?} {actions:?}"
                );
            }
        }
    }

    #[test]
    fn a_stored_game_is_restored_up_to_the_first_illegal_move() {
        let stored_json = |players: &str, actions: &str| {
            format!(r#"{{"setup":{{"game":"liuzichong","players":{players},"seed":1}},"actions":{actions}}}"#)
        };
        let game = LiuzichongGame::restore(&stored_json(r#"["human","human"]"#, r#"["a2b2","a1d4","a3b3"]"#));
        assert_eq!(game.map(|game| game.actions()), Some(vec!["a2b2".to_owned()]));
        // Of two computers, the first becomes a person.
        let game = LiuzichongGame::restore(&stored_json(r#"[{"computer":1},{"computer":2}]"#, "[]"))
            .expect("a game");
        assert_eq!((game.flow().state(), game.bottom_side()), (&FlowState::Waiting, BLACK));
        for text in ["", "{}", "[1]", &stored_json(r#"["human"]"#, "[]"), &stored_json("1", "[]")] {
            assert_eq!(LiuzichongGame::restore(text), None, "{text}");
        }
        assert_eq!(LiuzichongGame::start(LocalSetup::default_for(GameKind::Chess, TWO, 1)), None);
    }

    #[test]
    fn it_equals_the_local_game_of_the_same_moves() {
        let game = played(None, AGAINST, &["a2b2", "a3b3"]);
        let local = game.to_local_game();
        assert_eq!((local.view(), local.waiting_for()), (game.view(), WaitingFor::Human(BLACK)));
        let game = played(None, AGAINST, &["a2b2"]);
        assert_eq!((game.to_local_game().view(), game.computer_to_move()), (game.view(), Some((WHITE, 4))));
        assert!(game.view().actions.is_empty() && !game.accepts_controls());
    }

    #[test]
    fn the_side_that_moved_first_moves_first_again() {
        let computer_first = [PlayerKind::Computer(1), PlayerKind::Human];
        let mut game = played(None, computer_first, &["a2b2"]);
        assert_eq!((game.bottom_side(), game.flow().state()), (WHITE, &FlowState::Waiting));
        game.restart(9);
        assert_eq!(
            (game.flow().state(), game.actions().len(), game.setup().seed),
            (&FlowState::Thinking, 0, 9)
        );
        // The controls are disabled while the computer thinks.
        game.restart(10);
        assert_eq!(game.setup().seed, 9);
    }

    #[test]
    fn the_next_game_may_have_another_level_and_swapped_sides() {
        let mut game = played(None, AGAINST, &["a2b2", "a3b3"]);
        game.restart_with(5, |setup| setup.players = [PlayerKind::Computer(2), PlayerKind::Human]);
        assert_eq!((game.bottom_side(), game.computer_to_move()), (WHITE, Some((BLACK, 2))));
        // The controls are disabled while the computer thinks.
        game.restart_with(6, |setup| setup.players = AGAINST);
        assert_eq!(game.setup().seed, 5);
    }

    /// The move d1c1 captures a white piece and blocks the others.
    const TAKES_AND_BLOCKS: &str = "4/2w1/bbb1/ww1b b";

    #[test]
    fn after_the_end_a_new_game_begins_at_the_standard_start() {
        let mut game = played(Some(TAKES_AND_BLOCKS), AGAINST, &["d1c1"]);
        let outcome = game.outcome().expect("blocked");
        assert_eq!((outcome.winner, outcome.reason), (Some(BLACK), Reason::Blocked));
        game.restart(5);
        assert_eq!(
            game,
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
        assert_eq!(LiuzichongGame::restore(&two.to_local_game().save()), Some(two));
    }

    #[test]
    fn a_malformed_file_is_rejected_with_a_message_and_changes_nothing() {
        let mut game = played(None, AGAINST, &["a2b2", "a3b3"]);
        let before = game.clone();
        let seven = game.to_sixzc().replace('2', "1");
        let huge = vec![b' '; MAX_IMPORT_BYTES + 1];
        let files =
            [b"".as_slice(), b"PNG\xff\xfe", b"{", b"[[[[[[[[", br#"{"version":2}"#, seven.as_bytes(), &huge];
        for file in files {
            let error = game.load_sixzc(file, 1).expect_err("no file of ours");
            for language in Language::ALL {
                let message = error.localize(language);
                assert_eq!(
                    message.chars().any(|character| character as u32 > 0x2E80),
                    language != Language::English,
                    "{message}"
                );
            }
            assert_eq!(game, before);
        }
    }

    #[test]
    fn a_typed_move_is_parsed_or_rejected_with_a_reason() {
        let game = new_game(None, TWO);
        assert_eq!(game.parse_move("a2b2").map(|mv| mv.to_string()), Ok("a2b2".to_owned()));
        for text in ["", "a1a2", "a4a3", "xx", "a2c2"] {
            assert!(game.parse_move(text).is_err(), "{text}");
        }
    }
}
