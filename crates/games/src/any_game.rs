use thiserror::Error;
use yipan_chess::{Action, ActionError, Chess, ChessSetup, ChessSetupError, Illegal, SanError, color_key};
use yipan_rules::{Cell, Game, Language, Man, NothingToDraw, Outcome, Seat, Sink, Step, Turn, Words};

use crate::{GameKind, Notation, Options};

/// A game of any kind, spoken to in text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyGame {
    /// Western chess.
    Chess(Chess),
}

/// Why something asked of a game in text cannot be done.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum AnyError {
    /// The game cannot be started so.
    #[error(transparent)]
    ChessSetup(#[from] ChessSetupError),
    /// The text is no action.
    #[error(transparent)]
    ChessAction(#[from] ActionError),
    /// The text is no move that can be played.
    #[error(transparent)]
    ChessMove(#[from] SanError),
    /// The action is refused.
    #[error(transparent)]
    Chess(#[from] Illegal),
    /// Nothing is left to chance.
    #[error(transparent)]
    Draw(#[from] NothingToDraw),
}

impl Words for AnyError {
    fn words(&self, language: Language) -> String {
        match self {
            AnyError::ChessSetup(error) => error.words(language),
            AnyError::ChessAction(error) => error.words(language),
            AnyError::ChessMove(error) => error.words(language),
            AnyError::Chess(error) => error.words(language),
            AnyError::Draw(error) => error.words(language),
        }
    }
}

impl AnyGame {
    /// A new game.
    ///
    /// # Errors
    /// What is wrong with the position or the rules.
    pub fn start(kind: GameKind, options: &Options) -> Result<AnyGame, AnyError> {
        match kind {
            GameKind::Chess => {
                let position = options.position.as_deref().unwrap_or("startpos");
                let setup = ChessSetup::read(position, options.rules.iter().map(String::as_str))?;
                Ok(AnyGame::Chess(Chess::start(&setup)))
            }
        }
    }

    /// Which game it is.
    #[must_use]
    pub const fn kind(&self) -> GameKind {
        match self {
            AnyGame::Chess(_) => GameKind::Chess,
        }
    }

    /// Who must do something now.
    #[must_use]
    pub fn turn(&self) -> Turn {
        match self {
            AnyGame::Chess(game) => game.turn(),
        }
    }

    /// The same as a key: the seat's, `chance` or `over`.
    #[must_use]
    pub fn turn_key(&self) -> &'static str {
        match self.turn() {
            Turn::Player(seat) => self.seat_key(seat),
            Turn::Chance => "chance",
            Turn::Over(_) => "over",
        }
    }

    /// How the game ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        match self.turn() {
            Turn::Over(outcome) => Some(outcome),
            Turn::Player(_) | Turn::Chance => None,
        }
    }

    /// What this game calls a seat.
    #[must_use]
    pub const fn seat_key(&self, seat: Seat) -> &'static str {
        match self {
            AnyGame::Chess(_) => color_key(seat),
        }
    }

    /// Every man on the board, by cell.
    #[must_use]
    pub fn men(&self) -> Vec<(Cell, Man)> {
        match self {
            AnyGame::Chess(game) => game.men(),
        }
    }

    /// How many files and ranks the board has.
    #[must_use]
    pub const fn size(&self) -> (u8, u8) {
        match self {
            AnyGame::Chess(_) => (8, 8),
        }
    }

    /// The position as text.
    #[must_use]
    pub fn position(&self) -> String {
        match self {
            AnyGame::Chess(game) => game.position().to_string(),
        }
    }

    /// Whether the side to move is in check.
    #[must_use]
    pub fn check(&self) -> bool {
        match self {
            AnyGame::Chess(game) => game.position().in_check(),
        }
    }

    /// Everything the one to move may do, sorted; nothing when the game is over.
    #[must_use]
    pub fn actions(&self) -> Vec<String> {
        match self {
            AnyGame::Chess(game) => {
                let mut actions = Vec::new();
                game.actions(&mut actions);
                sorted(actions)
            }
        }
    }

    /// Every move the position allows, sorted, even where a rule has drawn the game.
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        match self {
            AnyGame::Chess(game) => {
                let position = game.position();
                sorted(position.legal_moves().iter().map(|&mv| position.uci(mv)))
            }
        }
    }

    /// Everything chance may decide now, with its weight.
    #[must_use]
    pub fn draws(&self) -> Vec<(String, u32)> {
        match self {
            AnyGame::Chess(game) => {
                let mut draws = Vec::new();
                game.draws(&mut draws);
                draws.into_iter().map(|(draw, weight)| (draw.to_string(), weight)).collect()
            }
        }
    }

    /// Lets the seat to move act. The action may be written in any notation the game has; it is given back as
    /// records write it.
    ///
    /// # Errors
    /// Why it is not an action, or why it is refused; the game is as it was.
    pub fn act(&mut self, text: &str, effects: &mut impl Sink) -> Result<String, AnyError> {
        match self {
            AnyGame::Chess(game) => {
                let action = read_chess(game, text)?;
                game.apply(Step::Act(action), effects)?;
                Ok(action.to_string())
            }
        }
    }

    /// Lets chance decide.
    ///
    /// # Errors
    /// Why it is not a draw, or why it is refused; the game is as it was.
    pub fn draw(&mut self, text: &str, effects: &mut impl Sink) -> Result<(), AnyError> {
        match self {
            AnyGame::Chess(game) => {
                let draw = text.parse()?;
                Ok(game.apply(Step::Draw(draw), effects)?)
            }
        }
    }

    /// A move of this position, read in any notation and written in this one.
    ///
    /// # Errors
    /// Why it is not a move, or why it is refused.
    pub fn translate(&self, text: &str, to: Notation) -> Result<String, AnyError> {
        match self {
            AnyGame::Chess(game) => {
                let position = game.position();
                let mv = match text.parse() {
                    Ok(uci) => position.resolve(uci).map_err(Illegal::Refused)?,
                    Err(_) => position.read_san(text)?,
                };
                Ok(match to {
                    Notation::San => position.san(mv),
                    Notation::Uci => position.uci(mv).to_string(),
                })
            }
        }
    }
}

