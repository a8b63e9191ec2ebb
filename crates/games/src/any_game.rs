use yipan_chess::Chess;
use yipan_core::{AnyPiece, Cell, EffectSink, Game, Language, Outcome, Side, Step, Turn};
use yipan_liuzichong::Liuzichong;
use yipan_xiangqi::Xiangqi;

use crate::parse_action::{parse_chess_action, parse_xiangqi_move};
use crate::{AnyGameError, GameKind, GameOptions, Grid};

/// A game of any kind with a text interface.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(clippy::large_enum_variant, reason = "a room holds one game, so its size does not matter")]
pub enum AnyGame {
    /// Western chess.
    Chess(Chess),
    /// Xiangqi 象棋.
    Xiangqi(Xiangqi),
    /// Liuzichong 六子冲.
    Liuzichong(Liuzichong),
}

/// Evaluates the same expression for each kind of game.
macro_rules! for_each_game {
    ($any:expr, $game:ident => $answer:expr) => {
        match $any {
            AnyGame::Chess($game) => $answer,
            AnyGame::Xiangqi($game) => $answer,
            AnyGame::Liuzichong($game) => $answer,
        }
    };
}

impl AnyGame {
    /// Starts a new game.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the position, the rules or the modes are invalid.
    pub fn start(kind: GameKind, options: &GameOptions) -> Result<AnyGame, AnyGameError> {
        Ok(match kind {
            GameKind::Chess => AnyGame::Chess(Chess::start(&options.chess_setup()?)),
            GameKind::Xiangqi => AnyGame::Xiangqi(Xiangqi::start(&options.xiangqi_setup()?)),
            GameKind::Liuzichong => AnyGame::Liuzichong(Liuzichong::start(&options.liuzichong_setup()?)),
        })
    }

