use numpy::{PyReadonlyArray1, PyReadwriteArrayDyn};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use yipan_chess::Chess;
use yipan_games::{AnyGame, GameKind, GameOptions};
use yipan_liuzichong::Liuzichong;
use yipan_xiangqi::Xiangqi;

use crate::any_layout::AnyLayout;
use crate::batch_of::{BatchOf, StepArrays};
use crate::buffers::checked_slice;
use crate::errors::{BufferError, IllegalMoveError, InvalidSetupError, YipanError, to_py};

/// Many games that are stepped together, without the lock of the interpreter.
#[pyclass(module = "yipan")]
pub(crate) struct Batch {
    games: AnyBatch,
    layout: AnyLayout,
    count: usize,
    pool: ThreadPool,
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

/// Borrows the arrays of a call, after checking their shapes.
macro_rules! step_arrays {
    ($batch:expr, $observations:ident, $masks:ident, $rewards:ident, $terminations:ident, $truncations:ident, $players:ident) => {{
        let (count, [planes, ranks, files]) = ($batch.count, $batch.layout.observation_shape());
        let actions = $batch.layout.action_count();
        StepArrays {
            observations: checked_slice("observations", &mut $observations, &[count, planes, ranks, files])?,
            masks: checked_slice("masks", &mut $masks, &[count, actions])?,
            rewards: checked_slice("rewards", &mut $rewards, &[count, 2])?,
            terminations: checked_slice("terminations", &mut $terminations, &[count])?,
            truncations: checked_slice("truncations", &mut $truncations, &[count])?,
            players: checked_slice("players", &mut $players, &[count])?,
        }
    }};
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
        if count == 0 || max_plies == Some(0) {
            return Err(InvalidSetupError::new_err(
                "a batch needs at least one game, and a game at least one ply",
            ));
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
        let pool = ThreadPoolBuilder::new().num_threads(threads).build();
        let pool = pool.map_err(|error| YipanError::new_err(format!("cannot start threads: {error}")))?;
        let layout = AnyLayout::new(kind, &options).map_err(to_py)?;
        Ok(Batch { games, layout, count, pool })
    }

    /// The number of games.
    #[getter]
    fn count(&self) -> usize {
        self.count
    }

    /// The number of threads.
    #[getter]
    fn threads(&self) -> usize {
        self.pool.current_num_threads()
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
        mut observations: PyReadwriteArrayDyn<'_, u8>,
        mut masks: PyReadwriteArrayDyn<'_, u8>,
        mut rewards: PyReadwriteArrayDyn<'_, f32>,
        mut terminations: PyReadwriteArrayDyn<'_, u8>,
        mut truncations: PyReadwriteArrayDyn<'_, u8>,
        mut players: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let mut arrays = step_arrays!(self, observations, masks, rewards, terminations, truncations, players);
        let (games, pool) = (&mut self.games, &self.pool);
        py.detach(|| pool.install(|| for_each_batch!(games, batch => batch.reset(seed, &mut arrays))));
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
        mut observations: PyReadwriteArrayDyn<'_, u8>,
        mut masks: PyReadwriteArrayDyn<'_, u8>,
        mut rewards: PyReadwriteArrayDyn<'_, f32>,
        mut terminations: PyReadwriteArrayDyn<'_, u8>,
        mut truncations: PyReadwriteArrayDyn<'_, u8>,
        mut players: PyReadwriteArrayDyn<'_, u8>,
    ) -> PyResult<()> {
        let actions =
            actions.as_slice().map_err(|error| BufferError::new_err(format!("`actions`: {error}")))?;
        if actions.len() != self.count {
            let message = format!("`actions` has {} entries; expected {}", actions.len(), self.count);
            return Err(BufferError::new_err(message));
        }
        let mut arrays = step_arrays!(self, observations, masks, rewards, terminations, truncations, players);
        let (games, pool) = (&mut self.games, &self.pool);
        let stepped =
            py.detach(|| pool.install(|| for_each_batch!(games, batch => batch.step(actions, &mut arrays))));
        stepped.map_err(|(index, error)| IllegalMoveError::new_err(format!("game {index}: {error}")))
    }

    /// Writes a random legal action of every game, each with the same probability.
    fn sample_actions(&mut self, py: Python<'_>, mut out: PyReadwriteArrayDyn<'_, i64>) -> PyResult<()> {
        let out = checked_slice("out", &mut out, &[self.count])?;
        let (games, pool) = (&mut self.games, &self.pool);
        py.detach(|| pool.install(|| for_each_batch!(games, batch => batch.sample_actions(out))));
        Ok(())
    }
}
