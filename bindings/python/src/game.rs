use std::collections::BTreeMap;

use pyo3::prelude::*;
use pyo3::types::PyType;
use yipan_board_svg::BoardDrawing;
use yipan_core::{Language, Localize, NullSink, Reason, Side, Turn, Viewer, result_text};
use yipan_environment::SeededRng;
use yipan_games::{AnyGame, GameKind, GameOptions, GameResult, Notation, PgnHeader};

use crate::any_layout::AnyLayout;
use crate::buffers::{checked_slice, writable_array};
use crate::errors::{GameOverError, IllegalMoveError, InvalidSetupError, YipanError, to_py};
use crate::game_text::{board_text, check_uci, parse_language, uci_of_san};
use crate::outcome::Outcome;
use crate::side_key::{parse_side, parse_viewer};
use crate::view::{View, letter};

/// A game of any kind with its history.
///
/// With a seed, chance events are drawn from it as soon as they are due.
#[pyclass(subclass, module = "yipan")]
#[derive(Clone)]
pub(crate) struct Game {
    pub(crate) options: GameOptions,
    layout: AnyLayout,
    start: AnyGame,
    pub(crate) game: AnyGame,
    seed: Option<u64>,
    rng: Option<SeededRng>,
    /// The games before each action, with the generator at that time.
    stack: Vec<(AnyGame, Option<SeededRng>)>,
    moves: Vec<String>,
    /// The chance events of the caller, each with the number of moves before it.
    chance_events: Vec<(usize, String)>,
}

/// The parts of a pickled game: the arguments of its constructor, the moves and the chance events of the caller.
type PickledGame =
    (String, Option<String>, Vec<String>, Vec<String>, Option<u64>, Vec<String>, Vec<(usize, String)>);

/// A function and its arguments, which return a pickled game.
type ReducedGame<'py> = (Bound<'py, PyAny>, (Bound<'py, PyType>, PickledGame));

/// The deepest count of positions, which would take centuries. A much deeper one exhausts the stack.
const MAX_PERFT_DEPTH: u32 = 64;

/// The largest drawing, in pixels.
const MAX_SVG_SIZE: f64 = 100_000.0;

impl Game {
    fn outcome_of(&self, winner: Option<Side>, reason: Reason) -> Outcome {
        let winner_key = winner.map(|side| self.game.side_key(side).to_owned());
        Outcome::new(winner_key, reason, result_text(winner))
    }

    fn resolve_chance(&mut self) -> PyResult<()> {
        while let (Turn::Chance, Some(rng)) = (self.game.turn(), &mut self.rng) {
            let outcomes = self.game.chance_outcomes();
            let weights: Vec<(usize, u32)> =
                outcomes.iter().enumerate().map(|(index, (_, weight))| (index, *weight)).collect();
            let Some(index) = rng.choose_weighted(&weights) else { break };
            self.game.apply_chance(&outcomes[index].0, &mut NullSink).map_err(to_py)?;
        }
        Ok(())
    }

    fn apply(&mut self, text: &str) -> PyResult<String> {
        let before = (self.game.clone(), self.rng);
        let action = self.game.apply_action(text, &mut NullSink).map_err(to_py)?;
        self.stack.push(before);
        self.moves.push(action.clone());
        self.resolve_chance()?;
        Ok(action)
    }

    /// Moves the game into a new object of a class, which may be written in Python.
    fn into_instance_of<'py>(self, class: &Bound<'py, PyType>) -> PyResult<Bound<'py, PyAny>> {
        let kind = self.game.kind().name();
        let created = class.py().get_type::<Game>().call_method1("__new__", (class, kind))?;
        *created.cast::<Game>()?.try_borrow_mut()? = self;
        Ok(created)
    }

    fn numbered_actions(&self) -> Vec<(u16, String)> {
        match self.game.turn() {
            Turn::Player(side) => self.layout.numbered_actions(&self.game, side),
            Turn::Chance | Turn::Over(_) => Vec::new(),
        }
    }
}

