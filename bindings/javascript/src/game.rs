use wasm_bindgen::JsError;
use wasm_bindgen::prelude::wasm_bindgen;
use yipan_core::{Cell, Localize, NullSink, Side, Turn, result_text};
use yipan_engine::computer::{Computer, SolvedTable, Strength};
use yipan_engine::{Limits, NoControl};
use yipan_games::{AnyGame, GameKind, GameOptions, GameResult, Notation, PgnHeader};

use crate::analysis::Analysis;
use crate::arguments::{js_error, parse_language};
use crate::outcome::{ChanceOutcome, Outcome};

/// A game of any kind with its history. Moves and cells are texts.
#[wasm_bindgen]
#[derive(Clone)]
pub struct Game {
    options: GameOptions,
    start: AnyGame,
    pub(crate) game: AnyGame,
    /// The games before each action.
    stack: Vec<AnyGame>,
    pub(crate) moves: Vec<String>,
}

/// The deepest count of positions, which would take centuries. A much deeper one exhausts the stack.
const MAX_PERFT_DEPTH: u32 = 64;

#[wasm_bindgen]
impl Game {
    /// Starts a game: `chess`, `xiangqi` or `liuzichong`, from a position, with rules and modes.
    ///
    /// # Errors
    /// Throws if the position, the rules or the modes are invalid.
    #[wasm_bindgen(constructor)]
    pub fn new(
        kind: &str,
        position: Option<String>,
        rules: Option<Vec<String>>,
        modes: Option<Vec<String>>,
    ) -> Result<Game, JsError> {
        let kind: GameKind = kind.parse().map_err(js_error)?;
        let (rules, modes) = (rules.unwrap_or_default(), modes.unwrap_or_default());
        let options = GameOptions { position, rules, modes };
        let start = AnyGame::start(kind, &options).map_err(js_error)?;
        Ok(Game { options, game: start.clone(), start, stack: Vec::new(), moves: Vec::new() })
    }

