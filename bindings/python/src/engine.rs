//! The engine of all games.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use pyo3::prelude::*;
use yipan_core::{Side, Turn};
use yipan_engine::computer::SolvedTable;
use yipan_engine::modes::{PlayerKnowledge, rank_actions};
use yipan_engine::{
    Limits, Playable, PvLine, Score, SearchControl, SearchParams, SearchThread, TranspositionTable,
};
use yipan_games::{AnyGame, GameOptions};

use crate::errors::{GameOverError, YipanError, to_py};
use crate::game::Game;

/// The engine. It searches chess and xiangqi, samples what is hidden in chess with modes, and knows liuzichong.
#[pyclass(module = "yipan")]
pub(crate) struct Engine {
    hash_megabytes: usize,
}

/// The result of a search.
#[pyclass(frozen, get_all, module = "yipan")]
#[derive(Clone, Debug)]
pub(crate) struct Analysis {
    /// The best action in UCI notation.
    best_move: String,
    /// The best lines, best first.
    lines: Vec<Line>,
    /// The nodes searched.
    nodes: u64,
}

/// A line of play.
#[pyclass(frozen, get_all, module = "yipan", from_py_object)]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    /// The moves in UCI notation.
    moves: Vec<String>,
    /// The score in hundredths of a pawn for the side to move; `None` for a mate.
    centipawns: Option<i32>,
    /// The moves to mate, negative if the side to move is mated; `None` without a mate.
    mate: Option<i32>,
    /// The depth of the search in plies.
    depth: u32,
}

#[pymethods]
impl Analysis {
    fn __repr__(&self) -> String {
        format!("<Analysis best_move={} nodes={}>", self.best_move, self.nodes)
    }
}

#[pymethods]
impl Line {
    fn __repr__(&self) -> String {
        format!(
            "<Line {} cp={:?} mate={:?} depth={}>",
            self.moves.join(" "),
            self.centipawns,
            self.mate,
            self.depth
        )
    }
}

/// The clock of a search, which also ends when the user interrupts Python.
struct Timer {
    start: Instant,
    calls: AtomicU64,
    interrupt: Mutex<Option<PyErr>>,
}

/// The calls of `should_stop`, one a millisecond, after which signals are looked for.
const CALLS_PER_SIGNAL_CHECK: u64 = 50;

impl Timer {
    fn start() -> Timer {
        Timer { start: Instant::now(), calls: AtomicU64::new(0), interrupt: Mutex::new(None) }
    }

    /// Returns the exception that has ended the search.
    fn interrupt(&self) -> MutexGuard<'_, Option<PyErr>> {
        self.interrupt.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn check_signals(py: Python<'_>) -> PyResult<()> {
    py.check_signals()
}

impl SearchControl for Timer {
    fn elapsed(&self) -> Duration {
        self.start.elapsed()
    }

    fn should_stop(&self) -> bool {
        let calls = self.calls.fetch_add(1, Ordering::Relaxed);
        if calls % CALLS_PER_SIGNAL_CHECK == CALLS_PER_SIGNAL_CHECK - 1
            && let Err(error) = Python::attach(check_signals)
        {
            *self.interrupt() = Some(error);
        }
        self.interrupt().is_some()
    }
}

#[pymethods]
impl Engine {
    #[new]
    #[pyo3(signature = (*, hash_megabytes=16))]
    fn new(hash_megabytes: usize) -> PyResult<Engine> {
        if !(1..=65_536).contains(&hash_megabytes) {
            return Err(YipanError::new_err("`hash_megabytes` must be between 1 and 65536"));
        }
        Ok(Engine { hash_megabytes })
    }

