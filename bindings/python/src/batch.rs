use numpy::PyReadonlyArray1;
use pyo3::prelude::*;
use rayon::ThreadPoolBuildError;
use yipan_chess::Chess;
use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_liuzichong::Liuzichong;
use yipan_xiangqi::Xiangqi;

use crate::any_layout::AnyLayout;
use crate::batch_of::BatchOf;
use crate::buffers::{checked_slice, writable_array};
use crate::errors::{BufferError, IllegalMoveError, InvalidSetupError, YipanError, to_py};
use crate::step_arrays::StepArrays;
use crate::workers::Workers;

/// The most games of a batch. Their arrays alone fill 10 GB in xiangqi.
const MAX_GAMES: usize = 1 << 20;

/// The most threads of a batch.
const MAX_THREADS: usize = 1024;

/// Many games that are stepped together, without the lock of the interpreter.
#[pyclass(module = "yipan")]
pub(crate) struct Batch {
    games: AnyBatch,
    layout: AnyLayout,
    count: usize,
    workers: Workers,
}

enum AnyBatch {
    Chess(BatchOf<Chess>),
    Xiangqi(BatchOf<Xiangqi>),
    Liuzichong(BatchOf<Liuzichong>),
}

/// Evaluates the same expression for a batch of each kind.
macro_rules! for_each_batch {
    ($any:expr, $batch:ident => $answer:expr) => {
        match $any {
            AnyBatch::Chess($batch) => $answer,
            AnyBatch::Xiangqi($batch) => $answer,
            AnyBatch::Liuzichong($batch) => $answer,
        }
    };
}