    /// The name of the game.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn kind(&self) -> String {
        self.game.kind().name().to_owned()
    }

    /// The side to move, `chance` or `over`.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn turn(&self) -> String {
        self.game.turn_key().to_owned()
    }

    /// The names of both sides; the first moves first.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn sides(&self) -> Vec<String> {
        Side::BOTH.map(|side| self.game.side_key(side).to_owned()).to_vec()
    }

    /// The number of files of the board.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn files(&self) -> u8 {
        self.game.grid().files()
    }

    /// The number of ranks of the board.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn ranks(&self) -> u8 {
        self.game.grid().ranks()
    }

    /// Returns the name of a cell, counted from zero; undefined outside the board.
    #[wasm_bindgen(js_name = cellName)]
    #[must_use]
    pub fn cell_name(&self, file: f64, rank: f64) -> Option<String> {
        let index = |value: f64, count: u8| (0..count).find(|index| f64::from(*index) == value);
        let cell = Cell { file: index(file, self.files())?, rank: index(rank, self.ranks())? };
        Some(self.game.cell_name(cell))
    }

    /// Returns the position as text.
    #[must_use]
    pub fn fen(&self) -> String {
        self.game.position()
    }

    /// The actions played so far.
    #[wasm_bindgen(getter)]
    #[must_use]
    pub fn moves(&self) -> Vec<String> {
        self.moves.clone()
    }

    /// Returns the legal moves, sorted.
    #[wasm_bindgen(js_name = legalMoves)]
    #[must_use]
    pub fn legal_moves(&self) -> Vec<String> {
        self.game.legal_moves()
    }

    /// Plays a move in any notation of the game and returns it as UCI writes it.
    ///
    /// # Errors
    /// Throws with the reason if the move is not legal.
    pub fn push(&mut self, text: &str) -> Result<String, JsError> {
        let before = self.game.clone();
        let action = self.game.apply_action(text, &mut NullSink).map_err(js_error)?;
        self.stack.push(before);
        self.moves.push(action.clone());
        Ok(action)
    }

    /// Takes back the last action, with the chance events after it; undefined at the start.
    pub fn pop(&mut self) -> Option<String> {
        self.game = self.stack.pop()?;
        self.moves.pop()
    }

    /// Returns a copy with the same history.
    #[must_use]
    pub fn copy(&self) -> Game {
        self.clone()
    }

    /// Returns the possible chance events; empty unless one is due.
    #[wasm_bindgen(js_name = chanceOutcomes)]
    #[must_use]
    pub fn chance_outcomes(&self) -> Vec<ChanceOutcome> {
        let outcomes = self.game.chance_outcomes();
        let total: f64 = outcomes.iter().map(|(_, weight)| f64::from(*weight)).sum();
        let outcome = |(event, weight)| ChanceOutcome { event, probability: f64::from(weight) / total };
        outcomes.into_iter().map(outcome).collect()
    }

    /// Applies a chance event.
    ///
    /// # Errors
    /// Throws if the event is not possible now.
    #[wasm_bindgen(js_name = pushChance)]
    pub fn push_chance(&mut self, event: &str) -> Result<(), JsError> {
        self.game.apply_chance(event, &mut NullSink).map_err(js_error)
    }

    /// Whether the side to move is in check.
    #[wasm_bindgen(js_name = isCheck)]
    #[must_use]
    pub fn is_check(&self) -> bool {
        self.game.in_check()
    }

    /// Returns the outcome; undefined if the game goes on.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        let outcome = self.game.outcome()?;
        Some(Outcome {
            winner: outcome.winner.map(|side| self.game.side_key(side).to_owned()),
            reason: outcome.reason.to_string(),
            result: result_text(outcome.winner).to_owned(),
        })
    }

    /// Returns the reason why a move is not legal, in `en`, `zh-Hans` or `zh-Hant`; undefined if it is legal.
    ///
    /// # Errors
    /// Throws if the language is not supported.
    pub fn explain(&self, text: &str, language: Option<String>) -> Result<Option<String>, JsError> {
        let language = parse_language(language)?;
        Ok(self.game.clone().apply_action(text, &mut NullSink).err().map(|error| error.localize(language)))
    }

    /// Returns a legal move in a notation: `san`, `uci`, `uci1`, `wxf`, `chinese`, `chinese-traditional` or `iccs`.
    ///
    /// # Errors
    /// Throws if the move is not legal or the game does not have the notation.
    pub fn notation(&self, text: &str, notation: &str) -> Result<String, JsError> {
        let notation: Notation = notation.parse().map_err(js_error)?;
        self.game.translate(text, notation).map_err(js_error)
    }

    /// Writes the game as PGN, from its first position.
    ///
    /// # Errors
    /// Throws if PGN cannot express the game.
    pub fn pgn(&self) -> Result<String, JsError> {
        let header = PgnHeader { result: GameResult::from(self.game.outcome()), ..PgnHeader::default() };
        let written = self.start.to_pgn(self.moves.iter().map(String::as_str), &header);
        written.ok_or_else(|| js_error("PGN cannot express this game"))
    }

    /// Counts the positions after `depth` plies.
    ///
    /// # Errors
    /// Throws for games with modes, and for depths that exhaust the stack.
    pub fn perft(&self, depth: u32) -> Result<f64, JsError> {
        if depth > MAX_PERFT_DEPTH {
            return Err(js_error(format!("the depth must be at most {MAX_PERFT_DEPTH}")));
        }
        let nodes = match &self.game {
            _ if self.game.has_modes() => return Err(js_error("perft is defined for games without modes")),
            AnyGame::Chess(game) => game.position().perft(depth),
            AnyGame::Xiangqi(game) => game.position().perft(depth),
            AnyGame::Liuzichong(game) => game.position().perft(depth),
        };
        Ok(nodes as f64)
    }

    /// Searches the best action for the side to move within a number of nodes. It uses only what that side may know.
    ///
    /// # Errors
    /// Throws if no player is to move.
    pub fn analyse(&self, nodes: u32, language: Option<String>) -> Result<Analysis, JsError> {
        let language = parse_language(language)?;
        let Turn::Player(side) = self.game.turn() else { return Err(js_error("no player is to move")) };
        let solved_table = SolvedTable::solve_single_threaded(&self.game);
        let mut computer = Computer::new(&self.game, &self.options, &solved_table, Strength::Best);
        let hint = computer.hint(&self.game, side, Limits::nodes(u64::from(nodes)), &NoControl);
        let hint = hint.ok_or_else(|| js_error("the side to move has no action"))?;
        let mut line = vec![hint.action.clone()];
        line.extend_from_slice(&hint.expected_line);
        let text = hint.assessment_text(&self.game, language);
        Ok(Analysis { pawns: hint.pawns(), text, best_move: hint.action, line })
    }
}