    /// Searches the position of a game. At least one limit is needed, except in liuzichong, which is solved.
    ///
    /// With modes it uses only what the side to move may know.
    #[pyo3(signature = (board, *, nodes=None, depth=None, seconds=None, lines=1, seed=0))]
    #[expect(clippy::too_many_arguments, reason = "these are keyword arguments in Python")]
    fn analyse(
        &self,
        py: Python<'_>,
        board: &Game,
        nodes: Option<u64>,
        depth: Option<u32>,
        seconds: Option<f64>,
        lines: usize,
        seed: u64,
    ) -> PyResult<Analysis> {
        let time = seconds.map(Duration::try_from_secs_f64).transpose();
        let hard_time = time.map_err(|error| YipanError::new_err(format!("`seconds`: {error}")))?;
        let limits = Limits { depth, nodes, hard_time, soft_time: None };
        let (game, options) = (board.game.clone(), board.options.clone());
        let Turn::Player(side) = game.turn() else {
            return Err(GameOverError::new_err("no player is to move"));
        };
        if limits == Limits::default() && !matches!(game, AnyGame::Liuzichong(_)) {
            return Err(YipanError::new_err("give the search a limit: `nodes`, `depth` or `seconds`"));
        }
        if game.has_modes() && limits.nodes.is_none() && limits.hard_time.is_none() {
            let message = "a search of a game with modes has no depth; limit it by `nodes` or `seconds`";
            return Err(YipanError::new_err(message));
        }
        let hash_megabytes = self.hash_megabytes;
        py.detach(move || analyse(&game, &options, side, limits, lines.max(1), seed, hash_megabytes))
    }
}

fn analyse(
    game: &AnyGame,
    options: &GameOptions,
    side: Side,
    limits: Limits,
    lines: usize,
    seed: u64,
    hash_megabytes: usize,
) -> PyResult<Analysis> {
    let timer = Timer::start();
    let found = match game {
        AnyGame::Chess(game) if game.modes().is_none() => {
            let root = *game.position();
            let write_line = |moves: &[yipan_chess::Move]| uci_line(root, moves);
            search(&root, &game.into(), limits, lines, hash_megabytes, &timer, write_line)
        }
        AnyGame::Chess(game) => {
            let setup = options.chess_setup().map_err(|error| to_py(error.into()))?;
            let knowledge = PlayerKnowledge::of_game(&setup, game, side);
            let ranking = rank_actions(&knowledge, 0, limits, &timer, seed);
            let line = |scored: &yipan_engine::stochastic::ScoredAction<yipan_chess::Action>| Line {
                moves: vec![scored.action.to_string()],
                centipawns: Some(scored.value),
                mate: None,
                depth: 1,
            };
            Found { lines: ranking.actions.iter().take(lines).map(line).collect(), nodes: ranking.nodes }
        }
        AnyGame::Xiangqi(game) => {
            let write_line = |moves: &[yipan_xiangqi::Move]| moves.iter().map(ToString::to_string).collect();
            search(game.position(), &game.into(), limits, lines, hash_megabytes, &timer, write_line)
        }
        AnyGame::Liuzichong(liuzichong) => {
            solved_lines(&SolvedTable::solve_single_threaded(game), liuzichong, lines)
        }
    };
    if let Some(error) = timer.interrupt().take() {
        return Err(error);
    }
    let best_move = found.lines.first().and_then(|line| line.moves.first()).cloned();
    let best_move =
        best_move.ok_or_else(|| YipanError::new_err("the limits leave no time to find a move"))?;
    Ok(Analysis { best_move, lines: found.lines, nodes: found.nodes })
}

struct Found {
    lines: Vec<Line>,
    nodes: u64,
}

fn search<P: Playable>(
    root: &P,
    game_history: &P::GameHistory,
    limits: Limits,
    lines: usize,
    hash_megabytes: usize,
    timer: &Timer,
    write_line: impl Fn(&[P::Move]) -> Vec<String>,
) -> Found {
    let tt = TranspositionTable::new(hash_megabytes);
    let params = SearchParams {
        root,
        game_history,
        limits,
        tt: &tt,
        control: timer,
        multi_pv: lines,
        search_moves: None,
        split_pool: None,
    };
    let mut thread = SearchThread::new(P::Evaluator::default());
    let result = P::run_search(&mut thread, &params, &mut |_| {});
    let line = |found: &PvLine<P::Move>| {
        let (centipawns, mate) = match found.score {
            Score::Centipawns(value) => (Some(value), None),
            Score::Mate(moves) => (None, Some(moves)),
        };
        Line { moves: write_line(&found.moves), centipawns, mate, depth: found.depth }
    };
    Found { lines: result.lines.iter().map(line).collect(), nodes: result.nodes }
}

fn uci_line(mut position: yipan_chess::Position, moves: &[yipan_chess::Move]) -> Vec<String> {
    let write_move = |&mv: &yipan_chess::Move| {
        let text = position.uci(mv).to_string();
        position = position.after(mv);
        text
    };
    moves.iter().map(write_move).collect()
}

/// Returns the moves of liuzichong by their solved values, best first.
fn solved_lines(table: &SolvedTable, game: &yipan_liuzichong::Liuzichong, lines: usize) -> Found {
    let mut moves = table.tablebase().probe_moves(game.position());
    moves.sort_by_key(|(mv, result)| (-result.rank_key(), *mv));
    let line = |(mv, result): &(yipan_liuzichong::Move, yipan_liuzichong::tablebase::ProbeResult)| {
        use yipan_liuzichong::tablebase::Wdl;
        let count = i32::from(result.plies.unwrap_or_default().div_ceil(2));
        let (centipawns, mate) = match result.wdl {
            Wdl::Win => (None, Some(count)),
            Wdl::Draw => (Some(0), None),
            Wdl::Loss => (None, Some(-count)),
        };
        Line {
            moves: vec![mv.to_string()],
            centipawns,
            mate,
            depth: u32::from(result.plies.unwrap_or_default()),
        }
    };
    Found { lines: moves.iter().take(lines).map(line).collect(), nodes: moves.len() as u64 }
}