    /// Returns the kind of the game.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            AnyGame::Chess(_) => GameKind::Chess,
            AnyGame::Xiangqi(_) => GameKind::Xiangqi,
            AnyGame::Liuzichong(_) => GameKind::Liuzichong,
        }
    }

    /// Whether it is played with modes.
    #[must_use]
    pub fn has_modes(&self) -> bool {
        matches!(self, AnyGame::Chess(game) if !game.modes().is_none())
    }

    /// Whether pieces fall toward the last file.
    #[must_use]
    pub fn has_gravity(&self) -> bool {
        matches!(self, AnyGame::Chess(game) if game.modes().gravity)
    }

    /// Returns whose turn it is.
    #[must_use]
    pub fn turn(&self) -> Turn {
        for_each_game!(self, game => game.turn())
    }

    /// Returns the turn as a key: the side's key, `chance` or `over`.
    #[must_use]
    pub fn turn_key(&self) -> &'static str {
        match self.turn() {
            Turn::Player(side) => self.side_key(side),
            Turn::Chance => "chance",
            Turn::Over(_) => "over",
        }
    }

    /// Returns the outcome of a finished game.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.turn() {
            Turn::Over(outcome) => Some(outcome),
            Turn::Player(_) | Turn::Chance => None,
        }
    }

    /// Returns the key of a side in this game, such as `white`.
    #[must_use]
    pub const fn side_key(&self, side: Side) -> &'static str {
        match self {
            AnyGame::Chess(_) => yipan_chess::color_key(side),
            AnyGame::Xiangqi(_) => yipan_xiangqi::color_key(side),
            AnyGame::Liuzichong(_) => yipan_liuzichong::color_key(side),
        }
    }

    /// Returns the localized name of a side in this game.
    #[must_use]
    pub const fn side_name(&self, side: Side, language: Language) -> &'static str {
        self.kind().side_name(side, language)
    }

    /// Returns the grid of the board.
    #[must_use]
    pub const fn grid(&self) -> Grid {
        Grid::new(self.kind())
    }

    /// Returns the name of a cell in this game.
    #[must_use]
    pub fn cell_name(&self, cell: Cell) -> String {
        self.grid().name(cell)
    }

    /// Returns every piece on the board, by cell.
    #[must_use]
    pub fn pieces(&self) -> Vec<(Cell, AnyPiece)> {
        for_each_game!(self, game => game.pieces())
    }

    /// Returns the position as text.
    #[must_use]
    pub fn position(&self) -> String {
        match self {
            AnyGame::Chess(game) => game.fen(),
            AnyGame::Xiangqi(game) => game.position().to_string(),
            AnyGame::Liuzichong(game) => game.position().to_string(),
        }
    }

    /// Whether the side to move is in check; always false in games without kings.
    #[must_use]
    pub fn in_check(&self) -> bool {
        match self {
            AnyGame::Chess(game) => game.in_check(),
            AnyGame::Xiangqi(game) => game.in_check(),
            AnyGame::Liuzichong(_) => false,
        }
    }

    /// Returns the actions of the side to move, sorted; empty if the game is over.
    #[must_use]
    pub fn actions(&self) -> Vec<String> {
        fn of(game: &impl Game) -> Vec<String> {
            let mut actions = Vec::new();
            game.actions(&mut actions);
            sorted_texts(actions)
        }
        for_each_game!(self, game => of(game))
    }

    /// Returns every move that is legal in the position, sorted, even if a rule has ended the game.
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        match self {
            AnyGame::Chess(game) if !game.modes().is_none() => self.actions(),
            AnyGame::Chess(game) => {
                let position = game.position();
                sorted_texts(position.legal_moves().iter().map(|&mv| position.uci(mv)))
            }
            AnyGame::Xiangqi(game) => sorted_texts(game.position().legal_moves()),
            AnyGame::Liuzichong(game) => sorted_texts(game.position().legal_moves()),
        }
    }

    /// Returns the outcomes of the pending chance event with their weights.
    #[must_use]
    pub fn chance_outcomes(&self) -> Vec<(String, u32)> {
        fn of(game: &impl Game) -> Vec<(String, u32)> {
            let mut outcomes = Vec::new();
            game.chance_outcomes(&mut outcomes);
            outcomes.into_iter().map(|(event, weight)| (event.to_string(), weight)).collect()
        }
        for_each_game!(self, game => of(game))
    }

    /// Whether the text is the action that rolls the dice again, which is no move.
    #[must_use]
    pub fn is_reroll(&self, action: &str) -> bool {
        matches!(self, AnyGame::Chess(_)) && action.parse() == Ok(yipan_chess::Action::Reroll)
    }

    /// Applies an action of the side to move, in any notation of the game. Returns it as records write it.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the text is not an action or the action is not legal. The game is then
    /// unchanged.
    pub fn apply_action(
        &mut self,
        text: &str,
        effects: &mut impl EffectSink,
    ) -> Result<String, AnyGameError> {
        match self {
            AnyGame::Chess(game) => {
                let action = parse_chess_action(game, text)?;
                game.apply(Step::Action(action), effects)?;
                Ok(action.to_string())
            }
            AnyGame::Xiangqi(game) => {
                let mv = parse_xiangqi_move(game, text)?;
                game.apply(Step::Action(mv), effects)?;
                Ok(mv.to_string())
            }
            AnyGame::Liuzichong(game) => {
                let mv: yipan_liuzichong::Move = text.trim().parse()?;
                game.apply(Step::Action(mv), effects)?;
                Ok(mv.to_string())
            }
        }
    }

    /// Applies a chance outcome.
    ///
    /// # Errors
    /// Returns `AnyGameError` if the text is not a chance outcome or not possible now. The game is then
    /// unchanged.
    pub fn apply_chance(&mut self, text: &str, effects: &mut impl EffectSink) -> Result<(), AnyGameError> {
        for_each_game!(self, game => {
            let event = text.parse()?;
            Ok(game.apply(Step::Chance(event), effects)?)
        })
    }
}

pub(crate) fn sorted_texts(things: impl IntoIterator<Item: ToString>) -> Vec<String> {
    let mut texts: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    texts.sort_unstable();
    texts
}

#[cfg(test)]
mod tests {
    use yipan_core::Localize;

    use super::*;
    use crate::Notation;

    fn start(kind: GameKind) -> AnyGame {
        AnyGame::start(kind, &GameOptions::default()).expect("the standard start")
    }

