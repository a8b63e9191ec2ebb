use pyo3::prelude::*;
use yipan_core::Reason;

/// The outcome of a game.
#[pyclass(frozen, get_all, eq, module = "yipan")]
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Outcome {
    /// The winner; `None` in a draw.
    winner: Option<String>,
    /// The reason, such as `checkmate`.
    reason: String,
    /// The result as PGN writes it.
    result: String,
}

impl Outcome {
    pub(crate) fn new(winner: Option<String>, reason: Reason, result: &str) -> Outcome {
        Outcome { winner, reason: reason.to_string(), result: result.to_owned() }
    }
}

#[pymethods]
impl Outcome {
    fn __repr__(&self) -> String {
        format!("Outcome(winner={:?}, reason={:?}, result={:?})", self.winner, self.reason, self.result)
    }
}
