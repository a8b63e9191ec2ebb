//! The solved game of liuzichong.

use std::collections::BTreeMap;

use pyo3::prelude::*;
use yipan_games::AnyGame;
use yipan_liuzichong::Position;
use yipan_liuzichong::tablebase::{ProbeResult, Tablebase, Wdl};

use crate::errors::YipanError;
use crate::game::Game;

/// The value of a position for the side to move.
#[pyclass(frozen, get_all, eq, module = "yipan")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Probe {
    /// `win`, `draw` or `loss`.
    wdl: &'static str,
    /// The plies to the end with best play; `None` in a draw.
    plies: Option<u8>,
}

#[pymethods]
impl Probe {
    fn __repr__(&self) -> String {
        match self.plies {
            Some(plies) => format!("Probe(wdl='{}', plies={plies})", self.wdl),
            None => format!("Probe(wdl='{}', plies=None)", self.wdl),
        }
    }
}

impl From<ProbeResult> for Probe {
    fn from(result: ProbeResult) -> Probe {
        let wdl = match result.wdl {
            Wdl::Win => "win",
            Wdl::Draw => "draw",
            Wdl::Loss => "loss",
        };
        Probe { wdl, plies: result.plies }
    }
}

/// Returns the position of a game by the rules that the table was solved with.
fn solved_position(game: &Game) -> PyResult<Position> {
    match &game.game {
        AnyGame::Liuzichong(game) if game.position().rules() == Tablebase::embedded().rules() => {
            Ok(*game.position())
        }
        AnyGame::Liuzichong(_) => Err(YipanError::new_err("the table is solved for the default rules only")),
        AnyGame::Chess(_) | AnyGame::Xiangqi(_) => Err(YipanError::new_err("only liuzichong is solved")),
    }
}

/// Returns the value of a position of liuzichong with best play.
#[pyfunction]
pub(crate) fn probe(board: &Game) -> PyResult<Probe> {
    Ok(Tablebase::embedded().probe(&solved_position(board)?).into())
}

/// Returns the value of each legal move of liuzichong for the side to move.
#[pyfunction]
pub(crate) fn probe_moves(board: &Game) -> PyResult<BTreeMap<String, Probe>> {
    let moves = Tablebase::embedded().probe_moves(&solved_position(board)?);
    Ok(moves.into_iter().map(|(mv, result)| (mv.to_string(), result.into())).collect())
}