/// Borrows the arrays of a call, after checking their types and shapes, and declares `$arrays` with their memory.
macro_rules! borrow_step_arrays {
    ($arrays:ident of $batch:expr; $observations:ident, $masks:ident, $rewards:ident, $terminations:ident, $truncations:ident, $players:ident) => {
        let mut $observations = writable_array::<u8>("observations", $observations)?;
        let mut $masks = writable_array::<u8>("masks", $masks)?;
        let mut $rewards = writable_array::<f32>("rewards", $rewards)?;
        let mut $terminations = writable_array::<u8>("terminations", $terminations)?;
        let mut $truncations = writable_array::<u8>("truncations", $truncations)?;
        let mut $players = writable_array::<u8>("players", $players)?;
        let (count, [planes, ranks, files]) = ($batch.count, $batch.layout.observation_shape());
        let action_count = $batch.layout.action_count();
        let mut $arrays = StepArrays {
            observations: checked_slice("observations", &mut $observations, &[count, planes, ranks, files])?,
            masks: checked_slice("masks", &mut $masks, &[count, action_count])?,
            rewards: checked_slice("rewards", &mut $rewards, &[count, 2])?,
            terminations: checked_slice("terminations", &mut $terminations, &[count])?,
            truncations: checked_slice("truncations", &mut $truncations, &[count])?,
            players: checked_slice("players", &mut $players, &[count])?,
        };
    };
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (kind, count, position=None, *, rules=Vec::new(), modes=Vec::new(), seed=0, threads=0, max_plies=None))]
    #[expect(clippy::too_many_arguments, reason = "these are keyword arguments in Python")]
    fn new(
        kind: &str,
        count: usize,
        position: Option<String>,
        rules: Vec<String>,
        modes: Vec<String>,
        seed: u64,
        threads: usize,
        max_plies: Option<u32>,
    ) -> PyResult<Batch> {
        let kind: GameKind = kind.parse().map_err(|error| InvalidSetupError::new_err(format!("{error}")))?;
        let options = GameOptions { position, rules, modes };
        if !(1..=MAX_GAMES).contains(&count) {
            return Err(InvalidSetupError::new_err(format!(
                "a batch has 1 to {MAX_GAMES} games, not {count}"
            )));
        }
        if threads > MAX_THREADS {
            let message = format!("`threads` must be at most {MAX_THREADS}; 0 uses every processor");
            return Err(InvalidSetupError::new_err(message));
        }
        if max_plies == Some(0) {
            return Err(InvalidSetupError::new_err("`max_plies` must be at least 1"));
        }
        let start = AnyGame::start(kind, &options).map_err(to_py)?;
        if start.outcome().is_some() {
            return Err(InvalidSetupError::new_err("the game is over in its first position; choose another"));
        }
        let games = match kind {
            GameKind::Chess => {
                let setup = options.chess_setup().map_err(|error| to_py(error.into()))?;
                AnyBatch::Chess(BatchOf::new(&setup, count, seed, max_plies))
            }
            GameKind::Xiangqi => {
                let setup = options.xiangqi_setup().map_err(to_py)?;
                AnyBatch::Xiangqi(BatchOf::new(&setup, count, seed, max_plies))
            }
            GameKind::Liuzichong => {
                let setup = options.liuzichong_setup().map_err(to_py)?;
                AnyBatch::Liuzichong(BatchOf::new(&setup, count, seed, max_plies))
            }
        };
        let workers = Workers::new(threads).map_err(thread_error)?;
        let layout = AnyLayout::new(kind, &options).map_err(to_py)?;
        Ok(Batch { games, layout, count, workers })
    }

    /// The number of games.
    #[getter]
    fn count(&self) -> usize {
        self.count
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.workers.threads()
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

    /// Starts all games again and writes their first observations.
    #[expect(clippy::too_many_arguments, reason = "the caller owns every array")]
    fn reset(
        &mut self,
        py: Python<'_>,
        seed: u64,
        observations: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        terminations: &Bound<'_, PyAny>,
        truncations: &Bound<'_, PyAny>,
        players: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        borrow_step_arrays!(arrays of self; observations, masks, rewards, terminations, truncations, players);
        self.workers.restart_after_fork().map_err(thread_error)?;
        let (games, workers) = (&mut self.games, &self.workers);
        py.detach(|| for_each_batch!(games, batch => batch.reset(workers, seed, &mut arrays)));
        Ok(())
    }

    /// Plays one action in every game and writes the results. A game that has ended starts again.
    ///
    /// If any action is illegal, no game changes.
    #[expect(clippy::too_many_arguments, reason = "the caller owns every array")]
    #[expect(clippy::needless_pass_by_value, reason = "Python passes arrays by value")]
    fn step(
        &mut self,
        py: Python<'_>,
        actions: PyReadonlyArray1<'_, i64>,
        observations: &Bound<'_, PyAny>,
        masks: &Bound<'_, PyAny>,
        rewards: &Bound<'_, PyAny>,
        terminations: &Bound<'_, PyAny>,
        truncations: &Bound<'_, PyAny>,
        players: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let actions =
            actions.as_slice().map_err(|error| BufferError::new_err(format!("`actions`: {error}")))?;
        if actions.len() != self.count {
            let message = format!("`actions` has {} entries; expected {}", actions.len(), self.count);
            return Err(BufferError::new_err(message));
        }
        borrow_step_arrays!(arrays of self; observations, masks, rewards, terminations, truncations, players);
        self.workers.restart_after_fork().map_err(thread_error)?;
        let (games, workers) = (&mut self.games, &self.workers);
        let stepped =
            py.detach(|| for_each_batch!(games, batch => batch.step(workers, actions, &mut arrays)));
        stepped.map_err(|(index, error)| IllegalMoveError::new_err(format!("game {index}: {error}")))
    }

    /// Writes a random legal action of every game, each with the same probability.
    fn sample_actions(&mut self, py: Python<'_>, out: &Bound<'_, PyAny>) -> PyResult<()> {
        let mut out = writable_array::<i64>("out", out)?;
        let out = checked_slice("out", &mut out, &[self.count])?;
        self.workers.restart_after_fork().map_err(thread_error)?;
        let (games, workers) = (&mut self.games, &self.workers);
        py.detach(|| for_each_batch!(games, batch => batch.sample_actions(workers, out)));
        Ok(())
    }
}

#[expect(clippy::needless_pass_by_value, reason = "it is passed to `map_err`")]
fn thread_error(error: ThreadPoolBuildError) -> PyErr {
    YipanError::new_err(format!("cannot start threads: {error}; choose fewer `threads`"))
}