/// An action as scripts write it, or a move as people do.
fn read_chess(game: &Chess, text: &str) -> Result<Action, AnyError> {
    match text.parse() {
        Ok(action) => Ok(action),
        Err(unreadable) => match game.position().read_san(text) {
            Ok(mv) => Ok(Action::Move(game.position().uci(mv))),
            Err(SanError::Syntax { .. }) => Err(AnyError::ChessAction(unreadable)),
            Err(error) => Err(AnyError::ChessMove(error)),
        },
    }
}

fn sorted(things: impl IntoIterator<Item: ToString>) -> Vec<String> {
    let mut texts: Vec<String> = things.into_iter().map(|thing| thing.to_string()).collect();
    texts.sort_unstable();
    texts
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chess() -> AnyGame {
        AnyGame::start(GameKind::Chess, &Options::default()).expect("the usual start")
    }

    #[test]
    fn a_game_is_played_in_any_notation() {
        let mut game = chess();
        for text in ["e2e4", "e5", "Ng1-f3"] {
            game.act(text, &mut Vec::new()).expect(text);
        }
        assert_eq!(game.position(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
        assert_eq!(game.translate("b8c6", Notation::San).as_deref(), Ok("Nc6"));
        assert_eq!(game.translate("Nc6", Notation::Uci).as_deref(), Ok("b8c6"));
    }

    #[test]
    fn an_error_says_what_to_do_in_the_language_of_the_player() {
        let mut game = chess();
        let refused = game.act("a1a3", &mut Vec::new()).expect_err("the pawn is in the way");
        assert_eq!(refused.words(Language::Traditional), "去路被 a2 的棋子擋住");
        let unreadable = game.act("hello", &mut Vec::new()).expect_err("no move");
        assert!(unreadable.to_string().contains("e2e4"), "{unreadable}");
        assert!(game.draw("d6", &mut Vec::new()).is_err());
        assert_eq!(game, chess());
    }
}