#[pymethods]
impl Game {
    #[new]
    #[pyo3(signature = (kind, position=None, *, rules=Vec::new(), modes=Vec::new(), seed=None))]
    fn new(
        kind: &str,
        position: Option<String>,
        rules: Vec<String>,
        modes: Vec<String>,
        seed: Option<u64>,
    ) -> PyResult<Game> {
        let kind: GameKind = kind.parse().map_err(|error| InvalidSetupError::new_err(format!("{error}")))?;
        let options = GameOptions { position, rules, modes };
        let start = AnyGame::start(kind, &options).map_err(to_py)?;
        let layout = AnyLayout::new(kind, &options).map_err(to_py)?;
        let (game, rng) = (start.clone(), seed.map(SeededRng::new));
        let (stack, moves, chance_events) = (Vec::new(), Vec::new(), Vec::new());
        let mut created = Game { options, layout, start, game, seed, rng, stack, moves, chance_events };
        created.resolve_chance()?;
        Ok(created)
    }

    /// The name of the game.
    #[getter]
    fn kind(&self) -> &'static str {
        self.game.kind().name()
    }

    /// The side to move, `chance` or `over`.
    #[getter]
    fn turn(&self) -> &'static str {
        self.game.turn_key()
    }

    /// The names of both sides; the first moves first.
    #[getter]
    fn sides(&self) -> (&'static str, &'static str) {
        (self.game.side_key(Side::First), self.game.side_key(Side::Second))
    }

    /// The legal moves, sorted.
    #[getter]
    fn legal_moves(&self) -> Vec<String> {
        self.game.legal_moves()
    }

    /// The actions played so far.
    #[getter]
    fn move_stack(&self) -> Vec<String> {
        self.moves.clone()
    }

    /// Plays a move in any notation of the game and returns it as UCI writes it.
    fn push(&mut self, text: &str) -> PyResult<String> {
        self.apply(text)
    }

    /// Plays a move in UCI notation.
    fn push_uci(&mut self, text: &str) -> PyResult<String> {
        check_uci(&self.game, text)?;
        self.apply(text)
    }

    /// Plays a move in the notation of people: SAN in chess, WXF or Chinese in xiangqi.
    fn push_san(&mut self, text: &str) -> PyResult<String> {
        let uci = uci_of_san(&self.game, text)?;
        self.apply(&uci)
    }

    /// Takes back the last action, with the chance events after it, and returns it.
    fn pop(&mut self) -> PyResult<String> {
        let nothing = || YipanError::new_err("there is no move to take back");
        let (game, rng) = self.stack.pop().ok_or_else(nothing)?;
        (self.game, self.rng) = (game, rng);
        let undone = self.moves.pop().ok_or_else(nothing)?;
        self.chance_events.retain(|(moves_before, _)| *moves_before <= self.moves.len());
        Ok(undone)
    }

    /// Returns a copy with the same history, of the same class.
    fn copy<'py>(slf: &Bound<'py, Game>) -> PyResult<Bound<'py, PyAny>> {
        slf.try_borrow()?.clone().into_instance_of(&slf.get_type())
    }

    fn __copy__<'py>(slf: &Bound<'py, Game>) -> PyResult<Bound<'py, PyAny>> {
        Game::copy(slf)
    }

    fn __deepcopy__<'py>(slf: &Bound<'py, Game>, _memo: &Bound<'py, PyAny>) -> PyResult<Bound<'py, PyAny>> {
        Game::copy(slf)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Game>) -> PyResult<ReducedGame<'py>> {
        let restore = slf.py().get_type::<Game>().getattr("_restore")?;
        let game = slf.try_borrow()?;
        let GameOptions { position, rules, modes } = game.options.clone();
        let kind = game.game.kind().name().to_owned();
        let pickled =
            (kind, position, rules, modes, game.seed, game.moves.clone(), game.chance_events.clone());
        Ok((restore, (slf.get_type(), pickled)))
    }

    /// Plays a pickled game again.
    #[staticmethod]
    fn _restore<'py>(class: &Bound<'py, PyType>, pickled: PickledGame) -> PyResult<Bound<'py, PyAny>> {
        let (kind, position, rules, modes, seed, moves, chance_events) = pickled;
        let mut game = Game::new(&kind, position, rules, modes, seed)?;
        let mut events = chance_events.iter().peekable();
        for played in 0..=moves.len() {
            while let Some((_, event)) = events.next_if(|(moves_before, _)| *moves_before == played) {
                game.push_chance(event)?;
            }
            if let Some(text) = moves.get(played) {
                game.apply(text)?;
            }
        }
        game.into_instance_of(class)
    }

    /// Returns the position as text.
    fn fen(&self) -> String {
        self.game.position()
    }

    /// Whether the side to move is in check.
    fn is_check(&self) -> bool {
        self.game.in_check()
    }

    /// Whether the game has ended.
    fn is_game_over(&self) -> bool {
        self.game.outcome().is_some()
    }

    /// Whether the side to move may claim a draw.
    fn can_claim_draw(&self) -> bool {
        matches!(&self.game, AnyGame::Chess(game) if game.claimable_draw().is_some())
    }

    /// Returns the outcome; `None` if the game goes on.
    #[pyo3(signature = (*, claim_draw=false))]
    fn outcome(&self, claim_draw: bool) -> Option<Outcome> {
        if let Some(outcome) = self.game.outcome() {
            return Some(self.outcome_of(outcome.winner, outcome.reason));
        }
        match &self.game {
            AnyGame::Chess(game) if claim_draw => Some(self.outcome_of(None, game.claimable_draw()?)),
            _ => None,
        }
    }

    /// Returns the reason why a move is not legal; `None` if it is.
    #[pyo3(signature = (text, *, language="en"))]
    fn explain(&self, text: &str, language: &str) -> PyResult<Option<String>> {
        let language = parse_language(language)?;
        let applied = self.game.clone().apply_action(text, &mut NullSink);
        Ok(applied.err().map(|error| error.localize(language)))
    }

    /// Returns a legal move in a notation: `san`, `uci`, `uci1`, `wxf`, `chinese`, `chinese-traditional` or `iccs`.
    fn notation(&self, text: &str, notation: &str) -> PyResult<String> {
        let notation: Notation = notation.parse().map_err(|error| YipanError::new_err(format!("{error}")))?;
        self.game.translate(text, notation).map_err(to_py)
    }

    /// Counts the positions after `depth` plies.
    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        if self.game.has_modes() {
            return Err(YipanError::new_err("perft is defined for games without modes"));
        }
        if depth > MAX_PERFT_DEPTH {
            return Err(YipanError::new_err(format!("`depth` must be at most {MAX_PERFT_DEPTH}")));
        }
        let game = &self.game;
        Ok(py.detach(|| match game {
            AnyGame::Chess(game) => game.position().perft(depth),
            AnyGame::Xiangqi(game) => game.position().perft(depth),
            AnyGame::Liuzichong(game) => game.position().perft(depth),
        }))
    }

    /// Returns the pieces by cell; capital letters belong to the side that moves first.
    fn pieces(&self) -> BTreeMap<String, char> {
        self.game.pieces().into_iter().map(|(at, piece)| (self.game.cell_name(at), letter(piece))).collect()
    }

    /// Returns the possible chance events with their probabilities; empty unless one is due.
    fn chance_outcomes(&self) -> Vec<(String, f64)> {
        let outcomes = self.game.chance_outcomes();
        let total: f64 = outcomes.iter().map(|(_, weight)| f64::from(*weight)).sum();
        outcomes.into_iter().map(|(event, weight)| (event, f64::from(weight) / total)).collect()
    }

    /// Applies a chance event.
    fn push_chance(&mut self, event: &str) -> PyResult<()> {
        self.game.apply_chance(event, &mut NullSink).map_err(to_py)?;
        self.chance_events.push((self.moves.len(), event.to_owned()));
        Ok(())
    }

    /// Returns the game as a viewer may see it: a side, `spectator` or `arbiter`.
    fn view(&self, viewer: &str) -> PyResult<View> {
        Ok(View::new(&self.game, parse_viewer(&self.game, viewer)?))
    }

    /// Draws the board as SVG.
    #[pyo3(signature = (*, size=400.0, orientation=None, viewer="arbiter", language="en"))]
    fn svg(&self, size: f64, orientation: Option<&str>, viewer: &str, language: &str) -> PyResult<String> {
        if !(1.0..=MAX_SVG_SIZE).contains(&size) {
            return Err(YipanError::new_err(format!("`size` must be from 1 to {MAX_SVG_SIZE}, not {size}")));
        }
        let language = parse_language(language)?;
        let viewer = parse_viewer(&self.game, viewer)?;
        let bottom = match (orientation, viewer) {
            (Some(side), _) => parse_side(&self.game, side)?,
            (None, Viewer::Player(side)) => side,
            (None, _) => Side::First,
        };
        let last_move = self.moves.last().map(String::as_str);
        Ok(BoardDrawing::of_game(&self.game, viewer, bottom, last_move, language).to_svg(size))
    }

    /// Draws the board for notebooks.
    fn _repr_svg_(&self) -> String {
        let last_move = self.moves.last().map(String::as_str);
        let drawing =
            BoardDrawing::of_game(&self.game, Viewer::Arbiter, Side::First, last_move, Language::English);
        drawing.to_svg(360.0)
    }

    /// Writes the game as PGN, from its first position.
    #[pyo3(signature = (tags=BTreeMap::new(), *, notation=None))]
    fn pgn(&self, tags: BTreeMap<String, String>, notation: Option<&str>) -> PyResult<String> {
        let notation = notation.map(str::parse::<Notation>).transpose();
        let mut header = PgnHeader {
            result: GameResult::from(self.game.outcome()),
            notation: notation.map_err(|error| YipanError::new_err(error.to_string()))?,
            ..PgnHeader::default()
        };
        for (name, value) in tags {
            header.add_tag(name, value);
        }
        let written = self.start.to_pgn(self.moves.iter().map(String::as_str), &header);
        written.ok_or_else(|| YipanError::new_err("PGN cannot express this game in this notation"))
    }

    /// The number of actions, legal or not.
    #[getter]
    fn action_count(&self) -> usize {
        self.layout.action_count()
    }

    /// The shape of an observation: planes, ranks, files.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        let [planes, ranks, files] = self.layout.observation_shape();
        (planes, ranks, files)
    }

    /// The name of each plane of an observation.
    #[getter]
    fn plane_names(&self) -> Vec<&'static str> {
        self.layout.plane_names()
    }

    /// Returns the numbers of the legal actions, sorted; empty unless a player is to move.
    fn legal_actions(&self) -> Vec<u16> {
        let mut numbers: Vec<u16> = self.numbered_actions().into_iter().map(|(number, _)| number).collect();
        numbers.sort_unstable();
        numbers
    }

    /// Returns the text of a legal action.
    fn action_text(&self, number: i64) -> PyResult<String> {
        let found = self.numbered_actions().into_iter().find(|(legal, _)| i64::from(*legal) == number);
        let illegal = || IllegalMoveError::new_err(format!("action {number} is not legal now"));
        found.map(|(_, text)| text).ok_or_else(illegal)
    }

    /// Returns the number of a legal action in UCI notation.
    fn action_number(&self, text: &str) -> PyResult<u16> {
        let found = self.numbered_actions().into_iter().find(|(_, legal)| legal == text);
        let illegal = || IllegalMoveError::new_err(format!("`{text}` is not legal now"));
        found.map(|(number, _)| number).ok_or_else(illegal)
    }

    /// Plays an action by its number and returns its text.
    fn push_action(&mut self, number: i64) -> PyResult<String> {
        if self.is_game_over() {
            return Err(GameOverError::new_err("the game is over"));
        }
        let text = self.action_text(number)?;
        self.apply(&text)
    }

    /// Writes what a side may know into an array of bytes.
    fn write_observation(&self, side: &str, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let side = parse_side(&self.game, side)?;
        let mut out = writable_array::<u8>("out", out)?;
        let planes = checked_slice("out", &mut out, &self.layout.observation_shape())?;
        self.layout.observe(&self.game, side, planes);
        Ok(())
    }

    /// Writes 1 for every legal action and 0 for the others into an array of bytes.
    fn write_action_mask(&self, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut out = writable_array::<u8>("out", out)?;
        let mask = checked_slice("out", &mut out, &[self.layout.action_count()])?;
        mask.fill(0);
        for (number, _) in self.numbered_actions() {
            if let Some(entry) = mask.get_mut(usize::from(number)) {
                *entry = 1;
            }
        }
        Ok(())
    }

    fn __str__(&self) -> String {
        board_text(&self.game)
    }

    fn __repr__(&self) -> String {
        format!("<{} {:?}>", self.game.kind(), self.fen())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let other = other.cast::<Game>().ok().and_then(|other| other.try_borrow().ok());
        other.is_some_and(|other| other.game == self.game)
    }
}