    #[test]
    fn a_game_is_played_in_any_notation() {
        let mut game = start(GameKind::Chess);
        for text in ["e2e4", "e5", "Ng1-f3"] {
            game.apply_action(text, &mut Vec::new()).expect(text);
        }
        assert_eq!(game.position(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
        assert_eq!(game.translate("b8c6", Notation::San).as_deref(), Ok("Nc6"));
        assert_eq!(game.translate("Nc6", Notation::Uci).as_deref(), Ok("b8c6"));
        assert!(matches!(
            game.translate("Nc6", Notation::Wxf),
            Err(AnyGameError::UnsupportedNotation { .. })
        ));
    }

    #[test]
    fn xiangqi_is_played_in_any_notation_too() {
        let mut game = start(GameKind::Xiangqi);
        for text in ["炮二平五", "h9g7", "H2+3", "I9-H9"] {
            game.apply_action(text, &mut Vec::new()).expect(text);
        }
        assert_eq!(
            game.position(),
            "rnbakabr1/9/1c4nc1/p1p1p1p1p/9/9/P1P1P1P1P/1C2C1N2/9/RNBAKAB1R w - - 4 3"
        );
    }

    #[test]
    fn liuzichong_is_played_by_its_points() {
        let mut game = start(GameKind::Liuzichong);
        for text in ["a2b2", " a3b3 "] {
            game.apply_action(text, &mut Vec::new()).expect(text);
        }
        assert_eq!((game.position().as_str(), game.turn_key()), ("wwww/1w1w/1b1b/bbbb b", "black"));
        assert_eq!(game.translate("d2c2", Notation::Uci).as_deref(), Ok("d2c2"));
        assert_eq!(game.numbered_move("d2c2", Language::English), "2. d2c2");
        let error = game.apply_action("a1b2", &mut Vec::new()).expect_err("not beside it");
        assert_eq!(error.localize(Language::Simplified), "棋子只能向上下左右走一步，从 a1 到不了 b2");
    }

    fn with_modes(modes: &[&str], position: &str) -> AnyGame {
        let options = GameOptions {
            position: Some(position.to_owned()),
            modes: modes.iter().map(|mode| (*mode).to_owned()).collect(),
            ..GameOptions::default()
        };
        AnyGame::start(GameKind::Chess, &options).expect(position)
    }

    #[test]
    fn the_printed_position_of_a_game_with_modes_shows_an_open_en_passant_square_as_fen_does() {
        let open = "k7/8/8/3pP3/8/8/8/K7 w - d6 0 1";
        for modes in [&["fog"][..], &["mines"], &["dice-a"], &["dice-b", "fog"], &["portals"]] {
            assert_eq!(with_modes(modes, open).position(), open, "{modes:?}");
        }
        // The king on h5 would be in check from the rook on a5.
        let pinned = "k7/8/8/r2pP2K/8/8/8/8 w - d6 0 1";
        assert_eq!(with_modes(&["fog"], pinned).position(), pinned.replace("d6", "-"));
        let mut game = with_modes(&["fog"], "k7/3p4/8/4P3/8/8/8/K7 b - - 0 1");
        game.apply_action("d7d5", &mut Vec::new()).expect("a double step");
        assert_eq!(game.position(), "k7/8/8/3pP3/8/8/8/K7 w - d6 0 2");
        game.apply_action("a1b1", &mut Vec::new()).expect("a king's move");
        assert_eq!(game.position(), "k7/8/8/3pP3/8/8/8/1K6 b - - 1 2");
    }

    #[test]
    fn the_printed_en_passant_square_does_not_depend_on_private_portals() {
        // The pawn on e5 is pinned; a portal on d6 could carry it back between king and rook.
        let options = GameOptions {
            position: Some("4r2k/8/8/3pP3/8/8/8/4K3 w - d6 0 1".to_owned()),
            rules: vec!["portals=private".to_owned()],
            modes: vec!["portals".to_owned()],
        };
        let printed = |white: [&str; 2]| {
            let mut game = AnyGame::start(GameKind::Chess, &options).expect("a game");
            for square in white.into_iter().chain(["a3", "a4"]) {
                game.apply_chance(&format!("portal {square}"), &mut Vec::new()).expect(square);
            }
            (game.actions().contains(&"e5d6".to_owned()), game.position())
        };
        let (carried, far) = (printed(["d6", "e6"]), printed(["h3", "h4"]));
        assert!(carried.0 && !far.0, "the pair decides whether the pawn may take");
        assert_eq!(carried.1, far.1);
    }

    #[test]
    fn a_parse_error_in_a_game_with_modes_does_not_suggest_an_illegal_claim() {
        let mut game = with_modes(&["fog"], "startpos");
        let unreadable = game.apply_action("hello", &mut Vec::new()).expect_err("no action");
        for language in Language::ALL {
            assert!(!unreadable.localize(language).contains("draw"), "{}", unreadable.localize(language));
        }
        assert!(unreadable.localize(Language::English).contains("e2e4"), "{unreadable}");
        assert!(game.apply_action("draw", &mut Vec::new()).is_err());
    }

    #[test]
    fn an_error_suggests_what_to_do_in_the_language_of_the_player() {
        let mut game = start(GameKind::Chess);
        let error = game.apply_action("a1a3", &mut Vec::new()).expect_err("the pawn is in the way");
        assert_eq!(error.localize(Language::Traditional), "去路被 a2 的棋子擋住");
        let unreadable = game.apply_action("hello", &mut Vec::new()).expect_err("no move");
        assert!(unreadable.to_string().contains("Nf3"), "{unreadable}");
        assert!(game.apply_chance("d6", &mut Vec::new()).is_err());
        assert_eq!(game, start(GameKind::Chess));
    }
}
